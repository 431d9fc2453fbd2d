// When-clauses as equations.
//
//     when c then a = x; elsewhen d then a = y; end when
//
// A when-clause is active at the moment at which its condition becomes true. What it assigns has to be sorted together
// with all other equations, since others may need `a` in the same event. Treating the clause as a whole, as a small
// program, would make everything in it depend on everything else in it, and would find loops where there are none.
//
// So each variable gets one equation of its own, an instant equation with a list of conditions. It is active if one of
// them becomes true, and its value has to say which one it was:
//
//     a = if edge(c) then x else y       when c or d
//
// The last branch needs no condition: if the equation is active, one of the conditions is true. The language requires
// that all branches assign the same variables. `edge` needs a variable that has a past, so a condition that is not a
// variable gets a generated one with an equation of its own. Equal conditions share one.
//
// At the start a clause is active if it has `initial()` among its conditions. If the value depends on that, it contains
// `initial()`, which becomes `true` or `false` when the sets are built.
//
// `reinit`, assertions and `terminate` are not values. They have lists of their own with the same conditions
// (add_reinits.h, expansion.h). There an earlier branch has to be excluded explicitly, so entries of later branches get
// `not edge(c)` as a guard.

#include "moo/passes/expand_when.h"

#include <algorithm>

#include "moo/passes/add_reinits.h"

namespace moo {

namespace {

constexpr Message<> instant_target{DiagnosticKind::UnsupportedConstruct,
                                   "the left side of an equation in a when-clause is not a variable"};
constexpr Message<> nested{DiagnosticKind::UnsupportedConstruct,
                           "for- and when-equations inside a when-clause are not supported"};
struct Assignment {
    ExprId target;
    ExprId value;
    SourceSpan source;
};

// The assignments of a body, in order.
class Assignments {
public:
    // The first assignment of a target counts.
    void add(Assignment const& assignment) {
        if (places_.try_emplace(assignment.target, items_.size()).second) items_.push_back(assignment);
    }
    [[nodiscard]] ExprId value(ExprId target) const {
        auto const found = places_.find(target);
        return found == places_.end() ? ExprId() : items_[found->second].value;
    }
    [[nodiscard]] std::vector<Assignment> const& items() const { return items_; }

private:
    std::vector<Assignment> items_;
    std::unordered_map<ExprId, std::size_t> places_;
};

class WhenExpansion {
public:
    WhenExpansion(Expansion& expansion, FlatEquation const& when)
        : expansion_(expansion), exprs_(expansion.exprs()), when_(when) {}

    void run() {
        expansion_.instance = when_.instance;
        for (FlatBranch const& branch : when_.branches) {
            activations_.push_back(expansion_.activation(branch.condition, when_.source));
        }
        std::vector<Assignments> bodies;
        ExprId others;  // true if no branch with priority is active
        for (std::size_t i = 0; i < when_.branches.size(); ++i) {
            at_ = i;
            bodies.push_back(body(when_.branches[i].body, others));
            if (needs_guard(i + 1)) others = expansion_.both(others, exprs_.logical_not(active(activations_[i])));
        }
        add_instants(bodies);
        add_reinits(expansion_, reinits_);
    }

private:
    // True also at the start for a branch with `initial()`.
    ExprId active(Activation const& activation) {
        ExprId const rises = expansion_.rises(activation);
        bool any_initial = false;
        for (Activation const& one : activations_) any_initial = any_initial || one.at_initial;
        if (!any_initial) return rises;
        ExprId const initial = exprs_.builtin(Builtin::initial, {});
        return activation.at_initial ? exprs_.logical_or(initial, rises)
                                     : exprs_.logical_and(exprs_.logical_not(initial), rises);
    }

    // Whether entries of this branch or a later one have conditions of their own. Values distinguish the branches
    // themselves.
    [[nodiscard]] bool needs_guard(std::size_t first) const {
        std::vector<FlatEquation const*> stack;
        auto const push = [&](FlatBranch const& branch) {
            for (FlatEquation const& equation : branch.body) stack.push_back(&equation);
        };
        for (std::size_t i = first; i < when_.branches.size(); ++i) push(when_.branches[i]);
        while (!stack.empty()) {
            FlatEquation const& equation = *stack.back();
            stack.pop_back();
            if (equation.kind != FlatEquationKind::equality && equation.kind != FlatEquationKind::if_) return true;
            for (FlatBranch const& branch : equation.branches) push(branch);
        }
        return false;
    }

