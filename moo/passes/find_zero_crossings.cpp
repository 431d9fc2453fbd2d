// Where does a step of the integrator have to end?
//
// An integrator assumes that the right-hand side is smooth within a step. `if h > 0 then 0 else -k*h` is not smooth at
// h = 0, so the step has to end there. The runtime needs a list of functions to watch, with a zero where a relation
// changes its value, and it should be as short as possible: each is evaluated in every step.
//
// Every relation between numbers outside of `noEvent` is a candidate, and becomes a function such as `h - 0` that is
// positive where the relation holds. It is listed only if it can change between events, that is, if something in it
// moves. A relation between parameters and discrete variables cannot. Relations in the values of when-clauses are
// computed only at events, and cause none. Equal relations are one expression in the store, so each is listed once.
//
// Some relations need no watching. `time >= T` changes at a time that is known in advance if T is constant until the
// next event. Such a crossing is solved for time here and listed with that time: the integrator can step to it exactly
// instead of searching for it.
//
// Each crossing lists the equations of riEq that mention it, and each when-condition those that it activates, so that a
// back end may evaluate only what an event affects (Larsson and Fritzson, section 6). Like the equations of Eq,
// crossings have their partial derivatives with respect to known variables, from the same walk (partial_derivatives.h).
// FMI requires the dependencies, and the direction in which a crossing moves follows by the chain rule.

#include "moo/passes/find_zero_crossings.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/expr/moving_references.h"
#include "moo/expr/simplify.h"
#include "moo/expr/solve.h"
#include "moo/passes/event_relations.h"
#include "moo/passes/partial_derivatives.h"

namespace moo {

namespace {

class CrossingSearch {
public:
    explicit CrossingSearch(System& system)
        : system_(system),
          exprs_(system.exprs()),
          document_(system.document),
          walk_(system.exprs()),
          relations_(system.exprs()),
          partial_(system),
          moving_(system.exprs()) {}

    void run() {
        auto const& equations = document_.reinitialization.equations;
        for (std::uint32_t i = 0; i < equations.size(); ++i) {
            // An instant equation is computed at events only: its relations cause none.
            if (equations[i].form != EquationForm::instant)
                add_relations(equations[i].value, {i}, equations[i].provenance.source);
        }
        for (std::size_t i = 0; i < document_.when_conditions.size(); ++i) {
            WhenCondition const& when = document_.when_conditions[i];
            add_relations(when.condition, when.equations, system_.condition_places[i]);
        }
        for (ZeroCrossing& crossing : document_.zero_crossings) {
            sort_unique(crossing.equations);
            if (crossing.kind == RelationKind::state) add_partials(crossing);
        }
        find_triggers();
    }

private:
    static void sort_unique(std::vector<std::uint32_t>& numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }

    void add_relations(ExprId root, std::vector<std::uint32_t> const& touched, SourceSpan source) {
        for (ExprId const relation : relations_.of(root)) {
            if (can_change_between_events(system_, walk_, relation)) add_crossing(relation, touched, source);
        }
    }

    // Constant between events.
    [[nodiscard]] bool is_known(VariableUse use) const {
        return use.occurrence == Occurrence::previous || system_.is_discrete(use.variable) ||
               document_.variables[use.variable].is_parameter();
    }

    bool mentions_time(ExprId expr) { return walk_.contains(expr, exprs_.time()); }

    void add_crossing(ExprId relation, std::vector<std::uint32_t> const& touched, SourceSpan source) {
        auto const [known, is_new] = indices_.try_emplace(relation, document_.zero_crossings.size());
        if (is_new) {
            ExprId const time = event_time(relation);
            RelationKind const kind = time ? RelationKind::time : RelationKind::state;
            document_.zero_crossings.push_back({crossing_function(relation), relation, {}, kind, time, source});
        }
        auto& equations = document_.zero_crossings[known->second].equations;
        equations.insert(equations.end(), touched.begin(), touched.end());
    }

    // The time at which a relation changes, if it compares time with something that is constant between events; else
    // none.
    ExprId event_time(ExprId relation) {
        if (!mentions_time(relation)) return {};
        for (VariableUse const& use : walk_.uses(relation)) {
            if (!is_known(use)) return {};
        }
        auto const is_parameter = [](VarId) { return true; };
        Solution const solution =
            solve_for(exprs_, exprs_.operand(relation, 0), exprs_.operand(relation, 1), exprs_.time(), is_parameter);
        bool const is_safe = solution.is_linear && !solution.divisor && !solution.condition;
        return solution.has_value() && is_safe ? simplify(exprs_, solution.solution) : ExprId();
    }

    // Positive where the relation holds.
    ExprId crossing_function(ExprId relation) {
        ExprId const a = exprs_.operand(relation, 0);
        ExprId const b = exprs_.operand(relation, 1);
        ExprKind const kind = exprs_.kind(relation);
        bool const is_less = kind == ExprKind::less || kind == ExprKind::less_equal;
        return is_less ? exprs_.sub(b, a) : exprs_.sub(a, b);
    }

    // The partial derivatives with respect to everything that changes between events. Zero derivatives are listed too,
    // because a missing entry means that there is no formula.
    void add_partials(ZeroCrossing& crossing) {
        std::unordered_set<ExprId> is_listed;
        for (auto const& [by, entry] : partial_.of(crossing.function)) {
            is_listed.insert(by);
            if (entry && !is_known(walk_.uses(by)[0])) {
                crossing.known.push_back({by, entry, partial_.kind_of(entry)});
            }
        }
        if (!partial_.left_out()) return;
        for (ExprId const reference : moving_.of(crossing.function)) {
            if (is_listed.contains(reference) || is_known(walk_.uses(reference)[0])) continue;
            crossing.known.push_back({reference, exprs_.real(0), EntryKind::constant});
        }
    }

    // Finds the instant equations that a discrete variable can trigger because their conditions contain it.
    void find_triggers() {
        std::unordered_map<VarId, std::vector<std::uint32_t>> touched;
        for (WhenCondition const& when : document_.when_conditions) {
            for (VariableUse const& use : walk_.uses(when.condition)) {
                auto& equations = touched[use.variable];
                equations.insert(equations.end(), when.equations.begin(), when.equations.end());
            }
        }
        auto const& equations = document_.reinitialization.equations;
        for (std::uint32_t i = 0; i < equations.size(); ++i) {
            VarId const variable = exprs_.referenced_variable(equations[i].target);
            bool const is_boolean = exprs_.kind(equations[i].target) == ExprKind::variable &&
                                    exprs_.type(equations[i].target) == types::boolean;
            auto const found = touched.find(variable);
            if (!is_boolean || found == touched.end()) continue;
            sort_unique(found->second);
            document_.triggers.push_back({i, found->second});
        }
    }

    System& system_;
    ExprStore& exprs_;
    Document& document_;
    FreeVariables walk_;
    EventRelations relations_;
    PartialDerivatives partial_;
    MovingReferences moving_;
    std::unordered_map<ExprId, std::size_t> indices_;
};

}  // namespace

bool find_zero_crossings(System& system, PassOptions const&, Diagnostics&) {
    CrossingSearch(system).run();
    return true;
}

}  // namespace moo
