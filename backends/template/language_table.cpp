#include "backends/template/language_table.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "moo/base/nearest_word.h"

namespace moo::tmpl {

namespace {

using nlohmann::json;

constexpr Message<> not_json{DiagnosticKind::LanguageTable, "this is not JSON"};
constexpr Message<std::string_view, std::string_view> wrong_entry{DiagnosticKind::LanguageTable, "`{}`: {}"};
constexpr Message<std::string_view> unknown_entry{DiagnosticKind::LanguageTable, "there is no entry `{}`"};

// Characters that are allowed in a pattern outside of parentheses if it needs no parentheses around it.
bool is_primary_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.:$@'\"").find(c) != std::string_view::npos ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

// `pow({1}, {2})`, `v[{index}]` and `x`, but not `{1} && {2}`.
bool is_primary(std::string_view pattern) {
    int depth = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        char const c = pattern[i];
        if (pattern.substr(i).starts_with("->")) {
            ++i;
            continue;
        }
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth == 0 && !is_primary_character(c) && std::string_view("()[]{}").find(c) == std::string_view::npos)
            return false;
        if (c == '(' || c == '[' || c == '{') ++depth;
    }
    return true;
}

class TableReader {
public:
    TableReader(FileId file, SourceManager const& sources, Diagnostics& diagnostics)
        : file_(file), sources_(sources), diagnostics_(diagnostics), errors_before_(diagnostics.error_count()) {}

    std::optional<LanguageTable> run() {
        json const root = parse();
        if (failed()) return {};
        if (!root.is_object()) report("the table", "it has to be an object");
        if (failed()) return {};
        static constexpr std::array<std::string_view, 14> known = {
            "name",    "operators",  "functions", "forms",   "arrays",     "literals",    "variables",
            "targets", "identifier", "comment",   "strings", "index_base", "parentheses", "separator"};
        check_names("", root, {known.begin(), known.end()});
        table_.name = text(root, "name", "");
        table_.index_base = integer("index_base", part(root, "index_base"), 0);
        table_.separator = text(root, "separator", "", table_.separator);
        read_parentheses(part(root, "parentheses"));
        read_literals(part(root, "literals"));
        read_operators(part(root, "operators"));
        read_functions(part(root, "functions"));
        read_forms(part(root, "forms"));
        read_arrays(part(root, "arrays"));
        table_.variables = variable_cases("variables", part(root, "variables"));
        table_.targets = variable_cases("targets", part(root, "targets"));
        read_strings(part(root, "strings"));
        json const comment = part(root, "comment");
        check_names("comment.", comment, {"forbidden"});
        table_.forbidden_in_comments = strings("comment.forbidden", part(comment, "forbidden"));
        json const identifier = part(root, "identifier");
        check_names("identifier.", identifier, {"reserved"});
        for (std::string& word : strings("identifier.reserved", part(identifier, "reserved"))) {
            table_.reserved_words.insert(std::move(word));
        }
        if (failed()) return {};
        return std::move(table_);
    }

private:
    [[nodiscard]] bool failed() const { return diagnostics_.error_count() > errors_before_; }

    void report(std::string_view entry, std::string_view problem) {
        diagnostics_.error(place_of(entry), wrong_entry, entry, problem);
    }

    // JSON values have no places, so the names of the path are searched for in the text, one after the other.
    [[nodiscard]] SourceSpan place_of(std::string_view entry) const {
        std::string_view const text = sources_.text(file_);
        std::size_t begin = 0;
        std::size_t end = 0;
        while (!entry.empty()) {
            std::size_t const dot = std::min(entry.find('.', 1), entry.size());
            std::string const name = "\"" + std::string(entry.substr(0, dot)) + "\"";
            std::size_t const found = text.find(name, end);
            if (found != std::string_view::npos) {
                begin = found;
                end = found + name.size();
            }
            entry.remove_prefix(std::min(dot + 1, entry.size()));
        }
        return {sources_.loc(file_, begin), sources_.loc(file_, end)};
    }

