// The functions of one and two numbers that the interpreter calls through tables.
#pragma once

#include <cstdint>
#include <optional>

#include "moo/expr/builtin.h"

namespace moo {

using UnaryFunction = double (*)(double);
using BinaryFunction = double (*)(double, double);

struct NamedUnary {
    Builtin builtin;
    UnaryFunction function;
};
struct NamedBinary {
    Builtin builtin;
    BinaryFunction function;
};

[[nodiscard]] UnaryFunction unary_function(std::uint32_t index);
[[nodiscard]] BinaryFunction binary_function(std::uint32_t index);
// The place of a built-in in the tables; none if it is not in them.
[[nodiscard]] std::optional<std::uint32_t> find_unary(Builtin builtin);
[[nodiscard]] std::optional<std::uint32_t> find_binary(Builtin builtin);

}  // namespace moo
