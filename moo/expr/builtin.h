// The table of built-in functions, generated from builtins.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace moo {

enum class Builtin : std::uint16_t {
#define MOO_BUILTIN(id, name, fewest, most, type, derivative) id,
#define MOO_CHAIN(id, factor)
#include "moo/expr/builtins.def"
#undef MOO_BUILTIN
#undef MOO_CHAIN
};

// How the type of a call follows from the types of its arguments.
enum class TypeRule : std::uint8_t {
    unknown,
    real,
    integer,
    boolean,
    string,
    clock,
    real_shape,      // Real with the shape of the arguments
    integer_shape,   // Integer with the shape of the argument
    boolean_shape,   // Boolean with the shape of the argument
    same,            // that of the first argument
    second,          // that of the second argument
    widest,          // Real if any argument is, with their shape
    widest_element,  // a scalar of the widest element type
    element,         // the element type of the argument
    sample,          // Boolean for sample(start, interval), else as the first argument
    size,            // Integer for size(A, i), Integer[ndims] for size(A)
    vector,
    matrix,
    identity,
    diagonal,
    integer_sizes,  // the arguments are the sizes
    fill,           // the arguments after the first are the sizes
    linspace,
    real_pair,  // two results
    transpose,
    outer_product,
    skew,
    cat,
    promote,
};

enum class DerivativeRule : std::uint8_t {
    none,      // cannot be differentiated: an error, not a guess
    zero,      // piecewise constant
    chain,     // f(u)' = f'(u) * u', the factor being in builtins.def
    linear,    // the Real arguments are replaced by their derivatives, the others stay
    bilinear,  // f(a, b)' = f(a', b) + f(a, b')
    special,   // written out in derivative_rules.cpp
};

struct BuiltinInfo {
    static constexpr std::uint8_t many = 255;
    std::string_view name;
    std::uint8_t fewest;
    std::uint8_t most;
    TypeRule type;
    DerivativeRule derivative;
    [[nodiscard]] bool takes(std::size_t count) const { return count >= fewest && (most == many || count <= most); }
};

[[nodiscard]] BuiltinInfo const& builtin_info(Builtin builtin);
[[nodiscard]] std::size_t builtin_count();
// By the name in Modelica. Does not find `der` and `pre`, which are kinds of nodes.
[[nodiscard]] std::optional<Builtin> find_builtin(std::string_view name);

}  // namespace moo
