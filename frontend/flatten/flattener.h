// The phases of flattening and what they share.
#pragma once

#include <string>
#include <unordered_set>

#include "frontend/connect/connections.h"
#include "frontend/flatten/balance.h"
#include "frontend/flatten/check_connectors.h"
#include "frontend/flatten/check_elements.h"
#include "frontend/flatten/flatten.h"
#include "frontend/state_machines/state_machines.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/expr/free_variables.h"
#include "moo/lower/lower_equation.h"

namespace moo {

class Flattener {
public:
    Flattener(Instances& instances, FlatModel& model, ElaboratorOptions const& options);

    // Takes the class through all phases. Mistakes are reported.
    void run(Node& model_class, Settings const& settings);

private:
    // ---- variables ----
    void list_components(Node& node);
    void list_component(Node& node, Component& component);
    void finish_variable(Component& component);
    void read_attributes(Component& component, Variable& variable);
    void share_attributes();
    Symbol find_varying(ExprId expr, Variability least);
    void check_variability(Variable const& variable, ExprId binding, SourceSpan span);
    void add_binding(Component& component, Variable& variable);
    void add_record_binding(Component& component);
    void add_record_equations(ExprId target, ExprId value, FlatEquation const& pattern);
    void read_annotations(Component& component, Variable& variable);
    [[nodiscard]] std::array<ExprId, attribute_count> const& type_attributes(Node& type);
    ExprId lower_attribute(Attribute which, BindingSyntax const& value, TypeId variable_type);

    // ---- equations ----
    void flatten_node(Node& node);
    struct EquationScope {
        LoweringContext& context;
        ScopeResolver& resolver;
        Symbol instance;
        // The construct around the equations, if transitions are not allowed in it: `a when-equation`.
        std::string_view inside;
    };
    void flatten_equations(EquationScope& scope, std::span<ast::EquationId const> equations,
                           std::vector<FlatEquation>& target);
    void flatten_equation(EquationScope& scope, ast::EquationId id, std::vector<FlatEquation>& target);
    void flatten_if(EquationScope& scope, ast::Equation const& equation, std::vector<FlatEquation>& target);
    [[nodiscard]] bool needs_decision(ast::Ast const& ast, std::span<ast::EquationId const> equations) const;
    void settle_ifs(std::vector<FlatEquation>& equations);
    void flatten_when(EquationScope& scope, ast::Equation const& equation, std::vector<FlatEquation>& target);
    void flatten_for(EquationScope& scope, ast::Equation const& equation, std::size_t iterator,
                     std::vector<FlatEquation>& target);
    bool keep_loop(EquationScope& scope, ast::Equation const& equation, std::size_t iterator,
                   std::vector<FlatEquation>& target);
    void add_equality(FlatEquation equation, std::vector<FlatEquation>& target);
    void read_experiment(Node& model_class);
    void collect_places(Node& root, ClassDef const& model_class);
    void declare_parts(Node& node, std::string const& path);
    GivenComponents count_given(Node& root);
    // The names of inputs of components that nothing is connected to, without subscripts.
    std::unordered_set<std::string> open_inputs();

    Instances& instances_;
    FlatModel& model_;
    Elaborator elaborator_;
    StateMachines state_machines_;
    Connections connections_;
    ExprStore& exprs_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::vector<Node*> nodes_;            // all values, the model first
    std::vector<Component*> variables_;   // all primitive components in the order of the model
    std::vector<Component*> expandable_;  // expandable connectors, except those inside others
    std::vector<Component*> records_;     // components with a value for the whole record
    std::unordered_map<Node*, std::array<ExprId, attribute_count>> type_attributes_;
    std::array<Symbol, attribute_count> attribute_symbols_{};
    ElementChecks checks_;
    ConnectorChecks connector_checks_;
    FreeVariables free_variables_;
};

}  // namespace moo
