#include "moo/evaluate/fallback_start.h"

namespace moo {

double fallback_start(ExprStore const& exprs, Variable const& variable) {
    ExprId const min = variable.attribute(Attribute::min);
    ExprId const max = variable.attribute(Attribute::max);
    if (exprs.types().kind(variable.type) == TypeKind::enumeration) {
        bool const has_least = min && exprs.kind(min) == ExprKind::enumeration;
        return has_least ? exprs.enumeration_ordinal(min) : 1.0;
    }
    if (!exprs.types().is_numeric(variable.type)) return 0.0;
    if (min && exprs.is_number(min) && exprs.number_value(min) > 0.0) return exprs.number_value(min);
    if (max && exprs.is_number(max) && exprs.number_value(max) < 0.0) return exprs.number_value(max);
    return 0.0;
}

}  // namespace moo
