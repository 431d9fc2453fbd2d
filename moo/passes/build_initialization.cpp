// What does the model do at the start?
//
// A simulation begins with values for all states, and the user has said something about them: some have a fixed start
// value, some are in equilibrium (`der(x) = 0` as an initial equation), some have a start value that is only a guess,
// and about most the user has said nothing. Too little means that the system has many solutions; too much means that
// statements repeat or contradict each other. The tool has to make one system with one solution of it, and tell the
// user what it has added or left out.
//
// Everything is unknown at the start: states and their derivatives, algebraic and discrete variables, the past of
// discrete ones (`pre(v)`), and parameters with `fixed = false`. Everything that the model says is an equation of one
// system: its ordinary equations, those that index reduction has added, initial equations, `when initial()`, and for
// each other when-clause the statement that nothing happens. This is section 6.3 of Larsson and Fritzson. The system is
// then matched in three steps, each adding rows by augmenting paths that never take an unknown away from an earlier row
// (sort_equations.cpp):
//
// 1. Equations of the model must all find an unknown.
// 2. Initial equations and fixed start values should find one. If one does not, it either repeats or contradicts the
//    others. Which of the two depends on values, so it is listed as dropped, and an assertion at the start checks that
//    it holds. If the values are known numbers already, a contradiction is reported now.
// 3. Start values that are not fixed are used where something is still undetermined. They are tried in a fixed order,
//    which docs/passes.md explains: the past of discrete variables, states, variables that are differentiated without
//    being states, algebraic variables, free parameters.
//
// Where we differ: the paper fills up the system with start values in the order of declaration. We ask first what a
// user cares for. A candidate of a state set that is to be computed from the others at the start comes late in the
// list, or the set would be over-determined by guesses. Where a user has asked for a computed parameter and nothing
// computes it, a warning says so, because taking its start value would hide the mistake.
//
// `homotopy` stays only in blocks that are iterated over. An assignment needs no help to converge.

#include "moo/passes/build_initialization.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "moo/evaluate/fallback_start.h"
#include "moo/expr/substitute.h"
#include "moo/passes/free_parameters.h"
#include "moo/passes/report_at.h"
#include "moo/passes/sort_equations.h"
#include "moo/passes/start_selection.h"
#include "moo/passes/strip_homotopy.h"

namespace moo {

namespace {

constexpr Message<std::string_view> contradicting_initial{DiagnosticKind::InitializationOverdetermined,
                                                          "{}: this equation contradicts the others"};

// Which start values are taken first where equations leave something undetermined. docs/passes.md explains the order.
enum class StartPriority : std::int32_t {
    none = 0,
    parameter,        // determined by the initialization, or a candidate as below without a start value
    algebraic,        // with a start value in the model; or a candidate of a state set that is solved for at the start
    state_default,    // a state without a start value
    dependent_start,  // not a state, but differentiated, with a start value in the model
    state_start,      // a state with a start value in the model
    previous,         // pre(v) of a discrete variable
};

class Initialization {
public:
    explicit Initialization(System& system)
        : system_(system),
          document_(system.document),
          exprs_(system.exprs()),
          walk_(system.exprs()),
          at_start_(system.exprs()) {
        at_start_.set(exprs_.builtin(Builtin::initial, {}), exprs_.boolean(true));
    }

    SortableSystem collect() {
        sortable_.description = "the initial system";
        sortable_.surplus_kind = DiagnosticKind::InitializationOverdetermined;
        find_initial_targets();
        for (SystemEquation const& equation : system_.equations) {
            if (!is_held_later(equation)) add(equation, false);
        }
        is_when_defined_.resize(document_.variables.size());
        for (InstantEquation const& instant : system_.instants) add(instant);
        for (SystemEquation const& equation : system_.initial_equations) add(equation, true);
        // The equation `v = pre(v)`, or any other that mentions pre(v), needs pre(v) as an unknown.
        needs_previous_ = is_when_defined_;
        for (SortableEquation const& equation : sortable_.equations) {
            for (VariableUse const& use : walk_.uses(equation.lhs, equation.rhs)) {
                if (use.occurrence == Occurrence::previous) needs_previous_[use.variable.index()] = true;
            }
        }
        add_previous_values();
        add_start_values();
        add_unknowns();
        return std::move(sortable_);
    }

private:
    void find_initial_targets() {
        is_initial_target_.resize(document_.variables.size());
        for (SystemEquation const& equation : system_.initial_equations) {
            if (exprs_.kind(equation.lhs) == ExprKind::variable) {
                is_initial_target_[exprs_.variable_of(equation.lhs).index()] = true;
            }
        }
    }

