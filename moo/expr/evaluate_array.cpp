#include <algorithm>
#include <array>
#include <cmath>

#include "moo/expr/array_layout.h"
#include "moo/expr/evaluate_rules.h"

namespace moo {

namespace {

Dims dims_of(Value const& value) { return value.is_array() ? value.dims() : Dims(); }

std::vector<Value> elements_of(Value const& value) {
    return value.is_array() ? value.elements() : std::vector<Value>{value};
}

// Integers among Reals become Real.
void make_numbers_equal(std::vector<Value>& values) {
    auto const is_real = [](Value const& value) { return value.kind() == ValueKind::real; };
    if (std::none_of(values.begin(), values.end(), is_real)) return;
    for (Value& value : values) {
        if (value.kind() == ValueKind::integer) value = Value::real(value.as_real());
    }
}

// Applies an operation to each element, or to pairs of elements; a scalar is paired with every element.
template <class Operation>
OpResult map_elements(Value const& a, Value const& b, Operation operation) {
    if (a.is_array() && b.is_array() && a.dims() != b.dims()) return EvaluateError::type_mismatch;
    Value const& shape = a.is_array() ? a : b;
    std::vector<Value> results;
    for (std::size_t i = 0; i < shape.elements().size(); ++i) {
        OpResult result = operation(a.is_array() ? a.elements()[i] : a, b.is_array() ? b.elements()[i] : b);
        if (result.error != EvaluateError::none) return result;
        results.push_back(std::move(result.value));
    }
    return Value::array(shape.dims(), std::move(results));
}

template <class Operation>
OpResult map_elements(Value const& a, Operation operation) {
    return map_elements(a, a, [&](Value const& x, Value const&) { return operation(x); });
}

OpResult fold_elements(ExprKind kind, Value initial, std::vector<Value> const& elements) {
    OpResult result(std::move(initial));
    for (Value const& element : elements) {
        result = scalar_binary(kind, result.value, element);
        if (result.error != EvaluateError::none) return result;
    }
    return result;
}

// The elements in their new positions; elements that do not come from the operands are `zero`.
OpResult arrange(ArrayLayout layout, std::vector<Value> const& elements, Value const& zero = Value::integer(0)) {
    if (layout.error != EvaluateError::none) return layout.error;
    if (layout.dims.empty()) return elements[layout.places[0]];
    std::vector<Value> results;
    results.reserve(layout.places.size());
    for (std::size_t const place : layout.places) {
        results.push_back(place == ArrayLayout::zero ? zero : elements[place]);
    }
    return Value::array(std::move(layout.dims), std::move(results));
}

OpResult matrix_product(Value const& a, Value const& b, EvaluateLimits const& limits) {
    MatrixProduct const layout = matrix_product_layout(a.dims(), b.dims(), limits);
    if (layout.error != EvaluateError::none) return layout.error;
    std::vector<Value> results;
    for (std::size_t i = 0; i < layout.rows; ++i) {
        for (std::size_t j = 0; j < layout.columns; ++j) {
            OpResult sum(Value::integer(0));
            for (std::size_t k = 0; k < layout.inner; ++k) {
                OpResult const product = scalar_binary(ExprKind::mul, a.elements()[i * layout.inner + k],
                                                       b.elements()[k * layout.columns + j]);
                if (product.error != EvaluateError::none) return product;
                sum = scalar_binary(ExprKind::add, sum.value, product.value);
                if (sum.error != EvaluateError::none) return sum;
            }
            results.push_back(sum.value);
        }
    }
    if (layout.dims.empty()) return results[0];
    return Value::array(layout.dims, std::move(results));
}

OpResult diagonal(std::vector<Value> const& elements, EvaluateLimits const& limits) {
    bool const real = std::any_of(elements.begin(), elements.end(),
                                  [](Value const& value) { return value.kind() == ValueKind::real; });
    return arrange(diagonal_layout(std::ssize(elements), limits), elements, real ? Value::real(0) : Value::integer(0));
}

// A^n for a square matrix and n >= 0, by repeated squaring.
OpResult matrix_power(Value const& a, Value const& exponent, EvaluateLimits const& limits) {
    bool const is_square = a.is_array() && a.dims().size() == 2 && a.dims()[0] == a.dims()[1];
    if (!is_square || exponent.kind() != ValueKind::integer || exponent.as_integer() < 0) {
        return EvaluateError::type_mismatch;
    }
    OpResult power = diagonal(std::vector<Value>(to_size(a.dims()[0]), Value::integer(1)), limits);
    OpResult square(a);
    for (std::int64_t rest = exponent.as_integer(); rest > 0; rest /= 2) {
        if (rest % 2 != 0) power = matrix_product(power.value, square.value, limits);
        if (rest > 1 && power.error == EvaluateError::none) square = matrix_product(square.value, square.value, limits);
        if (power.error != EvaluateError::none) return power;
        if (square.error != EvaluateError::none) return square;
    }
    return power;
}

OpResult filled(Value const& value, std::span<Value const> sizes, EvaluateLimits const& limits) {
    Dims dims;
    for (Value const& size : sizes) {
        if (size.kind() != ValueKind::integer) return EvaluateError::type_mismatch;
        dims.push_back(size.as_integer());
    }
    return arrange(fill_layout(dims, dims_of(value), limits), elements_of(value));
}

OpResult linspace(Value const& first, Value const& last, Value const& number, EvaluateLimits const& limits) {
    if (!first.is_number() || !last.is_number() || number.kind() != ValueKind::integer) {
        return EvaluateError::type_mismatch;
    }
    std::int64_t const count = number.as_integer();
    if (count < 2) return EvaluateError::undefined;
    if (count > limits.max_elements) return EvaluateError::too_large;
    std::vector<Value> results;
    double const step = (last.as_real() - first.as_real()) / static_cast<double>(count - 1);
    for (std::int64_t i = 0; i < count; ++i) {
        results.push_back(Value::real(first.as_real() + static_cast<double>(i) * step));
    }
    return Value::array({count}, std::move(results));
}

// x[i]*y[j] - x[j]*y[i]
OpResult cross_element(std::vector<Value> const& x, std::vector<Value> const& y, std::size_t i, std::size_t j) {
    OpResult const first = scalar_binary(ExprKind::mul, x[i], y[j]);
    if (first.error != EvaluateError::none) return first;
    OpResult const second = scalar_binary(ExprKind::mul, x[j], y[i]);
    if (second.error != EvaluateError::none) return second;
    return scalar_binary(ExprKind::sub, first.value, second.value);
}

OpResult cross(Value const& x, Value const& y) {
    if (dims_of(x) != Dims{3} || dims_of(y) != Dims{3}) return EvaluateError::type_mismatch;
    std::vector<Value> results;
    for (std::size_t i = 0; i < 3; ++i) {
        OpResult element = cross_element(x.elements(), y.elements(), (i + 1) % 3, (i + 2) % 3);
        if (element.error != EvaluateError::none) return element;
        results.push_back(std::move(element.value));
    }
    return Value::array({3}, std::move(results));
}

// skew(x)*y is cross(x, y).
OpResult skew(Value const& vector) {
    if (dims_of(vector) != Dims{3}) return EvaluateError::type_mismatch;
    std::vector<Value> const& x = vector.elements();
    std::vector<Value> negative;
    for (Value const& element : x) {
        OpResult const result = scalar_neg(element);
        if (result.error != EvaluateError::none) return result;
        negative.push_back(result.value);
    }
    Value const zero = x[0].kind() == ValueKind::real ? Value::real(0) : Value::integer(0);
    return Value::array({3, 3}, {zero, negative[2], x[1], x[2], zero, negative[0], negative[1], x[0], zero});
}

OpResult size_of(std::span<Value const> arguments) {
    Dims const dims = dims_of(arguments[0]);
    if (arguments.size() == 1) {
        std::vector<Value> sizes;
        for (std::int64_t const dim : dims) sizes.push_back(Value::integer(dim));
        return Value::array({std::ssize(dims)}, std::move(sizes));
    }
    if (arguments[1].kind() != ValueKind::integer) return EvaluateError::type_mismatch;
    std::int64_t const axis = arguments[1].as_integer();
    if (axis < 1 || axis > std::ssize(dims)) return EvaluateError::subscript_out_of_range;
    return Value::integer(dims[to_size(axis - 1)]);
}

OpResult extremum(Builtin builtin, Value const& array) {
    if (array.elements().empty()) return EvaluateError::undefined;
    OpResult result(array.elements()[0]);
    for (Value const& element : array.elements()) {
        std::array const pair{result.value, element};
        result = scalar_builtin(builtin, pair);
        if (result.error != EvaluateError::none) return result;
    }
    return result;
}

OpResult ordinal_range(Value const& start, Value const& stop, EvaluateLimits const& limits) {
    if (stop.as_integer() - start.as_integer() >= limits.max_elements) return EvaluateError::too_large;
    std::vector<Value> results;
    for (std::int64_t i = start.as_integer(); i <= stop.as_integer(); ++i) {
        results.push_back(start.kind() == ValueKind::boolean ? Value::boolean(i != 0) : Value::enumeration(i));
    }
    auto const count = std::ssize(results);
    return Value::array({count}, std::move(results));
}

OpResult reshape(Value const& value, Dims dims) {
    std::vector<Value> elements = elements_of(value);
    if (element_count(dims, std::ssize(elements)) != std::ssize(elements)) return EvaluateError::type_mismatch;
    return Value::array(std::move(dims), std::move(elements));
}

OpResult array_function(Builtin builtin, std::span<Value const> arguments, EvaluateLimits const& limits) {
    Value const& a = arguments[0];
    if (builtin == Builtin::size) return size_of(arguments);
    if (builtin == Builtin::ndims) return Value::integer(std::ssize(dims_of(a)));
    if (builtin == Builtin::vector) return reshape(a, {std::ssize(elements_of(a))});
    if (builtin == Builtin::scalar) {
        if (elements_of(a).size() != 1) return EvaluateError::type_mismatch;
        return elements_of(a)[0];
    }
    if (builtin == Builtin::matrix) {
        Dims dims = dims_of(a);
        dims.resize(2, 1);
        return reshape(a, std::move(dims));
    }
    if (builtin == Builtin::zeros) return filled(Value::integer(0), arguments, limits);
    if (builtin == Builtin::ones) return filled(Value::integer(1), arguments, limits);
    if (builtin == Builtin::fill) return filled(a, arguments.subspan(1), limits);
    if (builtin == Builtin::linspace) return linspace(a, arguments[1], arguments[2], limits);
    if (builtin == Builtin::identity) {
        OpResult const ones = filled(Value::integer(1), arguments, limits);
        return ones.error != EvaluateError::none ? ones : diagonal(ones.value.elements(), limits);
    }
    if (!a.is_array() && builtin != Builtin::cat && builtin != Builtin::promote) return EvaluateError::unsupported;
    if (builtin == Builtin::diagonal) return diagonal(a.elements(), limits);
    if (builtin == Builtin::transpose) return arrange(transpose_layout(a.dims()), a.elements());
    if (builtin == Builtin::symmetric) return arrange(symmetric_layout(a.dims()), a.elements());
    if (builtin == Builtin::cross) return cross(a, arguments[1]);
    if (builtin == Builtin::skew) return skew(a);
    if (builtin == Builtin::outer_product) {
        if (a.dims().size() != 1 || dims_of(arguments[1]).size() != 1) return EvaluateError::type_mismatch;
        Value const& b = arguments[1];
        return matrix_product(Value::array({a.dims()[0], 1}, a.elements()),
                              Value::array({1, b.dims()[0]}, b.elements()), limits);
    }
    if (builtin == Builtin::sum) return fold_elements(ExprKind::add, Value::integer(0), a.elements());
    if (builtin == Builtin::product) return fold_elements(ExprKind::mul, Value::integer(1), a.elements());
    if ((builtin == Builtin::min || builtin == Builtin::max) && arguments.size() == 1) return extremum(builtin, a);
    if (builtin == Builtin::cat) {
        std::int64_t const rank = std::ssize(dims_of(arguments[1]));
        if (a.kind() != ValueKind::integer || a.as_integer() < 1 || a.as_integer() > rank) {
            return EvaluateError::type_mismatch;
        }
        return concatenate(to_size(a.as_integer() - 1), arguments.subspan(1), limits);
    }
    if (builtin == Builtin::promote) {
        constexpr std::int64_t largest_rank = 64;
        bool const fits = arguments[1].kind() == ValueKind::integer && arguments[1].as_integer() <= largest_rank &&
                          arguments[1].as_integer() >= std::ssize(dims_of(a));
        if (!fits) return EvaluateError::type_mismatch;
        return promote(a, to_size(arguments[1].as_integer()));
    }
    return EvaluateError::unsupported;
}

}  // namespace

OpResult evaluate_neg(Value const& a) { return a.is_array() ? map_elements(a, scalar_neg) : scalar_neg(a); }

OpResult evaluate_not(Value const& a) {
    if (a.is_array()) return map_elements(a, evaluate_not);
    if (a.kind() != ValueKind::boolean) return EvaluateError::type_mismatch;
    return Value::boolean(!a.as_boolean());
}

OpResult evaluate_binary(ExprKind kind, Value const& a, Value const& b, EvaluateLimits const& limits,
                         Interner* strings) {
    if (!a.is_array() && !b.is_array()) return scalar_binary(kind, a, b, strings);
    bool const both = a.is_array() && b.is_array();
    if (kind == ExprKind::mul && both) return matrix_product(a, b, limits);
    if (kind == ExprKind::pow) return matrix_power(a, b, limits);
    if (is_relation(kind)) return EvaluateError::unsupported;
    if ((kind == ExprKind::add || kind == ExprKind::sub) && !both) return EvaluateError::type_mismatch;
    if (kind == ExprKind::div && b.is_array()) return EvaluateError::type_mismatch;
    return map_elements(a, b,
                        [kind, strings](Value const& x, Value const& y) { return scalar_binary(kind, x, y, strings); });
}

OpResult evaluate_builtin(Builtin builtin, std::span<Value const> arguments, EvaluateLimits const& limits) {
    bool const any_array =
        std::any_of(arguments.begin(), arguments.end(), [](Value const& value) { return value.is_array(); });
    if (arguments.empty()) return EvaluateError::unsupported;
    OpResult const scalar = scalar_builtin(builtin, arguments);
    if (scalar.error == EvaluateError::none || !any_array) {
        if (scalar.error != EvaluateError::unsupported) return scalar;
    }
    OpResult const array = array_function(builtin, arguments, limits);
    if (array.error != EvaluateError::unsupported || !any_array) return array;
    // A function of numbers applies to each element of an array.
    if (arguments.size() == 1) {
        return map_elements(arguments[0], [builtin](Value const& x) { return scalar_builtin(builtin, {&x, 1}); });
    }
    bool const is_elementwise =
        builtin == Builtin::atan2 || builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem;
    if (!is_elementwise || arguments.size() != 2) return array;
    return map_elements(arguments[0], arguments[1], [builtin](Value const& x, Value const& y) {
        std::array const pair{x, y};
        return scalar_builtin(builtin, pair);
    });
}

OpResult stack_values(std::span<Value const> elements, EvaluateLimits const& limits) {
    Dims dims{std::ssize(elements)};
    if (!elements.empty()) {
        Dims const inner = dims_of(elements[0]);
        dims.insert(dims.end(), inner.begin(), inner.end());
    }
    if (element_count(dims, limits.max_elements) < 0) return EvaluateError::too_large;
    std::vector<Value> results;
    for (Value const& element : elements) {
        if (dims_of(element) != dims_of(elements[0])) return EvaluateError::type_mismatch;
        if (element.is_array()) {
            results.insert(results.end(), element.elements().begin(), element.elements().end());
        } else {
            results.push_back(element);
        }
    }
    make_numbers_equal(results);
    return Value::array(std::move(dims), std::move(results));
}

OpResult concatenate(std::size_t axis, std::span<Value const> values, EvaluateLimits const& limits) {
    std::vector<Dims> dims;
    std::vector<Value> elements;
    for (Value const& value : values) {
        dims.push_back(dims_of(value));
        if (value.is_array()) elements.insert(elements.end(), value.elements().begin(), value.elements().end());
    }
    make_numbers_equal(elements);
    return arrange(concatenate_layout(axis, dims, limits), elements);
}

Value promote(Value const& value, std::size_t rank) {
    Dims dims = dims_of(value);
    dims.resize(rank, 1);
    return Value::array(std::move(dims), elements_of(value));
}

OpResult evaluate_subscripts(Value const& base, std::span<Value const> subscripts, EvaluateLimits const& limits) {
    return arrange(subscript_layout(base.dims(), subscripts, limits), base.elements());
}

OpResult evaluate_range(Value const& start, Value const& step, Value const& stop, EvaluateLimits const& limits) {
    bool const is_ordinal = start.kind() == ValueKind::enumeration || start.kind() == ValueKind::boolean;
    if (is_ordinal && stop.kind() == start.kind() && step == Value::integer(1)) {
        return ordinal_range(start, stop, limits);
    }
    if (!start.is_number() || !step.is_number() || !stop.is_number()) return EvaluateError::type_mismatch;
    if (step.as_real() == 0) return EvaluateError::undefined;
    bool const integers =
        start.kind() == ValueKind::integer && step.kind() == ValueKind::integer && stop.kind() == ValueKind::integer;
    // A Real range whose length is an integer up to rounding includes its end.
    double const slack = integers ? 0 : 1e-9;
    double const length = std::floor((stop.as_real() - start.as_real()) / step.as_real() + slack) + 1;
    if (length > static_cast<double>(limits.max_elements)) return EvaluateError::too_large;
    std::vector<Value> results;
    for (std::int64_t i = 0; static_cast<double>(i) < length; ++i) {
        if (integers) {
            // The length was computed in floating point; at the ends of the Integers it may be one too many.
            std::int64_t value = 0;
            if (__builtin_mul_overflow(i, step.as_integer(), &value)) break;
            if (__builtin_add_overflow(start.as_integer(), value, &value)) break;
            results.push_back(Value::integer(value));
        } else {
            results.push_back(Value::real(start.as_real() + static_cast<double>(i) * step.as_real()));
        }
    }
    auto const count = std::ssize(results);
    return Value::array({count}, std::move(results));
}

}  // namespace moo
