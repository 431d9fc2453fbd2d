// Matches, sorts and solves a system of equations: the common part of iEq, Eq and riEq.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "moo/expr/free_variables.h"
#include "moo/passes/system.h"
#include "moo/structure/incidence.h"

namespace moo {

// One equation to be sorted.
struct SortableEquation {
    ExprId lhs;
    ExprId rhs;
    Provenance provenance;
    // An instant equation determines its left side and nothing else.
    bool is_instant = false;
    // An equation between values that change only at events; it determines only an unknown that is alone on one of its
    // sides.
    bool is_discrete = false;
    // Used only if the equations before it leave something undetermined.
    bool is_optional = false;
    // May be left over. It then goes to SortedSystem::surplus instead of being reported.
    bool is_droppable = false;
    // What must be known in addition to the variables in the equation: the when-conditions.
    std::vector<ExprId> conditions = {};
    // As written in the model, if different.
    ExprId written_lhs = {};
    ExprId written_rhs = {};
};

struct SortableSystem {
    std::string_view description;  // for messages: `the model at events`
    // Their order decides between equally good solutions.
    std::vector<VariableUse> unknowns;
    std::vector<SortableEquation> equations;
    // At an event a state keeps its value until the iteration ends: it is an unknown only for the reinit that sets it.
    bool states_are_known = false;
    // Relations keep their values while the system is solved, so a loop that contains relations is not a mixed block.
    bool relations_are_known = false;
    // Whether partial derivatives with respect to variables known before a block are required.
    bool with_known_entries = false;
    // Kind of the report if an equation has nothing left to determine.
    DiagnosticKind surplus_kind = DiagnosticKind::StructurallySingular;
};

// The column of each unknown of a system.
class UnknownColumns {
public:
    UnknownColumns(System const& system, SortableSystem const& sortable);
    // `no_index` if it is not an unknown, and for a state that is known at events.
    [[nodiscard]] std::uint32_t of(VariableUse use) const;
    // The same for the target of an equation, which may be a state that reinit sets.
    [[nodiscard]] std::uint32_t of_target(VariableUse use) const {
        return columns_[static_cast<std::size_t>(use.occurrence)][use.variable];
    }

private:
    System const& system_;
    bool states_are_known_;
    std::array<Store<VarId, std::uint32_t>, 3> columns_;  // by Occurrence
};

struct SortedSystem {
    EquationSet set;
    std::vector<std::uint32_t> surplus;  // droppable equations that were left over
};

// Nullopt if the system is singular; this is reported with the equations and variables concerned.
std::optional<SortedSystem> sort_equations(System& system, SortableSystem const& sortable, Diagnostics& diagnostics);

// The expression of an unknown: a reference, der or pre.
[[nodiscard]] ExprId unknown_expr(System& system, VariableUse unknown);

}  // namespace moo
