// Differentiates constraints and chooses the states.
//
// A solver for ordinary differential equations wants der(x) = f(x, t) for states that can be chosen freely. Models of
// machines and circuits are not like that. Two inertias on one shaft have one speed; a pendulum moves on a circle; the
// voltage of a capacitor in parallel with a voltage source is given by the source. Such constraints between states have
// to be differentiated, and some of the variables that the model differentiates are not states in the end.
//
// This file joins the graph algorithms with the expressions. Equations become rows and variables and derivatives
// columns (differential_graph.h). Pantelides' algorithm (moo/structure/pantelides.cpp) says what to differentiate, and
// its hooks do it symbolically. Dummy derivatives (moo/structure/dummy_derivatives.cpp) choose the states; they ask for
// the class of an entry of the Jacobian, which is found by differentiating the equation once more. Then the equations
// are rewritten, so that der(x) occurs in them if and only if x is a state. Every other derivative becomes an ordinary
// variable.
//
// Where we differ from the papers:
//
// - `der(x) = v` is not differentiated. It says that v is the derivative of x, so both share one column (Mattsson,
//   Olsson and Elmqvist 2000, section 2). That keeps equations of motion short and gives dummy derivatives the names
//   that the user knows.
// - A user may want a state that no equation differentiates, by `stateSelect = prefer` or `always`. Such a wish adds a
//   derivative to the graph, as if an equation had contained it. It may turn out to be impossible: an equation in its
//   way has no derivative, or jumps at events, or there is no room for another state. demand.h finds the wishes to
//   blame, these are refused, and all begins anew. Each round refuses at least one wish, so this ends.
// - A call counts as containing an argument only if its value depends on it once the function is inlined. Functions
//   with a `derivative` annotation are kept as calls until here and have arguments that only the derivative needs.
// - A constraint that contains a discrete variable is differentiated as if that were constant. What it determines jumps
//   when the variable does, and its derivatives know nothing of it, so the user is warned.
//
// If the highest derivatives can be matched as they are, and there are no wishes, nothing is done at all. This is
// tested first.

#include "moo/passes/reduce_index.h"

#include <algorithm>
#include <cmath>

#include "moo/passes/build_state_sets.h"
#include "moo/passes/differential_graph.h"
#include "moo/passes/jumps.h"
#include "moo/passes/numeric_matrix.h"
#include "moo/passes/replace_variables.h"
#include "moo/passes/report_at.h"
#include "moo/passes/report_singular.h"
#include "moo/passes/rewrite_system.h"
#include "moo/passes/state_preference.h"
#include "moo/structure/demand.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_differentiable{
    DiagnosticKind::StructurallySingular, "this equation has to be differentiated, but `{}` has no derivative"};
constexpr Message<std::string_view> input_differentiated{
    DiagnosticKind::StructurallySingular,
    "`{}` has to be differentiated, but it is an input, and its derivative is not known"};
constexpr Message<std::string_view> constraint_jumps{
    DiagnosticKind::ConstraintJumps,
    "this equation is differentiated, but `{}` in it is discrete; it is treated as constant"};
constexpr Message<std::string_view> unwanted_state{
    DiagnosticKind::StructurallySingular, "`{}` is a state or may become one, although its stateSelect is `never`"};
constexpr Message<std::string_view> not_a_state{
    DiagnosticKind::StructurallySingular, "`{}` cannot be a permanent state, although its stateSelect is `always`"};

// A variable that should be a state, that no equation differentiates, and that cannot be one.
struct RefusedWish {
    VarId variable;
    std::string reason;  // empty if there is no room for another state
    SourceSpan source;   // of the equation that prevents it
};

constexpr char const* no_room = "no other state could be given up for it";

class IndexReduction {
public:
    IndexReduction(System& system, Diagnostics& diagnostics, RefusedWishes const& refused)
        : system_(system),
          exprs_(system.exprs()),
          diagnostics_(diagnostics),
          graph_(system, refused),
          terms_(system),
          simplifier_(system.simplifier()),
          partial_(
              exprs_,
              system.differentiation(
                  [this](ExprStore& store, ExprId leaf) { return store.real(leaf == unknown_ ? 1.0 : 0.0); }, false)),
          jumps_(system, terms_.variation()) {}

    [[nodiscard]] bool is_needed() const { return has_wishes() || graph_.needs_reduction(); }
    [[nodiscard]] bool has_wishes() const { return !graph_.wishes().empty(); }
    [[nodiscard]] bool has_failures() const { return !graph_.failures().empty(); }

