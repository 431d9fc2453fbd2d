#include "frontend/clocks/parameter_values.h"

namespace moo {

Value ParameterValues::parameter_value(VarId variable) {
    Variable const& declared = model_.variables[variable];
    if (!declared.is_parameter() || !declared.binding || depth_ == max_depth) return {};
    // A parameter that refers to itself finds this entry, which has no value.
    auto const [place, is_new] = known_.try_emplace(variable);
    if (!is_new) return place->second;
    ++depth_;
    Evaluation const found = value(declared.binding);
    --depth_;
    if (!found.has_value()) return {};
    if (declared.variability == Variability::parameter) model_.variables[variable].is_evaluated = true;
    known_[variable] = found.value;
    return found.value;
}

Evaluation ParameterValues::value(ExprId expr) {
    return evaluate(model_.exprs, expr, [this](ExprStore const& store, ExprId leaf) {
        return store.kind(leaf) == ExprKind::variable ? parameter_value(store.variable_of(leaf)) : Value();
    });
}

std::optional<std::int64_t> ParameterValues::integer(ExprId expr) {
    Evaluation const found = value(expr);
    if (!found.has_value() || found.value.kind() != ValueKind::integer) return std::nullopt;
    return found.value.as_integer();
}

std::optional<bool> ParameterValues::boolean(ExprId expr) {
    Evaluation const found = value(expr);
    if (!found.has_value() || found.value.kind() != ValueKind::boolean) return std::nullopt;
    return found.value.as_boolean();
}

std::optional<Symbol> ParameterValues::string(ExprId expr) {
    Evaluation const found = value(expr);
    if (!found.has_value() || found.value.kind() != ValueKind::string) return std::nullopt;
    return found.value.as_string();
}

}  // namespace moo
