// Runs the clocked equations of a small flat model tick by tick: a reference for what they mean. Each equation is
// evaluated as soon as all that it needs is known; nothing is sorted or solved.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/expr/substitute.h"
#include "moo/model/flat_model.h"
#include "tests/unit/lower/flat.h"

namespace moo::test {

class ClockedRun {
public:
    // All partitions tick together, every `period` seconds.
    explicit ClockedRun(Flattened& flat, double period = 1.0)
        : flat_(flat),
          model_(flat.model),
          evaluator_(
              flat.model.exprs, [this](ExprStore const&, ExprId leaf) { return leaf_value(leaf); }, {}, hooks()),
          period_(period) {
        // The evaluator wants the value of an operand first, which `previous(x)` must not wait for; `pre(x)` is a leaf.
        Substitution leaves(flat.model.exprs);
        for (std::size_t i = 0, count = flat.model.exprs.size(); i < count; ++i) {
            ExprId const expr(i);
            if (!flat.model.exprs.is_builtin(expr, Builtin::previous)) continue;
            leaves.set(expr, flat.model.exprs.pre(flat.model.exprs.operand(expr, 0)));
        }
        for (FlatPartition& partition : flat.model.partitions) {
            for (FlatSubPartition& sub : partition.sub_partitions) {
                for (FlatEquation& equation : sub.equations) replace(leaves, equation);
                for (FlatAlgorithm& algorithm : sub.algorithms) {
                    for (FlatStatement& statement : algorithm.statements) replace(leaves, statement);
                }
            }
        }
    }

    void tick() {
        now_.clear();
        evaluator_.reset();
        std::vector<FlatEquation const*> equations;
        std::vector<FlatAlgorithm const*> algorithms;
        for (FlatPartition const& partition : model_.partitions) {
            for (FlatSubPartition const& sub : partition.sub_partitions) {
                for (FlatEquation const& equation : sub.equations) equations.push_back(&equation);
                for (FlatAlgorithm const& algorithm : sub.algorithms) algorithms.push_back(&algorithm);
            }
        }
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            std::vector<FlatEquation const*> left;
            for (FlatEquation const* const equation : equations) {
                evaluator_.reset();
                bool const is_done = step(*equation, left);
                has_changed = has_changed || is_done;
                if (!is_done) left.push_back(equation);
            }
            equations = std::move(left);
            has_changed = std::erase_if(algorithms, [&](auto const* a) { return run(*a); }) > 0 || has_changed;
        }
        for (FlatEquation const* const equation : equations) {
            UNSCOPED_INFO("not computed: " << (equation->a ? flat_.text(equation->a) : std::string("if")));
        }
        REQUIRE(equations.empty());
        REQUIRE(algorithms.empty());
        before_ = now_;
        ++ticks_;
    }

    // The value at the last tick; Booleans are 0 and 1.
    [[nodiscard]] double value(std::string const& name) const {
        for (VarId const id : model_.variables.ids()) {
            if (flat_.interner.text(model_.variables[id].name) != name) continue;
            auto const found = now_.find(id);
            if (found == now_.end()) break;
            Value const& value = found->second;
            return value.kind() == ValueKind::boolean ? (value.as_boolean() ? 1 : 0) : value.as_real();
        }
        FAIL("no value of " << name);
        return 0;
    }

    // The values of some variables at so many ticks, each variable as a row.
    [[nodiscard]] std::vector<std::vector<double>> rows(std::vector<std::string> const& names, int ticks) {
        std::vector<std::vector<double>> result(names.size());
        for (int i = 0; i < ticks; ++i) {
            tick();
            for (std::size_t k = 0; k < names.size(); ++k) result[k].push_back(value(names[k]));
        }
        return result;
    }
    [[nodiscard]] std::vector<double> row(std::string const& name, int ticks) { return rows({name}, ticks)[0]; }

private:
    template <class Item>
    static void replace(Substitution& leaves, Item& item) {
        for (ExprId* const part : {&item.a, &item.b, &item.c}) {
            if (*part) *part = leaves.apply(*part);
        }
        for (auto& branch : item.branches) {
            if (branch.condition) branch.condition = leaves.apply(branch.condition);
            for (auto& nested : branch.body) replace(leaves, nested);
        }
    }

    EvaluateHooks hooks() {
        EvaluateHooks result;
        result.strings = &flat_.interner;
        return result;
    }

