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

// How calls in the body are differentiated, as LeafDerivative::of_call.
using CallDerivative = std::function<ExprId(ExprStore&, ExprId call, std::span<ExprId const> argument_derivatives)>;

// For f with the inputs x, y, n, of which x and y change: a function with the inputs x, y, n, _d_x, _d_y, whose outputs
// are the derivatives of those outputs of f that contain Reals, in their order. `seeds` has the positions of the
// changing inputs among the variables of f. Each assignment `v := e` of the body is preceded by an assignment of the
// derivative, `_d_v := e'`; variables that do not change have no derivative variable. Fills everything in `result`
// except its name. False if there is no derivative; then `obstacle` says why.
bool build_tangent(ExprStore& store, Interner& interner, FlatFunction const& function,
                   std::vector<std::size_t> const& seeds, CallDerivative calls, FlatFunction& result,
                   DerivativeObstacle& obstacle);

}  // namespace moo
