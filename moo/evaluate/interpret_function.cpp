#include "moo/evaluate/interpret_function.h"

#include <utility>

#include "moo/evaluate/interpret_machine.h"
#include "moo/expr/evaluate_rules.h"
#include "moo/expr/value_expr.h"

namespace moo {

// ---- the outside -----------------------------------------------------------------------------------

FunctionInterpreter::FunctionInterpreter(ExprStore& store, Interner& interner, FunctionLookup lookup,
                                         InterpretLimits limits)
    : machine_(std::make_unique<InterpretMachine>(store, interner, std::move(lookup), limits)) {}

FunctionInterpreter::~FunctionInterpreter() = default;

void FunctionInterpreter::set_external_calls(ExternalCalls calls) { machine_->external = std::move(calls); }

void FunctionInterpreter::set_constants(ValueSource constants) { machine_->constants = std::move(constants); }

Interpretation FunctionInterpreter::call(Symbol function, std::span<Value const> arguments) {
    return machine_->call(function, arguments);
}

Evaluation FunctionInterpreter::evaluate_call(ExprId call, std::span<Value const> arguments) {
    return machine_->evaluate_call(call, arguments);
}

InterpretFailure const& FunctionInterpreter::last_failure() const { return machine_->last_failure; }

// ---- frames ----------------------------------------------------------------------------------------

InterpretMachine::InterpretMachine(ExprStore const& store, Interner& interner, FunctionLookup lookup,
                                   InterpretLimits limits)
    : store_(store), interner_(interner), lookup_(std::move(lookup)), limits_(limits) {}

InterpretMachine::Frame::Frame(InterpretMachine& machine, ExprStore const& store, EvaluateLimits const& limits,
                               Interner& interner)
    : evaluator(store,
                [&machine](ExprStore const& exprs, ExprId id) {
                    return machine.constants ? machine.constants(exprs, id) : Value();
                },
                limits,
                {&interner, [this](Symbol name) { return find(name); },
                 [this, &machine](ExprId call, std::span<Value const> arguments) {
                     return machine.call_from_expression(*this, call, arguments);
                 }}) {}

Value const* InterpretMachine::Frame::find(Symbol name) const {
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->name == name) return &loop->value;
    }
    auto const found = prepared->slots.find(name);
    return found == prepared->slots.end() ? nullptr : &values[found->second];
}

bool InterpretMachine::fail(Frame const& frame, InterpretError error, std::string message, ExprId where) {
    if (failure_.error != InterpretError::none) return false;
    failure_ = {error, EvaluateError::none, frame.prepared->function->name, frame.source, where, std::move(message),
                {}};
    return false;
}

bool InterpretMachine::fail_evaluation(Frame const& frame, Evaluation const& evaluation) {
    if (failure_.error != InterpretError::none) return false;
    ExprId root = evaluation.where;
    while (root && (store_.kind(root) == ExprKind::subscript || store_.kind(root) == ExprKind::field)) {
        root = store_.operand(root, 0);
    }
    bool const is_local = root && store_.kind(root) == ExprKind::iterator && frame.find(store_.symbol(root)) != nullptr;
    if (evaluation.error == EvaluateError::unknown_value && is_local) {
        return fail(frame, InterpretError::uninitialized,
                    "`" + name_of(store_.symbol(root)) + "` is read before it has a value", evaluation.where);
    }
    fail(frame, InterpretError::evaluation, std::string(evaluate_error_text(evaluation.error)), evaluation.where);
    failure_.evaluation = evaluation.error;
    return false;
}

bool InterpretMachine::evaluate(Frame& frame, ExprId expr, Value& value) {
    Evaluation result = frame.evaluator.evaluate(expr);
    if (!result.has_value()) return fail_evaluation(frame, result);
    value = std::move(result.value);
    return true;
}

bool InterpretMachine::evaluate_list(Frame& frame, Operands const& exprs, std::vector<Value>& values) {
    values.reserve(exprs.size());
    for (ExprId const expr : exprs) {
        values.emplace_back();
        if (!evaluate(frame, expr, values.back())) return false;
    }
    return true;
}

bool InterpretMachine::count_step(Frame const& frame) {
    if (++steps_ <= limits_.max_steps) return true;
    return fail(frame, InterpretError::too_many_steps,
                "more than " + std::to_string(limits_.max_steps) + " statements were executed");
}

// ---- calls -----------------------------------------------------------------------------------------