    [[nodiscard]] PantelidesResult::Status differentiate() {
        result_ = pantelides(graph_.structure(), graph_.hooks());
        return result_.status;
    }

    void report_failure() {
        if (result_.status == PantelidesResult::Status::singular) return report_conflict();
        ExprId const culprit = graph_.culprit();
        VarId const variable = culprit ? exprs_.referenced_variable(culprit) : VarId();
        bool const is_input = variable && system_.document.variables[variable].causality == Causality::input;
        Provenance const& provenance = graph_.equation(result_.culprit).provenance;
        if (is_input) {
            Variable const& input = system_.document.variables[variable];
            auto report = error_at(system_, diagnostics_, input, input_differentiated, system_.text(culprit));
            report.note(system_.user_place(provenance.source, provenance.instance),
                        "this equation constrains variables that are differentiated elsewhere, so it has to be "
                        "differentiated: the model is of higher index");
            report.note({},
                        "filter the input; the filter needs at least the order to which the input is differentiated");
            return;
        }
        auto report = error_at(system_, diagnostics_, provenance, not_differentiable,
                               culprit ? system_.text(culprit) : "a part of it");
        report.note({}, "it constrains variables that are differentiated elsewhere: the model is of higher index");
        if (culprit && exprs_.kind(culprit) == ExprKind::call) {
            report.note({}, "give the function an annotation `derivative`, or `smoothOrder` if it is smooth");
        }
    }

    // Variables that change at events are constant between them, so their derivative there is zero; but at the jump it
    // does not exist.
    void warn_of_jumps() {
        for (std::uint32_t row = 0; row < result_.differentiations.size(); ++row) {
            if (result_.differentiations[row] == 0) continue;
            SystemEquation const& equation = graph_.equation(row);
            ExprId const jumping = jumps_.find(equation.lhs, equation.rhs, Jumps::certain);
            if (!jumping) continue;
            std::string const name = system_.text(jumping);
            auto report = warning_at(system_, diagnostics_, equation.provenance, constraint_jumps, name);
            report.note({}, "its solution jumps when `{}` jumps, but its derivatives do not include that jump", name);
        }
    }

    // The equations that differentiation has added, in order.
    [[nodiscard]] std::vector<SystemEquation> derived_constraints() {
        std::vector<SystemEquation> result;
        for (std::uint32_t row = 0; row < graph_.structure().equation_count(); ++row) {
            SystemEquation const& equation = graph_.equation(row);
            if (equation.provenance.differentiations > 0) result.push_back(equation);
        }
        return result;
    }

    // Wishes for states that no equation differentiates are refused if they need the derivative of an equation that has
    // none, or that jumps: the state would not jump, but variables that depend on it would.
    [[nodiscard]] std::vector<RefusedWish> impossible_wishes() {
        std::vector<RefusedWish> refused;
        if (!has_wishes()) return refused;
        std::vector<bool> is_wished(graph_.structure().variable_count());
        for (std::uint32_t const column : graph_.wishes()) is_wished[column] = true;
        DemandTracer tracer(graph_.structure(), result_, is_wished);
        auto const refuse = [&](std::uint32_t row, std::string const& reason) {
            for (std::uint32_t const column : tracer.of(row).wishes) {
                refused.push_back({graph_.variable_of(column), reason, graph_.equation(row).provenance.source});
            }
        };
        for (auto const& [row, culprit] : graph_.failures()) {
            refuse(graph_.original_of(row),
                   culprit ? "`" + system_.text(culprit) + "` has no derivative" : "a part of it has none");
        }
        for (std::uint32_t row = 0; row < result_.differentiations.size(); ++row) {
            if (result_.differentiations[row] == 0) continue;
            SystemEquation const& equation = graph_.equation(row);
            ExprId const jumping = jumps_.find(equation.lhs, equation.rhs, Jumps::possible);
            if (jumping && !tracer.of(row).is_inherent) refuse(row, "may jump with `" + system_.text(jumping) + "`");
        }
        return refused;
    }

