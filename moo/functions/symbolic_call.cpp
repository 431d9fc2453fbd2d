#include "moo/functions/symbolic_call.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include "moo/expr/free_variables.h"
#include "moo/expr/memo.h"
#include "moo/expr/substitute.h"
#include "moo/functions/function_list.h"
#include "moo/functions/moving_variables.h"
#include "moo/functions/partial_value.h"

namespace moo {

namespace {

// Operators that jump where a Real argument crosses something, and those that tell of events themselves.
constexpr std::array jumping = {Builtin::div,  Builtin::mod,   Builtin::rem,
                                Builtin::ceil, Builtin::floor, Builtin::integer};
constexpr std::array eventful = {Builtin::semi_linear, Builtin::edge,    Builtin::change,
                                 Builtin::sample,      Builtin::initial, Builtin::terminal};

bool makes_event(ExprStore const& store, ExprId id) {
    auto const has_reals = [&] {
        for (ExprId const operand : store.operands(id)) {
            if (store.types().element(store.type(operand)) == types::real) return true;
        }
        return false;
    };
    if (is_relation(store.kind(id))) return has_reals();
    if (store.kind(id) != ExprKind::builtin) return false;
    Builtin const builtin = store.builtin_of(id);
    if (std::find(eventful.begin(), eventful.end(), builtin) != eventful.end()) return true;
    return std::find(jumping.begin(), jumping.end(), builtin) != jumping.end() && has_reals();
}

// One run. The variables of the function are in an environment; inputs are there with the arguments.
class SymbolicRun {
public:
    SymbolicRun(ExprStore& store, Interner& interner, FlatFunction const& function, int& next_iterator,
                SymbolicLimits const& limits)
        : store_(store),
          interner_(interner),
          function_(function),
          next_iterator_(next_iterator),
          left_(limits.max_statements),
          wraps_(!function.generates_events.value_or(false)) {}

    std::optional<SymbolicResults> run(std::vector<ExprId> const& arguments) {
        std::size_t at = 0;
        for (FunctionVariable const& variable : function_.variables) {
            Variable& entry = variables_[variable.name];
            entry.type = variable.type;
            if (variable.role != FunctionRole::input) continue;
            if (at == arguments.size()) return std::nullopt;
            entry.value.whole = as_type(arguments[at++], variable.type);
        }
        find_sizes();
        if (!initialize() || !run(function_.body)) return std::nullopt;
        SymbolicResults results;
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role != FunctionRole::output) continue;
            Variable const& entry = variables_.at(variable.name);
            results.outputs.push_back(joined(store_, entry.value, entry.type));
            if (!results.outputs.back()) return std::nullopt;
        }
        results.has_no_event = has_wrapped_;
        return results;
    }

private:
    struct Variable {
        TypeId type;
        PartialValue value;
    };
    using Environment = std::map<Symbol, Variable>;

    // ---- values ----

    // An Integer literal that a Real takes is one.
    ExprId as_type(ExprId value, TypeId type) {
        bool const converts = type == types::real && store_.kind(value) == ExprKind::integer;
        return converts ? store_.real(store_.number_value(value)) : value;
    }

    // The expression over the arguments; none if it reads what has no value.
    ExprId evaluate(ExprId expr) {
        ExprId const prepared = prepare(expr);
        if (!prepared) return {};
        Substitution values(store_);
        std::vector<Symbol> partial;
        for (Symbol const name : mentioned_iterators(store_, prepared)) {
            auto const found = variables_.find(name);
            if (found == variables_.end()) continue;
            ExprId const value = joined(store_, found->second.value, found->second.type);
            if (value) {
                values.set(name, value);
            } else {
                partial.push_back(name);
            }
        }
        if (!partial.empty() && !set_parts(prepared, partial, values)) return {};
        return values.apply(prepared);
    }

    // Of a variable without some of its parts, those that are read.
    bool set_parts(ExprId expr, std::vector<Symbol> const& partial, Substitution& values) {
        std::vector<ExprId> pending{expr};
        std::unordered_set<ExprId> seen;
        while (!pending.empty()) {
            ExprId const id = pending.back();
            pending.pop_back();
            if (!store_.has_iterator(id) || !seen.insert(id).second) continue;
            Symbol const root = root_variable(store_, id);
            if (root && std::find(partial.begin(), partial.end(), root) != partial.end()) {
                Variable const& variable = variables_.at(root);
                std::vector<PartStep> steps;
                if (!part_steps(store_, id, variable.type, steps)) return false;
                ExprId const part = part_of(store_, variable.value, variable.type, steps);
                if (!part) return false;
                values.set(id, part);
                continue;
            }
            for (ExprId const operand : store_.operands(id)) pending.push_back(operand);
        }
        return true;
    }

