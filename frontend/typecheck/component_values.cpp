// Components as values of expressions: variables, records, arrays of these.
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

ExprId Elaborator::whole(LoweringContext& context, Component& component, SourceSpan span) {
    if (component.primitive == Primitive::none) {
        std::vector<ExprId> elements;
        for (Node* const node : instances.values_of(component)) {
            elements.push_back(record_value(context, *node, span));
            if (!elements.back()) return {};
        }
        if (elements.empty() && component.dims.empty()) return {};
        return nest(exprs, elements, component.dims);
    }
    if (component.parent->is_in_model) return exprs.variable(variable_of(component), type_of(component));
    if (component.parent->is_function()) return exprs.iterator(component.name, type_of(component));
    // A constant of a package: small values are written in place, others are declared once next to the model.
    if (component.variability != Variability::constant && !component.parent->has_record_binding &&
        component.parent->component == nullptr && component.variability != Variability::parameter) {
        diagnostics.error(span, class_messages::needs_constant, interner.text(component.name),
                          interner.text(instances.path_of(*component.parent)));
        return {};
    }
    constexpr std::size_t most_inline = 8;
    Value const value = value_of(component);
    bool const is_small = !value.is_array() || value.elements().size() <= most_inline;
    if (value.has_value() && is_small) {
        if (ExprId const literal = value_to_expr(exprs, value, type_of(component))) return literal;
    }
    return exprs.variable(variable_of(component), type_of(component));
}

Node& Elaborator::record_class(Node& node) {
    Node* at = &node;
    while (at->source != nullptr && at->source->def == at->def) at = at->source;
    return *at;
}

std::string Elaborator::record_name(Node& node) { return std::string(interner.text(class_name(record_class(node)))); }

namespace {

// The model, or the top-level class, around a node.
Node const& outermost(Node& node) {
    Node* at = node.most_derived();
    while (at->holder != nullptr) at = at->holder->most_derived();
    return *at;
}

}  // namespace

Symbol Elaborator::class_name(Node& node) {
    Symbol const path = instances.path_of(node);
    if (!outermost(node).is_in_model) return path;
    if (interner.text(path).empty()) return model.name;
    return interner.intern(std::string(interner.text(model.name)) + "." + std::string(interner.text(path)));
}

std::string Elaborator::instance_name(Node& node) {
    std::string const path(interner.text(instances.path_of(node)));
    Node const& top = outermost(node);
    if (!top.is_in_model) return path;
    std::string const model_class(interner.text(top.def->name));
    return path.empty() ? model_class : model_class + "." + path;
}

ExprId Elaborator::record_value(LoweringContext& context, Node& node, SourceSpan span) {
    if (!node.is_record() && !(node.is_connector() && node.component != nullptr)) {
        std::string const kind = std::string(class_kind_text(node.kind)) + " " + record_name(node);
        diagnostics.error(span, no_value, interner.text(instances.path_of(node)), kind);
        return {};
    }
    std::vector<ExprId> fields;
    std::vector<RecordField> field_types;
    bool is_good = true;
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class() || !is_good) return;
        Component* const component = instances.component_of(element);
        ExprId const value =
            component != nullptr && !component->is_disabled ? whole(context, *component, span) : ExprId();
        is_good = value.has_value();
        if (!is_good) return;
        fields.push_back(value);
        field_types.push_back({component->name, exprs.type(value)});
    });
    if (!is_good) return {};
    TypeId const type = record_type(interner.intern(record_name(node)), field_types);
    records_.try_emplace(type, &record_class(node));
    return exprs.record(type, fields);
}

}  // namespace moo
