#include "tests/scalarize/model_values.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <random>
#include <set>
#include <unordered_map>

#include "moo/check/counts.h"
#include "moo/evaluate/interpret_assign.h"
#include "moo/expr/value_expr.h"
#include "moo/model/names.h"

namespace moo::test {

namespace {

using Scalars = std::map<std::string, Value, std::less<>>;

// ---- values ----------------------------------------------------------------------------------------

void flatten(Value const& value, std::vector<Value>& out) {
    if (value.is_array()) {
        for (Value const& element : value.elements()) flatten(element, out);
    } else if (value.is_record()) {
        for (Value const& field : value.fields()) flatten(field, out);
    } else {
        out.push_back(value);
    }
}

template <class Operation>
Value map_scalars(Value const& value, Operation operation) {
    if (!value.is_array() && !value.is_record()) return operation(value);
    std::vector<Value> parts;
    for (Value const& part : value.is_array() ? value.elements() : value.fields()) {
        parts.push_back(map_scalars(part, operation));
    }
    return value.is_array() ? Value::array(value.dims(), std::move(parts)) : Value::record(std::move(parts));
}

bool are_close(Value const& a, Value const& b) {
    if (a.is_number() && b.is_number()) {
        double const x = a.as_real();
        double const y = b.as_real();
        return x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= 1e-9 * (std::fabs(x) + std::fabs(y));
    }
    return a == b;
}

std::string text_of(Value const& value, Interner const& interner) {
    switch (value.kind()) {
        case ValueKind::none: return "none";
        case ValueKind::real: return std::to_string(value.as_real());
        case ValueKind::string: return "\"" + std::string(interner.text(value.as_string())) + "\"";
        case ValueKind::integer:
        case ValueKind::boolean:
        case ValueKind::enumeration:
        case ValueKind::object: return std::to_string(value.as_integer());
        case ValueKind::array:
        case ValueKind::record: return "composite";
    }
    return {};
}

// ---- expressions -----------------------------------------------------------------------------------

// What operators with a memory give does not matter, as long as it is the same for a whole and for its elements.
class Environment {
public:
    Environment(FlatModel& model, Interner& interner)
        : model_(model),
          interner_(interner),
          interpreter_(model.exprs, interner, [this](Symbol name) { return find_function(name); }) {
        for (FlatFunction const& function : model.functions) functions_[function.name] = &function;
        interpreter_.set_constants([this](ExprStore const& store, ExprId id) {
            return store.kind(id) == ExprKind::variable ? variable(store.variable_of(id)) : Value();
        });
    }

    std::function<Value(VarId)> variable;
    std::function<Value(VarId)> derivative;
    std::function<Value(VarId)> previous;
    struct Binding {
        Symbol name;
        Value value;
    };
    std::deque<Binding> iterators;

    Value evaluate(ExprId expr) { return evaluate_with(expr, variable); }

    // Those of the value before the event, and of the derivative, are the same expression with other variables.
    Value evaluate_with(ExprId expr, std::function<Value(VarId)> const& source) {
        EvaluateHooks hooks;
        hooks.strings = &interner_;
        hooks.iterator = [this](Symbol name) -> Value const* {
            for (auto it = iterators.rbegin(); it != iterators.rend(); ++it) {
                if (it->name == name) return &it->value;
            }
            return nullptr;
        };
        hooks.call = [this](ExprId call, std::span<Value const> arguments) {
            return interpreter_.evaluate_call(call, arguments);
        };
        auto const values = [&](ExprStore const& store, ExprId id) {
            ExprKind const kind = store.kind(id);
            if (kind == ExprKind::variable) return source(store.variable_of(id));
            if (kind == ExprKind::time) return Value::real(1.25);
            if (kind == ExprKind::der) return evaluate_with(store.operand(id, 0), derivative);
            if (kind == ExprKind::pre) return evaluate_with(store.operand(id, 0), previous);
            return kind == ExprKind::builtin ? with_memory(store, id) : Value();
        };
        return Evaluator(model_.exprs, values, {}, hooks).evaluate(expr).value;
    }

private:
    FlatFunction const* find_function(Symbol name) const {
        auto const found = functions_.find(name);
        return found == functions_.end() ? nullptr : found->second;
    }

