// Which states are active at a tick: the variables and clocked equations of section 17.3.
#pragma once

#include "frontend/state_machines/machine.h"
#include "moo/model/flat_model.h"

namespace moo {

// Makes the variables when they are first needed, and their equations at the end.
//
// The names are those of StateMachineSemantics in section 17.3.4, below `_machine1`. Variables of one state are
// `_machine1.a.active` and so on. `activeState` keeps its value while the machine is not active, so that it is
// `nextState` as well; `nextReset` of the machine never becomes true there and is left out.
class MachineActivation {
public:
    MachineActivation(FlatModel& model, Interner& interner, MachineSet& set);

    // Names the machines and makes the variables that all of them have.
    void begin();
    [[nodiscard]] ExprId active(std::uint32_t state) const;
    // The state is reset at this tick: `previous(x)` of a variable declared in it is the start value of x.
    ExprId reset(std::uint32_t state);
    // ticksInState() and timeInState(). The condition of an immediate transition is evaluated before it is known which
    // state is active at this tick; it sees the ticks up to the last one, and the time that has passed since.
    enum class Sight : std::uint8_t { at_tick, before_tick };
    ExprId ticks(std::uint32_t state, Sight sight);
    ExprId time(std::uint32_t state, Sight sight);

    // Appends the equations of all variables that were needed, and lists the variables.
    void add_equations();

private:
    void name_machines();
    VarId add_variable(Machine const& machine, std::string const& name, TypeId type, bool is_shown = false);
    VarId add_state_variable(std::uint32_t state, char const* name, TypeId type, bool is_shown = false);
    [[nodiscard]] ExprId value(VarId variable) const;
    [[nodiscard]] ExprId previous(VarId variable) const;
    void add_equation(Machine const& machine, VarId variable, ExprId expr);

    ExprId machine_reset(Machine const& machine);
    VarId entered(std::uint32_t state);
    [[nodiscard]] ExprId machine_entered(Machine const& machine);
    void add_machine(Machine& machine);
    void add_state(std::uint32_t state);
    ExprId first_true(Machine& machine, bool is_immediate);
    ExprId guard(StateTransition const& transition);
    ExprId is_final(Machine const& machine, Sight sight);
    ExprId next_state(Machine& machine);
    ExprId resetting(Machine& machine);

    FlatModel& model_;
    ExprStore& exprs_;
    Interner& interner_;
    MachineSet& set_;
};

}  // namespace moo