// A constant of a package may call functions while a function runs, so calls come here at any depth.
Interpretation InterpretMachine::call(Symbol function, std::span<Value const> arguments) {
    if (depth_ == 0) {
        steps_ = 0;
        warnings_.clear();
    }
    InterpretFailure outer = std::exchange(failure_, {});
    Interpretation result;
    invoke(function, arguments, result.outputs);
    result.failure = std::exchange(failure_, std::move(outer));
    if (!result.has_value()) result.outputs.clear();
    result.warnings = warnings_;
    return result;
}

// The first result, or all of them as the fields of a record if the expression is the tuple of them.
Value InterpretMachine::value_of_call(ExprId call_expr, std::vector<Value> outputs) const {
    bool const has_all = store_.types().kind(store_.type(call_expr)) == TypeKind::tuple;
    return has_all ? Value::record(std::move(outputs)) : std::move(outputs[0]);
}

Evaluation InterpretMachine::evaluate_call(ExprId call_expr, std::span<Value const> arguments) {
    Interpretation result = call(store_.symbol(call_expr), arguments);
    last_failure = std::move(result.failure);
    if (last_failure.error != InterpretError::none) return {Value(), EvaluateError::call_failed, call_expr};
    if (result.outputs.empty()) return {Value(), EvaluateError::unsupported, call_expr};
    return {value_of_call(call_expr, std::move(result.outputs)), EvaluateError::none, ExprId()};
}

Evaluation InterpretMachine::call_from_expression(Frame& frame, ExprId call_expr, std::span<Value const> arguments) {
    std::vector<Value> outputs;
    Symbol const function = store_.symbol(call_expr);
    PreparedFunction const* const prepared = prepare(function);
    frame.is_stale = frame.is_stale || (prepared != nullptr && prepared->function->purity == FlatPurity::impure);
    if (!invoke(function, arguments, outputs)) return {Value(), EvaluateError::call_failed, call_expr};
    if (outputs.empty()) {
        fail(frame, InterpretError::wrong_arguments, "`" + name_of(function) + "` has no output", call_expr);
        return {Value(), EvaluateError::call_failed, call_expr};
    }
    return {value_of_call(call_expr, std::move(outputs)), EvaluateError::none, ExprId()};
}

PreparedFunction const* InterpretMachine::prepare(Symbol function) {
    auto const known = prepared_.find(function);
    if (known != prepared_.end()) return &known->second;
    FlatFunction const* const found = lookup_(function);
    if (found == nullptr) return nullptr;
    PreparedFunction& prepared = prepared_[function];
    prepared.function = found;
    for (std::uint32_t slot = 0; slot < found->variables.size(); ++slot) {
        FunctionVariable const& variable = found->variables[slot];
        prepared.slots.emplace(variable.name, slot);
        if (variable.role == FunctionRole::input) prepared.inputs.push_back(slot);
        if (variable.role == FunctionRole::output) prepared.outputs.push_back(slot);
    }
    return &prepared;
}

bool InterpretMachine::invoke(Symbol function, std::span<Value const> arguments, std::vector<Value>& outputs) {
    PreparedFunction const* const prepared = prepare(function);
    if (prepared == nullptr) {
        if (failure_.error == InterpretError::none) {
            failure_.error = InterpretError::unknown_function;
            failure_.function = function;
            failure_.message = "there is no function `" + name_of(function) + "`";
        }
        return false;
    }
    auto const level = static_cast<std::size_t>(depth_);
    if (level == frames_.size()) {
        frames_.push_back(std::make_unique<Frame>(*this, store_, limits_.evaluate, interner_));
    }
    Frame& frame = *frames_[level];
    frame.prepared = prepared;
    frame.source = prepared->function->source;
    if (depth_ >= limits_.max_depth) {
        return fail(frame, InterpretError::too_deep,
                    "more than " + std::to_string(limits_.max_depth) + " functions call each other");
    }
    ++depth_;
    bool const good = count_step(frame) && run_function(frame, arguments, outputs);
    --depth_;
    release_objects(frame);
    // Nothing of this call is needed any more; what the caller got must be the only owner of its arrays.
    frame.values.clear();
    frame.loops.clear();
    return good;
}

bool InterpretMachine::run_function(Frame& frame, std::span<Value const> arguments, std::vector<Value>& outputs) {
    FlatFunction const& function = *frame.prepared->function;
    frame.values.assign(function.variables.size(), Value());
    frame.loops.clear();
    frame.evaluator.reset();
    if (!bind_arguments(frame, arguments) || !initialize_variables(frame, arguments.size())) return false;
    if (function.external) {
        if (!run_external(frame, *function.external)) return false;
    } else if (run(frame, function.body, 0) == Flow::failed) {
        return false;
    }
    for (std::uint32_t const slot : frame.prepared->outputs) {
        frame.source = function.variables[slot].source;
        if (!is_complete(frame.values[slot])) {
            return fail(frame, InterpretError::uninitialized,
                        "the output `" + name_of(function.variables[slot].name) + "` has no value at the end");
        }
        outputs.push_back(std::move(frame.values[slot]));
    }
    return true;
}