    Value with_memory(ExprStore const& store, ExprId id) {
        Builtin const builtin = store.builtin_of(id);
        auto const first = [&] { return evaluate(store.operand(id, 0)); };
        auto const before = [&] { return evaluate_with(store.operand(id, 0), previous); };
        switch (builtin) {
            case Builtin::initial:
            case Builtin::terminal: return Value::boolean(false);
            case Builtin::first_tick: return Value::boolean(true);
            case Builtin::interval: return Value::real(0.1);
            case Builtin::previous: return before();
            case Builtin::edge:
            case Builtin::change: {
                std::vector<Value> now;
                std::vector<Value> old;
                Value const shape = first();
                flatten(shape, now);
                flatten(before(), old);
                std::size_t next = 0;
                return map_scalars(shape, [&](Value const& value) {
                    Value const& other = old[next++];
                    return Value::boolean(builtin == Builtin::edge ? value.as_boolean() && !other.as_boolean()
                                                                   : !(value == other));
                });
            }
            case Builtin::sample: {
                bool const is_event = store.type(id) == types::boolean && store.operands(id).size() == 2 &&
                                      store.type(store.operand(id, 0)) != types::boolean;
                return is_event ? Value::boolean(true) : first();
            }
            case Builtin::hold:
            case Builtin::no_clock:
            case Builtin::sub_sample:
            case Builtin::super_sample:
            case Builtin::shift_sample:
            case Builtin::back_sample: return first();
            case Builtin::delay:
                return map_scalars(first(), [](Value const& x) { return Value::real(0.75 * x.as_real()); });
            case Builtin::spatial_distribution:
                return Value::record({evaluate(store.operand(id, 1)), evaluate(store.operand(id, 0))});
            default: return {};
        }
    }

    FlatModel& model_;
    Interner& interner_;
    std::unordered_map<Symbol, FlatFunction const*> functions_;
    FunctionInterpreter interpreter_;
};

// ---- points ----------------------------------------------------------------------------------------

class RandomPoint {
public:
    RandomPoint(FlatModel& model, Interner& interner, std::uint64_t seed)
        : model_(model), interner_(interner), environment_(model, interner), random_(seed) {
        known_.resize(model.variables.size());
        state_.resize(model.variables.size(), 0);
        environment_.variable = environment_.derivative =
            environment_.previous = [this](VarId id) { return value(id); };
    }

    Point make() {
        Point point;
        for (VarId const id : model_.variables.ids()) {
            Variable const& declared = model_.variables[id];
            Value const now = value(id);
            add(declared, now, point.values);
            if (declared.is_parameter()) continue;
            add(declared, jitter(now), point.previous);
            add(declared, random_value(declared.type, Value()), point.derivatives);
        }
        return point;
    }

private:
    void add(Variable const& variable, Value const& value, Scalars& out) {
        std::string const name(interner_.text(variable.name));
        out[name] = value;
        name_scalars(model_.exprs.types(), interner_, name, variable.type, value, out);
    }

    // Parameters depend on each other; a value that depends on itself is none.
    Value value(VarId id) {
        if (state_[id.index()] != 0 || depth_ > 150) return known_[id.index()];
        state_[id.index()] = 1;
        Variable const& variable = model_.variables[id];
        ++depth_;
        Value found;
        if (variable.is_parameter() && variable.binding) {
            found = convert_value(model_.exprs.types(), environment_.evaluate(variable.binding), variable.type);
        }
        if (!found.has_value()) {
            ExprId const start = variable.attribute(Attribute::start);
            found = random_value(variable.type, start ? environment_.evaluate(start) : Value());
        }
        --depth_;
        known_[id.index()] = found;
        return found;
    }

