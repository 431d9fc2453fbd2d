// Components as variables of the flat model and as values of expressions, and what they are bound to.
#pragma once

#include <unordered_set>
#include <vector>

#include "frontend/typecheck/elaboration_context.h"
#include "moo/lower/lower_expression.h"

namespace moo {

class ComponentValues : private ElaborationContext {
public:
    ComponentValues(Elaborator& elaborator, ElaborationContext const& context)
        : ElaborationContext(context), e_(elaborator) {}

    VarId variable_of(Component& component);
    // Null for a variable that no component declares: one of those that state machines are made of.
    [[nodiscard]] Component* component_of(VarId variable) const {
        return variable.index() < components_.size() ? components_[variable.index()] : nullptr;
    }

    // The component as a whole: a variable, a record value, an array of these. None after a report.
    ExprId whole(LoweringContext& context, Component& component, SourceSpan span);
    ExprId record_value(LoweringContext& context, Node& node, SourceSpan span);

    // The declared or modified value; none if there is none, or after a report.
    ExprId binding_of(Component& component);
    [[nodiscard]] bool has_binding(Component& component);
    // A value as it is written. None after a report.
    ExprId lower(BindingSyntax const& binding);
    // The value of a record component that is built from the defaults of its fields; none if one has no default.
    ExprId record_default(Component& component);

private:
    ExprId lower_binding(BindingSyntax const& binding, Component const& component);
    bool check_split(BindingSyntax const& binding, ExprId value);
    ExprId apply_index(ExprId value, IndexPath const* index);

    Elaborator& e_;
    std::vector<Component*> components_;              // by VarId
    std::unordered_set<std::uint64_t> wrong_splits_;  // reported already
};

}  // namespace moo
