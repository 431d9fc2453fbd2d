#include "frontend/state_machines/activation.h"

namespace moo {

MachineActivation::MachineActivation(FlatModel& model, Interner& interner, MachineSet& set)
    : model_(model), exprs_(model.exprs), interner_(interner), set_(set) {}

// ---- variables ----

void MachineActivation::begin() {
    name_machines();
    for (Machine& machine : set_.machines) {
        machine.active_state = add_variable(machine, "activeState", types::integer, true);
        std::string numbers;
        for (std::uint32_t const state : machine.states) {
            numbers += numbers.empty() ? "" : ", ";
            numbers += std::to_string(set_.states[state].number) + ": ";
            numbers += interner_.text(set_.states[state].node->path);
            set_.states[state].active = add_state_variable(state, "active", types::boolean, true);
        }
        model_.variables[machine.active_state].description = interner_.intern(numbers);
    }
}

// `_machine1` and so on, except names that are already used.
void MachineActivation::name_machines() {
    int number = 0;
    for (Machine& machine : set_.machines) {
        do {
            machine.name = "_machine" + std::to_string(++number);
        } while (interner_.find(machine.name));
    }
}

VarId MachineActivation::add_variable(Machine const& machine, std::string const& name, TypeId type, bool is_shown) {
    Variable variable;
    variable.name = interner_.intern(machine.name + "." + name);
    variable.type = type;
    variable.variability = Variability::discrete;
    variable.instance = machine.instance;
    variable.source = machine.source;
    variable.hide_result = !is_shown;
    return model_.variables.add(std::move(variable));
}

VarId MachineActivation::add_state_variable(std::uint32_t state, char const* name, TypeId type, bool is_shown) {
    Machine const& machine = set_.machine_of(state);
    // All states of a machine are components of one instance, so the end of the path distinguishes them.
    std::string_view path = interner_.text(set_.states[state].node->path);
    std::string_view const above = machine.instance ? interner_.text(machine.instance) : std::string_view();
    if (!above.empty()) path.remove_prefix(above.size() + 1);
    return add_variable(machine, std::string(path) + "." + name, type, is_shown);
}

ExprId MachineActivation::value(VarId variable) const {
    return exprs_.variable(variable, model_.variables[variable].type);
}

// The variable begins with the value that it has where nothing else is said: 0 or false.
ExprId MachineActivation::previous(VarId variable) const {
    Variable& declared = model_.variables[variable];
    ExprId& start = declared.attributes[static_cast<std::size_t>(Attribute::start)];
    if (declared.type == types::boolean) {
        start = exprs_.boolean(false);
    } else {
        start = declared.type == types::integer ? exprs_.integer(0) : exprs_.real(0.0);
    }
    return exprs_.builtin(Builtin::previous, {value(variable)});
}

ExprId MachineActivation::active(std::uint32_t state) const { return value(set_.states[state].active); }

ExprId MachineActivation::reset(std::uint32_t state) {
    MachineState& asked = set_.states[state];
    if (!asked.reset) {
        asked.reset = add_state_variable(state, "reset", types::boolean);
        asked.next_reset = add_state_variable(state, "nextReset", types::boolean);
        Machine& machine = set_.machines[asked.machine];
        if (!machine.active_reset) machine.active_reset = add_variable(machine, "activeReset", types::boolean);
    }
    return value(asked.reset);
}

// The depth of the recursion is that of nested states, which the depth of instances limits.
VarId MachineActivation::entered(std::uint32_t state) {
    MachineState& asked = set_.states[state];
    if (!asked.entered) {
        asked.entered = add_state_variable(state, "entered", types::boolean);
        if (std::uint32_t const parent = set_.parent_of(state); parent != no_state) entered(parent);
    }
    return asked.entered;
}

ExprId MachineActivation::ticks(std::uint32_t state, Sight sight) {
    MachineState& asked = set_.states[state];
    if (!asked.ticks) {
        asked.ticks = add_state_variable(state, "ticksInState", types::integer, true);
        entered(state);
    }
    return sight == Sight::at_tick ? value(asked.ticks) : previous(asked.ticks);
}

ExprId MachineActivation::time(std::uint32_t state, Sight sight) {
    MachineState& asked = set_.states[state];
    Machine& machine = set_.machines[asked.machine];
    if (!machine.time) machine.time = add_variable(machine, "time", types::real);
    if (!asked.entered_time) {
        asked.entered_time = add_state_variable(state, "enteredTime", types::real);
        entered(state);
    }
    ExprId const since = sight == Sight::at_tick ? value(asked.entered_time) : previous(asked.entered_time);
    return exprs_.sub(value(machine.time), since);
}

// ---- equations ----

void MachineActivation::add_equation(Machine const& machine, VarId variable, ExprId expr) {
    FlatEquation equation;
    equation.origin = ProvenanceKind::state_machine;
    equation.a = value(variable);
    equation.b = expr;
    equation.source = machine.source;
    equation.instance = machine.instance;
    model_.equations.push_back(std::move(equation));
    model_.listing.push_back(variable);
}

void MachineActivation::add_equations() {
    // A machine starts anew with the state around it.
    for (Machine const& machine : set_.machines) machine_reset(machine);
    for (Machine& machine : set_.machines) {
        add_machine(machine);
        for (std::uint32_t const state : machine.states) add_state(state);
    }
}

ExprId MachineActivation::machine_reset(Machine const& machine) {
    return machine.parent == no_state ? exprs_.builtin(Builtin::first_tick, {}) : reset(machine.parent);
}

// The machine is active for the first time, or again after a transition to the state around it.
ExprId MachineActivation::machine_entered(Machine const& machine) {
    return machine.parent == no_state ? exprs_.builtin(Builtin::first_tick, {})
                                      : value(set_.states[machine.parent].entered);
}

void MachineActivation::add_machine(Machine& machine) {
    bool has_immediate = false;
    bool has_delayed = false;
    for (StateTransition const& transition : machine.transitions) {
        (transition.is_immediate ? has_immediate : has_delayed) = true;
    }
    if (machine.time) add_equation(machine, machine.time, exprs_.builtin(Builtin::sample, {exprs_.time()}));
    machine.selected_state = add_variable(machine, "selectedState", types::integer);
    add_equation(machine, machine.selected_state,
                 exprs_.if_else(machine_reset(machine), exprs_.integer(1), previous(machine.active_state)));
    ExprId fired;
    if (has_immediate) fired = first_true(machine, true);
    if (has_immediate && has_delayed) {
        machine.immediate = add_variable(machine, "immediate", types::integer);
        add_equation(machine, machine.immediate, fired);
        fired = value(machine.immediate);
    }
    if (has_delayed) {
        machine.delayed = add_variable(machine, "delayed", types::integer);
        add_equation(machine, machine.delayed, first_true(machine, false));
        ExprId const delayed = previous(machine.delayed);
        fired = has_immediate ? exprs_.builtin(Builtin::max, {delayed, fired}) : delayed;
    }
    if (fired) {
        machine.fired = add_variable(machine, "fired", types::integer);
        add_equation(machine, machine.fired, fired);
    }
    add_equation(machine, machine.active_state, next_state(machine));
    if (machine.active_reset) add_equation(machine, machine.active_reset, resetting(machine));
}

// The number of the most urgent transition of this sort that leaves its state and whose condition is true, or 0.
ExprId MachineActivation::first_true(Machine& machine, bool is_immediate) {
    ExprId const from = value(is_immediate ? machine.selected_state : machine.active_state);
    ExprId result = exprs_.integer(0);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i) {
        StateTransition const& transition = machine.transitions[i];
        if (transition.is_immediate != is_immediate) continue;
        ExprId const number = exprs_.integer(set_.states[transition.from].number);
        ExprId const leaves = exprs_.binary(ExprKind::equal, from, number);
        result = exprs_.if_else(exprs_.logical_and(leaves, guard(transition)),
                                exprs_.integer(static_cast<std::int64_t>(i + 1)), result);
    }
    return result;
}

