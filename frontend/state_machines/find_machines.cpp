// Finds the states and transitions of a model and puts them together to machines.
#include <algorithm>
#include <array>

#include "frontend/state_machines/state_machines.h"
#include "moo/base/disjoint_sets.h"
#include "moo/lower/place_arguments.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_an_instance{DiagnosticKind::StateMachine,
                                                    "`{}` is not a block, so it cannot be a state"};
constexpr Message<std::string_view, std::string_view> wrong_class{
    DiagnosticKind::StateMachine, "`{}` is of the {}; only blocks and models can be states"};
constexpr Message<std::string_view> several_instances{DiagnosticKind::StateMachine,
                                                      "`{}` names several instances; a state is a single instance"};
constexpr Message<std::string_view> subscript_varies{
    DiagnosticKind::NotEvaluable, "the subscripts of the state `{}` are not known during translation"};
constexpr Message<std::string_view> disabled_state{DiagnosticKind::ComponentDisabled,
                                                   "`{}` is used as a state, but its condition is false"};
constexpr Message<std::string_view, std::string_view> levels_differ{
    DiagnosticKind::StateMachine,
    "`{}` and `{}` are not components of the same instance; a transition cannot leave its level"};
constexpr Message<std::int64_t> low_priority{DiagnosticKind::StateMachine,
                                             "the priority of the transition is {}; the minimum is 1"};
constexpr Message<std::string_view> no_initial_state{DiagnosticKind::StateMachine,
                                                     "the state machine of `{}` has no initial state"};
constexpr Message<std::string_view, std::string_view> two_initial_states{
    DiagnosticKind::StateMachine, "the state machine of `{}` has another initial state, `{}`"};
constexpr Message<std::string_view> initial_state_twice{DiagnosticKind::StateMachine,
                                                        "`{}` is declared as the initial state a second time"};
constexpr Message<std::string_view, std::string_view> misplaced{DiagnosticKind::StateMachine, "`{}` is used inside {}"};

constexpr std::array<std::string_view, 7> transition_parameters{"from",  "to",          "condition", "immediate",
                                                                "reset", "synchronize", "priority"};
constexpr std::array<std::string_view, 1> initial_state_parameters{"state"};
constexpr CallForm transition_form{"transition", 3, transition_parameters};
constexpr CallForm initial_state_form{"initialState", 1, initial_state_parameters};

}  // namespace

StateMachines::StateMachines(Elaborator& elaborator)
    : e_(elaborator), activation_(elaborator.model, elaborator.interner, set_) {}

void StateMachines::find(std::vector<Node*> const& nodes) {
    // Most models have no state machines; then these names do not occur.
    if (e_.interner.find("transition") || e_.interner.find("initialState")) {
        walk_structure(e_, nodes, *this);
        build_machines();
        find_outputs(nodes);
    }
    e_.add_answers(*this);
}

bool StateMachines::concerns(ast::Ast const& ast, ast::Equation const& equation) const {
    if (equation.kind != ast::EquationKind::expression) return false;
    ast::ExprId const call = ast.strip(equation.lhs);
    if (ast[call].kind != ast::ExprKind::call) return false;
    auto const callee = ast.simple_callee(call);
    if (!callee) return false;
    std::string_view const name = e_.interner.text(*callee);
    return name == transition_form.name || name == initial_state_form.name;
}

void StateMachines::visit(StructureScope& scope, ast::Equation const& equation) {
    ast::Ast const& ast = scope.context.ast;
    ast::ExprId const call = ast.strip(equation.lhs);
    // A function of that name is the user's.
    if (scope.resolver.find_callee(scope.context, ast.callee(call)).has_value()) return;
    bool const is_transition = e_.interner.text(*ast.simple_callee(call)) == transition_form.name;
    is_transition ? add_transition(scope, equation) : add_initial_state(scope, equation);
}

bool StateMachines::is_definition(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation,
                                  std::string_view inside) {
    if (!concerns(context.ast, equation)) return false;
    ast::ExprId const call = context.ast.strip(equation.lhs);
    if (resolver.find_callee(context, context.ast.callee(call)).has_value()) return false;
    if (!inside.empty()) {
        e_.diagnostics.error(equation.span, misplaced, e_.interner.text(*context.ast.simple_callee(call)), inside);
    }
    return true;
}

