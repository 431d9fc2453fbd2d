// How the parts of an expression depend on an unknown.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "moo/expr/solve.h"

namespace moo {

enum class Dependence : std::uint8_t {
    independent,
    linear,     // coefficient * unknown + rest
    nonlinear,  // or not known to be linear
};

struct DependenceForm {
    Dependence dependence = Dependence::nonlinear;
    ExprId coefficient;
    ExprId rest;
};

// Classifies all subexpressions of an expression in one walk.
class DependenceAnalysis {
public:
    DependenceAnalysis(ExprStore& store, ExprId unknown) : store_(store), unknown_(unknown), zero_(store.real(0)) {}
    DependenceForm of(ExprId expr);
    [[nodiscard]] bool depends(ExprId expr) { return of(expr).dependence != Dependence::independent; }

private:
    bool classify_leaf(ExprId id);
    DependenceForm classify(ExprId id);
    DependenceForm classify_binary(ExprKind kind, DependenceForm const& a, DependenceForm const& b);
    DependenceForm classify_builtin(ExprId id);
    DependenceForm classify_if(ExprId id);
    [[nodiscard]] DependenceForm known(ExprId id) const;

    ExprId add(ExprId a, ExprId b);
    ExprId sub(ExprId a, ExprId b);
    ExprId mul(ExprId a, ExprId b);
    ExprId div(ExprId a, ExprId b);

    ExprStore& store_;
    ExprId unknown_;
    ExprId zero_;
    std::unordered_map<ExprId, DependenceForm> forms_;
};

}  // namespace moo
