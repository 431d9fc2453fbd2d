#include "moo/units/unit_inference.h"

#include <cmath>
#include <numbers>

namespace moo {

namespace {

// Whether a fraction of small numbers: 2, 0.5, 1/3, 10.
bool is_small_fraction(double value) {
    double const scaled = 24.0 * value;
    double const nearest = std::round(scaled);
    return std::abs(value) <= 64.0 && nearest != 0.0 && std::abs(scaled - nearest) < 1e-10;
}

}  // namespace

// Numbers with a dimension are the fitted coefficients and the conversions, and these have odd values. Numbers that
// come from geometry and algebra are small fractions, multiples of pi, or square roots: 0.5, 2*pi, sqrt(3).
UnitValue UnitInference::of_number(double value) {
    if (value == 0.0 || !std::isfinite(value)) return UnitValue::unknown();
    bool const is_pure =
        is_small_fraction(value) || is_small_fraction(value / std::numbers::pi) || is_small_fraction(value * value);
    return is_pure ? UnitValue::number() : UnitValue::unknown();
}

UnitValue UnitInference::intern(Dimension const& dimension) {
    auto const [place, is_new] = codes_.try_emplace(dimension, static_cast<std::uint32_t>(dimensions_.size()) + 3);
    if (is_new) dimensions_.push_back(dimension);
    return UnitValue(place->second);
}

UnitValue UnitInference::unit(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const top = stack_.back();
        if (known(top).is_computed()) {
            stack_.pop_back();
            continue;
        }
        std::size_t const size = stack_.size();
        for (ExprId const operand : store_.operands(top)) {
            if (!known(operand).is_computed()) stack_.push_back(operand);
        }
        if (stack_.size() > size) continue;
        stack_.pop_back();
        UnitValue const value = compute(top);
        memo_[top] = value;
    }
    return known(expr);
}

// Operands of a sum: the unit of the one whose unit is known.
UnitValue UnitInference::agree(ExprId whole, ExprId a, ExprId b) {
    UnitValue const x = known(a);
    UnitValue const y = known(b);
    if (differ(x, y)) {
        report_(whole, a, b);
        return UnitValue::unknown();
    }
    if (x.has_dimension()) return x;
    if (y.has_dimension()) return y;
    return x.is_number() && y.is_number() ? x : UnitValue::unknown();
}

// The elements of an array: their unit if all have the same. Zeros fit to any.
UnitValue UnitInference::common(ExprId expr, std::size_t first) {
    Operands const operands = store_.operands(expr);
    UnitValue result;
    for (std::size_t i = first; i < operands.size(); ++i) {
        if (store_.is_zero(operands[i])) continue;
        UnitValue const element = known(operands[i]);
        if (!result.is_computed()) result = element;
        if (!(result == element)) return UnitValue::unknown();
    }
    return result.is_computed() ? result : UnitValue::unknown();
}

UnitValue UnitInference::product(UnitValue a, UnitValue b) {
    if (a.is_number()) return b;
    if (b.is_number()) return a;
    if (!a.has_dimension() || !b.has_dimension()) return UnitValue::unknown();
    auto const result = dimension(a).times(dimension(b));
    return result ? intern(*result) : UnitValue::unknown();
}

UnitValue UnitInference::quotient(UnitValue a, UnitValue b) {
    if (b.is_number()) return a;
    if (!b.has_dimension() || !(a.has_dimension() || a.is_number())) return UnitValue::unknown();
    auto const result = (a.is_number() ? Dimension() : dimension(a)).over(dimension(b));
    return result ? intern(*result) : UnitValue::unknown();
}

UnitValue UnitInference::root(UnitValue a, std::int64_t numerator, std::int64_t denominator) {
    if (!a.has_dimension()) return a;
    auto const result = dimension(a).to_power(numerator, denominator);
    return result ? intern(*result) : UnitValue::unknown();
}

UnitValue UnitInference::power(ExprId base, ExprId exponent) {
    UnitValue const unit = known(base);
    if (!unit.has_dimension()) return unit;
    if (dimension(unit).is_one()) return unit;
    if (!store_.is_number(exponent)) return UnitValue::unknown();
    double const value = store_.number_value(exponent);
    for (std::int64_t denominator = 1; denominator <= 12; ++denominator) {
        double const scaled = value * static_cast<double>(denominator);
        double const numerator = std::round(scaled);
        if (std::abs(numerator) > 1000.0 || std::abs(scaled - numerator) > 1e-9) continue;
        return root(unit, static_cast<std::int64_t>(numerator), denominator);
    }
    return UnitValue::unknown();
}

// The argument of sin or exp. `sin(time)` is what people write in small examples.
UnitValue UnitInference::pure_argument(ExprId whole) {
    ExprId const argument = store_.operand(whole, 0);
    UnitValue const unit = known(argument);
    bool const is_wrong = unit.has_dimension() && !dimension(unit).is_one();
    if (is_wrong && store_.kind(argument) != ExprKind::time) report_(whole, argument, ExprId());
    return UnitValue::number();
}

