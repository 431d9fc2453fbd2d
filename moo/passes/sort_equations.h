// Matches, sorts and solves a system of equations: the common part of iEq, Eq and riEq.
#pragma once

#include <optional>

#include "moo/expr/free_variables.h"
#include "moo/passes/system.h"

namespace moo {

// One equation to be sorted.
struct SortableEquation {
    ExprId lhs;
    ExprId rhs;
    std::string origin;
    SourceSpan source;
    // An instant equation determines its left side and nothing else.
    bool is_instant = false;
    // What must be known before, beside what stands in the equation: the when-conditions.
    std::vector<ExprId> conditions;
    // Used only if the equations before it leave something undetermined.
    bool is_optional = false;
};

struct SortableSystem {
    std::string_view description;  // for messages: `the model at events`
    // In the order that decides between equally good solutions.
    std::vector<VariableUse> unknowns;
    std::vector<SortableEquation> equations;
    // At an event a state keeps its value until the iteration ends: only the reinit that sets it knows it as unknown.
    bool states_are_known = false;
    // Kind of the report if an equation has nothing left to determine.
    DiagnosticKind surplus_kind = DiagnosticKind::StructurallySingular;
};

// None if the system is singular, which is then reported with the equations and variables concerned.
std::optional<EquationSet> sort_equations(System& system, SortableSystem const& sortable, Diagnostics& diagnostics);

// The reference, der or pre that an unknown stands for.
[[nodiscard]] ExprId unknown_expr(System& system, VariableUse unknown);

}  // namespace moo
