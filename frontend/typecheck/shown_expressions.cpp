#include "frontend/typecheck/shown_expressions.h"

namespace moo {

void ShownExpressions::add(ExprId expr) {
    if (!expr) return;
    if (expr.index() >= is_shown_.size()) is_shown_.resize(exprs_.size(), false);
    if (is_shown_[expr.index()]) return;
    is_shown_[expr.index()] = true;
    open_.push_back(expr);
}

void ShownExpressions::add(Variable const& variable) {
    add(variable.binding);
    for (ExprId const attribute : variable.attributes) add(attribute);
}

void ShownExpressions::add(FlatFunction const& function) {
    add(function.body);
    for (FunctionVariable const& variable : function.variables) {
        add(variable.binding);
        for (ExprId const size : variable.sizes) add(size);
    }
    if (!function.external) return;
    add(function.external->result);
    for (ExprId const argument : function.external->arguments) add(argument);
}

}  // namespace moo
