// Statements of functions.
#include <algorithm>
#include <utility>

#include "moo/evaluate/interpret_machine.h"
#include "moo/expr/evaluate_rules.h"
#include "moo/expr/value_expr.h"

namespace moo {

InterpretMachine::Flow InterpretMachine::run(Frame& frame, std::vector<FlatStatement> const& statements, int nesting) {
    if (nesting > limits_.max_nesting) {
        fail(frame, InterpretError::too_deep, "statements are nested too deeply");
        return Flow::failed;
    }
    for (FlatStatement const& statement : statements) {
        frame.source = statement.source;
        if (!count_step(frame)) return Flow::failed;
        if (std::exchange(frame.is_stale, false)) frame.evaluator.reset();
        Flow const flow = run_statement(frame, statement, nesting);
        if (flow != Flow::next) return flow;
    }
    return Flow::next;
}

InterpretMachine::Flow InterpretMachine::run_statement(Frame& frame, FlatStatement const& statement, int nesting) {
    auto const next_if = [](bool good) { return good ? Flow::next : Flow::failed; };
    switch (statement.kind) {
        case FlatStatementKind::assignment: return next_if(run_assignment(frame, statement));
        case FlatStatementKind::call: {
            std::vector<Value> outputs;
            bool const good = run_call(frame, statement.a, outputs);
            frame.evaluator.reset();
            return next_if(good);
        }
        case FlatStatementKind::assertion: return next_if(check_assertion(frame, statement));
        case FlatStatementKind::if_: return run_if(frame, statement, nesting);
        case FlatStatementKind::for_: return run_for(frame, statement, nesting);
        case FlatStatementKind::while_: return run_while(frame, statement, nesting);
        case FlatStatementKind::break_: return Flow::break_;
        case FlatStatementKind::return_: return Flow::return_;
        case FlatStatementKind::reinit:
        case FlatStatementKind::terminate:
        case FlatStatementKind::when:
            fail(frame, InterpretError::unsupported, "this statement needs a simulation");
            return Flow::failed;
    }
    return Flow::failed;
}

// ---- control ---------------------------------------------------------------------------------------

InterpretMachine::Flow InterpretMachine::run_if(Frame& frame, FlatStatement const& statement, int nesting) {
    for (FlatStatementBranch const& branch : statement.branches) {
        Value condition = Value::boolean(true);
        if (branch.condition && !evaluate(frame, branch.condition, condition)) return Flow::failed;
        if (condition.kind() != ValueKind::boolean) {
            fail(frame, InterpretError::wrong_value, "the condition is not a Boolean", branch.condition);
            return Flow::failed;
        }
        if (condition.as_boolean()) return run(frame, branch.body, nesting + 1);
    }
    return Flow::next;
}

InterpretMachine::Flow InterpretMachine::run_while(Frame& frame, FlatStatement const& statement, int nesting) {
    if (statement.branches.empty()) return Flow::next;
    for (;;) {
        frame.source = statement.source;
        Value condition;
        if (!count_step(frame) || !evaluate(frame, statement.a, condition)) return Flow::failed;
        if (condition.kind() != ValueKind::boolean) {
            fail(frame, InterpretError::wrong_value, "the condition is not a Boolean", statement.a);
            return Flow::failed;
        }
        if (!condition.as_boolean()) return Flow::next;
        Flow const flow = run(frame, statement.branches[0].body, nesting + 1);
        if (flow == Flow::break_) return Flow::next;
        if (flow != Flow::next) return flow;
    }
}

InterpretMachine::Flow InterpretMachine::run_iteration(Frame& frame, FlatStatement const& statement, Value value,
                                                       int nesting) {
    frame.source = statement.source;
    if (!count_step(frame)) return Flow::failed;
    frame.loops.back().value = std::move(value);
    frame.evaluator.reset_iterators();
    return run(frame, statement.branches[0].body, nesting + 1);
}

InterpretMachine::Flow InterpretMachine::run_for(Frame& frame, FlatStatement const& statement, int nesting) {
    if (statement.branches.empty()) return Flow::next;
    Operands const operands = store_.operands(statement.a);
    Flow flow = Flow::next;
    // `for i in a : b` takes no memory for its range.
    Value first;
    Value last;
    bool const is_plain = store_.kind(statement.a) == ExprKind::range && operands.size() == 2;
    if (is_plain && (!evaluate(frame, operands[0], first) || !evaluate(frame, operands[1], last))) return Flow::failed;
    if (first.kind() == ValueKind::integer && last.kind() == ValueKind::integer) {
        frame.loops.push_back({statement.iterator, Value()});
        for (std::int64_t i = first.as_integer(); i <= last.as_integer() && flow == Flow::next; ++i) {
            flow = run_iteration(frame, statement, Value::integer(i), nesting);
            if (i == last.as_integer()) break;
        }
    } else {
        Value range;
        if (!evaluate(frame, statement.a, range)) return Flow::failed;
        if (!range.is_array() || range.dims().size() != 1) {
            fail(frame, InterpretError::wrong_value, "the range of the loop is not a vector", statement.a);
            return Flow::failed;
        }
        frame.loops.push_back({statement.iterator, Value()});
        for (std::size_t i = 0; i < range.elements().size() && flow == Flow::next; ++i) {
            flow = run_iteration(frame, statement, range.elements()[i], nesting);
        }
    }
    frame.loops.pop_back();
    frame.evaluator.reset_iterators();
    return flow == Flow::break_ ? Flow::next : flow;
}

bool InterpretMachine::check_assertion(Frame& frame, FlatStatement const& statement) {
    Value condition;
    if (!evaluate(frame, statement.a, condition)) return false;
    if (condition.kind() == ValueKind::boolean && condition.as_boolean()) return true;
    Value message;
    if (statement.b && !evaluate(frame, statement.b, message)) return false;
    std::string text = message.kind() == ValueKind::string ? name_of(message.as_string()) : "an assertion fails";
    Value level;
    if (statement.c && !evaluate(frame, statement.c, level)) return false;
    // AssertionLevel = enumeration(warning, error)
    if (level.kind() == ValueKind::enumeration && level.as_integer() == 1) {
        constexpr std::size_t most_warnings = 100;
        if (warnings_.size() < most_warnings) warnings_.push_back(std::move(text));
        return true;
    }
    return fail(frame, InterpretError::assertion, std::move(text), statement.a);
}

// ---- assignment ------------------------------------------------------------------------------------

bool InterpretMachine::run_call(Frame& frame, ExprId call_expr, std::vector<Value>& outputs) {
    if (store_.kind(call_expr) != ExprKind::call || store_.is_record(call_expr)) {
        outputs.emplace_back();
        return evaluate(frame, call_expr, outputs.back());
    }
    std::vector<Value> arguments;
    if (!evaluate_list(frame, store_.operands(call_expr), arguments)) return false;
    return invoke(store_.symbol(call_expr), arguments, outputs);
}

bool InterpretMachine::run_assignment(Frame& frame, FlatStatement const& statement) {
    if (store_.kind(statement.a) != ExprKind::tuple) {
        Value value;
        return evaluate(frame, statement.b, value) && assign(frame, statement.a, std::move(value));
    }
    std::vector<Value> outputs;
    if (store_.kind(statement.b) == ExprKind::tuple) {
        if (!evaluate_list(frame, store_.operands(statement.b), outputs)) return false;
    } else if (!run_call(frame, statement.b, outputs)) {
        return false;
    }
    Operands const targets = store_.operands(statement.a);
    if (targets.size() > outputs.size()) {
        return fail(frame, InterpretError::wrong_value,
                    std::to_string(targets.size()) + " variables are assigned; there are " +
                        std::to_string(outputs.size()) + " values",
                    statement.b);
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (store_.kind(targets[i]) == ExprKind::whole) continue;
        if (!assign(frame, targets[i], std::move(outputs[i]))) return false;
    }
    return true;
}

bool InterpretMachine::assign(Frame& frame, ExprId target, Value value) {
    std::vector<ExprId> nodes;
    ExprId root = target;
    for (; store_.kind(root) == ExprKind::subscript || store_.kind(root) == ExprKind::field;
         root = store_.operand(root, 0)) {
        nodes.insert(nodes.begin(), root);
    }
    auto const slot = store_.kind(root) == ExprKind::iterator ? frame.prepared->slots.find(store_.symbol(root))
                                                              : frame.prepared->slots.end();
    if (slot == frame.prepared->slots.end()) {
        return fail(frame, InterpretError::wrong_value, "what is assigned to is not a variable of the function",
                    target);
    }
    bool const good = nodes.empty() ? assign_whole(frame, slot->second, std::move(value))
                                    : assign_path(frame, slot->second, nodes, std::move(value));
    frame.evaluator.reset_iterators();
    return good;
}

bool InterpretMachine::assign_whole(Frame& frame, std::uint32_t slot, Value value) {
    FunctionVariable const& variable = frame.prepared->function->variables[slot];
    Value converted = convert_value(store_.types(), value, variable.type);
    if (!is_complete(value)) {
        return fail(frame, InterpretError::uninitialized,
                    "a part of the value of `" + name_of(variable.name) + "` is read before it has a value");
    }
    bool fits = converted.has_value();
    if (fits && converted.is_array()) {
        std::vector<std::int64_t> sizes;
        // Sizes that depend on inputs were evaluated when the variable was created.
        Value const& old = frame.values[slot];
        bool const is_flexible = variable.sizes.empty() || std::any_of(variable.sizes.begin(), variable.sizes.end(),
                                                                       [](ExprId size) { return !size.has_value(); });
        if (!is_flexible && old.is_array()) {
            sizes = old.dims();
        } else if (!evaluate_sizes(frame, variable, sizes)) {
            return false;
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            fits = fits && (sizes[i] == TypeTable::unknown_size || sizes[i] == converted.dims()[i]);
        }
    }
    if (!fits) {
        return fail(frame, InterpretError::wrong_value, "the value does not fit `" + name_of(variable.name) + "`");
    }
    frame.values[slot] = std::move(converted);
    frame.evaluator.reset_iterators();
    return true;
}

bool InterpretMachine::evaluate_path_subscripts(Frame& frame, ExprId node, Value const* array, PathStep& step) {
    Operands const operands = store_.operands(node);
    for (std::size_t i = 1; i < operands.size(); ++i) {
        step.subscripts.emplace_back();
        if (store_.kind(operands[i]) == ExprKind::whole) continue;
        bool const has_size = array != nullptr && array->is_array() && i <= array->dims().size();
        Evaluation result = has_size ? frame.evaluator.evaluate_subscript(operands[i], array->dims()[i - 1])
                                     : frame.evaluator.evaluate(operands[i]);
        if (!result.has_value()) return fail_evaluation(frame, result);
        step.subscripts.back() = std::move(result.value);
    }
    return true;
}

bool InterpretMachine::assign_path(Frame& frame, std::uint32_t slot, std::span<ExprId const> nodes, Value value) {
    FunctionVariable const& variable = frame.prepared->function->variables[slot];
    TypeTable const& types = store_.types();
    std::vector<PathStep> path;
    TypeId type = variable.type;
    // The value on the way, of the first element where there are several: `end` is its size.
    Value const* at = &frame.values[slot];
    for (ExprId const node : nodes) {
        PathStep& step = path.emplace_back();
        if (store_.kind(node) == ExprKind::subscript) {
            if (!evaluate_path_subscripts(frame, node, at, step)) return false;
            bool const has_elements = at != nullptr && at->is_array() && !at->elements().empty();
            at = has_elements ? &at->elements()[0] : nullptr;
            continue;
        }
        type = types.element(type);
        auto const field = types.field_index(type, store_.symbol(node));
        if (types.kind(type) != TypeKind::record || !field) {
            return fail(frame, InterpretError::wrong_value, "there is no such field", node);
        }
        step.is_field = true;
        step.field = *field;
        type = types.fields(type)[*field].type;
        if (at != nullptr && at->is_array()) at = at->elements().empty() ? nullptr : &at->elements()[0];
        at = at != nullptr && at->is_record() ? &at->fields()[*field] : nullptr;
    }
    TypeId const element = types.element(type);
    bool const complete = is_complete(value);
    if (value.is_array()) {
        for (std::size_t i = 0; complete && i < value.elements().size(); ++i) {
            Value converted = convert_value(types, value.elements()[i], element);
            if (!(converted == value.elements()[i])) value.writable_parts()[i] = std::move(converted);
        }
    } else {
        value = convert_value(types, value, element);
    }
    if (!complete) {
        return fail(frame, InterpretError::uninitialized, "a part of the value is read before it has a value");
    }
    EvaluateError const error = is_complete(value) ? assign_part(frame.values[slot], path, value, limits_.evaluate)
                                                   : EvaluateError::type_mismatch;
    if (error == EvaluateError::none) return true;
    if (error == EvaluateError::type_mismatch) {
        return fail(frame, InterpretError::wrong_value,
                    "the value does not fit the part of `" + name_of(variable.name) + "`", nodes.back());
    }
    return fail_evaluation(frame, {Value(), error, nodes.back()});
}

}  // namespace moo
