#include "moo/expr/binary_form.h"

namespace moo {

BinaryForm binary_form(ExprKind kind) {
    constexpr Level sum = level_arithmetic;
    constexpr Level term = level_term;
    if (is_relation(kind)) {
        constexpr std::string_view tokens[] = {" < ", " <= ", " > ", " >= ", " == ", " <> "};
        auto const index = static_cast<std::size_t>(kind) - static_cast<std::size_t>(ExprKind::less);
        return {tokens[index], level_relation, level_arithmetic, level_arithmetic};
    }
    if (kind == ExprKind::logical_and) return {" and ", level_and, level_and, level_not};
    if (kind == ExprKind::logical_or) return {" or ", level_or, level_or, level_and};
    if (kind == ExprKind::add) return {" + ", sum, sum, term};
    if (kind == ExprKind::sub) return {" - ", sum, sum, term};
    if (kind == ExprKind::mul) return {"*", term, term, level_factor};
    if (kind == ExprKind::div) return {"/", term, term, level_factor};
    if (kind == ExprKind::pow) return {"^", level_factor, level_primary, level_primary};
    // With spaces: `2.*x` would read as the number `2.` and an asterisk.
    if (kind == ExprKind::element_add) return {" .+ ", sum, sum, term};
    if (kind == ExprKind::element_sub) return {" .- ", sum, sum, term};
    if (kind == ExprKind::element_mul) return {" .* ", term, term, level_factor};
    if (kind == ExprKind::element_div) return {" ./ ", term, term, level_factor};
    return {" .^ ", level_factor, level_primary, level_primary};
}

std::string_view operator_symbol(ExprKind kind) {
    std::string_view const token = binary_form(kind).token;
    return token.starts_with(' ') ? token.substr(1, token.size() - 2) : token;
}

}  // namespace moo