// The condition; if the transition synchronizes, also that all machines in its state have reached final states.
ExprId MachineActivation::guard(StateTransition const& transition) {
    ExprId result = transition.condition;
    if (!transition.synchronizes) return result;
    Sight const sight = transition.is_immediate ? Sight::before_tick : Sight::at_tick;
    std::vector<std::uint32_t> const& inner = set_.states[transition.from].machines;
    for (std::size_t i = inner.size(); i-- > 0;) {
        result = exprs_.logical_and(is_final(set_.machines[inner[i]], sight), result);
    }
    return result;
}

// stateMachineInFinalState: the machine is in a state that no transition leaves.
ExprId MachineActivation::is_final(Machine const& machine, Sight sight) {
    std::vector<bool> is_left(machine.states.size() + 1, false);
    for (StateTransition const& transition : machine.transitions) {
        is_left[static_cast<std::size_t>(set_.states[transition.from].number)] = true;
    }
    ExprId const state = sight == Sight::at_tick ? value(machine.active_state) : previous(machine.active_state);
    ExprId result = exprs_.boolean(false);
    for (std::size_t number = 1; number < is_left.size(); ++number) {
        if (is_left[number]) continue;
        ExprId const is_there =
            exprs_.binary(ExprKind::equal, state, exprs_.integer(static_cast<std::int64_t>(number)));
        result = exprs_.logical_or(result, is_there);
    }
    return result;
}

