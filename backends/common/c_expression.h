// Expressions as C or C++ text, with parentheses by precedence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/text_writer.h"
#include "moo/expr/store.h"

namespace moo {

// A call in the target program, between the texts of which the arguments stand.
struct CCall {
    std::string before;
    std::vector<ExprId> arguments;
    std::string after;
};

// What an expression's leaves are in the target program. Every value is a double there, except that Boolean
// expressions are conditions.
class CLeaves {
public:
    virtual ~CLeaves() = default;
    // The place of a variable, of der(variable), of pre(variable): an lvalue of type double.
    virtual void write_value(TextWriter& out, VarId variable) const = 0;
    virtual void write_derivative(TextWriter& out, VarId variable) const = 0;
    virtual void write_previous(TextWriter& out, VarId variable) const = 0;
    [[nodiscard]] virtual std::string_view time() const = 0;
    [[nodiscard]] virtual std::string_view initial() const = 0;
    // An operator that looks at more than its operands: `text` is all of it if there are no `operands`, else what
    // stands before that many of them and a parenthesis. Empty for any other expression.
    struct MemoryOperator {
        std::string text;
        std::size_t operands = 0;
    };
    [[nodiscard]] virtual MemoryOperator memory_operator(ExprId) const { return {}; }
    // The text before and after a relation that is remembered between events, empty for one that is not.
    [[nodiscard]] virtual std::string relation_prefix(ExprId relation) const = 0;
    // An expression that a function of the target program computes, as a number, or as a condition if it is Boolean.
    [[nodiscard]] virtual std::optional<CCall> call(ExprId) const { return std::nullopt; }
    // A String, which is a number.
    [[nodiscard]] virtual std::string text(ExprId) const { return {}; }
};

void write_c_expression(TextWriter& out, ExprStore const& exprs, ExprId expr, CLeaves const& leaves);

// A string literal in which no byte of a model's text can do harm.
[[nodiscard]] std::string c_string_literal(std::string_view text);
// Text for the inside of a comment: one line, and nothing that could end the comment.
[[nodiscard]] std::string c_comment_text(std::string_view text);

}  // namespace moo
