#include "frontend/instantiate/layers.h"

namespace moo {

namespace {

// Calls `take` with the layer of each modifier in `layer` that modifies `name`.
template <class Take>
void for_each_modifier(Layer const& layer, Symbol name, Take const& take) {
    ast::Ast const& ast = *layer.ast;
    auto const with_name = [&](ast::ModifierId id, std::uint16_t parts_used) {
        ast::Modifier const& modifier = ast[id];
        auto const parts = ast.items(modifier.name.parts);
        if (parts[parts_used].symbol != name) return;
        Layer part = layer;
        part.modification = {};
        part.pending = {};
        part.redeclaration = {};
        part.parts_used = static_cast<std::uint16_t>(parts_used + 1);
        part.is_each = false;
        if (part.parts_used < parts.size()) {
            // The prefixes are those of the last part of the name (section 7.2).
            part.pending = id;
            take(part);
            return;
        }
        part.modification = modifier.modification;
        part.is_final = layer.is_final || modifier.is_final;
        part.is_each = modifier.is_each;
        part.had_each = layer.had_each || modifier.is_each;
        // `each` gives the same value to all elements of the surrounding arrays.
        if (modifier.is_each) part.index = nullptr;
        take(part);
    };
    if (layer.pending) {
        with_name(layer.pending, layer.parts_used);
        return;
    }
    if (!layer.modification) return;
    ast::ModifierId redeclaring;
    for (ast::ModifierId const id : ast.items(ast[layer.modification].arguments)) {
        ast::Modifier const& modifier = ast[id];
        if (modifier.kind == ast::ModifierKind::modification) {
            with_name(id, 0);
        } else if (modifier.kind == ast::ModifierKind::element) {
            if (redeclared_name(ast, ast[modifier.element]) == name) redeclaring = id;
        }
    }
    if (!redeclaring) return;
    // It comes after the modifiers beside it, which apply to the redeclared element.
    ast::Modifier const& modifier = ast[redeclaring];
    Layer part = layer;
    part.modification = {};
    part.redeclaration = modifier.element;
    part.is_final = layer.is_final || modifier.is_final;
    if (modifier.is_each) part.index = nullptr;
    take(part);
}

bool has_value(Layer const& layer) {
    return layer.modification && !layer.hides_value && (*layer.ast)[layer.modification].value.has_value();
}

BindingSyntax binding_of(Layer const& layer) {
    ast::ExprId const value = (*layer.ast)[layer.modification].value;
    if ((*layer.ast)[value].kind == ast::ExprKind::break_) return {};
    return {layer.ast, value, layer.scope, layer.index, layer.is_final, layer.is_each};
}

// The modifiers of the constraining clause; without a clause the declaration itself constrains.
ast::ModificationId constraining_modification(ast::Ast const& ast, ast::Element const& element) {
    ast::Constraint const* const constraint = ast.constraint(element);
    if (constraint != nullptr && constraint->type.has_value()) return constraint->modification;
    if (element.kind == ast::ElementKind::class_definition) return ast[ast.class_definition(element)].modification;
    auto const components = ast.items(ast.component_clause(element).components);
    return components.empty() ? ast::ModificationId() : ast[components[0]].modification;
}

}  // namespace

Layers select_layers(Layers const& layers, Symbol name) {
    Layers selected;
    for (Layer const& layer : layers) {
        for_each_modifier(layer, name, [&](Layer const& part) { selected.push_back(part); });
    }
    return selected;
}

BindingSyntax find_binding(Layers const& layers) {
    for (Layer const& layer : layers) {
        if (has_value(layer)) return binding_of(layer);
    }
    return {};
}

BindingSyntax find_part_binding(Layers const& layers, Symbol name) {
    for (Layer const& layer : layers) {
        BindingSyntax found;
        bool is_found = false;
        for_each_modifier(layer, name, [&](Layer const& part) {
            if (is_found || !part.modification || !(*part.ast)[part.modification].value) return;
            is_found = true;
            found = binding_of(part);
        });
        if (is_found) return found;
    }
    return {};
}

std::optional<std::size_t> find_redeclaration(Layers const& layers, bool is_replaceable) {
    std::optional<std::size_t> found;
    for (std::size_t i = layers.size(); i-- > 0;) {
        Layer const& layer = layers[i];
        if (!layer.redeclaration || (layer.is_implied && !is_replaceable)) continue;
        ast::Element const& written = (*layer.ast)[layer.redeclaration];
        is_replaceable = written.is_replaceable && !written.is_final && !layer.is_final;
        found = i;
    }
    return found;
}

void append_layer(Layers& layers, ast::Ast const& ast, ast::ModificationId modification, Node* scope) {
    if (!modification) return;
    Layer layer;
    layer.ast = &ast;
    layer.scope = scope;
    layer.modification = modification;
    layers.push_back(layer);
}

void append_constraint(Layers& layers, MemberDef const& member, Node* owner) {
    if (!member.element) return;
    std::size_t const before = layers.size();
    append_layer(layers, *member.ast, constraining_modification(*member.ast, (*member.ast)[member.element]), owner);
    for (std::size_t i = before; i < layers.size(); ++i) layers[i].is_implied = true;
}

void append_replaced(Layers& layers, std::span<Layer const> further_in) {
    for (Layer layer : further_in) {
        if (layer.redeclaration) {
            layer.modification = constraining_modification(*layer.ast, (*layer.ast)[layer.redeclaration]);
            if (!layer.modification) continue;
            layer.redeclaration = {};
            layer.is_final = false;
        }
        layer.is_implied = true;
        layers.push_back(layer);
    }
}

}  // namespace moo
