#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "moo/expr/operator_table.h"
#include "moo/io/document/expression_names.h"
#include "moo/io/schema/write_schema.h"

namespace moo {

namespace {

// The word at the head of a list in JSON, and of `op` or an element in XML; empty for literals without one.
std::string_view head_of(OperatorKey const& key) {
    if (!key.form.empty()) return key.form;
    if (key.reduction) return "reduction";
    if (key.builtin) return builtin_info(*key.builtin).name;
    switch (*key.kind) {
        case ExprKind::integer: return "int";
        case ExprKind::string: return "string";
        case ExprKind::enumeration: return "enum";
        case ExprKind::iterator: return "local";
        case ExprKind::call: return "call";
        case ExprKind::output: return "output";
        case ExprKind::field: return "field";
        default: return operator_word(*key.kind);
    }
}

// A bar would end the cell.
std::string cell(std::string_view text) {
    std::string escaped;
    for (char const c : text) {
        if (c == '|') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string operand_list(OperatorRow const& row) {
    std::string list;
    for (OperatorOperand const& operand : row.operands) {
        if (!list.empty()) list += ", ";
        list += operand.name + (operand.is_optional ? "?: " : ": ") + operand.type;
    }
    if (row.takes_more) list += ", …";
    if (!row.example_type.empty() && !row.operands.empty()) list += " → " + row.example_type;
    return list;
}

std::string derivative_text(OperatorRow const& row) {
    if (!row.key.form.empty()) return "as the expression";
    if (row.key.kind == ExprKind::call || row.key.kind == ExprKind::output) return "as the function says";
    auto const one = [](std::string const& text) { return text.empty() ? "none" : "`" + text + "`"; };
    if (row.derivative_by_time == row.derivative_by_unknown) return one(row.derivative_by_time);
    return "by time " + one(row.derivative_by_time) + ", by an unknown " + one(row.derivative_by_unknown);
}

std::string table_line(OperatorRow const& row) {
    std::string const operands = operand_list(row);
    std::string_view const word = head_of(row.key);
    std::string line = "| `" + row.text + "`" + (operands.empty() ? "" : "<br>" + operands);
    if (row.text.find(word) == std::string::npos) line += "<br>word: `" + std::string(word) + "`";
    line += " | ";
    line += std::string(result_type_name(row.type)) + " | " + std::string(stage_name(row.stage)) + " | ";
    line += cell(row.meaning);
    for (OperatorExample const& example : row.examples) {
        line += "<br>`" + example.expression + "` is `" + example.value + "`";
    }
    line += " | " + cell(row.events) + " | " + cell(row.domain) + " | " + derivative_text(row) + " |\n";
    return line;
}

constexpr std::string_view operator_introduction = R"(# Operators and functions in MOO

`moconv --operators` writes this page from the tables that the tools use; `moconv --operators json` writes it as data.
[moo_reference.md](moo_reference.md#expressions) says how expressions are written in each encoding.

**Operator.** As in text, with operands and their types, and the type of the result for them. `?` marks operands that may be
left out, `…` any number of further ones; sizes of arrays are examples. `word` is the word of JSON and XML, if the text does
not contain it; operands have the same order there. Functions of scalars also take arrays, element by element, where arrays
occur.

**Type.** How you know the type of the node:

| type | |
|---|---|
| Real, Integer, Boolean, String, Clock | fixed. If a function of scalars is applied to arrays, the result has their sizes |
| as operand | that of the first operand; for `smooth`, of the second |
| carried | the node carries it, unless it is Real: `["+", "i", ["int", 1], {"type": "Integer"}]` |
| declared | a declaration says it: of the variable, function, record or enumeration that the node names, or of the row |

**Where.** What you should implement first:

)";

constexpr std::string_view operator_rules = R"(
**Events.** Empty: the operator causes none. The operands may still cause some.

**Domain.** What happens outside of it; empty: everything is allowed. NaN and infinities are those of IEEE arithmetic, and an
operand that is NaN gives NaN where nothing else is said. In a derivative or residual, a simulator takes them as a sign to try
a shorter step; anywhere else they are a result like others. "An error" ends the evaluation with a message. During
translation, the tools refuse to evaluate either.

**Derivative.** With `x'` for the derivative of the operand `x`, by time or by an unknown. "none" means that the tools cannot
differentiate it unless all its operands have derivative 0. Expressions of other types than Real have derivative 0.
)";

std::string stage_table(std::vector<OperatorRow> const& rows) {
    struct Line {
        OperatorStage stage;
        std::string_view text;
    };
    constexpr std::array lines{
        Line{OperatorStage::equations, "in the equations that `moopt` writes, which are scalar. Start with these"},
        Line{OperatorStage::calls,
             "in equations too, but only around calls of functions; `requires` lists `functions`, `external` or "
             "`records`"},
        Line{OperatorStage::clocks, "in clocked partitions and in what reads their results; `requires` lists `clocks`"},
        Line{OperatorStage::functions,
             "in functions; in equations only of documents that still have arrays, which `moopt` does not write"},
        Line{OperatorStage::flat, "never: the front end replaces it. For other producers of MOO"},
    };
    std::string text = "| where | rows | |\n|---|---|---|\n";
    for (Line const& line : lines) {
        auto const count =
            std::count_if(rows.begin(), rows.end(), [&](OperatorRow const& row) { return row.stage == line.stage; });
        text += "| " + std::string(stage_name(line.stage)) + " | " + std::to_string(count) + " | " +
                std::string(line.text) + " |\n";
    }
    return text;
}

}  // namespace

std::string write_operator_page() {
    std::vector<OperatorRow> const rows = operator_rows();
    std::string page(operator_introduction);
    page += stage_table(rows);
    page += operator_rules;
    std::string_view group;
    for (OperatorRow const& row : rows) {
        if (row.group != group) {
            group = row.group;
            page += "\n## " + std::string(group) + "\n\n";
            page +=
                "| operator | type | where | meaning | events | domain | derivative |\n|---|---|---|---|---|---|---|\n";
        }
        page += table_line(row);
    }
    return page;
}

std::string write_operator_json() {
    using Object = nlohmann::ordered_json;
    Object list = Object::array();
    for (OperatorRow const& row : operator_rows()) {
        Object operands = Object::array();
        std::size_t fewest = 0;
        for (OperatorOperand const& operand : row.operands) {
            operands.push_back({{"name", operand.name}, {"type", operand.type}, {"optional", operand.is_optional}});
            fewest += operand.is_optional ? 0 : 1;
        }
        Object entry{{"word", head_of(row.key)}, {"text", row.text}, {"group", row.group}};
        entry["operands"] = std::move(operands);
        entry["fewest"] = fewest;
        entry["most"] = row.takes_more ? Object() : Object(row.operands.size());
        entry["type"] = result_type_name(row.type);
        entry["exampleType"] = row.example_type;
        entry["where"] = stage_name(row.stage);
        entry["meaning"] = row.meaning;
        entry["events"] = row.events;
        entry["domain"] = row.domain;
        auto const or_null = [](std::string const& text) { return text.empty() ? Object() : Object(text); };
        entry["derivativeByTime"] = or_null(row.derivative_by_time);
        entry["derivativeByUnknown"] = or_null(row.derivative_by_unknown);
        entry["examples"] = Object::array();
        for (OperatorExample const& example : row.examples) {
            entry["examples"].push_back({{"expression", example.expression}, {"value", example.value}});
        }
        list.push_back(std::move(entry));
    }
    return list.dump(2) + "\n";
}

}  // namespace moo
