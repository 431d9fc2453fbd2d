#include "moo/model/plain_expression.h"

namespace moo {

bool is_plain(Builtin builtin) {
    // Functions with a derivative by the chain rule are the elementary ones.
    if (builtin_info(builtin).derivative == DerivativeRule::chain) return true;
    return builtin == Builtin::abs || builtin == Builtin::min || builtin == Builtin::max || builtin == Builtin::atan2 ||
           builtin == Builtin::no_event || builtin == Builtin::edge || builtin == Builtin::change ||
           builtin == Builtin::initial || builtin == Builtin::smooth;
}

bool is_plain(ExprKind kind) {
    switch (kind) {
        case ExprKind::string:
        case ExprKind::iterator:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: return false;
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::time:
        case ExprKind::neg:
        case ExprKind::logical_not:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::div:
        case ExprKind::pow:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::element_div:
        case ExprKind::element_pow:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal:
        case ExprKind::if_else:
        case ExprKind::builtin: return true;
    }
    return false;
}

}  // namespace moo