bool InterpretMachine::bind_arguments(Frame& frame, std::span<Value const> arguments) {
    FlatFunction const& function = *frame.prepared->function;
    std::vector<std::uint32_t> const& inputs = frame.prepared->inputs;
    if (arguments.size() > inputs.size()) {
        return fail(frame, InterpretError::wrong_arguments,
                    "`" + name_of(function.name) + "` has " + std::to_string(inputs.size()) + " inputs; it is given " +
                        std::to_string(arguments.size()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        FunctionVariable const& variable = function.variables[inputs[i]];
        Value value = convert_value(store_.types(), arguments[i], variable.type);
        if (!value.has_value() || !is_complete(value)) {
            return fail(frame, InterpretError::wrong_arguments,
                        "the argument for `" + name_of(variable.name) + "` of `" + name_of(function.name) +
                            "` does not have the type of the input");
        }
        frame.values[inputs[i]] = std::move(value);
    }
    return true;
}

// In the order of the declarations, except that a variable whose size or first value needs a later one waits for it.
bool InterpretMachine::initialize_variables(Frame& frame, std::size_t argument_count) {
    std::vector<std::uint32_t> pending;
    FlatFunction const& function = *frame.prepared->function;
    std::size_t inputs_seen = 0;
    for (std::uint32_t slot = 0; slot < function.variables.size(); ++slot) {
        bool const is_input = function.variables[slot].role == FunctionRole::input;
        if (is_input && inputs_seen++ < argument_count) continue;
        pending.push_back(slot);
    }
    while (!pending.empty()) {
        std::vector<std::uint32_t> waiting;
        InterpretFailure first;
        for (std::uint32_t const slot : pending) {
            if (!count_step(frame)) return false;
            frame.source = function.variables[slot].source;
            if (initialize(frame, slot)) continue;
            if (failure_.error != InterpretError::uninitialized || failure_.function != function.name) return false;
            if (waiting.empty()) first = std::move(failure_);
            failure_ = {};
            waiting.push_back(slot);
        }
        if (waiting.size() == pending.size()) {
            failure_ = std::move(first);
            return false;
        }
        pending = std::move(waiting);
        frame.evaluator.reset_iterators();
    }
    return check_input_sizes(frame);
}

bool InterpretMachine::evaluate_sizes(Frame& frame, FunctionVariable const& variable,
                                      std::vector<std::int64_t>& sizes) {
    auto const known = store_.types().dims(variable.type);
    sizes.assign(known.begin(), known.end());
    for (std::size_t i = 0; i < sizes.size() && i < variable.sizes.size(); ++i) {
        if (!variable.sizes[i] || sizes[i] != TypeTable::unknown_size) continue;
        Value size;
        if (!evaluate(frame, variable.sizes[i], size)) return false;
        if (size.kind() != ValueKind::integer || size.as_integer() < 0) {
            return fail(frame, InterpretError::wrong_value,
                        "a size of `" + name_of(variable.name) + "` is not a number of elements", variable.sizes[i]);
        }
        sizes[i] = size.as_integer();
    }
    return true;
}

bool InterpretMachine::initialize(Frame& frame, std::uint32_t slot) {
    FunctionVariable const& variable = frame.prepared->function->variables[slot];
    TypeTable const& types = store_.types();
    if (variable.binding) {
        Value value;
        return evaluate(frame, variable.binding, value) && assign_whole(frame, slot, std::move(value));
    }
    if (variable.role == FunctionRole::input) {
        return fail(frame, InterpretError::wrong_arguments,
                    "there is no argument for the input `" + name_of(variable.name) + "`");
    }
    frame.values[slot] = Value();
    if (!types.is_array(variable.type)) {
        frame.values[slot] = blank_value(types, variable.type);
        return true;
    }
    std::vector<std::int64_t> sizes;
    if (!evaluate_sizes(frame, variable, sizes)) return false;
    std::int64_t count = 1;
    for (std::int64_t const size : sizes) {
        // The first assignment to the whole array says how long `:` is.
        if (size == TypeTable::unknown_size) return true;
        if (__builtin_mul_overflow(count, size, &count) || count > limits_.evaluate.max_elements) {
            return fail(frame, InterpretError::wrong_value, "`" + name_of(variable.name) + "` is too large");
        }
    }
    Value const element = blank_value(types, types.element(variable.type));
    frame.values[slot] = Value::array(std::move(sizes), std::vector<Value>(static_cast<std::size_t>(count), element));
    frame.evaluator.reset_iterators();
    return true;
}

bool InterpretMachine::check_input_sizes(Frame& frame) {
    FlatFunction const& function = *frame.prepared->function;
    for (std::uint32_t const slot : frame.prepared->inputs) {
        FunctionVariable const& variable = function.variables[slot];
        if (!frame.values[slot].is_array()) continue;
        std::vector<std::int64_t> sizes;
        frame.source = variable.source;
        if (!evaluate_sizes(frame, variable, sizes)) return false;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] == TypeTable::unknown_size || sizes[i] == frame.values[slot].dims()[i]) continue;
            return fail(frame, InterpretError::wrong_arguments,
                        "dimension " + std::to_string(i + 1) + " of `" + name_of(variable.name) + "` is " +
                            std::to_string(frame.values[slot].dims()[i]) + "; it should be " +
                            std::to_string(sizes[i]));
        }
    }
    return true;
}

