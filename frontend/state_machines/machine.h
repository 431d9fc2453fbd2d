// A state machine as plain data (Modelica 3.6, chapter 17).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/instantiate/node.h"
#include "moo/lower/lower_expression.h"

namespace moo {

inline constexpr std::uint32_t no_state = 0xffffffffu;
inline constexpr std::uint32_t no_machine = 0xffffffffu;

// An instance that transitions lead to or come from.
struct MachineState {
    Node* node = nullptr;
    std::uint32_t machine = no_machine;
    std::int64_t number = 0;              // in its machine; the initial state is 1
    std::vector<std::uint32_t> machines;  // that are directly in it
    SourceSpan source;                    // where it is first named

    // Generated for the flat model; all except the first only if something needs them.
    VarId active;
    VarId reset;         // is reset at this tick
    VarId next_reset;    // has to be reset when it becomes active
    VarId entered;       // becomes active at this tick, or again by a transition
    VarId ticks;         // ticksInState()
    VarId entered_time;  // for timeInState()
};

struct StateTransition {
    std::uint32_t from = no_state;
    std::uint32_t to = no_state;
    bool is_immediate = true;
    bool resets = true;
    bool synchronizes = false;
    std::int64_t priority = 1;
    // The condition as it is written, with the iterators of the loops around it, and lowered.
    ast::Ast const* ast = nullptr;
    ast::ExprId syntax;
    Node* scope = nullptr;
    std::vector<BoundIterator> iterators;
    ExprId condition;
    SourceSpan source;
};

// States that transitions couple.
struct Machine {
    std::string name;                          // `_machine1`
    std::uint32_t parent = no_state;           // the state that it is in
    Symbol instance;                           // that holds the states
    std::vector<std::uint32_t> states;         // by number; the initial state is the first
    std::vector<StateTransition> transitions;  // the most urgent, of the smallest priority, last
    SourceSpan source;                         // initialState(…)

    // Generated for the flat model.
    VarId selected_state;
    VarId immediate;
    VarId delayed;
    VarId fired;
    VarId active_state;
    VarId active_reset;
    VarId time;
};

struct MachineSet {
    std::vector<MachineState> states;
    std::vector<Machine> machines;

    [[nodiscard]] Machine const& machine_of(std::uint32_t state) const { return machines[states[state].machine]; }
    // The state around the machine of a state; none at the top.
    [[nodiscard]] std::uint32_t parent_of(std::uint32_t state) const { return machine_of(state).parent; }
    [[nodiscard]] bool is_initial(std::uint32_t state) const { return states[state].number == 1; }
};

}  // namespace moo
