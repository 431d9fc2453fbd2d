#include <cmath>
#include <limits>

#include "moo/expr/compare_values.h"
#include "moo/expr/evaluate_rules.h"

namespace moo {

namespace {

bool overflows(ExprKind kind, std::int64_t x, std::int64_t y, std::int64_t& result) {
    if (kind == ExprKind::add) return __builtin_add_overflow(x, y, &result);
    if (kind == ExprKind::sub) return __builtin_sub_overflow(x, y, &result);
    return __builtin_mul_overflow(x, y, &result);
}

// Scalars, which can all be compared.
bool has_order(Value const& value) { return value.has_value() && !value.is_array() && !value.is_record(); }

OpResult relation(ExprKind kind, Value const& a, Value const& b) {
    if (a.is_number() && b.is_number()) {
        bool const integers = a.kind() == ValueKind::integer && b.kind() == ValueKind::integer;
        return Value::boolean(integers ? compare_values(kind, a.as_integer(), b.as_integer())
                                       : compare_values(kind, a.as_real(), b.as_real()));
    }
    if (a.kind() != b.kind() || !has_order(a)) return EvaluateError::type_mismatch;
    bool const orders = kind != ExprKind::equal && kind != ExprKind::not_equal;
    // Symbols are equal where their texts are; their order is another.
    if (a.kind() == ValueKind::string && orders) return EvaluateError::unsupported;
    return Value::boolean(compare_values(kind, a.as_integer(), b.as_integer()));
}

// The plain operator of an elementwise one.
ExprKind plain(ExprKind kind) {
    if (kind == ExprKind::element_add) return ExprKind::add;
    if (kind == ExprKind::element_sub) return ExprKind::sub;
    if (kind == ExprKind::element_mul) return ExprKind::mul;
    if (kind == ExprKind::element_div) return ExprKind::div;
    if (kind == ExprKind::element_pow) return ExprKind::pow;
    return kind;
}

OpResult real_function(Builtin builtin, double x) {
    if (builtin == Builtin::sin) return finite(std::sin(x));
    if (builtin == Builtin::cos) return finite(std::cos(x));
    if (builtin == Builtin::tan) return finite(std::tan(x));
    if (builtin == Builtin::asin) return finite(std::asin(x));
    if (builtin == Builtin::acos) return finite(std::acos(x));
    if (builtin == Builtin::atan) return finite(std::atan(x));
    if (builtin == Builtin::sinh) return finite(std::sinh(x));
    if (builtin == Builtin::cosh) return finite(std::cosh(x));
    if (builtin == Builtin::tanh) return finite(std::tanh(x));
    if (builtin == Builtin::exp) return finite(std::exp(x));
    if (builtin == Builtin::log) return finite(std::log(x));
    if (builtin == Builtin::log10) return finite(std::log10(x));
    if (builtin == Builtin::sqrt) return finite(std::sqrt(x));
    if (builtin == Builtin::ceil) return finite(std::ceil(x));
    if (builtin == Builtin::floor) return finite(std::floor(x));
    if (builtin == Builtin::to_real) return finite(x);
    return EvaluateError::unsupported;
}

OpResult to_integer(double floor) {
    constexpr double limit = 9223372036854775808.0;
    if (!(floor >= -limit && floor < limit)) return EvaluateError::overflow;
    return Value::integer(static_cast<std::int64_t>(floor));
}

OpResult integer_division(Builtin builtin, std::int64_t x, std::int64_t y) {
    if (y == 0) return EvaluateError::undefined;
    if (x == std::numeric_limits<std::int64_t>::min() && y == -1) return EvaluateError::overflow;
    if (builtin == Builtin::div) return Value::integer(x / y);
    std::int64_t const remainder = x % y;
    bool const floors = builtin == Builtin::mod && remainder != 0 && (remainder < 0) != (y < 0);
    return Value::integer(floors ? remainder + y : remainder);
}

OpResult real_division(Builtin builtin, double x, double y) {
    if (y == 0) return EvaluateError::undefined;
    if (builtin == Builtin::div) return finite(std::trunc(x / y));
    if (builtin == Builtin::mod) return finite(x - std::floor(x / y) * y);
    return finite(x - std::trunc(x / y) * y);
}

// Of numbers, enumerations or Booleans.
OpResult extremum(Builtin builtin, Value const& a, Value const& b) {
    if (a.kind() == ValueKind::string) return EvaluateError::unsupported;
    OpResult const is_less = relation(ExprKind::less, a, b);
    if (is_less.error != EvaluateError::none) return is_less;
    Value const& chosen = is_less.value.as_boolean() == (builtin == Builtin::min) ? a : b;
    return a.kind() == b.kind() ? OpResult(chosen) : finite(chosen.as_real());
}

OpResult binary_function(Builtin builtin, Value const& a, Value const& b) {
    bool const integers = a.kind() == ValueKind::integer && b.kind() == ValueKind::integer;
    if (builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem) {
        return integers ? integer_division(builtin, a.as_integer(), b.as_integer())
                        : real_division(builtin, a.as_real(), b.as_real());
    }
    if (builtin == Builtin::atan2) return finite(std::atan2(a.as_real(), b.as_real()));
    if (builtin == Builtin::real_parameter_equal) return Value::boolean(a.as_real() == b.as_real());
    return EvaluateError::unsupported;
}

}  // namespace

OpResult finite(double value) {
    if (!std::isfinite(value)) return EvaluateError::undefined;
    return Value::real(value);
}

OpResult scalar_neg(Value const& a) {
    if (a.kind() == ValueKind::real) return Value::real(-a.as_real());
    if (a.kind() != ValueKind::integer) return EvaluateError::type_mismatch;
    return scalar_binary(ExprKind::sub, Value::integer(0), a);
}

OpResult scalar_binary(ExprKind kind, Value const& a, Value const& b, Interner* strings) {
    if (a.kind() == ValueKind::string && b.kind() == ValueKind::string && strings != nullptr) {
        return string_binary(kind, a.as_string(), b.as_string(), *strings);
    }
    if (is_relation(kind)) return relation(kind, a, b);
    if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) {
        if (a.kind() != ValueKind::boolean || b.kind() != ValueKind::boolean) return EvaluateError::type_mismatch;
        bool const both = a.as_boolean() && b.as_boolean();
        return Value::boolean(kind == ExprKind::logical_and ? both : a.as_boolean() || b.as_boolean());
    }
    if (a.kind() == ValueKind::string && b.kind() == ValueKind::string) return EvaluateError::unsupported;
    if (!a.is_number() || !b.is_number()) return EvaluateError::type_mismatch;
    ExprKind const operation = plain(kind);
    double const x = a.as_real();
    double const y = b.as_real();
    if (operation == ExprKind::div) return y == 0 ? OpResult(EvaluateError::undefined) : finite(x / y);
    if (operation == ExprKind::pow) return finite(std::pow(x, y));
    if (a.kind() == ValueKind::integer && b.kind() == ValueKind::integer) {
        std::int64_t result = 0;
        if (overflows(operation, a.as_integer(), b.as_integer(), result)) return EvaluateError::overflow;
        return Value::integer(result);
    }
    if (operation == ExprKind::add) return finite(x + y);
    if (operation == ExprKind::sub) return finite(x - y);
    return finite(x * y);
}

