// Products: constants are folded, equal factors become powers, and factors of both numerator and denominator cancel.
#include <cmath>

#include "moo/expr/simplify_flatten.h"

namespace moo {

namespace {

constexpr double largest_exponent = 1000;

bool is_integer_power(ExprStore const& store, ExprId id) {
    if (store.kind(id) != ExprKind::pow) return false;
    ExprId const exponent = store.operand(id, 1);
    if (!store.is_number(exponent)) return false;
    double const value = store.number_value(exponent);
    return value == std::floor(value) && value != 0 && std::fabs(value) <= largest_exponent;
}

bool is_factor_chain(ExprStore const& store, ExprId id) {
    return is_product(store, id) || (store.kind(id) == ExprKind::neg && is_scalar_number(store.type(id)));
}

template <class F>
void for_product_operands(ExprStore const& store, ExprId id, F f) {
    ExprKind const kind = store.kind(id);
    f(store.operand(id, 0), kind == ExprKind::pow ? store.number_value(store.operand(id, 1)) : 1.0);
    if (kind == ExprKind::mul) f(store.operand(id, 1), 1.0);
    if (kind == ExprKind::div) f(store.operand(id, 1), -1.0);
}

bool is_odd(double exponent) { return std::fmod(exponent, 2.0) != 0; }

// Factors with distinct bases in the order of first appearance, and the constants above and below.
class FactorTable {
public:
    explicit FactorTable(ExprStore& store) : store_(store) {}

    void add(ExprId base, double exponent) {
        if (store_.is_number(base)) {
            double const power = std::pow(store_.number_value(base), std::fabs(exponent));
            (exponent > 0 ? numerator_ : denominator_) *= power;
            return;
        }
        std::size_t const place = places_.add(base, factors_.size());
        if (place == factors_.size()) factors_.push_back({base, 0});
        factors_[place].weight += exponent;
    }
    void negate() { numerator_ = -numerator_; }

    // sqrt(u)^2 is u wherever it is defined.
    void resolve_roots() {
        std::vector<WeightedPart> const found = std::exchange(factors_, {});
        places_.clear();
        for (auto const& [base, exponent] : found) {
            bool const is_square = store_.is_builtin(base, Builtin::sqrt) && exponent != 0 && !is_odd(exponent);
            add(is_square ? store_.operand(base, 0) : base, is_square ? exponent / 2 : exponent);
        }
    }

