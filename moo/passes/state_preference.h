// What the attribute stateSelect says about a variable.
#pragma once

#include "moo/passes/system.h"
#include "moo/structure/dummy_derivatives.h"

namespace moo {

// `settle_structure` has made the attribute a literal.
[[nodiscard]] inline StatePreference state_preference(ExprStore const& exprs, Variable const& variable) {
    ExprId const attribute = variable.attribute(Attribute::state_select);
    if (!attribute || exprs.kind(attribute) != ExprKind::enumeration) return StatePreference::standard;
    return static_cast<StatePreference>(exprs.enumeration_ordinal(attribute) - 1);
}

}  // namespace moo
