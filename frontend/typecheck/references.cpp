// References to components and constants as expressions (Modelica 3.6, sections 5.3 and 10.5).
#include "frontend/resolve/class_messages.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/base/nearest_word.h"
#include "moo/expr/value_expr.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_name{DiagnosticKind::UnknownName, "nothing named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view> unknown_part{DiagnosticKind::UnknownName,
                                                                   "`{}` has no element named `{}`"};
constexpr Message<std::string_view> is_class{DiagnosticKind::NotAValue, "`{}` is a class, not a value"};
constexpr Message<std::string_view> disabled{DiagnosticKind::ComponentDisabled,
                                             "`{}` is used, but its condition is false"};
constexpr Message<std::string_view> conditional{
    DiagnosticKind::ComponentDisabled, "`{}` is conditional, and it is used outside of connections and modifiers"};
constexpr Message<std::string_view> absent{DiagnosticKind::ComponentDisabled,
                                           "`{}` is used, but nothing is connected to it"};

// A field of a record class itself, not of a component.
bool is_constructor_input(Component const& component) {
    Node const& record = *component.parent;
    return record.is_record() && record.component == nullptr && !record.is_in_model &&
           component.variability != Variability::constant;
}

}  // namespace

Found ScopeResolver::find_first(LoweringContext& context, ast::ExprId reference) {
    auto const parts = context.ast.reference_parts(reference);
    if (!context.ast[reference].is_global) return e_.instances.names.find_in_scope(scope_, parts[0].name);
    ClassDef* const def = e_.instances.tree().top_level(parts[0].name);
    return {nullptr, def != nullptr ? e_.instances.classes.node_of(*def) : nullptr};
}

ExprId ScopeResolver::resolve(LoweringContext& context, ast::ExprId reference) {
    Cursor const cursor{context.ast.reference_parts(reference), reference};
    Found const found = find_first(context, reference);
    if (found.is_wrong) return {};
    if (!found.has_value()) {
        if (cursor.parts.size() == 1 && context.interner.text(cursor.parts[0].name) == "time") return e_.exprs.time();
        return unknown(context, cursor, 0, nullptr);
    }
    if (found.element != nullptr && !found.element->def->is_class()) {
        Component* const component = e_.instances.components.component_of(*found.element);
        return component != nullptr ? resolve_component(context, cursor, *component, 0) : ExprId();
    }
    Node* const node = found.element != nullptr ? e_.instances.classes.class_of(*found.element) : found.class_node;
    return node != nullptr ? resolve_class(context, cursor, *node, 1) : ExprId();
}

ExprId ScopeResolver::resolve_class(LoweringContext& context, Cursor const& cursor, Node& first, std::size_t next) {
    Node* node = &first;
    for (; next < cursor.parts.size(); ++next) {
        if (e_.instances.primitive_of(*node) == Primitive::enumeration) {
            TypeId const type = e_.types.type_of_class(*node);
            auto const literals = e_.exprs.types().literals(type);
            for (std::size_t i = 0; i < literals.size(); ++i) {
                if (literals[i] == cursor.parts[next].name) {
                    return e_.exprs.enumeration(type, static_cast<std::uint32_t>(i + 1));
                }
            }
            return unknown(context, cursor, next, node);
        }
        Found const found = e_.instances.names.find_member(*node, cursor.parts[next].name);
        if (!found.has_value()) return unknown(context, cursor, next, node);
        if (!can_see(context, *found.element, cursor.parts[next], *node)) return {};
        if (!found.element->def->is_class()) {
            Component* const component = e_.instances.components.component_of(*found.element);
            return component != nullptr ? resolve_component(context, cursor, *component, next) : ExprId();
        }
        node = e_.instances.classes.class_of(*found.element);
        if (node == nullptr) return {};
    }
    return type_literals(context, *node, context.ast[cursor.reference].span);
}

// A type as a range or dimension: all its values.
ExprId ScopeResolver::type_literals(LoweringContext& context, Node& node, SourceSpan span) {
    Primitive const primitive = e_.instances.primitive_of(node);
    if (primitive == Primitive::boolean) {
        return e_.exprs.array({e_.exprs.boolean(false), e_.exprs.boolean(true)});
    }
    if (primitive != Primitive::enumeration) {
        context.diagnostics.error(span, is_class, context.interner.text(e_.instances.path_of(node)));
        return {};
    }
    TypeId const type = e_.types.type_of_class(node);
    std::vector<ExprId> literals;
    for (std::size_t i = 0; i < e_.exprs.types().literals(type).size(); ++i) {
        literals.push_back(e_.exprs.enumeration(type, static_cast<std::uint32_t>(i + 1)));
    }
    return e_.exprs.array(literals);
}

ExprId ScopeResolver::unknown(LoweringContext& context, Cursor const& cursor, std::size_t part, Node* in) {
    ast::ReferencePart const& wrong = cursor.parts[part];
    std::string_view const text = context.interner.text(wrong.name);
    SourceSpan const span{wrong.begin, {wrong.begin.offset + static_cast<std::uint32_t>(text.size())}};
    if (in == nullptr) {
        auto report = context.diagnostics.error(span, unknown_name, text);
        // A name alone is meant to be a value; in front of a dot it may be a package.
        std::string_view const nearest =
            nearest_word(text, cursor.parts.size() == 1 ? e_.instances.names.visible_components(scope_)
                                                        : e_.instances.names.visible_names(scope_));
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        return {};
    }
    std::string where;
    for (std::size_t i = 0; i < part; ++i) {
        if (i > 0) where += '.';
        where += context.interner.text(cursor.parts[i].name);
    }
    auto report = context.diagnostics.error(span, unknown_part, where, text);
    std::vector<std::string_view> names;
    if (in->primitive == Primitive::enumeration) {
        for (Symbol const literal : e_.exprs.types().literals(e_.types.type_of_class(*in))) {
            names.push_back(context.interner.text(literal));
        }
    } else {
        names = e_.instances.names.member_names(*in);
    }
    std::string_view const nearest = nearest_word(text, names);
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
    return {};
}