// ---- external functions ----------------------------------------------------------------------------

bool InterpretMachine::run_external(Frame& frame, FlatExternal const& call_description) {
    frame.source = frame.prepared->function->source;
    std::vector<Value> arguments;
    for (ExprId const argument : call_description.arguments) {
        // Outputs have no value yet; the function gets their sizes.
        if (Value const* const part = find_part(frame, argument)) {
            arguments.push_back(*part);
            continue;
        }
        arguments.emplace_back();
        if (!evaluate(frame, argument, arguments.back())) return false;
    }
    ExternalResult result = call_external(*frame.prepared->function, arguments);
    if (result.is_refused) {
        return fail(
            frame, InterpretError::unsupported,
            "the external function `" + name_of(call_description.function) + "` cannot be called during translation");
    }
    if (!result.error.empty()) {
        fail(frame, InterpretError::external_failure, std::move(result.error));
        failure_.details = std::move(result.details);
        return false;
    }
    return store_external(frame, call_description, result);
}

Value const* InterpretMachine::find_part(Frame const& frame, ExprId reference) const {
    std::vector<ExprId> fields;
    for (; store_.kind(reference) == ExprKind::field; reference = store_.operand(reference, 0)) {
        fields.push_back(reference);
    }
    if (store_.kind(reference) != ExprKind::iterator) return nullptr;
    Value const* part = frame.find(store_.symbol(reference));
    TypeId type = store_.type(reference);
    for (auto field = fields.rbegin(); field != fields.rend() && part != nullptr; ++field) {
        auto const index = store_.types().field_index(type, store_.symbol(*field));
        if (!part->is_record() || !index) return nullptr;
        part = &part->fields()[*index];
        type = store_.type(*field);
    }
    return part;
}

ExternalResult InterpretMachine::call_external(FlatFunction const& function, std::span<Value const> arguments) {
    FlatExternal const& call_description = *function.external;
    ExternalResult result;
    if (call_description.language.has_value() && interner_.text(call_description.language) == "builtin") {
        auto const builtin = find_builtin(interner_.text(call_description.function));
        result.is_refused = !builtin;
        if (result.is_refused) return result;
        OpResult const value = evaluate_builtin(*builtin, arguments, limits_.evaluate);
        result.value = value.value;
        if (value.error != EvaluateError::none) result.error = std::string(evaluate_error_text(value.error));
        return result;
    }
    result.is_refused = !external.call;
    return result.is_refused ? result : external.call(function, arguments);
}

bool InterpretMachine::store_external(Frame& frame, FlatExternal const& call_description,
                                      ExternalResult const& result) {
    if (call_description.result && !assign(frame, call_description.result, result.value)) return false;
    for (std::size_t i = 0; i < result.arguments.size() && i < call_description.arguments.size(); ++i) {
        if (!result.arguments[i].has_value()) continue;
        if (!assign(frame, call_description.arguments[i], result.arguments[i])) return false;
    }
    return true;
}

// An external object that a local variable constructs lives as long as the call (section 12.9.7).
void InterpretMachine::release_objects(Frame& frame) {
    if (!external.release) return;
    for (std::size_t slot = 0; slot < frame.values.size(); ++slot) {
        FunctionVariable const& variable = frame.prepared->function->variables[slot];
        bool const is_owned =
            variable.role == FunctionRole::local && variable.binding && store_.kind(variable.binding) == ExprKind::call;
        if (is_owned && frame.values[slot].kind() == ValueKind::object) external.release(frame.values[slot]);
    }
}

}  // namespace moo