Node* StateMachines::find_instance(LoweringContext& context, ScopeResolver& resolver, ast::ExprId reference) {
    ast::Ast const& ast = context.ast;
    SourceSpan const span = ast[reference].span;
    std::string const text = print(ast, e_.interner, reference);
    if (ast[ast.strip(reference)].kind != ast::ExprKind::reference) {
        e_.diagnostics.error(span, not_an_instance, text);
        return nullptr;
    }
    std::size_t const errors = e_.diagnostics.error_count();
    auto const selection = resolver.select(context, reference);
    if (!selection) {
        // A subscript that has no value is silent, since a loop may have to be unrolled first.
        bool const is_silent = e_.diagnostics.error_count() == errors && !e_.needs_unrolling;
        if (is_silent) e_.diagnostics.error(span, subscript_varies, text);
        return nullptr;
    }
    if (selection->is_disabled) {
        e_.diagnostics.error(span, disabled_state, text);
    } else if (selection->nodes.size() != 1 || !selection->dims.empty()) {
        e_.diagnostics.error(span, several_instances, text);
    } else if (Node* const node = selection->nodes[0]; node == nullptr) {
        e_.diagnostics.error(span, not_an_instance, text);
    } else if (node->kind != ast::ClassKind::block && node->kind != ast::ClassKind::model &&
               node->kind != ast::ClassKind::class_) {
        std::string const kind = std::string(class_kind_text(node->kind)) + " " +
                                 std::string(e_.interner.text(e_.instances.path_of(*selection->components[0]->type)));
        e_.diagnostics.error(span, wrong_class, text, kind);
    } else {
        return node;
    }
    return nullptr;
}

std::uint32_t StateMachines::find_state(StructureScope& scope, ast::ExprId reference) {
    Node* const node = find_instance(scope.context, scope.resolver, reference);
    if (node == nullptr) return no_state;
    auto const [found, is_new] = states_.try_emplace(node, static_cast<std::uint32_t>(set_.states.size()));
    if (is_new) {
        e_.instances.path_of(*node);
        set_.states.emplace_back().node = node;
        set_.states.back().source = scope.context.ast[reference].span;
    }
    return found->second;
}

// An argument of parameter variability: its value decides about the equations of the machine.
template <class Read>
bool StateMachines::read_option(StructureScope& scope, ast::ExprId value, TypeId type, Read const& read) {
    if (!value) return true;
    ExprId const lowered = lower_expression_as(scope.context, value, type);
    if (!lowered) return false;
    Value const known =
        e_.values.evaluate_or_report(lowered, scope.context.ast[value].span, "this argument of `transition`");
    if (!known.has_value()) return false;
    read(known);
    return true;
}

void StateMachines::add_transition(StructureScope& scope, ast::Equation const& equation) {
    ast::Ast const& ast = scope.context.ast;
    auto const arguments = place_arguments(scope.context, ast.strip(equation.lhs), transition_form, equation.span);
    if (!arguments) return;
    StateTransition transition;
    transition.from = find_state(scope, (*arguments)[0]);
    transition.to = find_state(scope, (*arguments)[1]);
    transition.ast = &ast;
    transition.syntax = (*arguments)[2];
    transition.scope = scope.resolver.scope();
    transition.iterators = scope.context.iterators;
    transition.source = equation.span;
    bool is_good = transition.from != no_state && transition.to != no_state;
    auto const read_flag = [&](std::size_t argument, bool& flag) {
        auto const read = [&](Value const& value) { flag = value.as_boolean(); };
        is_good = read_option(scope, (*arguments)[argument], types::boolean, read) && is_good;
    };
    read_flag(3, transition.is_immediate);
    read_flag(4, transition.resets);
    read_flag(5, transition.synchronizes);
    auto const read_priority = [&](Value const& value) { transition.priority = value.as_integer(); };
    is_good = read_option(scope, (*arguments)[6], types::integer, read_priority) && is_good;
    if (transition.priority < 1) {
        e_.diagnostics.error(ast[(*arguments)[6]].span, low_priority, transition.priority);
        return;
    }
    if (!is_good) return;
    if (set_.states[transition.from].node->holder != set_.states[transition.to].node->holder) {
        e_.diagnostics.error(equation.span, levels_differ, name_of(transition.from), name_of(transition.to));
        return;
    }
    transitions_.push_back(std::move(transition));
}

