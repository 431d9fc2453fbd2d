// The kinds of expression nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace moo {

enum class ExprKind : std::uint8_t {
#define MOO_EXPR_KIND(name) name,
#include "moo/expr/kinds.def"
#undef MOO_EXPR_KIND
};

inline constexpr std::size_t expr_kind_count = 0
#define MOO_EXPR_KIND(name) +1
#include "moo/expr/kinds.def"
#undef MOO_EXPR_KIND
    ;

[[nodiscard]] std::string_view kind_name(ExprKind kind);

// `sum(e for i in r)`, `product(…)`, `min(…)`, `max(…)` and `{e for i in r}`.
enum class Reduction : std::uint8_t { sum, product, min, max, array };

[[nodiscard]] std::string_view reduction_name(Reduction reduction);

[[nodiscard]] constexpr bool is_literal(ExprKind kind) { return kind <= ExprKind::enumeration; }
[[nodiscard]] constexpr bool is_binary(ExprKind kind) { return kind >= ExprKind::add && kind <= ExprKind::not_equal; }
[[nodiscard]] constexpr bool is_arithmetic(ExprKind kind) {
    return kind >= ExprKind::add && kind <= ExprKind::element_pow;
}
[[nodiscard]] constexpr bool is_relation(ExprKind kind) {
    return kind >= ExprKind::less && kind <= ExprKind::not_equal;
}

}  // namespace moo
