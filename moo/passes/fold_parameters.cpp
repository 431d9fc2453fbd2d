#include "moo/passes/fold_parameters.h"

#include "moo/evaluate/parameter_values.h"
#include "moo/expr/simplify.h"
#include "moo/expr/value_expr.h"
#include "moo/passes/replace_variables.h"
#include "moo/passes/rewrite_system.h"

namespace moo {

bool find_parameter_numbers(System& system, PassOptions const&, Diagnostics&) {
    FlatModel& model = system.flat;
    ParameterNumbers& numbers = system.parameter_numbers;
    numbers = {Store<VarId, ExprId>(model.variables.size()), Store<VarId, Value>(model.variables.size())};
    ParameterValues settled(model, system.interner, ParameterChoice::settled);
    ParameterValues guess(model, system.interner, ParameterChoice::guess);
    for (VarId const id : model.variables.ids()) {
        Variable const& variable = model.variables[id];
        if (!variable.is_parameter() || !variable.binding) continue;
        TypeKind const kind = model.exprs.types().kind(variable.type);
        bool const is_scalar = kind == TypeKind::real || kind == TypeKind::integer || kind == TypeKind::boolean ||
                               kind == TypeKind::enumeration;
        if (!is_scalar) continue;
        if (Value const value = settled.parameter_value(id); value.has_value()) {
            numbers.settled[id] = value_to_expr(model.exprs, value, variable.type);
        }
        numbers.guess[id] = guess.parameter_value(id);
    }
    return true;
}

bool fold_parameters(System& system, PassOptions const&, Diagnostics&) {
    ExprStore& exprs = system.exprs();
    VariableStore& variables = system.document.variables;
    Store<VarId, ExprId> const& settled = system.parameter_numbers.settled;
    VariableReplacement replacement(exprs, variables);
    bool has_any = false;
    for (VarId const id : settled.ids()) {
        if (!settled[id]) continue;
        replacement.set(id, settled[id]);
        has_any = true;
    }
    if (!has_any) return true;
    Simplifier& simplifier = system.simplifier();
    auto const fold = [&](ExprId expr) {
        ExprId const replaced = replacement.apply(expr);
        return replaced == expr ? expr : simplifier.simplify(replaced);
    };
    rewrite_system(system, fold);
    for (VarId const id : variables.ids()) {
        Variable& variable = variables[id];
        if (!variable.is_parameter() || !variable.binding) continue;
        bool const is_settled = id.index() < settled.size() && settled[id];
        variable.binding = is_settled ? settled[id] : fold(variable.binding);
    }
    return true;
}

}  // namespace moo