    Value leaf_value(ExprId leaf) {
        ExprStore const& exprs = model_.exprs;
        if (exprs.kind(leaf) == ExprKind::variable) {
            VarId const id = exprs.variable_of(leaf);
            Variable const& variable = model_.variables[id];
            if (variable.is_parameter()) return constant(variable.binding);
            auto const found = now_.find(id);
            return found == now_.end() ? Value() : found->second;
        }
        if (exprs.kind(leaf) == ExprKind::time) return Value::real(ticks_ * period_);
        if (exprs.is_builtin(leaf, Builtin::first_tick)) return Value::boolean(ticks_ == 0);
        if (exprs.is_builtin(leaf, Builtin::interval)) return Value::real(ticks_ == 0 ? 0.0 : period_);
        if (exprs.is_builtin(leaf, Builtin::sample)) return constant(exprs.operand(leaf, 0));
        if (exprs.kind(leaf) == ExprKind::pre) return before(exprs.operand(leaf, 0));
        return {};
    }
    // An expression of parameters and the time.
    Value constant(ExprId expr) {
        return evaluate(model_.exprs, expr, [this](ExprStore const&, ExprId leaf) { return leaf_value(leaf); }).value;
    }
    Value before(ExprId reference) {
        return evaluate(model_.exprs, reference,
                        [this](ExprStore const& exprs, ExprId leaf) -> Value {
                            if (exprs.kind(leaf) != ExprKind::variable) return leaf_value(leaf);
                            VarId const id = exprs.variable_of(leaf);
                            auto const found = before_.find(id);
                            return found != before_.end() ? found->second : start(model_.variables[id]);
                        })
            .value;
    }
    Value start(Variable const& variable) {
        ExprId const given = variable.attribute(Attribute::start);
        Value scalar = given ? constant(given) : Value::real(0);
        if (!given && variable.type == types::integer) scalar = Value::integer(0);
        if (!given && variable.type == types::boolean) scalar = Value::boolean(false);
        TypeTable const& types = model_.exprs.types();
        if (!types.is_array(variable.type) || scalar.is_array()) return scalar;
        std::vector<std::int64_t> const dims(types.dims(variable.type).begin(), types.dims(variable.type).end());
        std::size_t count = 1;
        for (std::int64_t const size : dims) count *= static_cast<std::size_t>(size);
        return Value::array(dims, std::vector<Value>(count, scalar));
    }

    // True if the equation is done with; those of a chosen branch are added to `left`.
    bool step(FlatEquation const& equation, std::vector<FlatEquation const*>& left) {
        if (equation.kind == FlatEquationKind::if_) {
            for (FlatBranch const& branch : equation.branches) {
                Evaluation const chosen = branch.condition ? evaluator_.evaluate(branch.condition) : Evaluation();
                if (!chosen.has_value()) return false;
                if (branch.condition && !chosen.value.as_boolean()) continue;
                for (FlatEquation const& nested : branch.body) left.push_back(&nested);
                return true;
            }
            return true;
        }
        if (equation.kind != FlatEquationKind::equality) return true;
        ExprStore const& exprs = model_.exprs;
        bool const is_reversed = exprs.kind(equation.a) != ExprKind::variable;
        ExprId const target = is_reversed ? equation.b : equation.a;
        if (exprs.kind(target) != ExprKind::variable) return false;
        if (now_.contains(exprs.variable_of(target))) return try_other_side(equation);
        return assign(target, is_reversed ? equation.a : equation.b);
    }
    // `x = y` with x known gives y.
    bool try_other_side(FlatEquation const& equation) {
        if (model_.exprs.kind(equation.b) != ExprKind::variable) return false;
        if (now_.contains(model_.exprs.variable_of(equation.b))) return false;
        return assign(equation.b, equation.a);
    }
    bool assign(ExprId target, ExprId expr) {
        Evaluation const found = evaluator_.evaluate(expr);
        if (!found.has_value()) return false;
        now_[model_.exprs.variable_of(target)] = found.value;
        evaluator_.reset();
        return true;
    }

    // An algorithm runs when all goes through; else another time.
    bool run(FlatAlgorithm const& algorithm) {
        auto const kept = now_;
        if (run(algorithm.statements)) return true;
        now_ = kept;
        evaluator_.reset();
        return false;
    }
    bool run(std::vector<FlatStatement> const& statements) {
        for (FlatStatement const& statement : statements) {
            if (statement.kind == FlatStatementKind::assignment) {
                if (!assign(statement.a, statement.b)) return false;
                continue;
            }
            REQUIRE(statement.kind == FlatStatementKind::if_);
            for (FlatStatementBranch const& branch : statement.branches) {
                Evaluation const chosen = branch.condition ? evaluator_.evaluate(branch.condition) : Evaluation();
                if (!chosen.has_value()) return false;
                if (branch.condition && !chosen.value.as_boolean()) continue;
                if (!run(branch.body)) return false;
                break;
            }
        }
        return true;
    }

    Flattened& flat_;
    FlatModel const& model_;
    Evaluator evaluator_;
    double period_;
    int ticks_ = 0;
    std::unordered_map<VarId, Value> now_;
    std::unordered_map<VarId, Value> before_;
};

}  // namespace moo::test