    // New names for the iterators of reductions, and noEvent around what would make events.
    ExprId prepare(ExprId root) {
        std::vector<ExprId> stack{root};
        while (!stack.empty()) {
            ExprId const id = stack.back();
            Operands const operands = store_.operands(id);
            std::vector<ExprId> done;
            bool waits = false;
            for (ExprId const operand : operands) {
                ExprId const prepared = prepared_.get(operand);
                if (!prepared) stack.push_back(operand);
                waits = waits || !prepared;
                done.push_back(prepared);
            }
            if (waits) continue;
            stack.pop_back();
            if (prepared_.get(id)) continue;
            ExprId result = done.empty() ? id : store_.rebuild(id, done);
            if (store_.kind(result) == ExprKind::reduction) result = renamed(result);
            if (wraps_ && makes_event(store_, result)) {
                result = store_.builtin(Builtin::no_event, {result});
                has_wrapped_ = true;
            }
            prepared_[id] = result;
        }
        return prepared_.get(root);
    }

    ExprId renamed(ExprId reduction) {
        Substitution names(store_);
        std::vector<ReductionIterator> iterators;
        for (std::size_t i = 0; i < store_.iterator_count(reduction); ++i) {
            ReductionIterator iterator = store_.iterator_at(reduction, i);
            Symbol const name = interner_.intern("_k" + std::to_string(++next_iterator_));
            names.set(iterator.name, store_.iterator(name, store_.types().element(store_.type(iterator.range))));
            iterator.name = name;
            iterators.push_back(iterator);
        }
        return store_.reduction(store_.reduction_of(reduction), names.apply(store_.operand(reduction, 0)), iterators);
    }

    // ---- statements ----

    // Sizes that depend on the arguments are known now, if those of the arguments are.
    void find_sizes() {
        for (FunctionVariable const& variable : function_.variables) {
            TypeTable& types = store_.types();
            if (variable.role == FunctionRole::input || types.has_known_sizes(variable.type)) continue;
            auto const declared = types.dims(variable.type);
            std::vector<std::int64_t> dims(declared.begin(), declared.end());
            for (std::size_t i = 0; i < dims.size() && i < variable.sizes.size(); ++i) {
                if (dims[i] != TypeTable::unknown_size || !variable.sizes[i]) continue;
                ExprId const size = evaluate(variable.sizes[i]);
                if (size && store_.kind(size) == ExprKind::integer) dims[i] = store_.integer_value(size);
            }
            variables_[variable.name].type = types.array(types.element(variable.type), dims);
        }
    }

