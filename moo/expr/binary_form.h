// How operators with two operands are written.
#pragma once

#include <cstdint>
#include <string_view>

#include "moo/expr/kind.h"

namespace moo {

// The levels of the grammar (Modelica 3.6, appendix A.2.7), loosest first. An expression needs parentheses where the
// grammar requires a higher level than it has.
enum Level : std::uint8_t {
    level_expression,  // if
    level_simple,      // a:b:c
    level_or,
    level_and,
    level_not,
    level_relation,    // not associative
    level_arithmetic,  // + -, and a sign, which is only allowed at the beginning
    level_term,        // * /
    level_factor,      // ^, not associative
    level_primary,
};

struct BinaryForm {
    std::string_view token;  // with the space around it
    Level own;
    Level left;
    Level right;
};

// Of arithmetic, logical operators with two operands and relations.
[[nodiscard]] BinaryForm binary_form(ExprKind kind);
// `+`, `<=`, `and`: the same without space.
[[nodiscard]] std::string_view operator_symbol(ExprKind kind);

}  // namespace moo
