#include "backends/interpret/scalar_functions.h"

#include <array>
#include <cmath>

namespace moo {

namespace {

double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }
double identity(double x) { return x; }

// Modelica 3.6, section 3.7.2.
double integer_quotient(double x, double y) { return std::trunc(x / y); }
double modulo(double x, double y) { return x - std::floor(x / y) * y; }
double remainder(double x, double y) { return x - std::trunc(x / y) * y; }

constexpr std::array unary_functions{
    NamedUnary{Builtin::sin, std::sin},        NamedUnary{Builtin::cos, std::cos},
    NamedUnary{Builtin::tan, std::tan},        NamedUnary{Builtin::asin, std::asin},
    NamedUnary{Builtin::acos, std::acos},      NamedUnary{Builtin::atan, std::atan},
    NamedUnary{Builtin::sinh, std::sinh},      NamedUnary{Builtin::cosh, std::cosh},
    NamedUnary{Builtin::tanh, std::tanh},      NamedUnary{Builtin::exp, std::exp},
    NamedUnary{Builtin::log, std::log},        NamedUnary{Builtin::log10, std::log10},
    NamedUnary{Builtin::sqrt, std::sqrt},      NamedUnary{Builtin::abs, std::fabs},
    NamedUnary{Builtin::sign, sign},           NamedUnary{Builtin::ceil, std::ceil},
    NamedUnary{Builtin::floor, std::floor},    NamedUnary{Builtin::integer, std::floor},
    NamedUnary{Builtin::to_integer, identity}, NamedUnary{Builtin::to_real, identity},
};

constexpr std::array binary_functions{
    NamedBinary{Builtin::atan2, std::atan2}, NamedBinary{Builtin::min, std::fmin},
    NamedBinary{Builtin::max, std::fmax},    NamedBinary{Builtin::div, integer_quotient},
    NamedBinary{Builtin::mod, modulo},       NamedBinary{Builtin::rem, remainder},
};

template <class Table>
std::optional<std::uint32_t> find_in(Table const& table, Builtin builtin) {
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        if (table[i].builtin == builtin) return i;
    }
    return std::nullopt;
}

}  // namespace

UnaryFunction unary_function(std::uint32_t index) { return unary_functions[index].function; }
BinaryFunction binary_function(std::uint32_t index) { return binary_functions[index].function; }
std::optional<std::uint32_t> find_unary(Builtin builtin) { return find_in(unary_functions, builtin); }
std::optional<std::uint32_t> find_binary(Builtin builtin) { return find_in(binary_functions, builtin); }

}  // namespace moo
