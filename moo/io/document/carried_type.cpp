#include "moo/io/document/carried_type.h"

namespace moo {

namespace {

// The type of a call of a built-in function, if it is the same for all scalar arguments.
TypeId type_of_scalar_call(TypeRule rule) {
    switch (rule) {
        case TypeRule::real:
        case TypeRule::real_shape: return types::real;
        case TypeRule::integer:
        case TypeRule::integer_shape: return types::integer;
        case TypeRule::boolean:
        case TypeRule::boolean_shape: return types::boolean;
        case TypeRule::string: return types::string;
        case TypeRule::clock: return types::clock;
        case TypeRule::unknown:
        case TypeRule::same:
        case TypeRule::second:
        case TypeRule::widest:
        case TypeRule::widest_element:
        case TypeRule::element:
        case TypeRule::sample:
        case TypeRule::size:
        case TypeRule::vector:
        case TypeRule::matrix:
        case TypeRule::identity:
        case TypeRule::diagonal:
        case TypeRule::integer_sizes:
        case TypeRule::fill:
        case TypeRule::linspace:
        case TypeRule::real_pair:
        case TypeRule::transpose:
        case TypeRule::outer_product:
        case TypeRule::skew:
        case TypeRule::cat:
        case TypeRule::promote: break;
    }
    return types::real;
}

}  // namespace

TypeId carried_type(ExprStore const& exprs, ExprId expr) {
    TypeId const type = exprs.type(expr);
    TypeKind const type_kind = exprs.types().kind(type);
    if (type == types::real || type_kind == TypeKind::unknown || type_kind == TypeKind::tuple) return {};
    ExprKind const kind = exprs.kind(expr);
    switch (kind) {
        // Declarations determine these.
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::field: return {};
        case ExprKind::call: return exprs.is_record(expr) ? TypeId() : type;
        case ExprKind::logical_not:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: return type == types::boolean ? TypeId() : type;
        case ExprKind::builtin:
            if (exprs.builtin_of(expr) == Builtin::previous) return {};
            return type == type_of_scalar_call(builtin_info(exprs.builtin_of(expr)).type) ? TypeId() : type;
        case ExprKind::matrix_row: return {};
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole: return {};
        case ExprKind::neg:
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
        case ExprKind::if_else:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::tuple:
        case ExprKind::output:
        case ExprKind::reduction: return type;
    }
    return type;
}

}  // namespace moo