    json parse() {
        try {
            // Copies of a value recurse, so what is nested deeply is left out, which makes the table wrong as well.
            auto const is_shallow = [](int depth, json::parse_event_t, json&) { return depth < 8; };
            return json::parse(sources_.text(file_), is_shallow);
        } catch (json::parse_error const& error) {
            std::size_t const at = std::min(error.byte > 0 ? error.byte - 1 : 0, sources_.text(file_).size());
            diagnostics_.error({sources_.loc(file_, at), sources_.loc(file_, at)}, not_json);
            return {};
        }
    }

    // ---- parts of any kind ----

    static json part(json const& object, std::string const& name) {
        return object.is_object() && object.contains(name) ? object[name] : json();
    }

    void check_names(std::string const& where, json const& object, std::vector<std::string_view> const& known) {
        if (object.is_null()) return;
        if (!object.is_object()) return report(where.substr(0, where.size() - 1), "it has to be an object");
        for (auto const& [name, value] : object.items()) {
            if (std::ranges::find(known, name) != known.end()) continue;
            auto entry = diagnostics_.error(place_of(where + name), unknown_entry, where + name);
            if (std::string_view const nearest = nearest_word(name, known); !nearest.empty()) {
                entry.note({}, "did you mean `{}`?", nearest);
            }
        }
    }

    std::int64_t integer(std::string const& entry, json const& value, std::int64_t otherwise) {
        if (value.is_null()) return otherwise;
        if (value.is_number_integer())
            return std::clamp<std::int64_t>(value.get<std::int64_t>(), -primary_precedence, primary_precedence);
        report(entry, "it has to be an integer");
        return otherwise;
    }

    std::string text(json const& object, std::string const& name, std::string const& where,
                     std::string otherwise = {}) {
        json const value = part(object, name);
        if (value.is_null()) return otherwise;
        if (value.is_string()) return value.get<std::string>();
        report(where + name, "it has to be a string");
        return otherwise;
    }

    std::vector<std::string> strings(std::string const& entry, json const& value) {
        std::vector<std::string> found;
        if (value.is_null()) return found;
        bool const is_list = value.is_array() && std::ranges::all_of(value, [](json const& item) {
                                 return item.is_string() && !item.get<std::string>().empty();
                             });
        if (!is_list) report(entry, "it has to be a list of strings that are not empty");
        if (is_list) found = value.get<std::vector<std::string>>();
        return found;
    }

    // ---- patterns ----

    // A string, or an object with `pattern`, `precedence` and `operands`.
    Pattern pattern(std::string const& entry, json const& value, std::vector<std::string_view> const& holes) {
        bool const is_object = value.is_object();
        if (is_object) check_names(entry + ".", value, {"pattern", "precedence", "operands"});
        json const text = is_object ? part(value, "pattern") : value;
        if (!text.is_string()) {
            report(entry, "it has to be a pattern, such as `\"max({1}, {2})\"`");
            return {};
        }
        Pattern result = split(entry, text.get<std::string>(), holes);
        json const precedence = is_object ? part(value, "precedence") : json();
        if (!precedence.is_null()) {
            result.precedence = static_cast<int>(integer(entry + ".precedence", precedence, 0));
        } else if (!is_primary(text.get<std::string>())) {
            report(entry, "this pattern needs a `precedence`, or parentheses around it");
        }
        json const operands = is_object ? part(value, "operands") : json();
        if (operands.is_null()) return result;
        if (!operands.is_array()) {
            report(entry + ".operands", "it has to be a list of precedences");
            return result;
        }
        for (Pattern::Piece& piece : result.pieces) {
            if (piece.operand == 0 || piece.operand > operands.size()) continue;
            piece.least = static_cast<int>(integer(entry + ".operands", operands[piece.operand - 1], 0));
        }
        return result;
    }

