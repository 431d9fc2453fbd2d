#include "frontend/typecheck/component_values.h"

#include "frontend/resolve/class_messages.h"
#include "frontend/typecheck/elaborator.h"
#include "frontend/typecheck/nest_elements.h"
#include "moo/expr/value_expr.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> no_value{DiagnosticKind::NotAValue,
                                                               "`{}` is of the {}, which has no value of its own"};

}  // namespace

VarId ComponentValues::variable_of(Component& component) {
    if (component.variable) return component.variable;
    Variable variable;
    variable.name = instances.path_of(component);
    variable.type = e_.types.type_of(component);
    variable.variability = component.variability;
    variable.instance = instances.path_of(*component.parent);
    variable.is_package_constant = !component.parent->is_in_model;
    variable.is_protected = component.is_protected;
    variable.is_final = component.is_final;
    variable.source = component.span();
    variable.description =
        interner.intern(component.ast->description_text((*component.ast)[component.syntax].comment.description));
    if (variable.is_package_constant) variable.variability = Variability::constant;
    component.variable = model.variables.add(std::move(variable));
    components_.resize(model.variables.size(), nullptr);
    components_[component.variable.index()] = &component;
    return component.variable;
}

ExprId ComponentValues::whole(LoweringContext& context, Component& component, SourceSpan span) {
    if (component.primitive == Primitive::none) {
        std::vector<ExprId> elements;
        for (Node* const node : instances.components.values_of(component)) {
            elements.push_back(record_value(context, *node, span));
            if (!elements.back()) return {};
        }
        if (elements.empty() && component.dims.empty()) return {};
        return nest(exprs, elements, component.dims);
    }
    if (component.parent->is_in_model) return exprs.variable(variable_of(component), e_.types.type_of(component));
    if (component.parent->is_function()) return exprs.iterator(component.name, e_.types.type_of(component));
    // A constant of a package: small values stand for themselves, others are declared once beside the model.
    if (component.variability != Variability::constant && !component.parent->has_record_binding &&
        component.parent->component == nullptr && component.variability != Variability::parameter) {
        diagnostics.error(span, class_messages::needs_constant, interner.text(component.name),
                          interner.text(instances.path_of(*component.parent)));
        return {};
    }
    constexpr std::size_t most_inline = 8;
    Value const value = e_.values.value_of(component);
    bool const is_small = !value.is_array() || value.elements().size() <= most_inline;
    if (value.has_value() && is_small) {
        if (ExprId const literal = value_to_expr(exprs, value, e_.types.type_of(component))) return literal;
    }
    return exprs.variable(variable_of(component), e_.types.type_of(component));
}

ExprId ComponentValues::record_value(LoweringContext& context, Node& node, SourceSpan span) {
    if (!node.is_record() && !(node.is_connector() && node.component != nullptr)) {
        std::string const kind =
            std::string(class_kind_text(node.kind)) + " " + std::string(interner.text(e_.types.record_name(node)));
        diagnostics.error(span, no_value, interner.text(instances.path_of(node)), kind);
        return {};
    }
    std::vector<ExprId> fields;
    std::vector<RecordField> field_types;
    bool is_good = true;
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class() || !is_good) return;
        Component* const component = instances.components.component_of(element);
        ExprId const value =
            component != nullptr && !component->is_disabled ? whole(context, *component, span) : ExprId();
        is_good = value.has_value();
        if (!is_good) return;
        fields.push_back(value);
        field_types.push_back({component->name, exprs.type(value)});
    });
    if (!is_good) return {};
    TypeId const type = e_.types.record_type(e_.types.record_name(node), node, field_types);
    return exprs.record(type, fields);
}

// The value of a record component that is built from the defaults of its fields; none if one has no default.
ExprId ComponentValues::record_default(Component& component) {
    std::vector<Node*> const& values = instances.components.values_of(component);
    if (values.empty() || !values[0]->is_record()) return {};
    std::vector<ExprId> fields;
    bool is_complete = true;
    instances.for_each_element(*values[0], [&](Element& element) {
        if (element.def->is_class() || !is_complete) return;
        Component* const field = instances.components.component_of(element);
        ExprId value = field != nullptr ? binding_of(*field) : ExprId();
        if (!value && field != nullptr && field->primitive == Primitive::none) value = record_default(*field);
        is_complete = value.has_value();
        fields.push_back(value);
    });
    return is_complete ? exprs.record(e_.types.type_of(component), fields) : ExprId();
}

}  // namespace moo
