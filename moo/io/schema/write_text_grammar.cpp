#include <algorithm>
#include <array>
#include <initializer_list>

#include "moo/base/text_writer.h"
#include "moo/io/document/version.h"
#include "moo/io/schema/document_shape.h"
#include "moo/io/schema/write_schema.h"
#include "moo/io/text/text_forms.h"

namespace moo {

namespace {

constexpr std::string_view preamble = R"ebnf(

   The notation is that of the XML recommendation: `?`, `*` and `+` as usual, `A - B` is what is A but not B,
   alternatives are tried from left to right. Names in capitals are tokens: there is nothing between their characters.
   Between tokens there may be white space and the comments of Modelica. Every file is also a Modelica model.
   Made by `moconv --schema ebnf`; docs/moo.md tells what it means. */

document ::= class* model

model ::= "model" IDENT STRING? declaration* "equation" sections header "end" IDENT ";"
)ebnf";

constexpr std::string_view declarations = R"ebnf(
/* ---- variables ---- */

declaration ::= "final"? ("flow" | "stream")? ("parameter" | "constant" | "discrete")? ("input" | "output")?
                type_name sizes? IDENT sizes? attributes? ("=" expression)? STRING?
                ("annotation" "(" variable_field ("," variable_field)* ")")? ";"
type_name ::= IDENT
sizes ::= "[" size ("," size)* "]"
size ::= ":" | expression
attributes ::= "(" attribute ("," attribute)* ")"
)ebnf";

constexpr std::string_view sets = R"ebnf(
/* ---- sets of equations, with an empty prefix, `i`, `ri`, or `partitions[n].` ---- */

equation ::= "[" NUMBER ("," NUMBER)? "]" "=" "{" expression "," expression "," ('"ass"' | '"res"' | '"inst"') "}"
             provenance? ";"
jacobian_row ::= "[" NUMBER "]" "=" "{" jacobian_entry ("," jacobian_entry)* "}" ";"
jacobian_entry ::= "{" NUMBER "," expression ("," entry_kind)? "}"
known_row ::= "[" NUMBER "]" "=" "{" known_entry ("," known_entry)* "}" ";"
known_entry ::= "{" expression "," expression ("," entry_kind)? "}"
provenance ::= "annotation" "(" (provenance_field ("," provenance_field)*)? ")"
place ::= "annotation" "(" "source" "=" PLACE ")"
numbers ::= "{" NUMBER ("," NUMBER)* "}"   /* {0} is the empty list */
)ebnf";

constexpr std::string_view classes = R"ebnf(
/* ---- types and functions ---- */

class ::= enumeration | record | external_object | function
enumeration ::= "type" IDENT "=" "enumeration" "(" IDENT STRING? ("," IDENT STRING?)* ")" end_of_line
record ::= "record" IDENT STRING? (type_name sizes? IDENT sizes? STRING? ";")* class_annotation? "end" IDENT ";"
external_object ::= "class" IDENT STRING? "extends" "ExternalObject" ";" function* class_annotation? "end" IDENT ";"
function ::= ("pure" | "impure")? "function" IDENT STRING? function_variable* ("algorithm" statement*)? external?
             class_annotation? "end" IDENT ";"
function_variable ::= ("input" | "output")? type_name sizes? IDENT sizes? ("=" expression)? end_of_line
external ::= "external" STRING? (expression "=")? (IDENT "(" (expression ("," expression)*)? ")")? annotation? ";"
class_annotation ::= annotation ";"
end_of_line ::= STRING? annotation? ";"
annotation ::= "annotation" modification
modification ::= "(" (modifier ("," modifier)*)? ")"
modifier ::= IDENT modification? ("=" (IDENT "(" (IDENT ("," IDENT)*)? ")" | expression))?

statement ::= (if_statement | when_statement | for_statement | while_statement | "break" | "return" |
               expression (":=" expression)?) end_of_line
if_statement ::= "if" expression "then" statement* ("elseif" expression "then" statement*)* ("else" statement*)?
                 "end" "if"