    // Chooses the states. Returns wishes that brought no state, so that what was derived for them is not needed.
    [[nodiscard]] std::vector<RefusedWish> choose_states() {
        DifferentialStructure const& structure = graph_.structure();
        StateSelectionHooks const hooks{
            [this](std::uint32_t row, std::uint32_t column) { return pivot(row, column); },
            [this](std::uint32_t size, std::span<ConstraintEntry const> entries) { return is_regular(size, entries); }};
        choice_ = select_dummy_derivatives(structure, result_.matching, preferences(), hooks);
        std::vector<bool> is_candidate(structure.variable_count());
        for (State const& state : choice_.states) is_candidate[state.variable] = true;
        for (StateChoice const& set : choice_.sets) {
            for (std::uint32_t const variable : set.candidates) is_candidate[variable] = true;
        }
        std::vector<RefusedWish> refused;
        for (std::uint32_t const column : graph_.wishes()) {
            if (!is_candidate[column]) refused.push_back({graph_.variable_of(column), {}, {}});
        }
        return refused;
    }

    void apply_choice() {
        DifferentialStructure const& structure = graph_.structure();
        for (std::uint32_t const column : choice_.not_as_preferred) {
            if (VarId const variable = graph_.variable_of(column)) warn_of_choice(variable);
        }
        std::vector<bool> is_state(structure.variable_count());
        for (State const& state : choice_.states) is_state[state.variable] = true;
        rewrite(is_state);
        note_choices(choice_);
        build_state_sets(system_, graph_, choice_.sets);
    }

    // If nothing has to be differentiated, every variable that the model differentiates is a state.
    void warn_of_unwanted_states() {
        DifferentialStructure const& structure = graph_.structure();
        for (std::uint32_t column = 0; column < structure.variable_count(); ++column) {
            VarId const variable = graph_.variable_of(column);
            if (!variable || structure.derivative_of_variable[column] == no_index) continue;
            Variable const& declared = system_.document.variables[variable];
            if (state_preference(exprs_, declared) == StatePreference::never) warn_of_choice(variable);
        }
    }

private:
    void warn_of_choice(VarId variable) {
        Variable const& declared = system_.document.variables[variable];
        StatePreference const preference = state_preference(exprs_, declared);
        if (preference == StatePreference::never) {
            warning_at(system_, diagnostics_, declared, unwanted_state, system_.name_of(variable));
        } else if (preference == StatePreference::always) {
            auto report = warning_at(system_, diagnostics_, declared, not_a_state, system_.name_of(variable));
            report.note({}, no_room);
        }
    }

    // All derivatives of a variable count as one unknown.
    void report_conflict() {
        DifferentialStructure const& structure = graph_.structure();
        std::vector<std::uint32_t> first_of(structure.variable_count());
        for (std::uint32_t column = 0; column < structure.variable_count(); ++column) {
            std::uint32_t first = column;
            while (graph_.base_of(first) != no_index) first = graph_.base_of(first);
            first_of[column] = first;
        }
        Incidence collapsed(structure.variable_count());
        std::vector<bool> is_used(structure.variable_count());
        for (std::uint32_t row = 0; row < structure.equation_count(); ++row) {
            std::vector<std::uint32_t> columns;
            for (std::uint32_t const column : structure.incidence.row(row)) columns.push_back(first_of[column]);
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
            collapsed.add_row(columns);
        }
        for (std::uint32_t const first : first_of) is_used[first] = graph_.is_value(first);
        Matching const matching = match_maximum(collapsed);
        report_singular({system_, "the model", collapsed, matching,
                         [this](std::uint32_t row) {
                             SystemEquation const& equation = graph_.equation(row);
                             return SingularEquation{equation.lhs, equation.rhs, equation.provenance,
                                                     equation.written_lhs, equation.written_rhs};
                         },
                         [this](std::uint32_t column) { return system_.text(graph_.leaf(column)); },
                         [this](std::uint32_t column) { return graph_.variable_of(column); },
                         [](std::uint32_t) { return false; }, [&](std::uint32_t column) { return !is_used[column]; }},
                        diagnostics_);
    }

    // ---- what the choice of states is based on ----

    ExprId partial_derivative(std::uint32_t row, std::uint32_t column) {
        SystemEquation const& equation = graph_.equation(row);
        ExprId const residual = exprs_.sub(graph_.value_of(equation.lhs), graph_.value_of(equation.rhs));
        ExprId total = exprs_.real(0);
        // v and der(x) share a column if v is the derivative of x.
        ExprId const leaf = graph_.leaf(column);
        VarId const base = graph_.base_of(column) == no_index ? VarId() : graph_.variable_of(graph_.base_of(column));
        ExprId const as_derivative = base ? exprs_.der(system_.reference(base)) : leaf;
        for (ExprId const unknown : {leaf, as_derivative}) {
            unknown_ = unknown;
            partial_.reset();
            Derivative const derivative = partial_.differentiate(residual);
            if (!derivative.has_value()) return {};
            total = exprs_.add(total, derivative.value);
            if (leaf == as_derivative) break;
        }
        return simplifier_.simplify(total);
    }

