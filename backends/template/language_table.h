// How a target language writes expressions, names, strings and comments: a table that is read from JSON.
// docs/templates.md describes its format.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"

namespace moo::tmpl {

// Binds more tightly than any operator: names, calls, anything in parentheses.
inline constexpr int primary_precedence = 1000;

// Text with holes: `{1}`, `{2}`, … for operands, `{*}` for all of them with commas between, and `{index}` and the like.
struct Pattern {
    struct Piece {
        std::string text;  // of a hole: the text between the braces
        bool is_hole = false;
        std::size_t operand = 0;  // from 1; 0 for a hole that is not an operand
        int least = 0;            // an operand that binds less tightly gets parentheses
    };
    std::vector<Piece> pieces;
    int precedence = primary_precedence;
};

// How a variable is written; the first case that fits is used.
struct VariableCase {
    std::string type;  // `Boolean`; empty for all
    std::string role;  // `parameter`; empty for all
    std::optional<Pattern> value;
    std::optional<Pattern> derivative;
    std::optional<Pattern> previous;
};

struct StringForm {
    std::string open = "\"";
    std::string close = "\"";
    std::map<char, std::string> escapes;
    std::string control;       // for other control characters: `\x{hex}` or `\{octal}`
    bool escapes_all = false;  // bytes beyond ASCII are written like control characters
};

struct LanguageTable {
    std::string name;
    // Operators, functions, `if`, `time`, `array`, …, by the first element of an expression; a minus sign with one
    // operand is `unary -`.
    std::map<std::string, Pattern, std::less<>> forms;
    std::optional<Pattern> other_function;                // of functions without a form of their own
    std::map<std::string, Pattern, std::less<>> arrays;  // used instead if the result or an operand is an array
    std::optional<Pattern> scalar;                       // an operand of these that is no array
    std::vector<VariableCase> variables;
    std::vector<VariableCase> targets;  // the places where values are stored; tried before `variables`
    Pattern integer;
    Pattern real;
    std::string open_parenthesis = "(";
    std::string close_parenthesis = ")";
    std::string separator = ", ";  // between the operands of `{*}`
    std::string true_text = "true";
    std::string false_text = "false";
    StringForm string;
    std::vector<std::string> forbidden_in_comments;
    std::unordered_set<std::string> reserved_words;
    std::int64_t index_base = 0;
};

// None, after a report, if the table is not valid.
[[nodiscard]] std::optional<LanguageTable> read_language_table(FileId file, SourceManager const& sources,
                                                               Diagnostics& diagnostics);

}  // namespace moo::tmpl