OpResult scalar_builtin(Builtin builtin, std::span<Value const> arguments) {
    if (arguments.empty()) return EvaluateError::unsupported;
    Value const& a = arguments[0];
    if (builtin == Builtin::no_event || builtin == Builtin::homotopy) return a;
    if (builtin == Builtin::smooth) return arguments[1];
    if (builtin == Builtin::to_integer && a.kind() == ValueKind::enumeration) return Value::integer(a.as_integer());
    if ((builtin == Builtin::min || builtin == Builtin::max) && arguments.size() == 2) {
        return extremum(builtin, a, arguments[1]);
    }
    for (Value const& argument : arguments) {
        if (!argument.is_number()) return EvaluateError::unsupported;
    }
    if (builtin == Builtin::semi_linear) {
        return finite(a.as_real() * (a.as_real() >= 0 ? arguments[1] : arguments[2]).as_real());
    }
    if (arguments.size() == 2) return binary_function(builtin, a, arguments[1]);
    if (arguments.size() != 1) return EvaluateError::unsupported;
    if (builtin == Builtin::abs) {
        bool const negative = a.as_real() < 0;
        return negative ? scalar_neg(a) : OpResult(a);
    }
    if (builtin == Builtin::sign) return Value::integer(a.as_real() > 0 ? 1 : a.as_real() < 0 ? -1 : 0);
    if (builtin == Builtin::integer || builtin == Builtin::to_integer) {
        return a.kind() == ValueKind::integer ? OpResult(a) : to_integer(std::floor(a.as_real()));
    }
    return real_function(builtin, a.as_real());
}

}  // namespace moo