when_statement ::= "when" expression "then" statement* ("elsewhen" expression "then" statement*)* "end" "when"
for_statement ::= "for" IDENT "in" expression "loop" statement* "end" "for"
while_statement ::= "while" expression "loop" statement* "end" "while"
)ebnf";

constexpr std::string_view expressions = R"ebnf(
/* ---- expressions: those of Modelica, with shared[n], outputs of calls such as (f(x))._2, and relation(n, x > 0),
        sampling(n, …), delayed(n, …), transported(n, …) around what is remembered ---- */

expression ::= "if" expression "then" expression ("elseif" expression "then" expression)* "else" expression
             | disjunction (":" disjunction (":" disjunction)?)?
disjunction ::= conjunction ("or" conjunction)*
conjunction ::= negation ("and" negation)*
negation ::= "not"? relation
relation ::= sum (("<=" | "<>" | "<" | ">=" | ">" | "==") sum)?
sum ::= (".+" | ".-" | "+" | "-")? product ((".+" | ".-" | "+" | "-") product)*
product ::= power ((".*" | "./" | "*" | "/") power)*
power ::= primary ((".^" | "^") primary)?
primary ::= (NUMBER | STRING | "true" | "false" | "end" | name | "(" list? ")" | "{" list? "}" | "[" rows "]") suffix*
name ::= IDENT
suffix ::= "[" subscript ("," subscript)* "]" | "." IDENT | "(" list? ")"
subscript ::= expression | ":"
list ::= expression "for" iterator ("," iterator)* | expression? ("," expression?)*
iterator ::= IDENT "in" expression
rows ::= expression ("," expression)* (";" expression ("," expression)*)*

/* ---- tokens ---- */

