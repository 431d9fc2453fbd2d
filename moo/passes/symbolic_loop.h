// Solves small linear loops on expressions if no divisor can vanish.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "moo/expr/simplify.h"
#include "moo/expr/solve.h"
#include "moo/passes/system.h"

namespace moo {

// residual = 0 for each of the residuals, with as many unknowns.
struct SymbolicLoop {
    std::vector<ExprId> residuals;
    std::vector<ExprId> unknowns;
};

// unknowns[unknown] = value, from residuals[equation]. The value contains only unknowns that come earlier.
struct SolvedUnknown {
    std::size_t equation;
    std::size_t unknown;
    ExprId value;
};

// Larger loops are solved numerically: formulas grow like the factorial of the number of unknowns.
constexpr std::size_t most_symbolic_unknowns = 3;

// Gaussian elimination. A pivot is a number or an expression of parameters whose value is known and is not small
// compared with its own terms or with the other known coefficients of its equation. Returns the unknowns in computing
// order; nullopt if there is no such pivot, if an equation is not linear, or if a value would be too long.
[[nodiscard]] std::optional<std::vector<SolvedUnknown>> solve_symbolically(System& system, Simplifier& simplifier,
                                                                           SymbolicLoop loop,
                                                                           IsParameter const& is_parameter);

}  // namespace moo
