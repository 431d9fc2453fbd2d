#include "moo/functions/tangent.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "moo/expr/derivative_rules.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/type_rules.h"
#include "moo/functions/function_list.h"
#include "moo/functions/moving_variables.h"

namespace moo {

namespace {

class TangentBuilder {
public:
    TangentBuilder(ExprStore& store, Interner& interner, FlatFunction const& function, CallDerivative calls,
                   DerivativeObstacle& obstacle)
        : store_(store),
          interner_(interner),
          function_(function),
          obstacle_(obstacle),
          differentiator_(
              store, {[this](ExprStore&, ExprId leaf) { return of_variable(leaf); }, false, std::move(calls), true}) {}

    bool build(std::vector<std::size_t> const& seeds, FlatFunction& result) {
        std::unordered_set<Symbol> inputs;
        for (std::size_t const seed : seeds) inputs.insert(function_.variables[seed].name);
        moving_ = moving_variables(store_, function_, std::move(inputs));
        for (FunctionVariable const& variable : function_.variables) {
            bool const is_result =
                variable.role == FunctionRole::output && contains_real(store_.types(), variable.type);
            if (is_result || moving_.contains(variable.name)) derivatives_[variable.name] = unused(variable.name);
        }
        return declare(result.variables) && transform(function_.body, result.body);
    }

private:
    // ---- variables ----

    Symbol unused(Symbol name) {
        std::string text = "_d_" + std::string(interner_.text(name));
        auto const is_taken = [&](FunctionVariable const& variable) { return interner_.text(variable.name) == text; };
        while (std::any_of(function_.variables.begin(), function_.variables.end(), is_taken)) text += '_';
        return interner_.intern(text);
    }

    ExprId of_variable(ExprId leaf) {
        Symbol const name = store_.kind(leaf) == ExprKind::iterator ? store_.symbol(leaf) : Symbol();
        if (!name || !moving_.contains(name)) return store_.real(0);
        return store_.iterator(derivatives_.at(name), store_.type(leaf));
    }

    Derivative differentiate(ExprId expr) {
        if (hides_variable(expr)) return {ExprId(), expr, false};
        return differentiator_.differentiate(expr);
    }

    // Whether a reduction over Reals binds the name of a variable that has a derivative.
    bool hides_variable(ExprId expr) {
        std::vector<ExprId> pending{expr};
        std::unordered_set<ExprId> seen;
        while (!pending.empty()) {
            ExprId const id = pending.back();
            pending.pop_back();
            if (!store_.has_iterator(id) || !seen.insert(id).second) continue;
            for (ExprId const operand : store_.operands(id)) pending.push_back(operand);
            if (store_.kind(id) != ExprKind::reduction) continue;
            for (std::size_t i = 0; i < store_.iterator_count(id); ++i) {
                ReductionIterator const iterator = store_.iterator_at(id, i);
                bool const is_real = store_.types().element(store_.type(iterator.range)) == types::real;
                if (is_real && derivatives_.contains(iterator.name)) return true;
            }
        }
        return false;
    }

    ExprId zero_of(ExprId expr) { return DerivativeRules(store_, store_.real(0), false).zero_of(expr); }