    Pivot pivot(std::uint32_t row, std::uint32_t column) {
        ExprId const entry = partial_derivative(row, column);
        if (!entry) return Pivot::may_vanish;
        switch (terms_.variation().of(entry)) {
            case Variation::literal: {
                if (!exprs_.is_number(entry)) return Pivot::may_vanish;
                double const size = std::abs(exprs_.number_value(entry));
                return size > 1e-10 && size < 1e10 ? Pivot::constant : Pivot::may_vanish;
            }
            case Variation::parameter: return system_.is_guessed_zero(entry) ? Pivot::may_vanish : Pivot::parameter;
            case Variation::varying: return Pivot::may_vanish;
        }
        return Pivot::may_vanish;
    }

    bool is_regular(std::uint32_t size, std::span<ConstraintEntry const> entries) {
        std::vector<double> matrix(std::size_t{size} * size);
        for (ConstraintEntry const& entry : entries) {
            ExprId const value = partial_derivative(entry.equation, entry.variable);
            double const number = exprs_.is_number(value) ? exprs_.number_value(value) : system_.guess(value);
            if (!std::isfinite(number)) return false;
            matrix[std::size_t{entry.row} * size + entry.column] = number;
        }
        return is_well_conditioned(size, std::move(matrix));
    }

    StatePreferences preferences() {
        StatePreferences result;
        std::vector<bool> is_reinit(system_.document.variables.size());
        for (InstantEquation const& instant : system_.instants) {
            if (instant.is_reinit) is_reinit[exprs_.referenced_variable(instant.target).index()] = true;
        }
        for (std::uint32_t column = 0; column < graph_.structure().variable_count(); ++column) {
            VarId const id = graph_.variable_of(column);
            StatePreference preference = StatePreference::standard;
            std::int32_t weight = 0;
            if (id) {
                Variable const& variable = system_.document.variables[id];
                preference = state_preference(exprs_, variable);
                // A variable that reinit sets has to be a state.
                if (is_reinit[id.index()]) preference = StatePreference::always;
                weight = variable.is_fixed(exprs_)              ? StatePreferences::wished
                         : variable.attribute(Attribute::start) ? 1
                                                                : 0;
            }
            result.of_variable.push_back(preference);
            result.weight.push_back(weight);
        }
        return result;
    }

    // ---- the equations in terms of the choice ----

    void rewrite(std::vector<bool> const& is_state) {
        DifferentialStructure const& structure = graph_.structure();
        // Make names first, because the replacement has the size of the table of variables.
        for (std::uint32_t column = 0; column < structure.variable_count(); ++column) {
            std::uint32_t const derivative = structure.derivative_of_variable[column];
            if (derivative != no_index && !is_state[column]) graph_.make_variable(derivative);
        }
        VariableReplacement replacement(exprs_, system_.document.variables);
        std::vector<SystemEquation> definitions;
        for (std::uint32_t column = 0; column < structure.variable_count(); ++column) {
            std::uint32_t const derivative = structure.derivative_of_variable[column];
            if (derivative == no_index) continue;
            VarId const name = graph_.variable_of(derivative);
            if (!name) continue;
            VarId const base = graph_.variable_of(column);
            replacement.set_derivative(base, system_.reference(name));
            if (!is_state[column]) continue;
            ExprId const der = exprs_.der(system_.reference(base));
            std::uint32_t const chain = graph_.chain_equation(derivative);
            Provenance const provenance =
                chain != no_index ? system_.equations[chain].provenance
                                  : system_.document.variables[base].provenance(ProvenanceKind::state_derivative);
            definitions.push_back({der, system_.reference(name), provenance});
        }
        drop_chain_equations();
        rewrite_system(system_, [&](ExprId expr) { return replacement.apply(expr); });
        for (SystemEquation& definition : definitions) system_.equations.push_back(std::move(definition));
    }

