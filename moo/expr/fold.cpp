#include "moo/expr/fold.h"

#include <cmath>
#include <limits>
#include <optional>

#include "moo/expr/compare_values.h"
#include "moo/expr/type_rules.h"

namespace moo {

namespace {

// Results of the operation on doubles if they are finite and not rounded. The residuals are exact by
// Sterbenz and by the definition of fma, provided that nothing underflows.
std::optional<double> exact_add(double x, double y) {
    double const sum = x + y;
    double const y_part = sum - x;
    double const residual = (x - (sum - y_part)) + (y - y_part);
    if (!std::isfinite(sum) || residual != 0) return std::nullopt;
    return sum;
}

bool may_underflow(double value) { return value != 0 && std::fabs(value) < 1e-250; }

std::optional<double> exact_mul(double x, double y) {
    double const product = x * y;
    if (!std::isfinite(product) || may_underflow(product) || std::fma(x, y, -product) != 0) return std::nullopt;
    if (product == 0 && x != 0 && y != 0) return std::nullopt;
    return product;
}

std::optional<double> exact_div(double x, double y) {
    if (y == 0) return std::nullopt;
    double const quotient = x / y;
    if (!std::isfinite(quotient) || may_underflow(quotient) || may_underflow(x)) return std::nullopt;
    if (std::fma(quotient, y, -x) != 0) return std::nullopt;
    if (quotient == 0 && x != 0) return std::nullopt;
    return quotient;
}

// Integer exponents up to 64 by repeated multiplication.
std::optional<double> exact_pow(double x, double y) {
    constexpr double largest_exponent = 64;
    if (y < 1 || y > largest_exponent || y != std::floor(y)) return std::nullopt;
    std::optional<double> result = x;
    for (int i = 1; i < static_cast<int>(y) && result; ++i) result = exact_mul(*result, x);
    return result;
}

std::optional<double> exact_real(ExprKind kind, double x, double y) {
    if (kind == ExprKind::add || kind == ExprKind::element_add) return exact_add(x, y);
    if (kind == ExprKind::sub || kind == ExprKind::element_sub) return exact_add(x, -y);
    if (kind == ExprKind::mul || kind == ExprKind::element_mul) return exact_mul(x, y);
    if (kind == ExprKind::div || kind == ExprKind::element_div) return exact_div(x, y);
    return exact_pow(x, y);
}

std::optional<std::int64_t> exact_integer(ExprKind kind, std::int64_t x, std::int64_t y) {
    std::int64_t result = 0;
    bool overflow = true;
    if (kind == ExprKind::add || kind == ExprKind::element_add) overflow = __builtin_add_overflow(x, y, &result);
    if (kind == ExprKind::sub || kind == ExprKind::element_sub) overflow = __builtin_sub_overflow(x, y, &result);
    if (kind == ExprKind::mul || kind == ExprKind::element_mul) overflow = __builtin_mul_overflow(x, y, &result);
    if (overflow) return std::nullopt;
    return result;
}

bool is_exact_double(std::int64_t value) {
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    return value >= -limit && value <= limit;
}

ExprId fold_literals(ExprStore& store, ExprKind kind, ExprId a, ExprId b) {
    bool const both_integer = store.kind(a) == ExprKind::integer && store.kind(b) == ExprKind::integer;
    if (is_relation(kind)) {
        if (both_integer) return store.boolean(compare_values(kind, store.integer_value(a), store.integer_value(b)));
        return store.boolean(compare_values(kind, store.number_value(a), store.number_value(b)));
    }
    if (!is_arithmetic(kind)) return {};
    if (both_integer && binary_type(store.types(), kind, types::integer, types::integer) == types::integer) {
        auto const result = exact_integer(kind, store.integer_value(a), store.integer_value(b));
        return result ? store.integer(*result) : ExprId();
    }
    for (ExprId const id : {a, b}) {
        if (store.kind(id) == ExprKind::integer && !is_exact_double(store.integer_value(id))) return {};
    }
    auto const result = exact_real(kind, store.number_value(a), store.number_value(b));
    return result ? store.real(*result) : ExprId();
}

// x if that is what the operation returns and the type stays.
ExprId same_type(ExprStore& store, ExprKind kind, ExprId a, ExprId b, ExprId result) {
    TypeId const type = binary_type(store.types(), kind, store.type(a), store.type(b));
    return type == store.type(result) ? result : ExprId();
}

ExprId fold_sum(ExprStore& store, ExprKind kind, ExprId a, ExprId b) {
    bool const is_sub = kind == ExprKind::sub || kind == ExprKind::element_sub;
    if (store.is_zero(b)) return same_type(store, kind, a, b, a);
    if (store.is_zero(a)) {
        ExprId const same = same_type(store, kind, a, b, b);
        return same && is_sub ? store.neg(b) : same;
    }
    if (store.kind(b) == ExprKind::neg) {
        bool const elementwise = kind == ExprKind::element_add || kind == ExprKind::element_sub;
        ExprKind const add = elementwise ? ExprKind::element_add : ExprKind::add;
        ExprKind const sub = elementwise ? ExprKind::element_sub : ExprKind::sub;
        return store.binary(is_sub ? add : sub, a, store.operand(b, 0));
    }
    return {};
}

ExprId fold_product(ExprStore& store, ExprKind kind, ExprId a, ExprId b) {
    if (store.is_one(b)) return same_type(store, kind, a, b, a);
    bool const is_mul = kind == ExprKind::mul || kind == ExprKind::element_mul;
    if (is_mul && store.is_one(a)) return same_type(store, kind, a, b, b);
    return {};
}

ExprId fold_logic(ExprStore& store, ExprKind kind, ExprId a, ExprId b) {
    bool const absorbing = kind == ExprKind::logical_or;
    if (store.is_boolean(a, absorbing)) return same_type(store, kind, a, b, a);
    if (store.is_boolean(b, absorbing)) return same_type(store, kind, a, b, b);
    if (store.is_boolean(a, !absorbing)) return same_type(store, kind, a, b, b);
    if (store.is_boolean(b, !absorbing)) return same_type(store, kind, a, b, a);
    return {};
}

}  // namespace

ExprId fold_neg(ExprStore& store, ExprId a) {
    if (store.kind(a) == ExprKind::neg) return store.operand(a, 0);
    if (store.kind(a) == ExprKind::real) return store.real(-store.real_value(a));
    if (store.kind(a) == ExprKind::integer && store.integer_value(a) != std::numeric_limits<std::int64_t>::min()) {
        return store.integer(-store.integer_value(a));
    }
    return {};
}

ExprId fold_not(ExprStore& store, ExprId a) {
    if (store.kind(a) == ExprKind::logical_not) return store.operand(a, 0);
    if (store.kind(a) == ExprKind::boolean) return store.boolean(!store.boolean_value(a));
    return {};
}

ExprId fold_binary(ExprStore& store, ExprKind kind, ExprId a, ExprId b) {
    ExprKind const a_kind = store.kind(a);
    ExprKind const b_kind = store.kind(b);
    if (!is_literal(a_kind) && !is_literal(b_kind) && b_kind != ExprKind::neg) return {};
    if (store.is_number(a) && store.is_number(b)) {
        if (ExprId const folded = fold_literals(store, kind, a, b)) return folded;
    }
    if (kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::element_add ||
        kind == ExprKind::element_sub) {
        return fold_sum(store, kind, a, b);
    }
    if (is_arithmetic(kind)) return fold_product(store, kind, a, b);
    if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) return fold_logic(store, kind, a, b);
    return {};
}

ExprId fold_if(ExprStore& store, ExprId condition, ExprId then_value, ExprId else_value) {
    if (store.kind(condition) != ExprKind::boolean) return {};
    ExprId const chosen = store.boolean_value(condition) ? then_value : else_value;
    TypeId const type = widest_type(store.types(), store.type(then_value), store.type(else_value));
    return type == store.type(chosen) ? chosen : ExprId();
}

}  // namespace moo