    // `when initial() then v = …` comes as an initial equation and as `v = pre(v)`, which says that v does not change
    // later. The latter does not hold at the start itself.
    [[nodiscard]] bool is_held_later(SystemEquation const& equation) const {
        return exprs_.kind(equation.lhs) == ExprKind::variable && equation.rhs == exprs_.pre(equation.lhs) &&
               is_initial_target_[exprs_.variable_of(equation.lhs).index()];
    }

    void add(SystemEquation const& equation, bool is_droppable) {
        SortableEquation row{at_start_.apply(equation.lhs), at_start_.apply(equation.rhs), equation.provenance};
        row.is_discrete = equation.is_discrete;
        row.is_droppable = is_droppable;
        row.written_lhs = equation.written_lhs;
        row.written_rhs = equation.written_rhs;
        sortable_.equations.push_back(std::move(row));
    }

    void add(InstantEquation const& instant) {
        VarId const variable = exprs_.variable_of(instant.target);
        if (instant.at_initial) {
            sortable_.equations.push_back({instant.target, at_start_.apply(instant.value),
                                           instant.provenance.as(ProvenanceKind::initial_when), false,
                                           !instant.is_reinit});
        } else if (!instant.is_reinit) {
            sortable_.equations.push_back({instant.target, exprs_.pre(instant.target),
                                           instant.provenance.as(ProvenanceKind::no_event), false, true});
        }
        if (!instant.is_reinit) is_when_defined_[variable.index()] = true;
    }

    // pre(x) = x for variables that change continuously (Modelica 3.6, section 8.6).
    void add_previous_values() {
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            if (!needs_previous_[id.index()] || variable.is_parameter() || system_.is_discrete(id)) continue;
            ExprId const reference = system_.reference(id);
            sortable_.equations.push_back(
                {exprs_.pre(reference), reference, variable.provenance(ProvenanceKind::continuous)});
        }
    }

    // Start values: v = start for a continuous variable, pre(v) = start for a discrete one.
    void add_start_values() {
        struct Start {
            VarId variable;
            StartPriority priority;
            bool is_fixed;
        };
        std::vector<Start> starts;
        for (VarId const id : document_.variables.ids()) {
            if (system_.is_elsewhere(id)) continue;
            StartPriority const priority = start_priority(id);
            if (priority == StartPriority::none) continue;
            bool const is_fixed = document_.variables[id].is_fixed(exprs_) && !document_.variables[id].is_parameter();
            starts.push_back({id, priority, is_fixed});
        }
        // First the values that must hold, then by priority, in the order of the model.
        std::stable_sort(starts.begin(), starts.end(), [](Start const& a, Start const& b) {
            if (a.is_fixed != b.is_fixed) return a.is_fixed;
            return !a.is_fixed && a.priority > b.priority;
        });
        for (Start const& start : starts) {
            Variable const& variable = document_.variables[start.variable];
            ExprId const reference = system_.reference(start.variable);
            bool const is_discrete = system_.is_discrete(start.variable);
            ExprId const target = is_discrete ? exprs_.pre(reference) : reference;
            sortable_.equations.push_back({target, start_value(variable),
                                           variable.provenance(kind_of(variable, start.is_fixed)), false,
                                           variable.type != types::real, !start.is_fixed, start.is_fixed});
            document_.facts[start.variable].start_priority = static_cast<std::int32_t>(start.priority);
        }
    }

    StartPriority start_priority(VarId id) {
        Variable const& variable = document_.variables[id];
        if (is_free_parameter(exprs_, variable)) return StartPriority::parameter;
        if (variable.is_parameter() || document_.role(id) == Role::input) return StartPriority::none;
        bool const is_fixed = variable.is_fixed(exprs_);
        bool const has_start = variable.attribute(Attribute::start).has_value();
        if (system_.is_discrete(id)) {
            if (is_fixed) needs_previous_[id.index()] = true;
            return needs_previous_[id.index()] ? StartPriority::previous : StartPriority::none;
        }
        if (variable.type != types::real) return StartPriority::none;
        if (is_set_state(id)) return StartPriority::none;
        if (document_.role(id) == Role::state)
            return has_start ? StartPriority::state_start : StartPriority::state_default;
        if (is_fixed) return StartPriority::algebraic;
        // A candidate that is not selected at the start will be computed from the selected ones.
        if (is_unselected(id)) return has_start ? StartPriority::algebraic : StartPriority::parameter;
        if (!has_start) return is_dependent(id) ? StartPriority::state_default : StartPriority::none;
        return is_dependent(id) ? StartPriority::dependent_start : StartPriority::algebraic;
    }

