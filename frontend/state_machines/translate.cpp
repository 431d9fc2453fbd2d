// From states and transitions to clocked equations.
#include "frontend/state_machines/state_machines.h"
#include "frontend/state_machines/suspend_states.h"

namespace moo {

void StateMachines::translate(std::vector<Node*> const& nodes) {
    if (set_.machines.empty()) return;
    lower_conditions();
    check_conditions();
    if (e_.diagnostics.has_errors()) return;
    add_merges();
    StateByInstance states;
    for (Node* const node : nodes) {
        if (std::uint32_t const state = state_of(node); state != no_state) {
            states.emplace(e_.instances.path_of(*node), state);
        }
    }
    SuspendStates suspension(e_, set_, activation_, states);
    suspension.replace_previous();
    suspension.take_equations();
    if (e_.diagnostics.has_errors()) return;
    activation_.add_equations();
    suspension.add_equations();
}

}  // namespace moo