    double uniform() { return static_cast<double>(random_() % 100'000) / 100'000; }

    Value jitter(Value const& value) {
        return map_scalars(value, [&](Value const& x) {
            if (x.kind() == ValueKind::real) return Value::real(x.as_real() * (1 + 0.01 * uniform()));
            if (x.kind() == ValueKind::boolean) return Value::boolean(uniform() < 0.5);
            return x;
        });
    }

    // A scalar start value holds for all elements.
    Value random_value(TypeId type, Value const& start) {
        TypeTable const& types = model_.exprs.types();
        switch (types.kind(type)) {
            case TypeKind::real: {
                bool const has_start = start.is_number() && start.as_real() != 0;
                return Value::real(has_start ? start.as_real() * (1 + 0.05 * uniform()) : 0.25 + uniform());
            }
            case TypeKind::integer:
                return start.kind() == ValueKind::integer
                           ? start
                           : Value::integer(1 + static_cast<std::int64_t>(2 * uniform()));
            case TypeKind::boolean: return Value::boolean(uniform() < 0.5);
            case TypeKind::string:
                return start.kind() == ValueKind::string ? start : Value::string(interner_.intern(""));
            case TypeKind::enumeration: {
                auto const count = static_cast<double>(types.literals(type).size());
                return Value::enumeration(1 + static_cast<std::int64_t>(count * uniform()));
            }
            case TypeKind::record: {
                std::vector<Value> fields;
                for (RecordField const& field : types.fields(type)) fields.push_back(random_value(field.type, {}));
                return Value::record(std::move(fields));
            }
            case TypeKind::array: {
                std::vector<std::int64_t> const dims(types.dims(type).begin(), types.dims(type).end());
                std::size_t count = 1;
                for (std::int64_t const dim : dims) count *= static_cast<std::size_t>(dim);
                std::vector<Value> starts;
                flatten(start, starts);
                std::vector<Value> elements;
                for (std::size_t i = 0; i < count; ++i) {
                    Value const one = starts.size() == count ? starts[i] : starts.size() == 1 ? starts[0] : Value();
                    elements.push_back(random_value(types.element(type), one));
                }
                return Value::array(dims, std::move(elements));
            }
            case TypeKind::unknown:
            case TypeKind::clock:
            case TypeKind::external_object:
            case TypeKind::tuple: return {};
        }
        return {};
    }

    FlatModel& model_;
    Interner& interner_;
    Environment environment_;
    std::mt19937_64 random_;
    std::vector<Value> known_;
    std::vector<char> state_;
    int depth_ = 0;
};

// ---- models ----------------------------------------------------------------------------------------

class ModelEvaluation {
public:
    ModelEvaluation(FlatModel& model, Interner& interner, Point const& point)
        : model_(model), interner_(interner), environment_(model, interner) {
        now_ = read(point.values);
        derivatives_ = read(point.derivatives);
        previous_ = read(point.previous);
        environment_.variable = [this](VarId id) { return now_[id.index()]; };
        environment_.derivative = [this](VarId id) { return derivatives_[id.index()]; };
        environment_.previous = [this](VarId id) {
            return model_.variables[id].is_parameter() ? now_[id.index()] : previous_[id.index()];
        };
    }

    ModelValues run() {
        for (Variable const& variable : model_.variables) binding(variable);
        for (Variable const& variable : model_.variables) start(variable);
        equations(model_.equations);
        equations(model_.initial_equations);
        for (FlatAlgorithm const& one : model_.algorithms) algorithm(one);
        for (FlatAlgorithm const& one : model_.initial_algorithms) algorithm(one);
        for (FlatPartition const& partition : model_.partitions) {
            for (FlatSubPartition const& sub : partition.sub_partitions) {
                equations(sub.equations);
                for (FlatAlgorithm const& one : sub.algorithms) algorithm(one);
            }
        }
        return std::move(result_);
    }

private:
    std::vector<Value> read(Scalars const& values) const {
        std::vector<Value> result;
        for (Variable const& variable : model_.variables) {
            auto const found = values.find(interner_.text(variable.name));
            result.push_back(found == values.end() ? Value() : found->second);
        }
        return result;
    }

    std::string print(ExprId expr) const {
        return to_string(model_.exprs, expr, VariableNames(model_.variables, interner_, NameStyle::plain));
    }

    // As many scalars as `count` says, or as the value has.
    void add(std::string const& place, ExprId expr, std::int64_t count) {
        std::vector<Value> values;
        Value const value = environment_.evaluate(expr);
        if (value.has_value()) flatten(value, values);
        if (static_cast<std::int64_t>(values.size()) != count) values.assign(static_cast<std::size_t>(count), Value());
        for (Value const& one : values) result_.slots.push_back({place + ": " + print(expr), one});
    }

    void binding(Variable const& variable) {
        std::int64_t const count = scalar_count(model_.exprs.types(), variable.type);
        if (variable.binding) add("binding of " + std::string(interner_.text(variable.name)), variable.binding, count);
    }

    void start(Variable const& variable) {
        std::string const name(interner_.text(variable.name));
        std::int64_t const count = scalar_count(model_.exprs.types(), variable.type);
        ExprId const start = variable.attribute(Attribute::start);
        if (!start) return;
        bool const is_spread = !model_.exprs.types().is_array(model_.exprs.type(start));
        for (std::int64_t i = 0; i < (is_spread ? count : 1); ++i)
            add("start of " + name, start, is_spread ? 1 : count);
    }

