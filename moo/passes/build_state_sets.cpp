// States that are chosen while the simulation runs.
//
// A pendulum in Cartesian coordinates can use y and its velocity as states as long as it hangs to one side. When it
// passes the lowest point, x is the better choice, and at the lowest point itself y cannot be used at all, because the
// constraint cannot be solved for x' there. No fixed choice is good everywhere.
//
// Mattsson, Olsson and Elmqvist (2000, section 4) keep the equations and move the choice into data. For n candidates of
// which k are to be states, they add k new states s with a selection matrix A of zeros and ones,
//
//     s[j] = sum_i A[j,i]*x[i]        der(s[j]) = sum_i A[j,i]*x'[i]
//
// where x' are the derivatives, which are algebraic variables now. Together with the constraints, these equations
// determine all x and x' from s. To choose other states, the runtime writes other numbers into A and new values into s;
// the equations, the generated code and its Jacobian do not change. A back end needs nothing new for it.
//
// Which choice is good depends on the Jacobian of the constraints with respect to the candidates: the columns of the
// candidates that are *not* states must be regular. The document holds its entries, and the runtime compares pivots at
// points of the solution. If constraints and candidates depend on each other through other variables e, these are
// eliminated by de/dx = -(df/dx) / (df/de) from the equation f that determines e. Positions and velocities have
// separate sets. If the Jacobian of the lower level cannot be seen in its equations, that of the level above is used,
// since d f'/d x' = d f/d x.
//
// At the start a selection is needed before anything is solved; start_selection.h says which one is taken.
//
// A pendulum whose states could change but never do takes 1.03 times as long as one with given states
// (`simulation_bench`).

#include "moo/passes/build_state_sets.h"

#include <algorithm>
#include <unordered_map>

#include "moo/passes/start_selection.h"

namespace moo {

namespace {

class SetBuilder {
public:
    SetBuilder(System& system, DifferentialGraph& graph, StateChoice const& choice, std::size_t number)
        : system_(system),
          exprs_(system.exprs()),
          graph_(graph),
          choice_(choice),
          prefix_("_set" + std::to_string(number)),
          simplifier_(system.simplifier()),
          partial_(
              exprs_,
              system.differentiation(
                  [this](ExprStore& store, ExprId leaf) { return store.real(leaf == unknown_ ? 1.0 : 0.0); }, false)) {}

    StateSet run() {
        for (auto const* const list : {&choice_.candidates, &choice_.fixed}) {
            for (std::uint32_t const column : *list) set_.candidates.push_back(graph_.variable_of(column));
        }
        set_.level = graph_.order_of(choice_.candidates[0]);
        set_.reason = "the matrix of its constraints may become singular for any fixed choice";
        add_variables();
        add_equations();
        for (std::uint32_t const row : choice_.constraints) set_.constraints.push_back(residual_of(row));
        if (choice_.jacobian_of == no_index) add_jacobian();
        return std::move(set_);
    }

private:
    void add_variables() {
        for (std::uint32_t j = 0; j < choice_.state_count; ++j) {
            set_.states.push_back(add_variable(".x[" + std::to_string(j + 1) + "]", types::real));
        }
        for (std::uint32_t j = 0; j < choice_.state_count; ++j) {
            for (std::uint32_t i = 0; i < set_.candidates.size(); ++i) {
                std::string const name = ".A[" + std::to_string(j + 1) + "," + std::to_string(i + 1) + "]";
                VarId const entry = add_variable(name, types::integer);
                Variable& variable = system_.document.variables[entry];
                variable.variability = Variability::discrete;
                variable.attributes[static_cast<std::size_t>(Attribute::start)] = exprs_.integer(0);
                set_.selection.push_back(entry);
                system_.set_elsewhere(entry);
            }
        }
    }

    // Hidden, because users who look at results are not interested in it.
    VarId add_variable(std::string const& name, TypeId type) {
        VarId const added = system_.add_variable(prefix_ + name, type, set_.candidates[0]);
        system_.document.variables[added].is_protected = true;
        system_.document.variables[added].hide_result = true;
        return added;
    }

    void add_equations() {
        Provenance const provenance =
            system_.document.variables[set_.candidates[0]].provenance(ProvenanceKind::set_state);
        for (std::uint32_t j = 0; j < choice_.state_count; ++j) {
            ExprId value;
            ExprId derivative;
            for (std::uint32_t i = 0; i < set_.candidates.size(); ++i) {
                ExprId const factor = system_.reference(set_.selection[j * set_.candidates.size() + i]);
                ExprId const moving = system_.reference(graph_.variable_of(derivative_column(i)));
                ExprId const term = exprs_.mul(factor, system_.reference(set_.candidates[i]));
                ExprId const moving_term = exprs_.mul(factor, moving);
                value = value ? exprs_.add(value, term) : term;
                derivative = derivative ? exprs_.add(derivative, moving_term) : moving_term;
            }
            ExprId const state = system_.reference(set_.states[j]);
            system_.equations.push_back({state, value, provenance});
            system_.equations.push_back({exprs_.der(state), derivative, provenance});
        }
    }