IDENT ::= ([A-Za-z_] [A-Za-z0-9_]* - KEYWORD) | "'" ([^'#x5C] | #x5C [ -~])* "'"
KEYWORD ::= "algorithm" | "and" | "annotation" | "break" | "class" | "connect" | "connector" | "constant"
          | "constrainedby" | "discrete" | "each" | "elseif" | "elsewhen" | "else" | "encapsulated" | "end"
          | "enumeration" | "equation" | "expandable" | "extends" | "external" | "false" | "final" | "flow" | "for"
          | "function" | "if" | "import" | "impure" | "inner" | "input" | "in" | "loop" | "model" | "not"
          | "operator" | "or" | "outer" | "output" | "package" | "parameter" | "partial" | "protected" | "public"
          | "record" | "redeclare" | "replaceable" | "return" | "stream" | "then" | "true" | "type" | "when"
          | "while" | "within"
STRING ::= '"' ([^"#x5C] | #x5C [^#x0])* '"'
PLACE ::= '"' [1-9] [0-9]* ":" [1-9] [0-9]* ":" [1-9] [0-9]* '"'
NUMBER ::= [0-9]+ ("." [0-9]*)? ([eE] [+#x2D]? [0-9]+)?
SIGNED ::= "-"? NUMBER
)ebnf";

class GrammarWriter {
public:
    std::string run() {
        out_.write("/* The grammar of MOO ");
        out_.write(moo_format_version);
        out_.write(", as text.");
        out_.write(preamble);
        write_sections();
        write_header();
        out_.write(declarations);
        write_declaration_fields();
        out_.write(sets);
        write_provenance();
        write_set_words();
        out_.write("\n/* ---- rows: with their fields in any order ---- */\n\n");
        for (RowShape const& row : shape_.rows) {
            if (!is_elsewhere(row.key)) write_row(row);
        }
        out_.write(classes);
        out_.write(expressions);
        return out_.take();
    }

private:
    static bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    // Rows that have a form of their own.
    static bool is_elsewhere(std::string_view key) {
        bool const is_class = key.starts_with("function") || key.starts_with("type");
        // Zero crossings have such entries too, and there they are plain rows.
        bool const is_in_block = key.starts_with("block") && key != "block.equations.known";
        return is_class || is_in_block || is_one_of(key, {"variable", "experiment", "assertion", "trigger"});
    }

    // Dots in a key would look like operators of the notation.
    static std::string rule(std::string_view key) {
        std::string name(key);
        std::replace(name.begin(), name.end(), '.', '_');
        return name;
    }
    RowShape const& row_of(std::string_view key) const {
        return *std::find_if(shape_.rows.begin(), shape_.rows.end(),
                             [&](RowShape const& row) { return row.key == key; });
    }

    // ---- sections ----

    void write_sections() {
        out_.write(
            "\n/* ---- sections: in this order; empty sections are left out ---- */\n\nsections ::= ");
        std::string separator;
        std::string rules;
        for (FieldShape const& section : shape_.sections) {
            std::string const line = section_rule(section);
            if (line.empty()) continue;
            std::string const name = rule(section.name) + "_section";
            out_.write(separator);
            out_.write(name + "*");
            separator = "\n             ";
            rules += name + " ::= " + line + "\n";
        }
        out_.write("\n\n");
        out_.write(rules);
    }

    std::string section_rule(FieldShape const& section) {
        std::string const name(section.name);
        if (is_one_of(name, {"name", "description", "generator", "options", "requires", "slice", "files", "experiment",
                             "types", "functions", "variables"})) {
            return {};
        }
        for (SetName const& set : set_names) {
            if (set.section == name) return set_rule(std::string(set.prefix));
        }
        if (name == "parameters") return R"ebnf("p" "=" "{" name ("," name)* "}" ";")ebnf";
        if (name == "zeroCrossings") {
            return R"ebnf("z" "=" "{" crossing ("," crossing)* "}" ";"
                         | "zeroCrossings" "[" NUMBER "]" "=" zeroCrossing ";")ebnf"
                   "\ncrossing ::= \"{\" expression \",\" numbers (\",\" expression)? \"}\"";
        }
        if (name == "whenConditions") {
            return R"ebnf("w" "=" "{" condition ("," condition)* "}" ";"
                          | "whenConditions" "[" NUMBER "]" "=" whenCondition ";")ebnf"
                   "\ncondition ::= \"{\" expression \",\" numbers \"}\"";
        }
        if (name == "triggers") {
            return "\"c\" \"=\" \"{\" trigger (\",\" trigger)* \"}\" \";\"\n"
                   "trigger ::= \"{\" NUMBER \",\" numbers \"}\"";
        }
        if (name == "assertions") {
            return R"ebnf("assert" "(" expression "," expression ("," expression)? ")" place? ";")ebnf";
        }
        std::string const value =
            section.value == ValueShape::row ? rule(shape_.rows[section.row].key) : value_rule(section);
        std::string line = "\"" + name + "\" ";
        if (section.is_list && !is_plain_list(section)) {
            line += "\"[\" NUMBER \"]\" \"=\" " + value + " \";\"";
        } else {
            line += "\"=\" " + (section.is_list ? list_rule(value) : value) + " \";\"";
        }
        if (name == "partitions")
            line += "\n                     | \"partitions\" \"[\" NUMBER \"]\" \".\" (" + set_rule("") + ")";
        return line;
    }
    // `results = {x, y}`; rows and shared expressions have numbers.
    static bool is_plain_list(FieldShape const& section) {
        return section.value != ValueShape::row && section.value != ValueShape::expression;
    }
    static std::string set_rule(std::string const& prefix) {
        return "\"" + prefix + "Eq\" equation | \"" + prefix + "Block\" block | \"" + prefix +
               "Jac\" jacobian_row | \"" + prefix + "Known\" known_row";
    }

    void write_header() {
        out_.write(
            "\n/* ---- the header ---- */\n\nheader ::= \"annotation\" \"(\" \"__moo\" \"(\" header_field (\",\" "
            "header_field)* \")\" "
            "(\",\" experiment)? \")\" \";\"\n");
        out_.write(
            "header_field ::= \"version\" \"=\" STRING | \"generator\" \"=\" STRING | \"functionOrder\" \"=\" numbers\n"
            "               | (\"options\" | \"requires\" | \"slice\" | \"files\") \"=\" \"{\" STRING (\",\" STRING)* "
            "\"}\"\n");
        out_.write("experiment ::= \"experiment\" \"(\" experiment_field (\",\" experiment_field)* \")\"\n");
        out_.write("experiment_field ::= (\"StartTime\" | \"StopTime\" | \"Tolerance\" | \"Interval\") \"=\" SIGNED\n");
    }

    void write_declaration_fields() {
        out_.write("attribute ::= (");
        std::string separator;
        for (std::size_t i = 0; i < attribute_count; ++i) {
            out_.write(separator + "\"" + std::string(attribute_name(static_cast<Attribute>(i))) + "\"");
            separator = " | ";
        }
        out_.write(") \"=\" expression\n");
        RowShape variable = row_of("variable");
        std::erase_if(variable.fields, [](FieldShape const& field) {
            bool const is_declared =
                std::find(declaration_fields.begin(), declaration_fields.end(), field.name) != declaration_fields.end();
            return is_declared && field.name != "role" && field.name != "variability";
        });
        write_fields("variable_field", variable.fields);
    }

    void write_provenance() {
        RowShape equation = row_of("block.equations");
        std::erase_if(equation.fields, [](FieldShape const& field) {
            return std::find(equation_fields.begin(), equation_fields.end(), field.name) != equation_fields.end();
        });
        write_fields("provenance_field", equation.fields);
    }

    void write_set_words() {
        auto const words = [](NameList names) {
            std::string text;
            for (std::string_view const name : names)
                text += (text.empty() ? "'\"" : " | '\"") + std::string(name) + "\"'";
            return text;
        };
        out_.write("block ::= \"[\" NUMBER \"]\" \"=\" \"{\" (" + words(names_of(BlockKind())) + ")");
        out_.write("\n          (\",\" ('\"partialJacobian\"' | '\"noJacobian\"'");
        std::string separator = " | ";
        for (FieldShape const& field : row_of("block.serves").fields) {
            out_.write(separator + "'\"" + std::string(field.name) + "\"'");
            separator = " | ";
        }
        out_.write("))* \"}\" \";\"\nentry_kind ::= " + words(names_of(EntryKind())) + "\n");
    }

    // ---- rows ----

    void write_row(RowShape const& row) {
        std::string const name = rule(row.key);
        out_.write(name + " ::= \"" + std::string(row.name) + "\" \"(\" (" + name + "_field (\",\" " + name +
                   "_field)*)? \")\"\n");
        write_fields(name + "_field", row.fields);
    }
    void write_fields(std::string const& name, std::vector<FieldShape> const& fields) {
        out_.write(name + " ::= ");
        std::string separator;
        for (FieldShape const& field : fields) {
            // Sets have lines of their own.
            bool const is_set = field.value == ValueShape::row && shape_.rows[field.row].key == "block";
            if (is_set) continue;
            std::string const value = value_rule(field);
            out_.write(separator + "\"" + std::string(field.name) + "\" \"=\" " +
                       (field.is_list ? list_rule(value) : value));
            separator = "\n" + std::string(name.size() + 3, ' ') + "| ";
        }
        out_.write('\n');
    }

    static std::string list_rule(std::string const& value) {
        return "\"{\" " + value + " (\",\" " + value + ")* \"}\"";
    }

    std::string value_rule(FieldShape const& field) const {
        switch (field.value) {
            case ValueShape::boolean: return "(\"true\" | \"false\")";
            case ValueShape::integer: return field.has_lowest ? "NUMBER" : "SIGNED";
            case ValueShape::index: return "NUMBER";
            case ValueShape::real: return "SIGNED";
            case ValueShape::text:
            case ValueShape::name:
            case ValueShape::type: return "STRING";
            case ValueShape::enumeration: {
                std::string words;
                for (std::string_view const word : field.names) {
                    words += (words.empty() ? "('\"" : " | '\"") + std::string(word) + "\"'";
                }
                return words + ")";
            }
            case ValueShape::expression:
            case ValueShape::target: return "expression";
            case ValueShape::variable: return "name";
            case ValueShape::place: return "PLACE";
            case ValueShape::row: return rule(shape_.rows[field.row].key);
        }
        return {};
    }

    DocumentShape const shape_ = document_shape();
    TextWriter out_;
};

}  // namespace

std::string write_text_grammar() { return GrammarWriter().run(); }

}  // namespace moo