UnitValue UnitInference::compute(ExprId expr) {
    Operands const operands = store_.operands(expr);
    switch (store_.kind(expr)) {
        case ExprKind::real:
        case ExprKind::integer: return of_number(store_.number_value(expr));
        case ExprKind::variable: return variable_(store_.variable_of(expr));
        case ExprKind::time: return intern(Dimension::of(0, 0, 1));
        case ExprKind::neg:
        case ExprKind::pre:
        case ExprKind::subscript: return known(operands[0]);
        case ExprKind::der: {
            UnitValue const unit = known(operands[0]);
            return unit.has_dimension() ? quotient(unit, intern(Dimension::of(0, 0, 1))) : UnitValue::unknown();
        }
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::element_add:
        case ExprKind::element_sub: return agree(expr, operands[0], operands[1]);
        case ExprKind::mul:
        case ExprKind::element_mul: return product(known(operands[0]), known(operands[1]));
        case ExprKind::div:
        case ExprKind::element_div: return quotient(known(operands[0]), known(operands[1]));
        case ExprKind::pow:
        case ExprKind::element_pow: return power(operands[0], operands[1]);
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: agree(expr, operands[0], operands[1]); return UnitValue::unknown();
        case ExprKind::if_else: return agree(expr, operands[1], operands[2]);
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row: return common(expr, 0);
        case ExprKind::builtin: return compute_builtin(expr);
        case ExprKind::reduction: {
            bool const keeps_unit = store_.reduction_of(expr) != Reduction::product;
            return keeps_unit ? known(operands[0]) : UnitValue::unknown();
        }
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::iterator:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::logical_not:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::range:
        case ExprKind::field:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::output: return UnitValue::unknown();
    }
    return UnitValue::unknown();
}

UnitValue UnitInference::compute_builtin(ExprId expr) {
    Operands const operands = store_.operands(expr);
    switch (store_.builtin_of(expr)) {
        case Builtin::sin:
        case Builtin::cos:
        case Builtin::tan:
        case Builtin::asin:
        case Builtin::acos:
        case Builtin::atan:
        case Builtin::sinh:
        case Builtin::cosh:
        case Builtin::tanh:
        case Builtin::exp: return pure_argument(expr);
        case Builtin::atan2: agree(expr, operands[0], operands[1]); return UnitValue::number();
        // Correlations take logarithms of pressures and temperatures as they are.
        case Builtin::log:
        case Builtin::log10:
        case Builtin::sign: return UnitValue::number();
        case Builtin::sqrt: return root(known(operands[0]), 1, 2);
        case Builtin::min:
        case Builtin::max: return operands.size() == 2 ? agree(expr, operands[0], operands[1]) : known(operands[0]);
        case Builtin::homotopy:
        case Builtin::mod:
        case Builtin::rem:
        case Builtin::linspace: return agree(expr, operands[0], operands[1]);
        case Builtin::div: return quotient(known(operands[0]), known(operands[1]));
        case Builtin::smooth: return known(operands[1]);
        case Builtin::semi_linear: return product(known(operands[0]), agree(expr, operands[1], operands[2]));
        case Builtin::cross:
        case Builtin::outer_product: return product(known(operands[0]), known(operands[1]));
        case Builtin::cat: return common(expr, 1);
        case Builtin::interval:
        case Builtin::time_in_state: return intern(Dimension::of(0, 0, 1));
        case Builtin::sample: return store_.type(expr) == types::boolean ? UnitValue::unknown() : known(operands[0]);
        case Builtin::abs:
        case Builtin::to_real:
        case Builtin::no_event:
        case Builtin::delay:
        case Builtin::in_stream:
        case Builtin::actual_stream:
        case Builtin::scalar:
        case Builtin::vector:
        case Builtin::matrix:
        case Builtin::diagonal:
        case Builtin::fill:
        case Builtin::transpose:
        case Builtin::symmetric:
        case Builtin::skew:
        case Builtin::sum:
        case Builtin::promote:
        case Builtin::previous:
        case Builtin::hold:
        case Builtin::sub_sample:
        case Builtin::super_sample:
        case Builtin::shift_sample:
        case Builtin::back_sample:
        case Builtin::no_clock: return known(operands[0]);
        case Builtin::ones:
        case Builtin::identity: return UnitValue::number();
        case Builtin::ceil:
        case Builtin::floor:
        case Builtin::integer:
        case Builtin::to_integer:
        case Builtin::to_string:
        case Builtin::get_instance_name:
        case Builtin::edge:
        case Builtin::change:
        case Builtin::initial:
        case Builtin::terminal:
        case Builtin::spatial_distribution:
        case Builtin::cardinality:
        case Builtin::size:
        case Builtin::ndims:
        case Builtin::zeros:
        case Builtin::product:
        case Builtin::clock:
        case Builtin::first_tick:
        case Builtin::active_state:
        case Builtin::ticks_in_state:
        case Builtin::real_parameter_equal: return UnitValue::unknown();
    }
    return UnitValue::unknown();
}

}  // namespace moo
