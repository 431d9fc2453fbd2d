// Inverses of functions, given by annotation(inverse(x = g(y, z))).
#pragma once

#include "moo/functions/function_list.h"

namespace moo {

// Solves f(…, x, …) = value for the argument x at place `argument` (from 0): g(value, …), from the first inverse
// annotation of f that provides it; none if there is none. The other arguments must not contain the unknown.
ExprId inverse_call(ExprStore& store, FunctionList& functions, ExprId call, std::size_t argument, ExprId value);

}  // namespace moo
