#include "frontend/typecheck/translation_values.h"

#include <filesystem>
#include <unordered_set>

#include "frontend/typecheck/elaborator.h"
#include "frontend/typecheck/external_calls.h"
#include "moo/expr/value_expr.h"

namespace moo {

namespace {

namespace fs = std::filesystem;

constexpr Message<std::string_view, std::string_view> not_evaluable{DiagnosticKind::NotEvaluable,
                                                                    "{} must be known during translation, but {}"};
constexpr Message<std::string_view> cyclic_constant{DiagnosticKind::CyclicParameters,
                                                    "the value of constant `{}` depends on itself"};

constexpr int max_evaluate_depth = 200;

}  // namespace

TranslationValues::TranslationValues(Elaborator& elaborator, ElaborationContext const& context, ExternalTrust* trust)
    : ElaborationContext(context), e_(elaborator), trust_(trust), free_variables_(exprs) {
    interpreter_ = std::make_unique<FunctionInterpreter>(exprs, interner, [this](Symbol name) -> FlatFunction const* {
        FunctionEntry* entry = e_.functions.entry_named(name);
        if (entry == nullptr) entry = e_.types.constructor_named(name);
        return entry != nullptr ? e_.functions.complete_function(*entry) : nullptr;
    });
    interpreter_->set_external_calls({[this](FlatFunction const& function, std::span<Value const> arguments) {
                                          return call_external(function, arguments);
                                      },
                                      [this](Value const& object) { external_caller().release(object); }});
    ValueSource const source = [this](ExprStore const& store, ExprId expr) -> Value {
        if (store.kind(expr) != ExprKind::variable) return {};
        VarId const variable = store.variable_of(expr);
        Component const* const component = e_.components.component_of(variable);
        if (component == nullptr || component->value_state != WorkState::done) return {};
        used_.push_back(variable);
        return component->value;
    };
    interpreter_->set_constants(source);
    EvaluateHooks hooks;
    hooks.strings = &interner;
    hooks.call = [this](ExprId call, std::span<Value const> arguments) {
        return interpreter_->evaluate_call(call, arguments);
    };
    evaluator_ = std::make_unique<Evaluator>(exprs, source, EvaluateLimits{}, std::move(hooks));
}

TranslationValues::~TranslationValues() = default;

// ---- external functions ----

ExternalCaller& TranslationValues::external_caller() {
    if (external_caller_ == nullptr) {
        external_caller_ = std::make_unique<ExternalCaller>(exprs, interner, diagnostics, *trust_);
        external_caller_->find_destructor = [this](TypeId type) -> FlatFunction const* {
            FunctionEntry* const entry = e_.types.object_function(type, "destructor");
            return entry != nullptr ? e_.functions.complete_function(*entry) : nullptr;
        };
    }
    return *external_caller_;
}

ExternalResult TranslationValues::call_external(FlatFunction const& function, std::span<Value const> arguments) {
    ExternalResult result;
    result.is_refused = demands_ == 0 || trust_ == nullptr;
    if (result.is_refused) {
        was_refused_ = demands_ == 0;
        return result;
    }
    std::vector<Value> values(arguments.begin(), arguments.end());
    for (Value& value : values) {
        if (value.kind() == ValueKind::string) value = Value::string(resource_path(value.as_string()));
    }
    return external_caller().call(function, values);
}

// Addresses of resources mean something only here, where the libraries are known. So functions get paths, whatever
// they make of them; a class, or a resource that is not there, is left as it is.
Symbol TranslationValues::resource_path(Symbol text) {
    std::string_view const address = interner.text(text);
    bool const is_address =
        address.starts_with("modelica:/") || address.starts_with("Modelica:/") || address.starts_with("file:///");
    if (!is_address) return text;
    fs::path const path = instances.tree().library().resolve_address(address);
    std::error_code error;
    return !path.empty() && fs::exists(path, error) ? interner.intern(path.string()) : text;
}

// ---- values ----

Value TranslationValues::evaluate(ExprId expr) {
    if (!exprs.varies(expr)) {
        // Literals are by far the most frequent.
        if (exprs.kind(expr) == ExprKind::integer) return Value::integer(exprs.integer_value(expr));
        if (exprs.kind(expr) == ExprKind::boolean) return Value::boolean(exprs.boolean_value(expr));
    }
    Value const value = compute(expr);
    if (!value.has_value()) return value;
    if (evaluate_depth_ > 0) {
        // Remembered results of the surrounding computations do not say where they come from.
        evaluator_->reset();
        used_.clear();
        evaluator_->evaluate(expr);
    }
    for (VarId const variable : std::exchange(used_, {})) mark_evaluated(variable);
    return value;
}

Value TranslationValues::compute(ExprId expr) {
    if (evaluate_depth_ > max_evaluate_depth) return {};
    ++evaluate_depth_;
    // The values of the variables first: the evaluator cannot be entered again while it works.
    // A copy of the uses, because finding a value may lead here again.
    std::vector<VariableUse> const uses = free_variables_.uses(expr);
    for (VariableUse const& use : uses) {
        if (use.occurrence != Occurrence::value) continue;
        if (Component* const component = e_.components.component_of(use.variable)) value_of(*component);
    }
    --evaluate_depth_;
    if (evaluate_depth_ == 0) evaluator_->reset();
    used_.clear();
    Evaluation const result = evaluator_->evaluate(expr);
    failure_.error = result.error;
    failure_.where = result.where;
    failure_.call = result.error == EvaluateError::call_failed ? interpreter_->last_failure() : InterpretFailure();
    return result.has_value() ? result.value : Value();
}

Value TranslationValues::demand(ExprId expr) {
    ++demands_;
    Value value = evaluate(expr);
    --demands_;
    return value;
}

Value TranslationValues::preview(ast::Ast const& ast, ast::ExprId expr, Node* scope) {
    std::size_t const reports = diagnostics.items().size();
    std::size_t const evaluations = evaluation_count();
    ExternalTrust* const trust = std::exchange(trust_, nullptr);
    ExprId const lowered = e_.lower(ast, expr, scope);
    Value value = lowered ? compute(lowered) : Value();
    trust_ = trust;
    take_evaluations(evaluations);
    diagnostics.take_back(reports);
    return value;
}

Value TranslationValues::value_of(Component& component) {
    if (component.value_state == WorkState::done) return component.value;
    if (component.value_state == WorkState::busy && !component.parent->is_in_model &&
        component.variability == Variability::constant) {
        component.value_state = WorkState::failed;
        diagnostics.error(component.span(), cyclic_constant, interner.text(instances.path_of(component)));
    }
    bool const is_open =
        component.value_state == WorkState::untouched || (component.value_state == WorkState::refused && demands_ > 0);
    if (!is_open) {
        was_refused_ = was_refused_ || component.value_state == WorkState::refused;
        return {};
    }
    component.value_state = WorkState::busy;
    if (component.variability < Variability::parameter && component.parent->is_in_model) {
        component.value_state = WorkState::failed;
        return {};
    }
    bool const others_were_refused = std::exchange(was_refused_, false);
    ExprId const binding = e_.components.binding_of(component);
    Value value;
    if (binding) value = convert_value(exprs.types(), compute(binding), e_.types.type_of(component));
    if (binding && !value.has_value() && !was_refused_) component_failures_[&component] = failure_;
    if (!binding && !e_.components.has_binding(component)) {
        // A parameter without a value takes its start value (section 8.6).
        BindingSyntax const start = find_part_binding(component.layers, interner.intern("start"));
        BindingSyntax const from_type =
            start.has_value() ? start : find_part_binding(component.type->layers, interner.intern("start"));
        BindingSyntax const fixed = find_part_binding(component.layers, interner.intern("fixed"));
        if (from_type.has_value() && !fixed.has_value()) {
            if (ExprId const expr = e_.components.lower(from_type)) {
                value = convert_value(exprs.types(), compute(expr), e_.types.type_of(component));
            }
        }
    }
    component.value_state = value.has_value() ? WorkState::done : was_refused_ ? WorkState::refused : WorkState::failed;
    was_refused_ = was_refused_ || others_were_refused;
    component.value = value;
    return value;
}

// ---- parameters whose values are used ----

void TranslationValues::mark_evaluated(VarId variable) {
    std::vector<VarId> open{variable};
    while (!open.empty()) {
        VarId const next = open.back();
        open.pop_back();
        if (model.variables[next].is_evaluated) continue;
        model.variables[next].is_evaluated = true;
        evaluated_.push_back(next);
        Component const* const component = e_.components.component_of(next);
        if (component != nullptr && component->binding) add_sources(component->binding, open);
    }
}

// The variables that the value of an expression comes from: in an if, those of the branch that is taken.
void TranslationValues::add_sources(ExprId expr, std::vector<VarId>& sources) {
    std::vector<ExprId> open{expr};
    std::unordered_set<ExprId> seen;
    while (!open.empty()) {
        ExprId const next = open.back();
        open.pop_back();
        if (!exprs.varies(next) || !seen.insert(next).second) continue;
        if (exprs.kind(next) == ExprKind::variable) {
            sources.push_back(exprs.variable_of(next));
        } else if (exprs.kind(next) == ExprKind::if_else) {
            Evaluation const condition = evaluator_->evaluate(exprs.operand(next, 0));
            open.push_back(exprs.operand(next, 0));
            bool const is_known = condition.has_value() && condition.value.kind() == ValueKind::boolean;
            if (!is_known || condition.value.as_boolean()) open.push_back(exprs.operand(next, 1));
            if (!is_known || !condition.value.as_boolean()) open.push_back(exprs.operand(next, 2));
        } else {
            for (ExprId const operand : exprs.operands(next)) open.push_back(operand);
        }
    }
}

std::vector<VarId> TranslationValues::take_evaluations(std::size_t count) {
    std::vector<VarId> taken(evaluated_.begin() + static_cast<std::ptrdiff_t>(count), evaluated_.end());
    evaluated_.resize(count);
    for (VarId const variable : taken) model.variables[variable].is_evaluated = false;
    return taken;
}

// A parameter that nobody can change has the value of its binding, so that its binding is looked at instead. For one
// that is not settled the reason is kept: the answer stays the same until that one is evaluated.
bool TranslationValues::is_settled(ExprId expr) {
    std::vector<ExprId> open{expr};
    std::vector<VarId> passed;
    std::unordered_set<VarId> seen;
    while (!open.empty()) {
        ExprId const next = open.back();
        open.pop_back();
        for (VariableUse const& use : free_variables_.uses(next)) {
            Variable const& variable = model.variables[use.variable];
            bool const is_fixed = variable.variability == Variability::constant || variable.is_evaluated;
            if (is_fixed || !seen.insert(use.variable).second) continue;
            bool const is_closed = variable.is_final || variable.is_protected;
            VarId reason = use.variable;
            if (auto const known = unsettled_.find(use.variable); known != unsettled_.end()) reason = known->second;
            bool const is_unsettled = reason != use.variable && !model.variables[reason].is_evaluated;
            if (variable.is_final && variable.is_protected) continue;
            if (is_unsettled || !is_closed || !variable.binding) {
                for (VarId const parameter : passed) unsettled_[parameter] = reason;
                return false;
            }
            passed.push_back(use.variable);
            open.push_back(variable.binding);
        }
    }
    return true;
}

// ---- failures ----

Value TranslationValues::evaluate_or_report(ExprId expr, SourceSpan span, std::string_view what) {
    Value const value = demand(expr);
    if (!value.has_value()) report_not_evaluable(span, what);
    return value;
}

bool TranslationValues::is_failure_reported() {
    bool const is_variable = failure_.error == EvaluateError::unknown_value && failure_.where &&
                             exprs.kind(failure_.where) == ExprKind::variable;
    if (!is_variable || !diagnostics.has_errors()) return false;
    Component* const component = e_.components.component_of(exprs.variable_of(failure_.where));
    return component != nullptr && component->binding_state == WorkState::failed &&
           e_.components.has_binding(*component);
}

void TranslationValues::report_not_evaluable(SourceSpan span, std::string_view what) {
    if (is_failure_reported()) return;
    auto report = diagnostics.error(span, not_evaluable, what, last_failure_text());
    explain_failure(report);
}

std::string TranslationValues::last_failure_text() { return failure_text(failure_); }

std::string TranslationValues::failure_text(EvaluationFailure const& failure) {
    if (failure.error == EvaluateError::unknown_value && failure.where &&
        exprs.kind(failure.where) == ExprKind::variable) {
        VarId const variable = exprs.variable_of(failure.where);
        Component const* const component = e_.components.component_of(variable);
        std::string const name(interner.text(model.variables[variable].name));
        bool const is_varying = component == nullptr || component->variability < Variability::parameter;
        if (is_varying) return "`" + name + "` changes during simulation";
        return "`" + name + "` has no value that could be computed";
    }
    if (!failure.call.message.empty()) return failure.call.message;
    // Everything was computed, but what came out does not fit the declaration.
    if (failure.error == EvaluateError::none) return "its value is not of its type";
    return std::string(evaluate_error_text(failure.error));
}

void TranslationValues::explain_failure(Diagnostics::Report& report) {
    constexpr int most_steps = 8;
    constexpr std::size_t most_lines = 12;
    EvaluationFailure const* failure = &failure_;
    // From variable to variable, down to the one that cannot be computed.
    for (int step = 0; step < most_steps; ++step) {
        if (failure->error != EvaluateError::unknown_value || !failure->where ||
            exprs.kind(failure->where) != ExprKind::variable) {
            break;
        }
        Component const* const component = e_.components.component_of(exprs.variable_of(failure->where));
        auto const found = component_failures_.find(component);
        if (found == component_failures_.end()) break;
        failure = &found->second;
        report.note(component->span(), "`{}` has no value because {}", interner.text(instances.path_of(*component)),
                    failure_text(*failure));
    }
    InterpretFailure const& call = failure->call;
    if (failure->error != EvaluateError::call_failed || !call.function) return;
    report.note(call.source, "in the function `{}`", interner.text(call.function));
    for (std::size_t i = 0; i < call.details.size() && i < most_lines; ++i) report.note({}, "{}", call.details[i]);
    if (call.details.size() > most_lines) {
        report.note({}, "and {} more lines", static_cast<std::int64_t>(call.details.size() - most_lines));
    }
}

}  // namespace moo
