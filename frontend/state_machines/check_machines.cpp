// Rules that a state machine as a whole must obey (Modelica 3.6, section 17.1).
#include <algorithm>
#include <map>
#include <unordered_set>

#include "frontend/state_machines/state_machines.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::int64_t> same_priority{
    DiagnosticKind::StateMachine, "another transition from `{}` also has the priority {}"};
constexpr Message<std::string_view, std::string_view> unreachable{
    DiagnosticKind::StateMachine, "the state `{}` cannot be reached from the initial state `{}`"};

constexpr Message<std::string_view, std::string_view> needs_active_state{
    DiagnosticKind::StateMachine,
    "the condition of an immediate transition from `{}` needs `{}`, which depends on the active state"};

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

// Whether the machine, or one in its states, decides about the value of a variable at this tick.
bool StateMachines::depends_on(Component const& component, Machine const& machine) const {
    auto const is_below = [&](std::uint32_t state) {
        for (; state != no_state; state = set_.parent_of(state)) {
            if (&set_.machine_of(state) == &machine) return true;
        }
        return false;
    };
    if (auto const merge = merge_of_.find(&component); merge != merge_of_.end()) {
        auto const& contributions = merges_[merge->second].contributions;
        return std::any_of(contributions.begin(), contributions.end(),
                           [&](Contribution const& contribution) { return is_below(contribution.state); });
    }
    // The inputs of a state come from outside.
    return component.causality != ast::Causality::input && is_below(state_of(component.parent));
}

// The first variable below an expression whose value at this tick waits for the machine; none if there is none.
VarId StateMachines::find_loop(ExprId expr, Machine const& machine) const {
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const top = stack.back();
        stack.pop_back();
        if (e_.exprs.is_builtin(top, Builtin::previous) || !seen.insert(top).second) continue;
        if (e_.exprs.kind(top) == ExprKind::variable) {
            VarId const variable = e_.exprs.variable_of(top);
            Component const* const component = e_.components.component_of(variable);
            if (component != nullptr && depends_on(*component, machine)) return variable;
        }
        for (ExprId const operand : e_.exprs.operands(top)) stack.push_back(operand);
    }
    return {};
}

// An immediate transition decides about the active state, so its condition cannot wait for it. This sees only what the
// condition mentions itself; longer loops show when the equations are sorted.
void StateMachines::check_conditions() {
    for (Machine const& machine : set_.machines) {
        for (StateTransition const& transition : machine.transitions) {
            if (!transition.is_immediate || !transition.condition) continue;
            VarId const variable = find_loop(transition.condition, machine);
            if (!variable) continue;
            e_.diagnostics
                .warning(transition.source, needs_active_state, name_of(transition.from),
                         e_.interner.text(e_.model.variables[variable].name))
                .note({}, "write `immediate = false`, or `previous(…)` in the condition");
        }
    }
}

}  // namespace moo