    [[nodiscard]] std::uint32_t derivative_column(std::uint32_t candidate) {
        std::uint32_t const column = candidate < choice_.candidates.size()
                                         ? choice_.candidates[candidate]
                                         : choice_.fixed[candidate - choice_.candidates.size()];
        return graph_.structure().derivative_of_variable[column];
    }

    ExprId derivative_by(ExprId residual, VarId variable) {
        unknown_ = system_.reference(variable);
        partial_.reset();
        Derivative const derivative = partial_.differentiate(residual);
        return derivative.has_value() ? simplifier_.simplify(derivative.value) : ExprId();
    }

    ExprId residual_of(std::uint32_t row) {
        SystemEquation const& equation = graph_.equation(row);
        return exprs_.sub(equation.lhs, equation.rhs);
    }

    // The derivative of an equation with respect to a candidate, directly and through the eliminated variables e, each
    // of which has an equation f with de/dx = -(df/dx) / (df/de).
    ExprId total_derivative(std::uint32_t row, VarId candidate) {
        ExprId const residual = residual_of(row);
        ExprId total = derivative_by(residual, candidate);
        for (auto const& [variable, equation] : choice_.eliminated) {
            auto const known = by_candidate_.find(variable);
            if (known == by_candidate_.end() || !total) continue;
            ExprId const by_eliminated = derivative_by(residual, graph_.variable_of(variable));
            if (!by_eliminated) return {};
            total = exprs_.add(total, exprs_.mul(by_eliminated, known->second));
        }
        return total ? simplifier_.simplify(total) : total;
    }

    void add_jacobian() {
        for (std::uint32_t column = 0; column < set_.candidates.size(); ++column) {
            eliminate_by(set_.candidates[column]);
            for (std::uint32_t row = 0; row < choice_.constraints.size(); ++row) {
                ExprId const entry = total_derivative(choice_.constraints[row], set_.candidates[column]);
                if (entry && !exprs_.is_zero(entry))
                    set_.jacobian.push_back({row, column, entry, EntryKind::dependent});
            }
        }
        std::sort(set_.jacobian.begin(), set_.jacobian.end(), [](JacobianEntry const& a, JacobianEntry const& b) {
            return a.row != b.row ? a.row < b.row : a.column < b.column;
        });
    }

    void eliminate_by(VarId candidate) {
        by_candidate_.clear();
        for (auto const& [variable, equation] : choice_.eliminated) {
            ExprId const by_itself = derivative_by(residual_of(equation), graph_.variable_of(variable));
            ExprId const total = total_derivative(equation, candidate);
            if (!by_itself || !total || exprs_.is_zero(total)) continue;
            by_candidate_[variable] = simplifier_.simplify(exprs_.neg(exprs_.div(total, by_itself)));
        }
    }

    System& system_;
    ExprStore& exprs_;
    DifferentialGraph& graph_;
    StateChoice const& choice_;
    std::string prefix_;
    Simplifier& simplifier_;
    ExprId unknown_;
    Differentiator partial_;
    StateSet set_;
    std::unordered_map<std::uint32_t, ExprId> by_candidate_;  // d(eliminated variable)/d(current candidate)
};

// The Jacobian of the set one or more orders above, restricted to the rows and columns that remain.
std::vector<JacobianEntry> inherited_jacobian(std::span<StateChoice const> choices, StateChoice const& choice,
                                              StateSet const& above) {
    // Both lists keep their order from level to level; entries without an integral are at the end or are dropped.
    StateChoice const& from = choices[choice.jacobian_of];
    std::vector<JacobianEntry> result;
    bool const is_same_shape =
        from.candidates.size() == choice.candidates.size() && from.constraints.size() == choice.constraints.size();
    if (is_same_shape) result = above.jacobian;
    return result;
}

}  // namespace

void build_state_sets(System& system, DifferentialGraph& graph, std::span<StateChoice const> choices) {
    auto& sets = system.document.state_sets;
    for (StateChoice const& choice : choices) {
        StateSet set = SetBuilder(system, graph, choice, sets.size() + 1).run();
        if (choice.jacobian_of != no_index)
            set.jacobian = inherited_jacobian(choices, choice, sets[choice.jacobian_of]);
        select_at_start(system, set);
        sets.push_back(std::move(set));
    }
}

}  // namespace moo
