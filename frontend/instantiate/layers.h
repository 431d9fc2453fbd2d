// Modifiers that reach an element (Modelica 3.6, section 7.2).
#pragma once

#include <optional>
#include <span>

#include "frontend/instantiate/node.h"

namespace moo {

// The layers for the element `name`: one for each modifier that names it, outermost first.
[[nodiscard]] Layers select_layers(Layers const& layers, Symbol name);

// The value that the outermost layer gives to the element as a whole; empty if no layer does. `= break` removes the
// values of inner layers.
[[nodiscard]] BindingSyntax find_binding(Layers const& layers);

// The value of an attribute or of another direct part of the element; cheaper than selecting its layers.
[[nodiscard]] BindingSyntax find_part_binding(Layers const& layers, Symbol name);

// The position of the outermost redeclaration among the layers, if there is one. Redeclarations that a replaced
// declaration only implies are passed over where the element, or a redeclaration further in, is not `replaceable`:
// there the type that replaces it has already chosen.
[[nodiscard]] std::optional<std::size_t> find_redeclaration(Layers const& layers, bool is_replaceable);

// Adds the modification as a layer; adds nothing if there is no modification.
void append_layer(Layers& layers, ast::Ast const& ast, ast::ModificationId modification, Node* scope);
// The modifiers of the constraining clause apply to what is redeclared; without a clause the declaration itself
// constrains (section 7.3.2).
void append_constraint(Layers& layers, MemberDef const& member, Node* owner);
// What was said about an element before it was redeclared applies to what replaces it: modifiers, and of an earlier
// redeclaration those that constrain.
void append_replaced(Layers& layers, std::span<Layer const> further_in);

}  // namespace moo
