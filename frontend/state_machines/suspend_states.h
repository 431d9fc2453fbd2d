// A state does nothing while it is not active: its variables keep their values (Modelica 3.6, section 17.3.3).
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "frontend/state_machines/activation.h"
#include "frontend/typecheck/elaborator.h"
#include "moo/expr/substitute.h"

namespace moo {

// The innermost state of each instance that is in one, by the path of the instance.
using StateByInstance = std::unordered_map<Symbol, std::uint32_t>;

// Where an equation solves for a variable `x` of its state it becomes `x = if active then … else previous(x)`. All
// others together become one if-equation, whose other branch keeps the variables that are left. So each state needs as
// many equations as it has variables.
class SuspendStates {
public:
    SuspendStates(Elaborator& elaborator, MachineSet& set, MachineActivation& activation, StateByInstance const& states)
        : e_(elaborator),
          model_(elaborator.model),
          exprs_(elaborator.exprs),
          set_(set),
          activation_(activation),
          states_(states),
          resets_(elaborator.exprs) {}

    // previous(x) of a variable of a state is its start value when the state starts anew (section 17.3.2), and that of
    // an outer output is that of the inner variable. In all equations, algorithms and conditions of the model.
    void replace_previous();
    // Takes the equations of states out of the model, and puts them back so that they hold while their state is active.
    void take_equations();
    void add_equations();

private:
    struct Suspended {
        FlatEquation equation;
        ExprId clock;  // of the clocked when-equation around it, if any
    };
    struct Body {
        std::vector<Suspended> equations;
        std::vector<VarId> variables;  // that the equations and algorithms must determine
    };

    [[nodiscard]] std::uint32_t state_of(Symbol instance) const;
    [[nodiscard]] ExprId start_of(ExprId reference);
    void replace(FlatEquation& equation);
    void replace(std::vector<FlatStatement>& statements);

    void collect_variables();
    [[nodiscard]] bool is_own_input(Component& component, std::uint32_t state) const;
    void collect_equations();
    void take(FlatEquation equation, std::uint32_t state, ExprId clock);
    bool check_clocked(FlatEquation const& equation, std::uint32_t state);
    bool check_clocked(std::vector<FlatStatement> const& statements, std::uint32_t state);
    void suspend_algorithms();
    void check_balance(std::uint32_t state);
    void suspend(std::uint32_t state);
    bool solve(FlatEquation& equation, std::unordered_set<VarId>& open) const;
    void suspend_together(std::uint32_t state, std::vector<Suspended>& items, std::unordered_set<VarId> const& open);
    void add(FlatEquation equation, ExprId clock);
    [[nodiscard]] std::string_view name_of(std::uint32_t state) const;

    Elaborator& e_;
    FlatModel& model_;
    ExprStore& exprs_;
    MachineSet& set_;
    MachineActivation& activation_;
    StateByInstance const& states_;
    Substitution resets_;
    bool has_resets_ = false;
    std::vector<Body> bodies_;  // by state
};

}  // namespace moo