    // Recursive: as deep as equations nest, which the parser limits.
    Assignments body(std::vector<FlatEquation> const& equations, ExprId guard) {
        Assignments assignments;
        Reach const reach{guard, &activations_[at_], Section::model};
        for (FlatEquation const& equation : equations) {
            switch (equation.kind) {
                case FlatEquationKind::equality:
                    if (exprs_.kind(equation.a) != ExprKind::variable) {
                        expansion_.fail(equation.source, instant_target);
                    } else {
                        assignments.add({equation.a, equation.b, equation.source});
                    }
                    break;
                case FlatEquationKind::reinit:
                    reinits_.push_back({equation.a, equation.b, guard, &activations_[at_],
                                        expansion_.provenance(ProvenanceKind::reinit, equation.source)});
                    break;
                case FlatEquationKind::assertion:
                    expansion_.add_assertion(equation.a, equation.b, equation.c, reach, equation.source);
                    break;
                case FlatEquationKind::terminate: expansion_.add_terminate(equation.a, reach, equation.source); break;
                case FlatEquationKind::call: expansion_.add_call(equation.a, reach, equation.source); break;
                case FlatEquationKind::if_: merge(equation, guard, assignments); break;
                case FlatEquationKind::when:
                case FlatEquationKind::for_: expansion_.fail(equation.source, nested); break;
            }
        }
        return assignments;
    }

    // A variable that a branch does not assign keeps its value.
    void merge(FlatEquation const& equation, ExprId guard, Assignments& assignments) {
        std::vector<Assignments> bodies;
        ExprId others = guard;
        for (FlatBranch const& branch : equation.branches) {
            bodies.push_back(body(branch.body, branch.condition ? expansion_.both(others, branch.condition) : others));
            if (branch.condition) others = expansion_.both(others, exprs_.logical_not(branch.condition));
        }
        Assignments merged;
        for (Assignments const& one : bodies) {
            for (Assignment const& assignment : one.items()) merged.add(assignment);
        }
        for (Assignment assignment : merged.items()) {
            ExprId value = exprs_.pre(assignment.target);
            for (std::size_t i = bodies.size(); i-- > 0;) {
                ExprId const given = bodies[i].value(assignment.target);
                ExprId const chosen = given ? given : exprs_.pre(assignment.target);
                ExprId const condition = equation.branches[i].condition;
                value = condition ? exprs_.if_else(condition, chosen, value) : chosen;
            }
            assignment.value = value;
            assignments.add(assignment);
        }
    }

    void add_instants(std::vector<Assignments> const& bodies) {
        Assignments all;
        for (Assignments const& one : bodies) {
            for (Assignment const& assignment : one.items()) all.add(assignment);
        }
        for (Assignment const& assignment : all.items()) {
            InstantEquation instant{assignment.target,
                                    {},
                                    {},
                                    false,
                                    false,
                                    expansion_.provenance(ProvenanceKind::when_equation, assignment.source)};
            std::vector<ExprId> chosen;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                ExprId const given = bodies[i].value(assignment.target);
                chosen.push_back(given ? given : exprs_.pre(assignment.target));
                if (given) instant.at_initial = instant.at_initial || activations_[i].at_initial;
            }
            instant.value = choice(chosen);
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                if (!bodies[i].value(assignment.target)) continue;
                add_indices(expansion_.condition_indices(activations_[i]), instant.conditions);
            }
            expansion_.add_instant(std::move(instant));
        }
    }

    // The value of the first branch that is active. The last branches need no condition as far as their values agree,
    // because one of them is active.
    ExprId choice(std::vector<ExprId> const& values) {
        std::size_t asked = values.size() - 1;
        while (asked > 0 && values[asked - 1] == values.back()) --asked;
        std::vector<ExprId> conditions;
        for (std::size_t i = 0; i < asked; ++i) conditions.push_back(active(activations_[i]));
        ExprId value = values.back();
        for (std::size_t i = asked; i-- > 0;) value = exprs_.if_else(conditions[i], values[i], value);
        return value;
    }

    static void add_indices(std::vector<std::uint32_t> const& more, std::vector<std::uint32_t>& all) {
        for (std::uint32_t const index : more) {
            if (std::find(all.begin(), all.end(), index) == all.end()) all.push_back(index);
        }
    }

    Expansion& expansion_;
    ExprStore& exprs_;
    FlatEquation const& when_;
    std::vector<Activation> activations_;  // of the branches
    std::size_t at_ = 0;                   // the current branch
    std::vector<Reinit> reinits_;
};

}  // namespace

void expand_when(Expansion& expansion, FlatEquation const& when) { WhenExpansion(expansion, when).run(); }

}  // namespace moo
