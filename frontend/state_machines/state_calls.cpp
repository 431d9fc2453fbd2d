// Calls about states: activeState(s), ticksInState(), timeInState().
#include <array>

#include "frontend/state_machines/state_machines.h"
#include "moo/lower/place_arguments.h"

namespace moo {

namespace {

constexpr Message<std::string_view> in_function{DiagnosticKind::StateMachine, "`{}` is used in a function"};
constexpr Message<std::string_view> not_an_equation{DiagnosticKind::StateMachine,
                                                    "`{}` can only be used as an equation of its own"};
constexpr Message<std::string_view> not_a_state{DiagnosticKind::StateMachine, "`{}` is not a state of a state machine"};
constexpr Message<std::string_view> outside_of_states{
    DiagnosticKind::StateMachine, "`{}` is used neither in a state nor in the condition of a transition"};

constexpr std::array<std::string_view, 1> active_state_parameters{"state"};
constexpr CallForm active_state_form{"activeState", 1, active_state_parameters};

}  // namespace

std::optional<ExprId> StateMachines::call(LoweringContext& context, Node* scope, ast::ExprId call) {
    auto const callee = context.ast.simple_callee(call);
    if (!callee) return std::nullopt;
    std::string_view const name = e_.interner.text(*callee);
    bool const is_definition = name == "transition" || name == "initialState";
    bool const is_duration = name == "ticksInState" || name == "timeInState";
    if (!is_definition && !is_duration && name != "activeState") return std::nullopt;
    ScopeResolver resolver(e_, scope);
    // A function of that name is the user's.
    if (resolver.find_callee(context, context.ast.callee(call)).has_value()) return std::nullopt;
    if (scope->is_function()) {
        e_.diagnostics.error(context.ast[call].span, in_function, name);
        return ExprId();
    }
    if (is_definition) {
        e_.diagnostics.error(context.ast[call].span, not_an_equation, name);
        return ExprId();
    }
    if (is_duration) return duration(context, scope, call, name == "timeInState");
    return active_state(context, resolver, call);
}

ExprId StateMachines::active_state(LoweringContext& context, ScopeResolver& resolver, ast::ExprId call) {
    auto const arguments = place_arguments(context, call, active_state_form, context.ast[call].span);
    if (!arguments) return {};
    Node* const node = find_instance(context, resolver, (*arguments)[0]);
    if (node == nullptr) return {};
    auto const found = states_.find(node);
    if (found != states_.end()) return activation_.active(found->second);
    e_.diagnostics.error(context.ast[(*arguments)[0]].span, not_a_state, e_.interner.text(e_.instances.path_of(*node)));
    return {};
}

// The state that a transition leaves, or the innermost state that contains the call.
ExprId StateMachines::duration(LoweringContext& context, Node* scope, ast::ExprId call, bool is_time) {
    CallForm const form{is_time ? "timeInState" : "ticksInState", 0, {}};
    if (!place_arguments(context, call, form, context.ast[call].span)) return {};
    std::uint32_t const state = condition_of_ != nullptr ? condition_of_->from : state_of(scope->most_derived());
    if (state == no_state) {
        e_.diagnostics.error(context.ast[call].span, outside_of_states, form.name);
        return {};
    }
    bool const is_before = condition_of_ != nullptr && condition_of_->is_immediate;
    MachineActivation::Sight const sight =
        is_before ? MachineActivation::Sight::before_tick : MachineActivation::Sight::at_tick;
    return is_time ? activation_.time(state, sight) : activation_.ticks(state, sight);
}

void StateMachines::lower_conditions() {
    for (Machine& machine : set_.machines) {
        for (StateTransition& transition : machine.transitions) {
            condition_of_ = &transition;
            ScopeResolver resolver(e_, transition.scope);
            LoweringContext context{*transition.ast, e_.interner, e_.exprs, e_.diagnostics, resolver};
            context.iterators = transition.iterators;
            transition.condition = lower_expression_as(context, transition.syntax, types::boolean);
        }
    }
    condition_of_ = nullptr;
}

}  // namespace moo
