// The contents of annotation(derivative(…) = g) of a function, checked against the function that it names.
#pragma once

#include <string>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/functions/function_list.h"

namespace moo {

// How the derivative function is called: with all arguments of the function, then the derivatives of some of them.
struct AnnotatedDerivative {
    std::vector<std::size_t> seeds;      // the inputs whose derivatives are passed, as positions among the inputs
    std::vector<TypeId> seed_types;      // as the derivative function declares them
    std::vector<TypeId> result_types;    // of its outputs
    std::vector<std::size_t> must_rest;  // zeroDerivative: inputs whose derivatives have to vanish
    std::vector<std::size_t> left_out;   // noDerivative: inputs whose derivatives are not passed although they change
    // For order n + 1: the function itself is the n-th derivative of this one, according to this annotation of it.
    FlatFunction const* derived_from = nullptr;
    FlatDerivative const* derived_by = nullptr;
    std::string fault;  // if not empty: the reason why the annotation cannot be used
};

// Rules of Modelica 3.6, section 12.7.1.
[[nodiscard]] AnnotatedDerivative read_derivative(TypeTable const& types, Interner const& interner,
                                                  FunctionList& functions, FlatFunction const& function,
                                                  FlatDerivative const& annotation);

// Warns about annotations that cannot be used. They are ignored later.
void check_derivative_annotations(FlatModel& model, Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