ExprId ScopeResolver::resolve_component(LoweringContext& context, Cursor const& cursor, Component& given,
                                        std::size_t at) {
    Component* const component = e_.instances.components.resolve_outer(given);
    if (component == nullptr) return {};
    SourceSpan const span = context.ast[cursor.reference].span;
    // A function sees its own variables, and the constants around it (section 5.3.1).
    bool const is_around = at == 0 && scope_->is_function() && component->parent->is_in_model;
    if (is_around && component->variability != Variability::constant) {
        context.diagnostics
            .error(span, class_messages::needs_constant, context.interner.text(component->name),
                   context.interner.text(e_.types.class_name(*component->parent)))
            .note(component->span(), "it is declared here");
        return {};
    }
    // A constant of the model around a function: the function is shared and knows no instance.
    if (is_around && component->primitive != Primitive::none && at + 1 == cursor.parts.size()) {
        Value const value = e_.values.value_of(*component);
        ExprId const literal =
            value.has_value() ? value_to_expr(e_.exprs, value, e_.types.type_of(*component)) : ExprId();
        auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
        if (literal && subscripts.empty()) return literal;
        if (literal) return lower_subscripts(context, literal, subscripts, span, component->index_types);
    }
    if (component->is_disabled && component->parent->kind == ast::ClassKind::expandable_connector) {
        context.diagnostics.error(span, absent, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "it is declared here in an expandable connector");
        return {};
    }
    if (component->is_disabled) {
        context.diagnostics.error(span, disabled, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "the component is declared here");
        return {};
    }
    if (component->is_conditional && component->parent->is_in_model && !context.allows_conditional &&
        e_.is_new_conditional_use(*component)) {
        context.diagnostics.warning(span, conditional, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "this is an error whenever its condition is false");
    }
    if (component->parent->is_function()) {
        // Sizes of other variables may depend on a constant.
        bool const is_plain = at + 1 == cursor.parts.size() && context.ast.items(cursor.parts[at].subscripts).empty();
        if (is_plain && component->variability == Variability::constant) {
            Value const value = e_.values.value_of(*component);
            if (value.has_value() && !value.is_array()) {
                if (ExprId const literal = value_to_expr(e_.exprs, value, e_.types.type_of(*component))) return literal;
            }
        }
        return resolve_local(context, cursor, *component, at);
    }
    // In the text of a record its fields are the inputs of its constructor (section 12.6).
    if (at == 0 && is_constructor_input(*component)) return resolve_local(context, cursor, *component, at);
    if (component->primitive == Primitive::none) return resolve_elements(context, cursor, *component, at);
    if (at + 1 < cursor.parts.size()) return unknown(context, cursor, at + 1, component->type);
    ExprId const value = e_.components.whole(context, *component, span);
    auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
    if (!value || subscripts.empty()) return value;
    return lower_subscripts(context, value, subscripts, span, component->index_types);
}

// A variable of a function: its fields and elements are parts of one value.
ExprId ScopeResolver::resolve_local(LoweringContext& context, Cursor const& cursor, Component& component,
                                    std::size_t at) {
    ExprId value = e_.exprs.iterator(component.name, e_.types.type_of(component));
    for (std::size_t const first = at;; ++at) {
        auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
        if (!subscripts.empty()) {
            std::span<TypeId const> const index_types =
                at == first ? std::span<TypeId const>(component.index_types) : std::span<TypeId const>();
            value = lower_subscripts(context, value, subscripts, context.ast[cursor.reference].span, index_types);
            if (!value) return {};
        }
        if (at + 1 == cursor.parts.size()) return value;
        TypeTable const& types = e_.exprs.types();
        TypeId const record = types.element(e_.exprs.type(value));
        Symbol const field = cursor.parts[at + 1].name;
        if (types.kind(record) != TypeKind::record || !types.field_index(record, field)) {
            return unknown(context, cursor, at + 1, component.type);
        }
        value = e_.exprs.field(value, field);
    }
}

// Protected elements cannot be reached by a dot (section 4.1).
bool ScopeResolver::can_see(LoweringContext& context, Element const& element, ast::ReferencePart const& part,
                            Node& node) {
    if (!is_protected(element)) return true;
    std::string_view const text = context.interner.text(part.name);
    SourceSpan const span{part.begin, {part.begin.offset + static_cast<std::uint32_t>(text.size())}};
    context.diagnostics.error(span, class_messages::is_hidden, text, context.interner.text(e_.instances.path_of(node)));
    return false;
}

ExprId ScopeResolver::resolve_in_node(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next) {
    if (next == cursor.parts.size()) {
        return e_.components.record_value(context, node, context.ast[cursor.reference].span);
    }
    Element* const element = e_.instances.find_element(node, cursor.parts[next].name);
    if (element == nullptr) return unknown(context, cursor, next, &node);
    if (!can_see(context, *element, cursor.parts[next], node)) return {};
    if (element->def->is_class()) {
        Node* const inner = e_.instances.classes.class_of(*element);
        return inner != nullptr ? resolve_class(context, cursor, *inner, next + 1) : ExprId();
    }
    Component* const component = e_.instances.components.component_of(*element);
    return component != nullptr ? resolve_component(context, cursor, *component, next) : ExprId();
}

}  // namespace moo
