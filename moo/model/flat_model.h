// The flat model: variables and equations without structure, as Base Modelica holds them.
#pragma once

#include <optional>
#include <vector>

#include "moo/model/variable.h"

namespace moo {

struct FlatEquation;

// `if condition then body`, or one branch of a when-clause. The `else` of an if has no condition.
struct FlatBranch {
    ExprId condition;
    std::vector<FlatEquation> body;
};

enum class FlatEquationKind : std::uint8_t {
    equality,   // a = b
    reinit,     // reinit(a, b)
    assertion,  // assert(a, b): condition and message
    terminate,  // terminate(a)
    if_,        // branches
    when,       // branches
};

struct FlatEquation {
    FlatEquationKind kind = FlatEquationKind::equality;
    ExprId a;
    ExprId b;
    std::vector<FlatBranch> branches;
    Symbol description;
    SourceSpan source;
};

// annotation(experiment(…)); what the model does not say stays empty.
struct Experiment {
    std::optional<double> start_time;
    std::optional<double> stop_time;
    std::optional<double> tolerance;
    std::optional<double> interval;
};

// Owns the expressions that its variables and equations refer to.
struct FlatModel {
    Symbol name;
    Symbol description;
    ExprStore exprs;
    VariableStore variables;
    std::vector<FlatEquation> equations;
    std::vector<FlatEquation> initial_equations;
    Experiment experiment;
};

}  // namespace moo
