// What happens at an event?
//
// Between events a model is smooth. When a ball hits the floor or a switch closes, discrete variables and the equations
// of when-clauses come to life, and everything has to be solved again, all at once: the switch depends on a voltage
// that depends on the switch. Afterwards another condition may have become true, so this is repeated until nothing
// changes. riEq is the system that is solved in each pass of that event iteration.
//
// Its unknowns are all discrete and algebraic variables and the derivatives of the states. Its equations are all
// equations of the model, and those of the when-clauses. Each of the latter is an instant equation: it holds only if
// one of its conditions has just become true, and otherwise the variable keeps its value. This is decided when its
// block is reached. So it needs its conditions, and the sorting treats them as if they were part of the equation.
//
// In Modelica, a when-clause may contain ifs, and `when` takes precedence over `elsewhen`. All this has been turned
// into conditions and if-expressions before (expand_when.cpp), so that each instant equation has one value and a list
// of conditions.
//
// States are special. They are known during the iteration, because a value that `reinit` gives them is taken over only
// at its end (Modelica 3.6, section 8.3.6). So the equation of a reinit has the state as its unknown, but every other
// equation that mentions the state uses the value it has. Without this rule `reinit(v, -e*v)` would be a loop.
//
// A block with discrete equations, or with relations that depend on its own unknowns, is mixed; solve_block.cpp
// describes how it is written, and docs/runtime.md how it is solved.
//
// In the end, w lists for each condition the equations that it activates, by their positions in the sorted set.

#include "moo/passes/build_reinitialization.h"

#include <algorithm>

#include "moo/passes/sort_equations.h"
#include "moo/passes/strip_homotopy.h"

namespace moo {

namespace {

// First the states that reinit sets, then discrete and algebraic variables in the order of declaration, then
// derivatives.
std::vector<VariableUse> collect_unknowns(System const& system, std::vector<bool> const& is_reinit) {
    std::vector<VariableUse> unknowns;
    Document const& document = system.document;
    for (VarId const id : document.variables.ids()) {
        if (system.is_elsewhere(id)) continue;
        Role const role = document.role(id);
        bool const is_set = role == Role::state && is_reinit[id.index()];
        if (is_set || role == Role::discrete || role == Role::algebraic) unknowns.push_back({id, Occurrence::value});
    }
    for (VarId const state : document.states()) unknowns.push_back({state, Occurrence::derivative});
    return unknowns;
}

}  // namespace

bool build_reinitialization(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    SortableSystem sortable;
    sortable.description = "the model at events";
    sortable.states_are_known = true;
    HomotopyRemoval actual(system.exprs());
    for (SystemEquation const& equation : system.equations) {
        SortableEquation row{actual.apply(equation.lhs), actual.apply(equation.rhs), equation.provenance, false,
                             equation.is_discrete};
        row.written_lhs = equation.written_lhs;
        row.written_rhs = equation.written_rhs;
        sortable.equations.push_back(std::move(row));
    }
    std::vector<bool> is_reinit(document.variables.size());
    for (InstantEquation const& instant : system.instants) {
        if (instant.conditions.empty()) {
            // `when initial()`: never active at an event, so the variable keeps its value.
            if (!instant.is_reinit) {
                sortable.equations.push_back({instant.target, system.exprs().pre(instant.target),
                                              instant.provenance.as(ProvenanceKind::initial_when_over), false, true});
            }
            continue;
        }
        SortableEquation row{instant.target, actual.apply(instant.value), instant.provenance, true};
        for (std::uint32_t const condition : instant.conditions) {
            row.conditions.push_back(document.when_conditions[condition].condition);
        }
        sortable.equations.push_back(std::move(row));
        if (instant.is_reinit) is_reinit[system.exprs().variable_of(instant.target).index()] = true;
    }
    sortable.unknowns = collect_unknowns(system, is_reinit);
    auto sorted = sort_equations(system, sortable, diagnostics);
    if (!sorted) return false;
    document.reinitialization = std::move(sorted->set);

    // The position of each instant equation in the sorted set, for w.
    Store<VarId, std::uint32_t> position(document.variables.size());
    for (std::uint32_t i = 0; i < document.reinitialization.equations.size(); ++i) {
        SetEquation const& equation = document.reinitialization.equations[i];
        if (equation.form == EquationForm::instant) position[system.exprs().variable_of(equation.target)] = i;
    }
    for (InstantEquation const& instant : system.instants) {
        for (std::uint32_t const condition : instant.conditions) {
            auto& equations = document.when_conditions[condition].equations;
            equations.push_back(position[system.exprs().variable_of(instant.target)]);
        }
    }
    for (WhenCondition& condition : document.when_conditions) {
        std::sort(condition.equations.begin(), condition.equations.end());
    }
    return true;
}

}  // namespace moo