    // ---- equations ----

    void equations(std::vector<FlatEquation> const& list) {
        for (FlatEquation const& equation : list) this->equation(equation);
    }

    void equation(FlatEquation const& equation) {
        switch (equation.kind) {
            case FlatEquationKind::equality: return equality(equation);
            case FlatEquationKind::reinit: {
                std::int64_t const count = scalar_count(model_.exprs.types(), model_.exprs.type(equation.a));
                return pairs("reinit", {equation.a, equation.b}, count);
            }
            case FlatEquationKind::assertion: return add("assert", equation.a, 1);
            case FlatEquationKind::terminate:
            case FlatEquationKind::call: return;
            case FlatEquationKind::if_: return conditional(equation);
            case FlatEquationKind::when:
                for (FlatBranch const& branch : equation.branches) {
                    add("when", branch.condition,
                        scalar_count(model_.exprs.types(), model_.exprs.type(branch.condition)));
                    equations(branch.body);
                }
                return;
            case FlatEquationKind::for_: return loop(equation);
        }
    }

    // Both sides of each scalar, one behind the other.
    void pairs(std::string const& place, std::array<ExprId, 2> sides, std::int64_t count) {
        std::array<std::vector<Value>, 2> values;
        for (std::size_t side = 0; side < 2; ++side) {
            Value const value = environment_.evaluate(sides[side]);
            if (value.has_value()) flatten(value, values[side]);
            if (std::ssize(values[side]) != count) values[side].assign(static_cast<std::size_t>(count), Value());
        }
        std::string const text = place + ": " + print(sides[0]) + " = " + print(sides[1]);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            result_.slots.push_back({text, values[0][i]});
            result_.slots.push_back({text, values[1][i]});
        }
    }

    void equality(FlatEquation const& equation) {
        ExprStore& exprs = model_.exprs;
        if (exprs.kind(equation.a) != ExprKind::tuple) {
            return pairs("equation", {equation.a, equation.b}, equation_size(model_, equation));
        }
        std::vector<ExprId> members;
        exprs.operands(equation.a).copy_to(members);
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (exprs.kind(members[i]) == ExprKind::whole) continue;
            pairs("equation", {members[i], exprs.output(equation.b, i + 1)},
                  scalar_count(exprs.types(), exprs.type(members[i])));
        }
    }

    // The branch that is taken; the first if that is not known.
    void conditional(FlatEquation const& equation) {
        for (FlatBranch const& branch : equation.branches) {
            Value const condition = branch.condition ? environment_.evaluate(branch.condition) : Value::boolean(true);
            if (condition.has_value() && !condition.as_boolean()) continue;
            return equations(branch.body);
        }
    }

    void loop(FlatEquation const& equation) {
        Value const range = environment_.evaluate(equation.a);
        if (!range.is_array()) return;
        environment_.iterators.push_back({equation.iterator, Value()});
        for (Value const& value : range.elements()) {
            environment_.iterators.back().value = value;
            for (FlatBranch const& branch : equation.branches) equations(branch.body);
        }
        environment_.iterators.pop_back();
    }

    // ---- algorithms ----

    enum class Flow : std::uint8_t { goes_on, breaks, fails };

    void algorithm(FlatAlgorithm const& algorithm) {
        std::vector<Value> const before = now_;
        changed_.clear();
        steps_ = 0;
        Scalars after;
        if (run(algorithm.statements) == Flow::fails) {
            result_.failures.push_back(failure_);
        } else {
            for (VarId const id : changed_) {
                Variable const& variable = model_.variables[id];
                std::string const name(interner_.text(variable.name));
                // What a tool made up is not compared.
                if (name.starts_with('-')) continue;
                name_scalars(model_.exprs.types(), interner_, name, variable.type, now_[id.index()], after);
            }
            result_.failures.emplace_back();
        }
        result_.algorithms.push_back(std::move(after));
        now_ = before;
    }

    Flow fail(std::string text) {
        failure_ = std::move(text);
        return Flow::fails;
    }

    Flow run(std::vector<FlatStatement> const& statements) {
        for (FlatStatement const& statement : statements) {
            Flow const flow = run(statement);
            if (flow != Flow::goes_on) return flow;
        }
        return Flow::goes_on;
    }