    // All inputs, then the seeds, then each other variable followed by its derivative.
    bool declare(std::vector<FunctionVariable>& variables) {
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role == FunctionRole::input) variables.push_back(variable);
        }
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role != FunctionRole::input || !moving_.contains(variable.name)) continue;
            FunctionVariable& seed = variables.emplace_back(derivative_variable(variable));
            seed.binding = {};
        }
        for (FunctionVariable const& variable : function_.variables) {
            if (variable.role == FunctionRole::input) continue;
            variables.push_back(variable);
            variables.back().role = FunctionRole::local;
            if (!derivatives_.contains(variable.name)) continue;
            FunctionVariable derivative = derivative_variable(variable);
            source_ = variable.source;
            if (variable.binding) {
                Derivative const value = differentiate(variable.binding);
                derivative.binding =
                    value.vanishes ? zero_of(store_.iterator(variable.name, variable.type)) : value.value;
                if (!derivative.binding) return fail(value.culprit, "an expression in it cannot be differentiated");
            }
            variables.push_back(std::move(derivative));
        }
        return true;
    }

    FunctionVariable derivative_variable(FunctionVariable const& variable) {
        FunctionVariable result = variable;
        result.name = derivatives_.at(variable.name);
        result.description = {};
        return result;
    }

    // ---- statements ----

    // As deep as the statements of the function are nested.
    bool transform(std::vector<FlatStatement> const& from, std::vector<FlatStatement>& to) {
        for (FlatStatement const& statement : from) {
            source_ = statement.source;
            switch (statement.kind) {
                case FlatStatementKind::assignment:
                    if (!transform_assignment(statement, to)) return false;
                    break;
                case FlatStatementKind::for_:
                    if (!range_rests(statement)) return false;
                    if (!transform_branches(statement, to)) return false;
                    break;
                case FlatStatementKind::if_:
                case FlatStatementKind::while_:
                    if (!transform_branches(statement, to)) return false;
                    break;
                case FlatStatementKind::call:
                case FlatStatementKind::assertion:
                case FlatStatementKind::break_:
                case FlatStatementKind::return_: to.push_back(statement); break;
                case FlatStatementKind::reinit:
                case FlatStatementKind::terminate:
                case FlatStatementKind::when: return fail(ExprId(), "it has a statement that a function cannot have");
            }
        }
        return true;
    }

    bool transform_branches(FlatStatement const& statement, std::vector<FlatStatement>& to) {
        FlatStatement copy = statement;
        for (std::size_t i = 0; i < copy.branches.size(); ++i) {
            copy.branches[i].body.clear();
            if (!transform(statement.branches[i].body, copy.branches[i].body)) return false;
        }
        to.push_back(std::move(copy));
        return true;
    }

    bool range_rests(FlatStatement const& loop) {
        Derivative const range = differentiate(loop.a);
        bool const is_real = store_.types().element(store_.type(loop.a)) == types::real;
        if (is_real && !range.vanishes) return fail(loop.a, "it runs over values that move");
        if (is_real && derivatives_.contains(loop.iterator)) return fail(loop.a, "its iterator hides a variable");
        return true;
    }

    bool transform_assignment(FlatStatement const& statement, std::vector<FlatStatement>& to) {
        if (store_.kind(statement.a) == ExprKind::tuple) return transform_tuple(statement, to);
        if (!derivatives_.contains(root_variable(store_, statement.a))) {
            to.push_back(statement);
            return true;
        }
        if (!contains_real(store_.types(), store_.type(statement.a))) {
            to.push_back(assignment(statement, derivative_target(statement.a), statement.b));
            to.push_back(statement);
            return true;
        }
        Derivative const value = differentiate(statement.b);
        if (value.vanishes) {
            to.push_back(statement);
            return rest(statement, statement.a, to);
        }
        if (!value.has_value()) return fail(value.culprit, "an expression in it cannot be differentiated");
        ExprId const target = derivative_target(statement.a);
        if (value.value != target) to.push_back(assignment(statement, target, value.value));
        to.push_back(statement);
        return true;
    }

    // `(a, , b) := f(x)`. The derivative of the call has a result for each that contains Reals.
    bool transform_tuple(FlatStatement const& statement, std::vector<FlatStatement>& to) {
        Operands const targets = store_.operands(statement.a);
        if (targets_depend(targets)) return fail(statement.a, "a subscript depends on another target");
        Derivative const value = differentiate(statement.b);
        if (!value.vanishes && !value.has_value())
            return fail(value.culprit, "an expression in it cannot be differentiated");
        std::vector<TypeId> results{store_.type(statement.b)};
        if (store_.types().kind(results[0]) == TypeKind::tuple) {
            auto const members = store_.types().members(results[0]);
            results.assign(members.begin(), members.end());
        }
        std::vector<ExprId> moved;
        std::vector<ExprId> resting;
        for (std::size_t i = 0; i < results.size(); ++i) {
            ExprId const target = i < targets.size() ? targets[i] : store_.whole();
            bool const is_wanted =
                store_.kind(target) != ExprKind::whole && derivatives_.contains(root_variable(store_, target));
            bool const moves = !value.vanishes && contains_real(store_.types(), results[i]);
            if (moves) moved.push_back(is_wanted ? derivative_target(target) : store_.whole());
            if (!moves && is_wanted) resting.push_back(target);
        }
        bool const any = std::any_of(moved.begin(), moved.end(),
                                     [&](ExprId target) { return store_.kind(target) != ExprKind::whole; });
        if (any) {
            to.push_back(assignment(statement, moved.size() == 1 ? moved[0] : store_.tuple(moved), value.value));
        }
        to.push_back(statement);
        return std::all_of(resting.begin(), resting.end(), [&](ExprId target) { return rest(statement, target, to); });
    }

    // Whether a subscript reads what the same statement assigns.
    bool targets_depend(Operands const& targets) {
        std::unordered_set<Symbol> assigned;
        for (ExprId const target : targets) assigned.insert(root_variable(store_, target));
        for (ExprId target : targets) {
            for (; !store_.operands(target).empty(); target = store_.operand(target, 0)) {
                if (store_.kind(target) != ExprKind::subscript) continue;
                Operands const operands = store_.operands(target);
                for (std::size_t i = 1; i < operands.size(); ++i) {
                    for (Symbol const name : mentioned_iterators(store_, operands[i])) {
                        if (assigned.contains(name)) return true;
                    }
                }
            }
        }
        return false;
    }

    // The derivative of a target that has just been assigned a value that does not change.
    bool rest(FlatStatement const& statement, ExprId target, std::vector<FlatStatement>& to) {
        bool const has_reals = contains_real(store_.types(), store_.type(target));
        ExprId const zero = has_reals ? zero_of(target) : target;
        if (!zero) return fail(target, "it is an array of records of unknown size");
        to.push_back(assignment(statement, derivative_target(target), zero));
        return true;
    }

    // The same part of the derivative variable.
    ExprId derivative_target(ExprId target) {
        std::vector<ExprId> path;
        for (; store_.kind(target) != ExprKind::iterator; target = store_.operand(target, 0)) path.push_back(target);
        ExprId result = store_.iterator(derivatives_.at(store_.symbol(target)), store_.type(target));
        for (; !path.empty(); path.pop_back()) {
            std::vector<ExprId> operands;
            store_.operands(path.back()).copy_to(operands);
            operands[0] = result;
            result = store_.rebuild(path.back(), operands);
        }
        return result;
    }

    static FlatStatement assignment(FlatStatement const& like, ExprId target, ExprId value) {
        FlatStatement result;
        result.a = target;
        result.b = value;
        result.source = like.source;
        return result;
    }

    // A call that is at fault has said why already.
    bool fail(ExprId where, std::string reason) {
        if (!obstacle_.reason.empty()) return false;
        obstacle_ = {function_.name, where, source_, std::move(reason)};
        return false;
    }

    ExprStore& store_;
    Interner& interner_;
    FlatFunction const& function_;
    DerivativeObstacle& obstacle_;
    Differentiator differentiator_;
    SourceSpan source_;
    std::unordered_set<Symbol> moving_;
    std::unordered_map<Symbol, Symbol> derivatives_;
};

}  // namespace

bool build_tangent(ExprStore& store, Interner& interner, FlatFunction const& function,
                   std::vector<std::size_t> const& seeds, CallDerivative calls, FlatFunction& result,
                   DerivativeObstacle& obstacle) {
    return TangentBuilder(store, interner, function, std::move(calls), obstacle).build(seeds, result);
}

}  // namespace moo
