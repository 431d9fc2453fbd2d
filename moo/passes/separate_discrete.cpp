#include "moo/passes/separate_discrete.h"

namespace moo {

namespace {

// An external object has one value from its construction to the end: its equation is the binding of a parameter.
void bind_external_objects(System& system) {
    ExprStore const& exprs = system.exprs();
    for (SystemEquation& equation : system.equations) {
        if (exprs.types().kind(exprs.type(equation.lhs)) != TypeKind::external_object) continue;
        VarId const object = exprs.referenced_variable(equation.lhs);
        if (!object) continue;
        system.document.variables[object].binding = equation.rhs;
        equation.is_dropped = true;
    }
    std::erase_if(system.equations, [](SystemEquation const& equation) { return equation.is_dropped; });
    for (Variable& variable : system.document.variables) {
        if (exprs.types().kind(variable.type) == TypeKind::external_object) {
            variable.variability = Variability::parameter;
        }
    }
}

// Whether a sum of products has a continuous unknown in it, or a derivative: `2*x + y`. Conditions and calls may mention
// such and have a discrete value all the same.
bool has_continuous_term(System const& system, ExprId expr) {
    ExprStore const& exprs = system.document.exprs;
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        ExprKind const kind = exprs.kind(id);
        if (kind == ExprKind::der) return true;
        if (kind == ExprKind::variable && system.is_continuous_unknown(exprs.variable_of(id))) return true;
        bool const is_sum = kind == ExprKind::neg || kind == ExprKind::add || kind == ExprKind::sub;
        if (!is_sum && kind != ExprKind::mul && kind != ExprKind::div) continue;
        for (ExprId const operand : exprs.operands(id)) stack.push_back(operand);
    }
    return false;
}

}  // namespace

bool separate_discrete(System& system, PassOptions const&, Diagnostics&) {
    ExprStore const& exprs = system.exprs();
    bind_external_objects(system);
    std::vector<bool> is_when_set(system.document.variables.size());
    for (InstantEquation const& instant : system.instants) {
        if (instant.is_reinit) continue;
        VarId const target = exprs.referenced_variable(instant.target);
        system.document.variables[target].variability = Variability::discrete;
        is_when_set[target.index()] = true;
    }
    // What keeps its value from the start on, as a when-clause with nothing but initial() leaves it.
    for (SystemEquation const& equation : system.equations) {
        bool const is_held = exprs.kind(equation.lhs) == ExprKind::variable &&
                             exprs.kind(equation.rhs) == ExprKind::pre &&
                             exprs.operand(equation.rhs, 0) == equation.lhs;
        if (is_held) system.document.variables[exprs.variable_of(equation.lhs)].variability = Variability::discrete;
    }
    // A discrete variable that the equation may determine.
    auto const is_discrete_target = [&](ExprId side, ExprId other) {
        if (exprs.kind(side) != ExprKind::variable) return false;
        VarId const variable = exprs.variable_of(side);
        if (!system.is_discrete(variable) || is_when_set[variable.index()]) return false;
        return !has_continuous_term(system, other);
    };
    for (auto* const equations : {&system.equations, &system.initial_equations}) {
        for (SystemEquation& equation : *equations) {
            bool const is_real = exprs.type(equation.lhs) == types::real || exprs.type(equation.rhs) == types::real;
            equation.is_discrete = !is_real || is_discrete_target(equation.lhs, equation.rhs) ||
                                   is_discrete_target(equation.rhs, equation.lhs);
        }
    }
    return true;
}

}  // namespace moo