    Flow run(FlatStatement const& statement) {
        if (++steps_ > 200'000) return fail("too many steps");
        switch (statement.kind) {
            case FlatStatementKind::assignment: return assign(statement);
            case FlatStatementKind::call:
            case FlatStatementKind::reinit:
            case FlatStatementKind::assertion:
            case FlatStatementKind::terminate: return Flow::goes_on;
            case FlatStatementKind::break_:
            case FlatStatementKind::return_: return Flow::breaks;
            case FlatStatementKind::when: return run(statement.branches.front().body);
            case FlatStatementKind::if_:
                for (FlatStatementBranch const& branch : statement.branches) {
                    Value const condition =
                        branch.condition ? environment_.evaluate(branch.condition) : Value::boolean(true);
                    if (!condition.has_value()) return fail("condition " + print(branch.condition));
                    if (condition.as_boolean()) return run(branch.body);
                }
                return Flow::goes_on;
            case FlatStatementKind::for_: return loop(statement);
            case FlatStatementKind::while_:
                for (;;) {
                    Value const condition = environment_.evaluate(statement.a);
                    if (!condition.has_value() || ++steps_ > 200'000) return fail("while");
                    if (!condition.as_boolean()) return Flow::goes_on;
                    Flow const flow = run(statement.branches.front().body);
                    if (flow == Flow::breaks) return Flow::goes_on;
                    if (flow == Flow::fails) return flow;
                }
        }
        return Flow::goes_on;
    }

    Flow loop(FlatStatement const& statement) {
        Value const range = environment_.evaluate(statement.a);
        if (!range.is_array()) return fail("range " + print(statement.a));
        environment_.iterators.push_back({statement.iterator, Value()});
        Flow flow = Flow::goes_on;
        for (Value const& value : range.elements()) {
            environment_.iterators.back().value = value;
            flow = run(statement.branches.front().body);
            if (flow != Flow::goes_on) break;
        }
        environment_.iterators.pop_back();
        return flow == Flow::fails ? flow : Flow::goes_on;
    }

    Flow assign(FlatStatement const& statement) {
        ExprStore& exprs = model_.exprs;
        if (exprs.kind(statement.a) != ExprKind::tuple) {
            Value const value = environment_.evaluate(statement.b);
            if (!value.has_value()) return fail("value " + print(statement.b));
            return store(statement.a, value) ? Flow::goes_on : fail("target " + print(statement.a));
        }
        std::vector<ExprId> members;
        exprs.operands(statement.a).copy_to(members);
        std::vector<Value> values;
        for (std::size_t i = 0; i < members.size(); ++i) {
            values.push_back(environment_.evaluate(exprs.output(statement.b, i + 1)));
            if (!values.back().has_value()) return fail("call " + print(statement.b));
        }
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (exprs.kind(members[i]) == ExprKind::whole) continue;
            if (!store(members[i], values[i])) return fail("target " + print(members[i]));
        }
        return Flow::goes_on;
    }

    bool store(ExprId target, Value const& value) {
        ExprStore const& exprs = model_.exprs;
        if (exprs.kind(target) == ExprKind::array || exprs.is_record(target)) {
            Operands const parts = exprs.operands(target);
            std::vector<Value> values;
            if (value.is_record()) values = value.fields();
            if (value.is_array()) {
                auto const count = static_cast<std::size_t>(value.dims()[0]);
                std::vector<std::int64_t> const inner(value.dims().begin() + 1, value.dims().end());
                for (std::size_t i = 0; i < count; ++i) {
                    std::size_t const chunk = value.elements().size() / count;
                    auto const begin = value.elements().begin() + static_cast<std::ptrdiff_t>(i * chunk);
                    values.push_back(inner.empty()
                                         ? *begin
                                         : Value::array(inner, {begin, begin + static_cast<std::ptrdiff_t>(chunk)}));
                }
            }
            if (values.size() != parts.size()) return false;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (!store(parts[i], values[i])) return false;
            }
            return true;
        }
        std::vector<PathStep> path;
        for (; exprs.kind(target) != ExprKind::variable; target = exprs.operand(target, 0)) {
            PathStep step;
            step.is_field = exprs.kind(target) == ExprKind::field;
            if (!step.is_field && exprs.kind(target) != ExprKind::subscript) return false;
            if (step.is_field) {
                TypeId const record = exprs.types().element(exprs.type(exprs.operand(target, 0)));
                step.field = exprs.types().field_index(record, exprs.symbol(target)).value_or(0);
            }
            Operands const operands = exprs.operands(target);
            for (std::size_t i = 1; i < operands.size(); ++i) {
                bool const is_colon = exprs.kind(operands[i]) == ExprKind::whole;
                step.subscripts.push_back(is_colon ? Value() : environment_.evaluate(operands[i]));
            }
            path.insert(path.begin(), std::move(step));
        }
        VarId const variable = exprs.variable_of(target);
        changed_.insert(variable);
        return assign_part(now_[variable.index()], path, value, {}) == EvaluateError::none;
    }

