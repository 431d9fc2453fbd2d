#include "backends/fmu/fmu_starts.h"

#include "moo/base/text_writer.h"
#include "moo/evaluate/fallback_start.h"
#include "moo/evaluate/frozen_parameters.h"
#include "moo/expr/free_variables.h"

namespace moo {

namespace {

std::string real_text(double value) {
    TextWriter out;
    out.write_real(value);
    return out.take();
}

}  // namespace

FmuStarts::FmuStarts(Document const& document, Interner const& interner,
                     std::unordered_map<ExprId, std::string> const& unknown)
    : document_(document),
      exprs_(document.exprs),
      interner_(interner),
      unknown_(unknown),
      known_(document.variables.size()),
      evaluator_(document.exprs,
                 [this](ExprStore const& exprs, ExprId reference) {
                     return exprs.kind(reference) == ExprKind::variable ? known_[exprs.variable_of(reference)]
                                                                        : Value();
                 }),
      start_equation_(document.variables.size()),
      previous_start_(document.variables.size()),
      iterates_(document.variables.size(), 0),
      is_frozen_(frozen_parameters(document)),
      follows_tunable_(document.variables.size(), 0) {
    for (SetEquation const& equation : document.initialization.equations) {
        ExprKind const kind = exprs_.kind(equation.target);
        VarId const variable = exprs_.referenced_variable(equation.target);
        if (equation.form == EquationForm::residual && kind == ExprKind::variable) iterates_[variable] = 1;
        if (!equation.is_overridable) continue;
        if (kind == ExprKind::variable) start_equation_[variable] = equation.value;
        if (kind == ExprKind::pre) previous_start_[variable] = equation.value;
    }
    evaluate_parameters();
    follow_tunable_parameters();
}

void FmuStarts::evaluate_parameters() {
    for (VarId const id : document_.parameter_order) {
        Variable const& variable = document_.variables[id];
        if (!variable.binding || unknown_.contains(variable.binding)) continue;
        if (Evaluation const result = evaluator_.evaluate(variable.binding); result.has_value()) {
            known_[id] = result.value;
        }
    }
}

void FmuStarts::follow_tunable_parameters() {
    FreeVariables walk(exprs_);
    for (VarId const id : document_.parameter_order) {
        Variable const& variable = document_.variables[id];
        bool const is_free = document_.role(id) == Role::parameter && !variable.is_final && !variable.is_evaluated;
        if (!variable.binding || is_frozen_[id] != 0) continue;
        follows_tunable_[id] = is_free && literal(variable.binding) ? 1 : 0;
        for (VariableUse const& use : walk.uses(variable.binding)) {
            if (follows_tunable_[use.variable] != 0) follows_tunable_[id] = 1;
        }
    }
}

std::optional<std::string> FmuStarts::text_of(Value const& value, Interner const& interner) {
    switch (value.kind()) {
        case ValueKind::real: return real_text(value.as_real());
        case ValueKind::integer:
        case ValueKind::enumeration: return std::to_string(value.as_integer());
        case ValueKind::boolean: return value.as_boolean() ? "true" : "false";
        case ValueKind::string: return std::string(interner.text(value.as_string()));
        case ValueKind::none:
        case ValueKind::object:
        case ValueKind::array:
        case ValueKind::record: break;
    }
    return std::nullopt;
}

std::optional<std::string> FmuStarts::literal(ExprId expr) {
    return expr && is_literal(exprs_.kind(expr)) ? value(expr) : std::nullopt;
}

std::optional<std::string> FmuStarts::value(ExprId expr) {
    if (!expr || unknown_.contains(expr)) return std::nullopt;
    Evaluation const result = evaluator_.evaluate(expr);
    return result.has_value() ? text_of(result.value, interner_) : std::nullopt;
}

FmuStart FmuStarts::computed(VarId variable) {
    if (auto start = literal(start_equation_[variable])) return {MOO_FMU_EXACT, std::move(start)};
    bool const has_guess = iterates_[variable] != 0;
    ExprId const guess =
        has_guess ? document_.variables[variable].attribute(Attribute::start) : previous_start_[variable];
    if (auto start = literal(guess)) return {MOO_FMU_APPROX, std::move(start)};
    return {};
}

std::string FmuStarts::input(VarId variable) {
    if (auto start = value(document_.variables[variable].attribute(Attribute::start))) return std::move(*start);
    TypeKind const kind = exprs_.types().kind(document_.variables[variable].type);
    if (kind == TypeKind::string) return {};
    if (kind == TypeKind::boolean) return "false";
    double const number = fallback_start(exprs_, document_.variables[variable]);
    return kind == TypeKind::real ? real_text(number) : std::to_string(static_cast<std::int64_t>(number));
}

}  // namespace moo
