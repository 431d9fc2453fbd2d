// What a function consists of besides its algorithm.
#pragma once

#include "frontend/typecheck/elaborator.h"

namespace moo {

// `function g = der(f, x, y)`: the signature that follows from that of `f`, and the body that follows from its body.
void fill_derivative(Elaborator& elaborator, FunctionEntry& entry);
void lower_derivative(Elaborator& elaborator, FunctionEntry& entry);

// The external clause of a class, which `entry` is or inherits.
void lower_external(Elaborator& elaborator, FunctionEntry& entry, Node& node);

// Annotations of a class, which `entry` is or inherits: derivatives, inverses, inlining.
void read_function_annotations(Elaborator& elaborator, FunctionEntry& entry, Node& node);

// Reports what the body must not do: set inputs, use time or operators of equations.
void check_function_body(Elaborator& elaborator, FlatFunction const& function);

}  // namespace moo