    FlatModel& model_;
    Interner& interner_;
    Environment environment_;
    std::vector<Value> now_;
    std::vector<Value> derivatives_;
    std::vector<Value> previous_;
    std::set<VarId> changed_;
    std::string failure_;
    int steps_ = 0;
    ModelValues result_;
};

}  // namespace

void name_scalars(TypeTable const& types, Interner const& interner, std::string const& name, TypeId type,
                  Value const& value, Scalars& out) {
    if (types.kind(type) == TypeKind::record) {
        for (std::size_t i = 0; i < types.fields(type).size(); ++i) {
            RecordField const& field = types.fields(type)[i];
            Value const part = value.is_record() ? value.fields()[i] : Value();
            name_scalars(types, interner, name + "." + std::string(interner.text(field.name)), field.type, part, out);
        }
        return;
    }
    if (!types.is_array(type)) {
        out[name] = value;
        return;
    }
    auto const dims = types.dims(type);
    std::int64_t count = 1;
    for (std::int64_t const dim : dims) count *= dim;
    for (std::int64_t i = 0; i < count; ++i) {
        std::string subscripts;
        std::int64_t rest = i;
        for (std::size_t axis = dims.size(); axis-- > 0;) {
            subscripts = std::to_string(rest % dims[axis] + 1) + (subscripts.empty() ? "" : ",") + subscripts;
            rest /= dims[axis];
        }
        Value const part = value.is_array() ? value.elements()[static_cast<std::size_t>(i)] : Value();
        name_scalars(types, interner, name + "[" + subscripts + "]", types.element(type), part, out);
    }
}

Point random_point(FlatModel& model, Interner& interner, std::uint64_t seed) {
    return RandomPoint(model, interner, seed).make();
}

ModelValues evaluate_model(FlatModel& model, Interner& interner, Point const& point) {
    return ModelEvaluation(model, interner, point).run();
}

Comparison compare(ModelValues const& whole, ModelValues const& scalar) {
    Comparison result;
    auto const differ = [&](std::string text) {
        if (result.differences.size() < 20) result.differences.push_back(std::move(text));
    };
    if (whole.slots.size() != scalar.slots.size()) {
        differ(std::to_string(whole.slots.size()) + " scalars before, " + std::to_string(scalar.slots.size()) +
               " after");
    }
    for (std::size_t i = 0; i < std::min(whole.slots.size(), scalar.slots.size()); ++i) {
        if (!whole.slots[i].value.has_value()) {
            ++result.skipped;
            continue;
        }
        ++result.compared;
        if (are_close(whole.slots[i].value, scalar.slots[i].value)) continue;
        Interner const none;
        auto const text = [&](Value const& value) {
            return value.kind() == ValueKind::string ? std::string("a text") : text_of(value, none);
        };
        differ(whole.slots[i].place + " is " + text(whole.slots[i].value) + ", but " + scalar.slots[i].place + " is " +
               text(scalar.slots[i].value));
    }
    for (std::size_t i = 0; i < whole.algorithms.size(); ++i) {
        if (!whole.failures[i].empty()) {
            ++result.algorithms_skipped;
            continue;
        }
        ++result.algorithms;
        if (i >= scalar.algorithms.size() || !scalar.failures[i].empty()) {
            differ("algorithm " + std::to_string(i) + " fails: " + scalar.failures[i]);
            continue;
        }
        for (auto const& [name, value] : scalar.algorithms[i]) {
            auto const found = whole.algorithms[i].find(name);
            if (found != whole.algorithms[i].end() && are_close(found->second, value)) continue;
            differ("algorithm " + std::to_string(i) + " gives another `" + name + "`");
        }
    }
    return result;
}

}  // namespace moo::test
