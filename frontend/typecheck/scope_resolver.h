// What names mean: references, calls and subscripts as they are seen from one place of the instance tree.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "frontend/typecheck/elaborator.h"

namespace moo {

// Names as they are seen from one node.
class ScopeResolver : public NameResolver {
public:
    ScopeResolver(Elaborator& elaborator, Node* scope, FunctionEntry* function = nullptr)
        : e_(elaborator), scope_(scope), entry_(function) {}

    ExprId resolve(LoweringContext& context, ast::ExprId reference) override;
    std::vector<FunctionSignature const*> functions(LoweringContext& context, ast::ExprId callee) override;
    std::optional<ExprId> special_call(LoweringContext& context, ast::ExprId call) override;
    std::vector<FunctionSignature const*> operator_functions(LoweringContext& context, TypeId record,
                                                             std::string_view operator_name) override;
    Value evaluate(LoweringContext& context, ExprId expr) override;
    Symbol string_argument(LoweringContext& context, Symbol text) override;
    bool exchange_unrolling(bool needed) override { return std::exchange(e_.needs_unrolling, needed); }

    [[nodiscard]] std::size_t evaluation_count() const override { return e_.values.evaluation_count(); }
    void forget_evaluations(std::size_t count) override { e_.values.take_evaluations(count); }
    void check_names(LoweringContext& context, ast::ExprId expr) override;
    [[nodiscard]] bool compares_reals() const override { return scope_->is_function(); }

    [[nodiscard]] Node* scope() const { return scope_; }
    // Reports names in what is not taken that are declared nowhere.
    void check_names(LoweringContext& context, std::span<ast::EquationId const> equations);
    // The class or component that a call's name stands for; nothing without a report if there is none.
    Found find_callee(LoweringContext& context, ast::ExprId callee);
    // The values that a reference to components selects, row by row, with the sizes of the selection; nullopt after a
    // report. For connectors and other components that are no values of expressions.
    struct Selection {
        std::vector<Component*> components;  // the primitive component, or the one whose value `nodes` has
        std::vector<Node*> nodes;            // null for a primitive component
        std::vector<std::int64_t> dims;
        // Subscripts of a primitive component, lowered; the selection is then one component.
        std::vector<ast::ExprId> subscripts;
        bool is_disabled = false;
    };
    // What the selection met in expandable connectors.
    struct Trace {
        std::vector<Component*> members;  // elements of expandable connectors on the way
        // These have no element for part `part` of the name; the selection ends there without a report.
        std::vector<Node*> owners;
        std::size_t part = 0;
        // The elements are there, but their sizes follow from the subscripts that are used.
        std::vector<Component*> existing;
    };
    std::optional<Selection> select(LoweringContext& context, ast::ExprId reference, Trace* trace = nullptr);

private:
    friend class NameCheck;
    struct Cursor {
        std::span<ast::ReferencePart const> parts;
        ast::ExprId reference;
    };
    Found find_first(LoweringContext& context, ast::ExprId reference);
    ExprId resolve_class(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next);
    ExprId resolve_component(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    ExprId resolve_in_node(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next);
    ExprId resolve_local(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    ExprId resolve_elements(LoweringContext& context, Cursor const& cursor, Component& component, std::size_t at);
    ExprId no_elements(Cursor const& cursor, Component& component, std::vector<std::int64_t> dims, std::size_t at);
    bool can_see(LoweringContext& context, Element const& element, ast::ReferencePart const& part, Node& node);
    ExprId type_literals(LoweringContext& context, Node& node, SourceSpan span);
    ExprId unknown(LoweringContext& context, Cursor const& cursor, std::size_t part, Node* in);
    void report_unknown_function(LoweringContext& context, ast::ExprId callee);
    void check_reference(LoweringContext& context, ast::ExprId reference, bool is_callee);
    // The chosen subscripts of each dimension, from 0; nullopt if they are not known or after a report.
    std::optional<std::vector<std::vector<std::int64_t>>> chosen(LoweringContext& context,
                                                                 std::span<ast::ExprId const> subscripts,
                                                                 Component& component, SourceSpan span);
    ExprId function_application(LoweringContext& context, ast::ExprId call, FunctionEntry& entry);
    ExprId call_function_input(LoweringContext& context, ast::ExprId call, Component& component);
    std::optional<FunctionEntry::FunctionArgument> function_argument(LoweringContext& context, Symbol input,
                                                                     ast::ExprId value, std::vector<ExprId>& captured);
    std::optional<ExprId> size_of_components(LoweringContext& context, ast::ExprId call);
    ExprId enumeration_of(LoweringContext& context, ast::ExprId call, Node& node);

    Elaborator& e_;
    Node* scope_;
    FunctionEntry* entry_;  // whose body is lowered
    bool dynamic_subscript_ = false;
};

}  // namespace moo
