// State machines of a model: finds and checks them, answers questions about states, and turns them into clocked
// equations (Modelica 3.6, chapter 17). docs/state_machines.md describes all steps.
#pragma once

#include <unordered_map>

#include "frontend/state_machines/activation.h"
#include "frontend/typecheck/scope_resolver.h"
#include "frontend/typecheck/structure_walk.h"

namespace moo {

class StateMachines : public StructureAnswers, private StructureVisitor {
public:
    explicit StateMachines(Elaborator& elaborator);

    // Finds the machines in all values of the model. From then on calls about states are answered.
    void find(std::vector<Node*> const& nodes);
    // Outer outputs of states that `find` has made variables of their own; they are not listed yet.
    [[nodiscard]] std::vector<Component*> const& outputs() const { return outputs_; }
    // Whether all variables are outputs of different states of one machine, so that at most one of them counts.
    [[nodiscard]] bool are_alternatives(std::vector<Component*> const& variables);
    // For such an output: whether its state is active.
    [[nodiscard]] ExprId is_active_for(Component& output);
    // Whether the equation is one of the operators that define machines. Reports it if it is inside something where
    // `find` has not looked: `a when-equation`.
    bool is_definition(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation,
                       std::string_view inside);
    // Lowers the conditions of transitions, then turns the equations of states into equations that hold while their
    // state is active, and adds those of the machines.
    void translate(std::vector<Node*> const& nodes);

    std::optional<ExprId> call(LoweringContext& context, Node* scope, ast::ExprId call) override;
    [[nodiscard]] bool concerns(ast::Ast const& ast, ast::Equation const& equation) const override;

private:
    // ---- find_machines.cpp ----
    void visit(StructureScope& scope, ast::Equation const& equation) override;
    [[nodiscard]] std::string_view noun() const override { return "a transition"; }
    void add_transition(StructureScope& scope, ast::Equation const& equation);
    void add_initial_state(StructureScope& scope, ast::Equation const& equation);
    // The instance that an argument names, none after a report.
    Node* find_instance(LoweringContext& context, ScopeResolver& resolver, ast::ExprId reference);
    // The same as a state; it becomes one if it is not a state yet.
    std::uint32_t find_state(StructureScope& scope, ast::ExprId reference);
    template <class Read>
    bool read_option(StructureScope& scope, ast::ExprId value, TypeId type, Read const& read);
    void build_machines();
    void order_states(Machine& machine, std::uint32_t initial);
    // The innermost state that the instance is in or is itself.
    [[nodiscard]] std::uint32_t state_of(Node* node) const;
    [[nodiscard]] std::string_view name_of(std::uint32_t state);

    // ---- check_machines.cpp ----
    void check_machine(Machine const& machine);
    void check_priorities(Machine const& machine);
    void check_reachable(Machine const& machine);
    void check_conditions();
    [[nodiscard]] VarId find_loop(ExprId expr, Machine const& machine) const;
    [[nodiscard]] bool depends_on(Component const& component, Machine const& machine) const;

    // ---- outer_outputs.cpp ----
    // An outer output of a state and the inner component that takes its value while the state is active.
    struct Contribution {
        Component* component = nullptr;
        std::uint32_t state = no_state;
    };
    struct Merge {
        Component* inner = nullptr;
        std::vector<Contribution> contributions;
    };
    void find_outputs(std::vector<Node*> const& nodes);
    void check_merge(Merge const& merge);
    [[nodiscard]] bool is_assigned_first(Component const& inner) const;
    [[nodiscard]] std::uint32_t top_machine(Merge const& merge) const;
    void add_merges();
    void add_merge(Component& inner, std::vector<Contribution> const& contributions);

    // ---- state_calls.cpp ----
    ExprId active_state(LoweringContext& context, ScopeResolver& resolver, ast::ExprId call);
    ExprId duration(LoweringContext& context, Node* scope, ast::ExprId call, bool is_time);

    void lower_conditions();

    Elaborator& e_;
    MachineSet set_;
    MachineActivation activation_;
    std::unordered_map<Node*, std::uint32_t> states_;
    std::vector<StateTransition> transitions_;  // until they are those of machines
    struct InitialState {
        std::uint32_t state;
        SourceSpan source;
    };
    std::vector<InitialState> initial_states_;
    std::vector<Merge> merges_;
    std::unordered_map<Component const*, std::size_t> merge_of_;  // by the inner component
    std::vector<Component*> outputs_;
    StateTransition const* condition_of_ = nullptr;  // whose condition is lowered now
};

}  // namespace moo