    [[nodiscard]] bool is_unselected(VarId id) {
        (void)is_dependent(id);  // fills both lists
        return is_unselected_[id.index()];
    }

    // The equations of a state set determine its state from the candidates.
    [[nodiscard]] bool is_set_state(VarId id) const {
        return std::any_of(document_.state_sets.begin(), document_.state_sets.end(), [&](StateSet const& set) {
            return std::find(set.states.begin(), set.states.end(), id) != set.states.end();
        });
    }

    // Differentiated, but not a state.
    [[nodiscard]] bool is_dependent(VarId id) {
        if (is_dependent_.empty()) {
            is_dependent_.resize(document_.variables.size());
            for (DependentVariable const& dependent : system_.dependent_variables) {
                if (dependent.variable) is_dependent_[dependent.variable.index()] = true;
            }
            is_unselected_.resize(document_.variables.size());
            for (StateSet const& set : document_.state_sets) {
                for (std::size_t i = 0; i < set.candidates.size(); ++i) {
                    std::size_t const candidate = set.candidates[i].index();
                    is_dependent_[candidate] = true;
                    if (!is_selected_at_start(system_, set, i)) is_unselected_[candidate] = true;
                }
            }
        }
        return is_dependent_[id.index()];
    }

    static ProvenanceKind kind_of(Variable const& variable, bool is_fixed) {
        if (is_fixed) return ProvenanceKind::fixed_start;
        return variable.attribute(Attribute::start) ? ProvenanceKind::guessed_start : ProvenanceKind::default_start;
    }

    ExprId start_value(Variable const& variable) {
        if (ExprId const start = variable.attribute(Attribute::start)) return start;
        if (variable.type == types::boolean) return exprs_.boolean(false);
        if (variable.type == types::string) return exprs_.string(system_.interner.intern(""));
        double const number = fallback_start(exprs_, variable);
        auto const whole = static_cast<std::int64_t>(number);
        if (exprs_.types().kind(variable.type) == TypeKind::enumeration) {
            return exprs_.enumeration(variable.type, static_cast<std::uint32_t>(whole));
        }
        bool const is_whole = variable.type == types::integer || number == 0.0;
        return is_whole ? exprs_.integer(whole) : exprs_.real(number);
    }

    // In the order of declaration, pre(v) before v; then derivatives.
    void add_unknowns() {
        for (VarId const id : document_.variables.ids()) {
            Variable const& variable = document_.variables[id];
            if (system_.is_elsewhere(id) || document_.role(id) == Role::input) continue;
            if (variable.is_parameter() && !is_free_parameter(exprs_, variable)) continue;
            if (!variable.is_parameter() && needs_previous_[id.index()]) {
                sortable_.unknowns.push_back({id, Occurrence::previous});
            }
            sortable_.unknowns.push_back({id, Occurrence::value});
        }
        for (VarId const state : document_.states()) sortable_.unknowns.push_back({state, Occurrence::derivative});
    }

