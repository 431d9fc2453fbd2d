// The tangent of a function: forward differentiation of its statements.
#pragma once

#include <string>
#include <vector>

#include "moo/expr/differentiate.h"
#include "moo/model/flat_model.h"

namespace moo {

// Why something has no derivative.
struct DerivativeObstacle {
    Symbol function;    // in this function
    ExprId where;       // this expression, if it is one
    SourceSpan source;  // of the statement, or of the function
    std::string reason;
};

// How the calls in the body are differentiated, as LeafDerivative::of_call.
using CallDerivative = std::function<ExprId(ExprStore&, ExprId call, std::span<ExprId const> argument_derivatives)>;

// For f with the inputs x, y, n, of which x and y shall move: a function with the inputs x, y, n, _d_x, _d_y whose
// outputs are the derivatives of those outputs of f that contain Reals, in their order. `seeds` has the places of the
// moving inputs among the variables of f. Before each assignment `v := e` of the body stands that of the derivative,
// `_d_v := e'`; what does not move has no derivative variable. Fills `result` but for its name. False if there is no
// derivative; then `obstacle` says why.
bool build_tangent(ExprStore& store, Interner& interner, FlatFunction const& function,
                   std::vector<std::size_t> const& seeds, CallDerivative calls, FlatFunction& result,
                   DerivativeObstacle& obstacle);

}  // namespace moo
