// Which part of a user's model contains a component of a library, for messages.
#pragma once

#include "frontend/instantiate/node.h"

namespace moo {

// The innermost enclosing component that is declared in the same file as the components of the model itself; null if
// the component is declared there too, or does not belong to a model.
inline Component const* nearest_component_of_model(Component const& component) {
    Component const* top = &component;
    while (top->parent->component != nullptr) top = top->parent->component;
    if (top->ast == component.ast) return nullptr;
    Component const* at = component.parent->component;
    while (at->ast != top->ast) at = at->parent->component;
    return at;
}

}  // namespace moo