    // A first value may use variables that are declared later.
    bool initialize() {
        std::vector<FunctionVariable const*> pending;
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role != FunctionRole::input && variable.binding) pending.push_back(&variable);
        }
        while (!pending.empty()) {
            std::vector<FunctionVariable const*> waiting;
            for (FunctionVariable const* const variable : pending) {
                ExprId const value = evaluate(variable->binding);
                if (value) {
                    variables_[variable->name].value.whole = as_type(value, variable->type);
                } else {
                    waiting.push_back(variable);
                }
            }
            if (waiting.size() == pending.size()) return false;
            pending = std::move(waiting);
        }
        return true;
    }

    // As deep as the statements of the function are nested.
    bool run(std::vector<FlatStatement> const& statements) {
        for (FlatStatement const& statement : statements) {
            if (--left_ < 0) return false;
            switch (statement.kind) {
                case FlatStatementKind::assignment:
                    if (!run_assignment(statement)) return false;
                    break;
                case FlatStatementKind::if_:
                    if (!run_if(statement.branches)) return false;
                    break;
                case FlatStatementKind::for_:
                    if (!run_for(statement)) return false;
                    break;
                case FlatStatementKind::assertion: {
                    ExprId const condition = evaluate(statement.a);
                    if (!condition || !store_.is_boolean(condition, true)) return false;
                    break;
                }
                case FlatStatementKind::call:
                case FlatStatementKind::reinit:
                case FlatStatementKind::terminate:
                case FlatStatementKind::when:
                case FlatStatementKind::while_:
                case FlatStatementKind::break_:
                case FlatStatementKind::return_: return false;
            }
        }
        return true;
    }

    bool run_assignment(FlatStatement const& statement) {
        ExprId const value = evaluate(statement.b);
        if (!value) return false;
        if (store_.kind(statement.a) != ExprKind::tuple) return assign(statement.a, value);
        bool const is_tuple = store_.kind(value) == ExprKind::tuple;
        Operands const targets = store_.operands(statement.a);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (store_.kind(targets[i]) == ExprKind::whole) continue;
            if (!is_tuple && i > 0 && store_.types().kind(store_.type(value)) != TypeKind::tuple) return false;
            ExprId const member = is_tuple ? store_.operand(value, i) : store_.output(value, i + 1);
            if (!assign(targets[i], member)) return false;
        }
        return true;
    }

    bool assign(ExprId target, ExprId value) {
        auto const found = variables_.find(root_variable(store_, target));
        if (found == variables_.end()) return false;
        // Subscripts may be variables with literal values.
        std::vector<ExprId> path;
        for (; store_.kind(target) != ExprKind::iterator; target = store_.operand(target, 0)) path.push_back(target);
        for (; !path.empty(); path.pop_back()) {
            std::vector<ExprId> operands;
            store_.operands(path.back()).copy_to(operands);
            operands[0] = target;
            for (std::size_t i = 1; i < operands.size(); ++i) {
                if (store_.kind(operands[i]) != ExprKind::whole) operands[i] = evaluate(operands[i]);
                if (!operands[i]) return false;
            }
            target = store_.rebuild(path.back(), operands);
        }
        std::vector<PartStep> steps;
        Variable& variable = found->second;
        if (!part_steps(store_, target, variable.type, steps)) return false;
        // Where sizes differ the function fails when it runs.
        TypeTable const& types = store_.types();
        TypeId const whole = steps.empty() ? variable.type : store_.type(target);
        bool const has_sizes = types.has_known_sizes(whole) && types.has_known_sizes(store_.type(value));
        if (has_sizes && !std::ranges::equal(types.dims(whole), types.dims(store_.type(value)))) return false;
        return assign_part(store_, variable.value, variable.type, steps, as_type(value, store_.type(target)));
    }

    bool run_if(std::span<FlatStatementBranch const> branches) {
        if (branches.empty()) return true;
        if (--left_ < 0) return false;
        FlatStatementBranch const& branch = branches[0];
        ExprId const condition = branch.condition ? evaluate(branch.condition) : store_.boolean(true);
        if (!condition) return false;
        if (store_.is_boolean(condition, true)) return run(branch.body);
        if (store_.is_boolean(condition, false)) return run_if(branches.subspan(1));
        Environment const before = variables_;
        if (!run(branch.body)) return false;
        Environment yes = std::exchange(variables_, before);
        if (!run_if(branches.subspan(1))) return false;
        for (auto& [name, variable] : variables_) {
            PartialValue merged;
            if (!merge_values(store_, condition, yes.at(name).value, variable.value, variable.type, merged))
                return false;
            variable.value = std::move(merged);
        }
        return true;
    }

    bool run_for(FlatStatement const& loop) {
        ExprId const range = evaluate(loop.a);
        if (!range || variables_.contains(loop.iterator)) return false;
        std::vector<ExprId> values;
        Operands const operands = store_.operands(range);
        bool const is_range = store_.kind(range) == ExprKind::range && operands.size() == 2 &&
                              store_.kind(operands[0]) == ExprKind::integer &&
                              store_.kind(operands[1]) == ExprKind::integer;
        if (is_range) {
            std::int64_t const last = store_.integer_value(operands[1]);
            std::int64_t const first = store_.integer_value(operands[0]);
            if (last - first > left_) return false;
            for (std::int64_t i = first; i <= last; ++i) values.push_back(store_.integer(i));
        } else if (store_.kind(range) == ExprKind::array) {
            operands.copy_to(values);
        } else {
            return false;
        }
        Variable& iterator = variables_[loop.iterator];
        iterator.type = store_.types().element(store_.type(range));
        for (ExprId const value : values) {
            variables_[loop.iterator].value = {value, {}};
            if (!run(loop.branches[0].body)) return false;
        }
        variables_.erase(loop.iterator);
        return true;
    }

    ExprStore& store_;
    Interner& interner_;
    FlatFunction const& function_;
    int& next_iterator_;
    int left_;
    bool wraps_;
    bool has_wrapped_ = false;
    Environment variables_;
    ExprMemo<ExprId> prepared_;
};

}  // namespace

std::optional<SymbolicResults> symbolic_call(ExprStore& store, Interner& interner, FlatFunction const& function,
                                             std::vector<ExprId> const& arguments, int& next_iterator,
                                             SymbolicLimits const& limits) {
    return SymbolicRun(store, interner, function, next_iterator, limits).run(arguments);
}

bool makes_events(ExprStore const& store, ExprId expr) {
    std::vector<ExprId> pending{expr};
    std::unordered_set<ExprId> seen;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        pending.pop_back();
        if (!store.varies(id) || store.is_builtin(id, Builtin::no_event) || !seen.insert(id).second) continue;
        if (makes_event(store, id)) return true;
        for (ExprId const operand : store.operands(id)) pending.push_back(operand);
    }
    return false;
}

}  // namespace moo