    // Marks them by an empty left side, because the numbers of the others are still in use.
    void drop_chain_equations() {
        for (std::uint32_t const equation : graph_.chain_equations()) {
            system_.equations[equation].lhs = exprs_.real(0);
            system_.equations[equation].rhs = exprs_.real(0);
            system_.equations[equation].is_dropped = true;
        }
    }

    void note_choices(DummyDerivatives const& choice) {
        static constexpr std::array reasons = {
            "its equation can be solved for it: the factor is a number",
            "its equation can be solved for it: the factor is a parameter",
            "with others it has a constant regular matrix",
            "with others it has a matrix of parameters, regular by their values",
            "nothing else is left to solve for",
            "the user wishes so",
        };
        for (State const& state : choice.states) {
            if (state.reason == StateReason::unconstrained) continue;
            system_.document.static_choices.push_back(
                {graph_.variable_of(state.variable), {}, "the constraints are solved for others at all times"});
        }
        for (DummyDerivative const& dummy : choice.dummies) {
            std::uint32_t const base = graph_.base_of(dummy.variable);
            if (base == no_index) continue;
            system_.dependent_variables.push_back({graph_.variable_of(base),
                                                   graph_.equation(dummy.equation).provenance.source,
                                                   reasons[static_cast<std::size_t>(dummy.reason)]});
        }
    }

    System& system_;
    ExprStore& exprs_;
    Diagnostics& diagnostics_;
    DifferentialGraph graph_;
    LinearTerms terms_;
    Simplifier& simplifier_;
    ExprId unknown_;
    Differentiator partial_;
    Jumps jumps_;
    PantelidesResult result_;
    DummyDerivatives choice_;
};

void remove_dropped(System& system) {
    std::erase_if(system.equations, [](SystemEquation const& equation) { return equation.is_dropped; });
}

void warn_of_refused(System& system, std::vector<RefusedWish> const& refused, Diagnostics& diagnostics) {
    std::vector<bool> is_named(system.document.variables.size());
    for (RefusedWish const& wish : refused) {
        Variable const& variable = system.document.variables[wish.variable];
        if (state_preference(system.exprs(), variable) != StatePreference::always) continue;
        if (is_named[wish.variable.index()]) continue;
        is_named[wish.variable.index()] = true;
        auto report = warning_at(system, diagnostics, variable, not_a_state, system.name_of(wish.variable));
        if (!wish.reason.empty()) {
            report.note(wish.source, "this equation would have to be differentiated, and {}", wish.reason);
        } else {
            report.note({}, no_room);
        }
    }
}

}  // namespace

bool reduce_index(System& system, PassOptions const& options, Diagnostics& diagnostics) {
    std::size_t const equation_count = system.equations.size();
    std::size_t const variable_count = system.document.variables.size();
    bool const is_overdetermined = options.formulation == Formulation::overdetermined;
    if (is_overdetermined) system.original_equations = system.equations;
    // Grants wishes for states that no equation differentiates, where possible. Each round refuses some of them.
    RefusedWishes refused{is_overdetermined, std::vector<bool>(variable_count)};
    std::vector<RefusedWish> all_refused;
    for (;;) {
        IndexReduction reduction(system, diagnostics, refused);
        if (!reduction.is_needed()) {
            warn_of_refused(system, all_refused, diagnostics);
            reduction.warn_of_unwanted_states();
            return true;
        }
        bool const is_done = reduction.differentiate() == PantelidesResult::Status::done;
        if (!is_done && !reduction.has_wishes()) {
            reduction.report_failure();
            return false;
        }
        std::vector<RefusedWish> now;
        if (is_done) now = reduction.impossible_wishes();
        bool const is_possible = is_done && !reduction.has_failures() && now.empty();
        if (is_possible) now = reduction.choose_states();
        if (!is_possible || !now.empty()) {
            // A failure that no wish causes also occurs without wishes, and is reported then.
            if (now.empty()) refused.are_all_refused = true;
            for (RefusedWish const& wish : now) refused.is_refused[wish.variable.index()] = true;
            all_refused.insert(all_refused.end(), now.begin(), now.end());
            system.equations.resize(equation_count);
            system.truncate_variables(variable_count);
            continue;
        }
        if (is_overdetermined) system.derived_constraints = reduction.derived_constraints();
        warn_of_refused(system, all_refused, diagnostics);
        reduction.warn_of_jumps();
        reduction.apply_choice();
        remove_dropped(system);
        return true;
    }
}

}  // namespace moo
