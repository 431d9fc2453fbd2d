// Which equations hold only at events?
//
// A thermostat has a temperature, which changes all the time, and a switch, which changes now and then. Between events
// the switch is a known constant, and its equation must not be part of what an integrator evaluates. At an event it has
// to be solved together with everything else. So before anything is sorted, each equation has to be classified as
// continuous or discrete.
//
// For most equations the types decide. An equation between Booleans, Integers, Strings or enumerations is discrete. An
// equation between Reals is continuous unless it determines a discrete Real, such as a sampled value. Such a variable
// is declared `discrete`, is set by a when-clause, or has the equation `v = pre(v)`, which is what remains of a clause
// that is only active at the start.
//
// The difficult case is a Real equation with a discrete variable alone on one side: `d = 2*x + y`. It may be the
// equation of d, and then it is discrete. Or another equation determines d, and this one determines x. We look at the
// other side. If a term of a sum or product there is a continuous unknown or a derivative, the equation can be solved
// for it and counts as continuous. Conditions and arguments of functions do not count, since they can depend on x and
// the value can still be discrete: `d = if x > 0 then 1 else 2`, `d = floor(x)`. If a when-clause sets d, it has its
// equation already, so this one is continuous in any case.
//
// This is a heuristic about terms, not a matching of the whole system. A matching would have to know which variables
// are discrete, which is the question here.
//
// External objects are handled here as well: they are constructed once, so they are parameters with a binding.

#include "moo/passes/separate_discrete.h"

namespace moo {

namespace {

// An external object has the same value from its construction to the end, so its equation becomes the binding of a
// parameter.
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

// Whether a term of a sum of products is a continuous unknown or a derivative: `2*x + y`. Conditions and calls may
// contain these and still have a discrete value.
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
    // Find variables that keep their value from the start on, because their when-clause has only the condition
    // initial().
    for (SystemEquation const& equation : system.equations) {
        bool const is_held = exprs.kind(equation.lhs) == ExprKind::variable &&
                             exprs.kind(equation.rhs) == ExprKind::pre &&
                             exprs.operand(equation.rhs, 0) == equation.lhs;
        if (is_held) system.document.variables[exprs.variable_of(equation.lhs)].variability = Variability::discrete;
    }
    // Whether a side is a discrete variable that the equation may determine.
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