    System& system_;
    Document& document_;
    ExprStore& exprs_;
    FreeVariables walk_;
    Substitution at_start_;  // initial() is true here, so an operand that is needed only if it is false has no effect
    SortableSystem sortable_;
    std::vector<bool> is_when_defined_;
    std::vector<bool> needs_previous_;
    std::vector<bool> is_initial_target_;
    std::vector<bool> is_dependent_;
    std::vector<bool> is_unselected_;
};

// The largest difference between the sides of an equation that still counts as satisfied, relative to their size.
constexpr double largest_distance = 1e-6;

// A surplus equation either repeats the others, which is fine, or contradicts them, which is an error. Only values can
// tell which, so an assertion checks it when the simulation starts.
void drop_surplus(System& system, SortableEquation const& equation) {
    ExprStore& exprs = system.exprs();
    system.document.dropped.push_back({equation.lhs, equation.rhs,
                                       "the other equations determine all that it could determine",
                                       equation.provenance.source});
    ExprId agrees;
    if (exprs.types().is_numeric(exprs.type(equation.lhs))) {
        ExprId const distance = exprs.builtin(Builtin::abs, {exprs.sub(equation.lhs, equation.rhs)});
        ExprId const size = exprs.add(exprs.real(1), exprs.builtin(Builtin::abs, {equation.rhs}));
        agrees = exprs.binary(ExprKind::less_equal, distance, exprs.mul(exprs.real(largest_distance), size));
    } else {
        agrees = exprs.binary(ExprKind::equal, equation.lhs, equation.rhs);
    }
    ExprId const holds = exprs.logical_or(exprs.logical_not(exprs.builtin(Builtin::initial, {})),
                                          exprs.builtin(Builtin::no_event, {agrees}));
    std::string const text = "the initial values contradict each other: `" + system.text(equation.lhs) + " = " +
                             system.text(equation.rhs) + "` does not hold";
    system.document.assertions.push_back({holds, exprs.string(system.interner.intern(text)), AssertionLevel::error,
                                          equation.provenance.source, equation.provenance.instance});
}

// If the values are known already, the contradiction is reported now.
bool report_contradiction(System& system, SortableEquation const& equation, EquationSet const& set,
                          Diagnostics& diagnostics) {
    ExprStore& exprs = system.exprs();
    if (!exprs.types().is_numeric(exprs.type(equation.lhs))) return false;
    Substitution known(exprs);
    FreeVariables walk(exprs);
    ExprId const residual = exprs.sub(equation.lhs, equation.rhs);
    std::unordered_set<VarId> mentioned;
    for (VariableUse const& use : walk.uses(residual)) mentioned.insert(use.variable);
    std::vector<SetEquation const*> used;
    for (SetEquation const& assigned : set.equations) {
        bool const is_known = assigned.form == EquationForm::assignment && exprs.is_number(assigned.value) &&
                              exprs.kind(assigned.target) == ExprKind::variable && !assigned.is_overridable;
        VarId const variable = exprs.referenced_variable(assigned.target);
        if (!is_known || !mentioned.contains(variable)) continue;
        known.set(variable, assigned.value);
        used.push_back(&assigned);
    }
    ExprId const distance = known.apply(residual);
    if (!exprs.is_number(distance) || std::abs(exprs.number_value(distance)) <= largest_distance) return false;
    auto report = error_at(system, diagnostics, equation.provenance, contradicting_initial,
                           system.text(equation.lhs) + " = " + system.text(equation.rhs));
    for (SetEquation const* const each : used) {
        report.note(each->provenance.source, "its unknowns are determined by `{}`",
                    system.text(each->target) + " = " + system.text(each->value));
    }
    return true;
}

constexpr Message<std::string_view, std::string_view> open_parameter{
    DiagnosticKind::InitializationUndetermined,
    "nothing determines the parameter `{}`, whose `fixed` is false; its {} is used"};

// The language leaves the choice to the tool, but a user who asked for a computed value should know about it.
void warn_of_open_parameters(System const& system, EquationSet const& set, Diagnostics& diagnostics) {
    ExprStore const& exprs = system.document.exprs;
    for (SetEquation const& equation : set.equations) {
        if (!equation.is_overridable || exprs.kind(equation.target) != ExprKind::variable) continue;
        VarId const id = exprs.variable_of(equation.target);
        Variable const& variable = system.document.variables[id];
        if (!is_free_parameter(exprs, variable)) continue;
        bool const has_start = variable.attribute(Attribute::start).has_value();
        auto report = warning_at(system, diagnostics, variable, open_parameter, system.name_of(id),
                                 has_start ? "start value" : "default start value");
        report.note({},
                    "an initial equation that contains it would determine it, such as one for a state or a "
                    "derivative that depends on it");
    }
}

// Assignments are not iterated, so they need no homotopy. The simplified system affects only blocks with iteration.
void drop_homotopy_of_assignments(System& system, EquationSet& set) {
    HomotopyRemoval actual(system.exprs());
    for (std::size_t block = 0; block < set.block_count(); ++block) {
        if (set.blocks[block].kind != BlockKind::assign) continue;
        for (std::uint32_t i = set.block_starts[block]; i < set.block_starts[block + 1]; ++i) {
            set.equations[i].value = actual.apply(set.equations[i].value);
        }
    }
}

}  // namespace

bool build_initialization(System& system, PassOptions const&, Diagnostics& diagnostics) {
    SortableSystem const sortable = Initialization(system).collect();
    auto sorted = sort_equations(system, sortable, diagnostics);
    if (!sorted) return false;
    for (std::uint32_t const surplus : sorted->surplus) {
        SortableEquation const& equation = sortable.equations[surplus];
        if (report_contradiction(system, equation, sorted->set, diagnostics)) continue;
        drop_surplus(system, equation);
    }
    warn_of_open_parameters(system, sorted->set, diagnostics);
    drop_homotopy_of_assignments(system, sorted->set);
    system.document.initialization = std::move(sorted->set);
    return !diagnostics.has_errors();
}

}  // namespace moo