    Pattern split(std::string const& entry, std::string const& text, std::vector<std::string_view> const& holes) {
        Pattern result;
        std::size_t at = 0;
        for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', at)) {
            std::size_t const close = text.find('}', open);
            std::string const hole = close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
            bool const is_operand = hole.size() == 1 && hole[0] >= '1' && hole[0] <= '9';
            if (!is_operand && std::ranges::find(holes, hole) == holes.end()) {
                report(entry, "`{" + hole + "}` has no meaning here");
                return result;
            }
            if (open > at) result.pieces.push_back({text.substr(at, open - at)});
            Pattern::Piece piece = {hole, true};
            if (is_operand) piece.operand = static_cast<std::size_t>(hole[0] - '0');
            piece.least = is_enclosed(text, open, close) ? 0 : primary_precedence;
            result.pieces.push_back(std::move(piece));
            at = close + 1;
        }
        if (at < text.size()) result.pieces.push_back({text.substr(at)});
        return result;
    }

    // Between parentheses and commas nothing needs parentheses of its own.
    static bool is_enclosed(std::string_view text, std::size_t open, std::size_t close) {
        std::size_t before = open;
        while (before > 0 && text[before - 1] == ' ') --before;
        std::size_t after = close + 1;
        while (after < text.size() && text[after] == ' ') ++after;
        return before > 0 && after < text.size() &&
               std::string_view("(,[").find(text[before - 1]) != std::string_view::npos &&
               std::string_view("),]").find(text[after]) != std::string_view::npos;
    }

    // ---- sections ----

    void read_literals(json const& literals) {
        check_names("literals.", literals, {"true", "false", "integer", "real"});
        table_.true_text = text(literals, "true", "literals.", "true");
        table_.false_text = text(literals, "false", "literals.", "false");
        json const integer_form = part(literals, "integer");
        json const real_form = part(literals, "real");
        table_.integer = pattern("literals.integer", integer_form.is_null() ? json("{1}") : integer_form, {});
        table_.real = pattern("literals.real", real_form.is_null() ? json("{1}") : real_form, {});
    }

    void read_parentheses(json const& value) {
        if (value.is_null()) return;
        std::string const pattern = value.is_string() ? value.get<std::string>() : "";
        std::size_t const hole = pattern.find("{1}");
        if (hole == std::string::npos) return report("parentheses", "it has to be a pattern, such as `\"({1})\"`");
        table_.open_parenthesis = pattern.substr(0, hole);
        table_.close_parenthesis = pattern.substr(hole + 3);
    }

    // `{"spelling": " + ", "precedence": 10, "associativity": "left"}`, or a pattern.
    void read_operators(json const& operators) {
        if (operators.is_null()) return;
        if (!operators.is_object()) return report("operators", "it has to be an object");
        for (auto const& [name, value] : operators.items()) {
            std::string const entry = "operators." + name;
            table_.forms[name] = is_operator(value) ? operator_form(name, entry, value) : pattern(entry, value, {});
        }
    }

    static bool is_operator(json const& value) { return value.is_object() && value.contains("spelling"); }

    Pattern operator_form(std::string const& name, std::string const& entry, json const& value) {
        check_names(entry + ".", value, {"spelling", "precedence", "associativity"});
        std::string const spelling = text(value, "spelling", entry + ".");
        int const precedence = static_cast<int>(integer(entry + ".precedence", part(value, "precedence"), 0));
        bool const is_prefix = name == "unary -" || name == "not";
        std::string const side = text(value, "associativity", entry + ".", "none");
        if (side != "left" && side != "right" && side != "both" && side != "none") {
            report(entry + ".associativity", "it has to be `left`, `right`, `both` or `none`");
        }
        Pattern form;
        form.precedence = precedence;
        int const left = side == "left" || side == "both" ? precedence : precedence + 1;
        int const right = side == "right" || side == "both" ? precedence : precedence + 1;
        if (is_prefix) {
            form.pieces = {{spelling}, {"1", true, 1, right}};
        } else {
            form.pieces = {{"1", true, 1, left}, {spelling}, {"2", true, 2, right}};
        }
        return form;
    }

    // A name, which is called with all arguments, or a pattern.
    void read_functions(json const& functions) {
        if (functions.is_null()) return;
        if (!functions.is_object()) return report("functions", "it has to be an object");
        for (auto const& [name, value] : functions.items()) {
            if (name == "otherwise") {
                table_.other_function = pattern("functions.otherwise", value, {"*", "identifier", "text"});
            } else {
                table_.forms[name] = function_form("functions." + name, value);
            }
        }
    }

    Pattern function_form(std::string const& entry, json const& value) {
        bool const is_name = value.is_string() && std::ranges::all_of(value.get<std::string>(), is_primary_character);
        return pattern(entry, is_name ? json(value.get<std::string>() + "({*})") : value, {"*"});
    }

    // Operators and functions whose result or operands are arrays.
    void read_arrays(json const& arrays) {
        if (arrays.is_null()) return;
        if (!arrays.is_object()) return report("arrays", "it has to be an object");
        for (auto const& [name, value] : arrays.items()) {
            std::string const entry = "arrays." + name;
            Pattern form = is_operator(value) ? operator_form(name, entry, value) : function_form(entry, value);
            if (name == "scalar operand") {
                table_.scalar = std::move(form);
            } else {
                table_.arrays[name] = std::move(form);
            }
        }
    }

    // Everything that is neither an operator nor a function.
    void read_forms(json const& forms) {
        using Holes = std::vector<std::string_view>;
        static std::map<std::string_view, Holes> const holes = {
            {"if", {}},
            {"time", {}},
            {"relation", {"index"}},
            {"sampling", {"index"}},
            {"delayed", {"index"}},
            {"transported", {"index"}},
            {"array", {"*"}},
            {"subscript", {"*"}},
            {"field", {"identifier", "text"}},
            {"enum", {"identifier", "index", "ordinal", "text"}},
            {"call", {"*", "identifier", "text"}},
            {"output", {"*", "identifier", "index", "text"}},
            {"record", {"*", "identifier", "text"}},
            {"local", {"identifier", "text"}},
            {"shared", {"index"}},
        };
        std::vector<std::string_view> names;
        for (auto const& [name, known] : holes) names.push_back(name);
        check_names("forms.", forms, names);
        if (!forms.is_object()) return;
        for (auto const& [name, value] : forms.items()) {
            auto const found = holes.find(name);
            if (found == holes.end()) continue;
            table_.forms[name] = pattern("forms." + name, value, found->second);
        }
    }

    std::vector<VariableCase> variable_cases(std::string const& entry, json const& cases) {
        std::vector<VariableCase> found;
        if (!cases.is_null() && !cases.is_array()) report(entry, "it has to be a list of cases");
        if (!cases.is_array()) return found;
        static std::vector<std::string_view> const holes = {"index", "state", "name", "identifier", "text"};
        for (json const& value : cases) {
            check_names(entry + ".", value, {"type", "role", "value", "derivative", "previous"});
            auto const form = [&](std::string const& name) -> std::optional<Pattern> {
                json const given = part(value, name);
                if (given.is_null()) return {};
                return pattern(entry + "." + name, given, holes);
            };
            found.push_back({text(value, "type", entry + "."), text(value, "role", entry + "."), form("value"),
                             form("derivative"), form("previous")});
        }
        return found;
    }

    void read_strings(json const& form) {
        check_names("strings.", form, {"open", "close", "escapes", "control", "ascii"});
        StringForm& string = table_.string;
        string.open = text(form, "open", "strings.", "\"");
        string.close = text(form, "close", "strings.", "\"");
        string.control = text(form, "control", "strings.", "\\x{hex}");
        json const ascii = part(form, "ascii");
        if (!ascii.is_null() && !ascii.is_boolean()) report("strings.ascii", "it has to be true or false");
        string.escapes_all = ascii.is_boolean() && ascii.get<bool>();
        json const escapes = part(form, "escapes");
        if (!escapes.is_null() && !escapes.is_object()) return report("strings.escapes", "it has to be an object");
        for (auto const& [character, replacement] : escapes.items()) {
            if (character.size() != 1 || !replacement.is_string()) {
                report("strings.escapes", "it has to give a replacement string for each character");
                continue;
            }
            string.escapes[character[0]] = replacement.get<std::string>();
        }
    }

    FileId file_;
    SourceManager const& sources_;
    Diagnostics& diagnostics_;
    std::size_t errors_before_;
    LanguageTable table_;
};

}  // namespace

std::optional<LanguageTable> read_language_table(FileId file, SourceManager const& sources, Diagnostics& diagnostics) {
    return TableReader(file, sources, diagnostics).run();
}

}  // namespace moo::tmpl
