// Expressions of a MOO document in JSON as text of a target language.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <unordered_map>

#include "backends/template/language_table.h"
#include "backends/template/value.h"

namespace moo::tmpl {

// Thrown if an expression cannot be written: the language has no form for it, or it is not an expression.
struct CannotWrite {
    DiagnosticKind kind;
    std::string problem;
};

// A string literal in which no byte of a model's text can do harm.
[[nodiscard]] std::string quote(LanguageTable const& language, std::string_view text);
// The same without the quotes: text for a place where only its own escapes are needed, as in XML.
[[nodiscard]] std::string escape(LanguageTable const& language, std::string_view text);
// Text for use inside a comment: one line, without anything that could end the comment.
[[nodiscard]] std::string comment_text(LanguageTable const& language, std::string_view text);
// An identifier for any name; different names have different ones.
[[nodiscard]] std::string identifier(LanguageTable const& language, std::string_view name);

// The variables of a document in JSON, by name: their rows with an `index`, and of a state `state`, its number among
// the states; both from 0.
[[nodiscard]] ValueDict variables_by_name(Value const& model);

class ExpressionWriter {
public:
    // `model` is a document in JSON (docs/encodings.md). Both have to outlive the writer.
    ExpressionWriter(LanguageTable const& language, Value const& model);

    // An expression in the body of a function needs the row of the function, for the types of its variables.
    [[nodiscard]] std::string write(Value const& expression, Value const& function = {}) const;
    // The place where a variable, a derivative or a previous value is stored.
    [[nodiscard]] std::string write_target(Value const& target) const;

private:
    class Printer;
    LanguageTable const& language_;
    ValueDict variables_;
    Value shared_;
    std::unordered_map<std::string, Value> literals_;  // of enumerations, `Type.name`: their ordinals from 0
};

}  // namespace moo::tmpl
