// Expressions of a MOO document, in their JSON form, as text of a target language.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <unordered_map>

#include "backends/template/language_table.h"
#include "backends/template/value.h"

namespace moo::tmpl {

// Thrown where an expression cannot be written: the language has no form for it, or it is none.
struct CannotWrite {
    DiagnosticKind kind;
    std::string problem;
};

// A string literal in which no byte of a model's text can do harm.
[[nodiscard]] std::string quote(LanguageTable const& language, std::string_view text);
// Text for the inside of a comment: one line, and nothing that could end the comment.
[[nodiscard]] std::string comment_text(LanguageTable const& language, std::string_view text);
// An identifier for any name; different names have different ones.
[[nodiscard]] std::string identifier(LanguageTable const& language, std::string_view name);

class ExpressionWriter {
public:
    // `variables` are those of the document, with `name`, `type`, `role` and numbers from 0; `relations` are the
    // expressions that are remembered between events, in the order of their numbers. All have to outlive the writer.
    ExpressionWriter(LanguageTable const& language, Value const& variables, std::vector<Value> const& relations);

    [[nodiscard]] std::string write(Value const& expression) const;
    // The place where a variable, a derivative or a previous value is stored.
    [[nodiscard]] std::string write_target(Value const& target) const;

private:
    class Printer;
    LanguageTable const& language_;
    std::unordered_map<std::string, Value> variables_;
    std::unordered_map<std::string, std::int64_t> relations_;  // by their JSON text
};

}  // namespace moo::tmpl