void StateMachines::add_initial_state(StructureScope& scope, ast::Equation const& equation) {
    ast::ExprId const call = scope.context.ast.strip(equation.lhs);
    auto const arguments = place_arguments(scope.context, call, initial_state_form, equation.span);
    if (!arguments) return;
    std::uint32_t const state = find_state(scope, (*arguments)[0]);
    if (state != no_state) initial_states_.push_back({state, equation.span});
}

std::string_view StateMachines::name_of(std::uint32_t state) {
    return e_.interner.text(e_.instances.path_of(*set_.states[state].node));
}

std::uint32_t StateMachines::state_of(Node* node) const {
    for (; node != nullptr; node = node->holder) {
        if (auto const found = states_.find(node); found != states_.end()) return found->second;
    }
    return no_state;
}

// States that transitions couple form one machine; machines are in the order in which their states are first named.
void StateMachines::build_machines() {
    DisjointSets coupled(static_cast<std::uint32_t>(set_.states.size()));
    for (StateTransition const& transition : transitions_) coupled.join(transition.from, transition.to);
    std::vector<std::uint32_t> machine_of_set(set_.states.size(), no_machine);
    for (std::uint32_t state = 0; state < set_.states.size(); ++state) {
        std::uint32_t& machine = machine_of_set[coupled.find(state)];
        if (machine == no_machine) {
            machine = static_cast<std::uint32_t>(set_.machines.size());
            set_.machines.emplace_back();
        }
        set_.states[state].machine = machine;
        set_.machines[machine].states.push_back(state);
    }
    std::vector<InitialState const*> initial(set_.machines.size(), nullptr);
    for (InitialState const& given : initial_states_) {
        InitialState const*& first = initial[set_.states[given.state].machine];
        if (first == nullptr) {
            first = &given;
            continue;
        }
        auto report =
            given.state == first->state
                ? e_.diagnostics.error(given.source, initial_state_twice, name_of(given.state))
                : e_.diagnostics.error(given.source, two_initial_states, name_of(given.state), name_of(first->state));
        report.note(first->source, "the first one is here");
    }
    for (StateTransition& transition : transitions_) {
        set_.machines[set_.states[transition.from].machine].transitions.push_back(std::move(transition));
    }
    transitions_.clear();
    for (std::uint32_t i = 0; i < set_.machines.size(); ++i) {
        Machine& machine = set_.machines[i];
        Node* const holder = set_.states[machine.states[0]].node->holder;
        machine.instance = e_.instances.path_of(*holder);
        machine.parent = state_of(holder);
        if (machine.parent != no_state) set_.states[machine.parent].machines.push_back(i);
        if (initial[i] == nullptr) {
            std::string_view const name = name_of(machine.states[0]);
            e_.diagnostics.error(set_.states[machine.states[0]].source, no_initial_state, name)
                .note({}, "declare one of its states with `initialState(…)`");
            continue;
        }
        machine.source = initial[i]->source;
        order_states(machine, initial[i]->state);
        check_machine(machine);
    }
    activation_.begin();
}

// The initial state is the first, and the most urgent transition the last.
void StateMachines::order_states(Machine& machine, std::uint32_t initial) {
    std::stable_partition(machine.states.begin(), machine.states.end(),
                          [&](std::uint32_t state) { return state == initial; });
    for (std::size_t i = 0; i < machine.states.size(); ++i) {
        set_.states[machine.states[i]].number = static_cast<std::int64_t>(i + 1);
    }
    std::stable_sort(machine.transitions.begin(), machine.transitions.end(),
                     [](StateTransition const& a, StateTransition const& b) { return a.priority > b.priority; });
}

}  // namespace moo
