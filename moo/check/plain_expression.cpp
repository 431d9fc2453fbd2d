#include "moo/check/plain_expression.h"

namespace moo {

bool is_plain(Builtin builtin) {
    // Functions whose derivative follows the chain rule are the elementary ones.
    if (builtin_info(builtin).derivative == DerivativeRule::chain) return true;
    // From `size` to `promote`: functions of arrays.
    if (builtin >= Builtin::size && builtin <= Builtin::promote) return true;
    // From `abs` to `String`: functions of numbers.
    if (builtin >= Builtin::abs && builtin <= Builtin::to_string) return true;
    return builtin == Builtin::atan2 || builtin == Builtin::no_event || builtin == Builtin::edge ||
           builtin == Builtin::change || builtin == Builtin::initial || builtin == Builtin::smooth ||
           builtin == Builtin::homotopy || builtin == Builtin::semi_linear || builtin == Builtin::real_parameter_equal;
}

bool is_plain(ExprKind kind) {
    // A tuple is assigned to, not computed.
    return kind != ExprKind::tuple;
}

}  // namespace moo
