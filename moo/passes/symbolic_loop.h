// Small linear loops solved on expressions, where nothing that is divided by can vanish.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "moo/expr/simplify.h"
#include "moo/expr/solve.h"
#include "moo/passes/system.h"

namespace moo {

// residual = 0 for each of the residuals, by as many unknowns.
struct SymbolicLoop {
    std::vector<ExprId> residuals;
    std::vector<ExprId> unknowns;
};

// unknowns[unknown] = value, from residuals[equation]. The value mentions unknowns of earlier ones only.
struct SolvedUnknown {
    std::size_t equation;
    std::size_t unknown;
    ExprId value;
};

// More unknowns than this are a matter of numbers: the formulas grow like their factorial.
constexpr std::size_t most_symbolic_unknowns = 3;

// Gaussian elimination. A pivot is a number or an expression of parameters whose value is known and not small beside
// its own terms, nor beside the other known coefficients of its equation. In the order in which to compute them; none if
// there is no such pivot, if an equation is not linear, or if a value would be long.
[[nodiscard]] std::optional<std::vector<SolvedUnknown>> solve_symbolically(System& system, Simplifier& simplifier,
                                                                           SymbolicLoop loop,
                                                                           IsParameter const& is_parameter);

}  // namespace moo
