#include "moo/lower/binary_kind.h"

namespace moo {

ExprKind binary_kind(ast::Operator op) {
    switch (op) {
        case ast::Operator::add: return ExprKind::add;
        case ast::Operator::sub: return ExprKind::sub;
        case ast::Operator::add_elementwise: return ExprKind::element_add;
        case ast::Operator::sub_elementwise: return ExprKind::element_sub;
        case ast::Operator::mul: return ExprKind::mul;
        case ast::Operator::div: return ExprKind::div;
        case ast::Operator::mul_elementwise: return ExprKind::element_mul;
        case ast::Operator::div_elementwise: return ExprKind::element_div;
        case ast::Operator::pow: return ExprKind::pow;
        case ast::Operator::pow_elementwise: return ExprKind::element_pow;
        case ast::Operator::less: return ExprKind::less;
        case ast::Operator::less_equal: return ExprKind::less_equal;
        case ast::Operator::greater: return ExprKind::greater;
        case ast::Operator::greater_equal: return ExprKind::greater_equal;
        case ast::Operator::equal: return ExprKind::equal;
        case ast::Operator::not_equal: return ExprKind::not_equal;
        case ast::Operator::and_: return ExprKind::logical_and;
        case ast::Operator::or_: return ExprKind::logical_or;
        case ast::Operator::none:
        case ast::Operator::not_: break;
    }
    return ExprKind::add;  // the parser puts no other operator into a chain
}

}  // namespace moo