ExprId MachineActivation::next_state(Machine& machine) {
    ExprId result = value(machine.selected_state);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i) {
        ExprId const number = exprs_.integer(static_cast<std::int64_t>(i + 1));
        ExprId const fires = exprs_.binary(ExprKind::equal, value(machine.fired), number);
        std::int64_t const target = set_.states[machine.transitions[i].to].number;
        result = exprs_.if_else(fires, exprs_.integer(target), result);
    }
    if (!machine.transitions.empty()) {
        // selectedState is 1 if the machine is reset; no transition counts then.
        result = exprs_.if_else(machine_reset(machine), exprs_.integer(1), result);
    }
    if (machine.parent == no_state) return result;
    return exprs_.if_else(active(machine.parent), result, previous(machine.active_state));
}

// The active state starts anew, because its machine does or by the transition that fires.
ExprId MachineActivation::resetting(Machine& machine) {
    ExprId result = machine_reset(machine);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i) {
        if (!machine.transitions[i].resets) continue;
        ExprId const number = exprs_.integer(static_cast<std::int64_t>(i + 1));
        result = exprs_.logical_or(result, exprs_.binary(ExprKind::equal, value(machine.fired), number));
    }
    return result;
}

void MachineActivation::add_state(std::uint32_t index) {
    MachineState const& state = set_.states[index];
    Machine const& machine = set_.machines[state.machine];
    ExprId const is_active = value(state.active);
    ExprId chosen = exprs_.binary(ExprKind::equal, value(machine.active_state), exprs_.integer(state.number));
    if (machine.parent != no_state) chosen = exprs_.logical_and(active(machine.parent), chosen);
    add_equation(machine, state.active, chosen);
    if (state.reset) {
        ExprId const waiting = previous(state.next_reset);
        ExprId const is_due = exprs_.logical_or(value(machine.active_reset), waiting);
        add_equation(machine, state.reset, exprs_.logical_and(is_active, is_due));
        // While the machine is not active it is not reset either, so this stays as it is then.
        ExprId const is_waiting = exprs_.logical_or(machine_reset(machine), waiting);
        add_equation(machine, state.next_reset, exprs_.logical_and(exprs_.logical_not(is_active), is_waiting));
    }
    if (state.entered) {
        ExprId is_new = machine_entered(machine);
        if (machine.fired) {
            ExprId const fires = exprs_.binary(ExprKind::greater, value(machine.fired), exprs_.integer(0));
            is_new = exprs_.logical_or(is_new, fires);
        }
        add_equation(machine, state.entered, exprs_.logical_and(is_active, is_new));
    }
    if (state.ticks) {
        ExprId const before = previous(state.ticks);
        ExprId const more = exprs_.if_else(is_active, exprs_.add(before, exprs_.integer(1)), before);
        add_equation(machine, state.ticks, exprs_.if_else(value(state.entered), exprs_.integer(1), more));
    }
    if (state.entered_time) {
        add_equation(machine, state.entered_time,
                     exprs_.if_else(value(state.entered), value(machine.time), previous(state.entered_time)));
    }
}

}  // namespace moo
