#include "moo/evaluate/parameter_values.h"

#include "moo/evaluate/interpret_function.h"

namespace moo {

ParameterValues::ParameterValues(FlatModel& model, Interner& interner, ParameterChoice choice)
    : model_(model), interner_(interner), choice_(choice) {}

ParameterValues::~ParameterValues() = default;

bool ParameterValues::may_use(Variable const& variable) const {
    if (!variable.is_parameter() || !variable.binding) return false;
    if (choice_ != ParameterChoice::settled || variable.variability == Variability::constant) return true;
    return variable.is_final || variable.is_evaluated;
}

Value ParameterValues::parameter_value(VarId variable) {
    Variable const& declared = model_.variables[variable];
    if (!may_use(declared) || depth_ == max_depth) return {};
    // A parameter that refers to itself finds this entry, which has no value.
    auto const [place, is_new] = known_.try_emplace(variable);
    if (!is_new) return place->second;
    ++depth_;
    Evaluation const found = value(declared.binding);
    --depth_;
    if (!found.has_value()) return {};
    bool const is_marked = choice_ == ParameterChoice::any && declared.variability == Variability::parameter;
    if (is_marked) model_.variables[variable].is_evaluated = true;
    known_[variable] = found.value;
    return found.value;
}

FunctionInterpreter& ParameterValues::interpreter() {
    if (interpreter_ != nullptr) return *interpreter_;
    for (FlatFunction const& function : model_.functions) functions_[function.name] = &function;
    interpreter_ = std::make_unique<FunctionInterpreter>(model_.exprs, interner_, [this](Symbol name) {
        auto const found = functions_.find(name);
        return found == functions_.end() ? nullptr : found->second;
    });
    interpreter_->set_constants(source());
    return *interpreter_;
}

ValueSource ParameterValues::source() {
    return [this](ExprStore const& store, ExprId leaf) {
        return store.kind(leaf) == ExprKind::variable ? parameter_value(store.variable_of(leaf)) : Value();
    };
}

EvaluateHooks ParameterValues::hooks() {
    EvaluateHooks hooks;
    hooks.strings = &interner_;
    hooks.call = [this](ExprId call, std::span<Value const> arguments) {
        return interpreter().evaluate_call(call, arguments);
    };
    return hooks;
}

Evaluation ParameterValues::value(ExprId expr) {
    if (evaluations_ == evaluators_.size()) {
        evaluators_.push_back(std::make_unique<Evaluator>(model_.exprs, source(), EvaluateLimits(), hooks()));
    }
    Evaluator& evaluator = *evaluators_[evaluations_++];
    // What had no value then may have one now, and the other way round.
    evaluator.reset();
    Evaluation result = evaluator.evaluate(expr);
    --evaluations_;
    return result;
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