    [[nodiscard]] std::vector<WeightedPart> const& factors() const { return factors_; }
    [[nodiscard]] double numerator() const { return numerator_; }
    [[nodiscard]] double denominator() const { return denominator_; }

private:
    ExprStore& store_;
    std::vector<WeightedPart> factors_;
    PartPlaces places_;
    double numerator_ = 1;
    double denominator_ = 1;
};

ExprId times(ExprStore& store, ExprId product, ExprId factor) { return product ? store.mul(product, factor) : factor; }

// base^exponent for a positive exponent. Integers are multiplied out, because ^ gives a Real.
ExprId power(ExprStore& store, TypeId type, ExprId base, double exponent, ExprId product) {
    if (type == types::integer) {
        for (double i = 0; i < exponent; ++i) product = times(store, product, base);
        return product;
    }
    ExprId const factor = exponent == 1 ? base : store.pow(base, store.integer(static_cast<std::int64_t>(exponent)));
    return times(store, product, factor);
}

// x*y*z is ((x*y)*z): the first factor, and the others from left to right.
std::pair<ExprId, std::vector<ExprId>> left_spine(ExprStore const& store, ExprId id) {
    std::vector<ExprId> others;
    while (store.kind(id) == ExprKind::mul) {
        others.push_back(store.operand(id, 1));
        id = store.operand(id, 0);
    }
    std::reverse(others.begin(), others.end());
    return {id, others};
}

}  // namespace

ExprId number_literal(ExprStore& store, TypeId type, double value) {
    if (type == types::integer) return store.integer(static_cast<std::int64_t>(value));
    return store.real(value);
}

ExprId coefficient_literal(ExprStore& store, double value) {
    constexpr double largest_integer = 1e6;
    bool const is_whole = std::fabs(value) <= largest_integer && value == std::floor(value);
    return is_whole ? store.integer(static_cast<std::int64_t>(value)) : store.real(value);
}

bool is_product(ExprStore const& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    bool const family = kind == ExprKind::mul || kind == ExprKind::div || is_integer_power(store, id);
    if (!family || !is_scalar_number(store.type(id))) return false;
    // The product of two vectors is a scalar too.
    return is_scalar_number(store.type(store.operand(id, 0))) && is_scalar_number(store.type(store.operand(id, 1)));
}

std::optional<FlatProduct> flatten_product(ExprStore const& store, ExprId root) {
    Flattened flat = flatten_chain(
        root, [&](ExprId id) { return is_factor_chain(store, id); },
        [&](ExprId id, auto f) { for_product_operands(store, id, f); });
    FlatProduct product;
    for (WeightedPart const& node : flat.inner) {
        if (std::fabs(node.weight) > largest_exponent) return std::nullopt;
        if (store.kind(node.part) == ExprKind::neg && is_odd(node.weight)) product.is_negative = !product.is_negative;
    }
    for (WeightedPart const& leaf : flat.leaves) {
        if (std::fabs(leaf.weight) > largest_exponent) return std::nullopt;
    }
    product.factors = std::move(flat.leaves);
    return product;
}

ExprId simplify_product(ExprStore& store, TypeId type, FlatProduct const& product) {
    FactorTable table(store);
    if (product.is_negative) table.negate();
    std::vector<WeightedPart> stack;
    for (WeightedPart const& factor : product.factors) {
        // A factor may have become a product itself.
        stack.assign(1, factor);
        while (!stack.empty()) {
            WeightedPart const top = stack.back();
            stack.pop_back();
            if (!is_factor_chain(store, top.part)) {
                table.add(top.part, top.weight);
                continue;
            }
            if (store.kind(top.part) == ExprKind::neg && is_odd(top.weight)) table.negate();
            std::size_t const first = stack.size();
            for_product_operands(store, top.part, [&](ExprId operand, double exponent) {
                stack.push_back({operand, exponent * top.weight});
            });
            std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
        }
    }
    table.resolve_roots();

    double coefficient = table.numerator();
    double divisor = table.denominator();
    if (!std::isfinite(coefficient) || !std::isfinite(divisor) || divisor == 0) return {};
    if (coefficient == 0) return number_literal(store, type, 0);
    if (divisor < 0) {
        divisor = -divisor;
        coefficient = -coefficient;
    }
    double const quotient = coefficient / divisor;
    if (divisor != 1 && std::isnormal(quotient) && std::fma(quotient, divisor, -coefficient) == 0) {
        coefficient = quotient;
        divisor = 1;
    }
    constexpr double exact_limit = 9007199254740992.0;
    if (type == types::integer && std::fabs(coefficient) >= exact_limit) return {};

    double const magnitude = std::fabs(coefficient);
    ExprId above = magnitude == 1 ? ExprId() : coefficient_literal(store, magnitude);
    ExprId below = divisor == 1 ? ExprId() : coefficient_literal(store, divisor);
    for (auto const& [base, exponent] : table.factors()) {
        if (std::fabs(exponent) > largest_exponent) return {};
        if (exponent > 0) above = power(store, type, base, exponent, above);
        if (exponent < 0) below = power(store, type, base, -exponent, below);
    }
    if (!above || store.is_number(above)) above = number_literal(store, type, magnitude);
    ExprId const result = below ? store.div(above, below) : above;
    return coefficient < 0 ? store.neg(result) : result;
}

std::pair<double, ExprId> split_coefficient(ExprStore& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    if (kind != ExprKind::mul && kind != ExprKind::div) return {1, id};
    if (!is_scalar_number(store.type(id))) return {1, id};
    ExprId const numerator = kind == ExprKind::div ? store.operand(id, 0) : id;
    auto const [head, others] = left_spine(store, numerator);
    if (!store.is_number(head) || store.is_one(head)) return {1, id};
    ExprId rest;
    for (ExprId const factor : others) rest = times(store, rest, factor);
    if (kind == ExprKind::div) rest = store.div(rest ? rest : store.real(1), store.operand(id, 1));
    // A Real coefficient of an Integer makes a Real of it.
    if (store.type(rest) != store.type(id)) return {1, id};
    return {store.number_value(head), rest};
}

ExprId with_coefficient(ExprStore& store, double coefficient, ExprId core) {
    if (coefficient == 1) return core;
    bool const is_quotient = store.kind(core) == ExprKind::div;
    auto const [head, others] = left_spine(store, is_quotient ? store.operand(core, 0) : core);
    ExprId product =
        store.is_one(head) ? store.real(coefficient) : store.mul(coefficient_literal(store, coefficient), head);
    for (ExprId const factor : others) product = store.mul(product, factor);
    return is_quotient ? store.div(product, store.operand(core, 1)) : product;
}

}  // namespace moo
