// Rules that a state machine as a whole must obey (Modelica 3.6, section 17.1).
#include <map>

#include "frontend/state_machines/state_machines.h"

namespace moo {

namespace {

using enum DiagnosticKind;

constexpr Message<std::string_view, std::int64_t> same_priority{
    StateMachine, "another transition from `{}` has the priority {} as well"};
constexpr Message<std::string_view, std::string_view> unreachable{
    StateMachine, "the state `{}` cannot be reached from the initial state `{}`"};

}  // namespace

void StateMachines::check_machine(Machine const& machine) {
    check_priorities(machine);
    check_reachable(machine);
}

// Transitions of equal priority are in the order of the source.
void StateMachines::check_priorities(Machine const& machine) {
    std::map<std::pair<std::uint32_t, std::int64_t>, SourceSpan> seen;
    for (StateTransition const& transition : machine.transitions) {
        auto const [first, is_new] = seen.try_emplace({transition.from, transition.priority}, transition.source);
        if (is_new) continue;
        e_.diagnostics.error(transition.source, same_priority, name_of(transition.from), transition.priority)
            .note(first->second, "the other transition is here");
    }
}

void StateMachines::check_reachable(Machine const& machine) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> targets;
    for (StateTransition const& transition : machine.transitions) targets[transition.from].push_back(transition.to);
    std::vector<bool> is_reached(machine.states.size() + 1, false);
    std::vector<std::uint32_t> queue{machine.states[0]};
    is_reached[1] = true;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        for (std::uint32_t const target : targets[queue[at]]) {
            auto const number = static_cast<std::size_t>(set_.states[target].number);
            if (is_reached[number]) continue;
            is_reached[number] = true;
            queue.push_back(target);
        }
    }
    for (std::uint32_t const state : machine.states) {
        if (is_reached[static_cast<std::size_t>(set_.states[state].number)]) continue;
        e_.diagnostics.warning(set_.states[state].source, unreachable, name_of(state), name_of(machine.states[0]));
    }
}

}  // namespace moo
