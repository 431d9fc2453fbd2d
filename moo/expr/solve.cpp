#include "moo/expr/solve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/expr/simplify.h"
#include "moo/expr/solve_linear.h"

namespace moo {

namespace {

// Whether the expression cannot be zero where it is defined.
bool is_never_zero(ExprStore const& store, ExprId expr) {
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (store.is_number(id) && !store.is_zero(id)) continue;
        ExprKind const kind = store.kind(id);
        Operands const operands = store.operands(id);
        if (kind == ExprKind::if_else || kind == ExprKind::mul) {
            stack.push_back(operands[operands.size() - 1]);
            stack.push_back(operands[operands.size() - 2]);
        } else if (kind == ExprKind::neg || kind == ExprKind::div || kind == ExprKind::pow ||
                   store.is_builtin(id, Builtin::sqrt) || store.is_builtin(id, Builtin::abs) ||
                   store.is_builtin(id, Builtin::no_event)) {
            stack.push_back(operands[0]);
        } else if (!store.is_builtin(id, Builtin::exp) && !store.is_builtin(id, Builtin::cosh)) {
            return false;
        }
    }
    return true;
}

bool has_only_parameters(ExprStore const& store, ExprId expr, IsParameter const& is_parameter) {
    std::unordered_set<ExprId> seen;
    std::vector<ExprId> stack{expr};
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!store.varies(id) || !seen.insert(id).second) continue;
        ExprKind const kind = store.kind(id);
        if (kind == ExprKind::time || kind == ExprKind::der || kind == ExprKind::pre) return false;
        if (kind == ExprKind::variable && !is_parameter(store.variable_of(id))) return false;
        Operands const operands = store.operands(id);
        // A call or built-in that varies although its arguments do not has a memory.
        bool const arguments_vary =
            std::any_of(operands.begin(), operands.end(), [&](ExprId operand) { return store.varies(operand); });
        bool const is_call = kind == ExprKind::builtin || kind == ExprKind::call;
        if (is_call && !arguments_vary) return false;
        for (ExprId const operand : operands) stack.push_back(operand);
    }
    return true;
}

// Solves E = y for the unknown in E by undoing one operation after the other.
class Solver {
public:
    Solver(ExprStore& store, Simplifier& simplifier, ExprId unknown, IsParameter const& is_parameter)
        : store_(store),
          unknown_(unknown),
          is_parameter_(is_parameter),
          dependence_(store, unknown),
          simplifier_(simplifier) {}

    Solution solve(ExprId lhs, ExprId rhs);

private:
    Solution solve_linear(DependenceForm const& lhs, DependenceForm const& rhs);
    // Takes the outermost operation off `expr_` and applies its inverse to `value_`.
    bool peel();
    bool peel_binary(ExprKind kind, ExprId a, ExprId b);
    bool peel_power(ExprId base, ExprId exponent);
    bool peel_builtin();
    bool step(ExprId inner, ExprId value) {
        expr_ = inner;
        value_ = value;
        return true;
    }

    // Requirements under which the solution holds.
    void require_non_zero(ExprId divisor);
    void require(ExprKind relation, ExprId a, ExprId b);
    void lower(ExprId expr);

    ExprId call(Builtin builtin, ExprId a) { return store_.builtin(builtin, {a}); }
    ExprId real(double value) { return store_.real(value); }
    ExprId odd_root(ExprId value, double degree);
    ExprId inverse_sinh(ExprId value);

    ExprStore& store_;
    ExprId unknown_;
    IsParameter const& is_parameter_;
    DependenceAnalysis dependence_;
    Simplifier& simplifier_;
    ExprId expr_;
    ExprId value_;
    Solution solution_{Solvability::constant, ExprId(), ExprId(), ExprId(), false};
};

// The solution depends on this expression: how sure is it then?
void Solver::lower(ExprId expr) {
    Solvability const found =
        has_only_parameters(store_, expr, is_parameter_) ? Solvability::parameter : Solvability::may_vanish;
    solution_.solvability = std::max(solution_.solvability, found);
}

void Solver::require_non_zero(ExprId divisor) {
    divisor = simplifier_.simplify(divisor);
    if (store_.is_zero(divisor)) {
        solution_.solvability = Solvability::not_solvable;
        return;
    }
    if (is_never_zero(store_, divisor)) return;
    solution_.divisor = solution_.divisor ? store_.mul(solution_.divisor, divisor) : divisor;
    lower(divisor);
}

void Solver::require(ExprKind relation, ExprId a, ExprId b) {
    ExprId const condition = simplifier_.simplify(store_.binary(relation, a, b));
    if (store_.is_boolean(condition, true)) return;
    if (store_.is_boolean(condition, false)) {
        solution_.solvability = Solvability::not_solvable;
        return;
    }
    solution_.condition = solution_.condition ? store_.logical_and(solution_.condition, condition) : condition;
    lower(condition);
}

Solution Solver::solve_linear(DependenceForm const& lhs, DependenceForm const& rhs) {
    ExprId const coefficient = simplifier_.simplify(store_.sub(lhs.coefficient, rhs.coefficient));
    require_non_zero(coefficient);
    if (!solution_.has_value()) return {};
    ExprId const constant = store_.sub(rhs.rest, lhs.rest);
    solution_.solution = simplifier_.simplify(store_.div(constant, coefficient));
    return solution_;
}

Solution Solver::solve(ExprId lhs, ExprId rhs) {
    // Also for arrays, records and strings.
    if (lhs == unknown_ && !dependence_.depends(rhs)) return {Solvability::constant, rhs, {}, {}, true};
    if (rhs == unknown_ && !dependence_.depends(lhs)) return {Solvability::constant, lhs, {}, {}, true};
    if (store_.type(unknown_) != types::real) return {};

    DependenceForm const left = dependence_.of(lhs);
    DependenceForm const right = dependence_.of(rhs);
    if (left.dependence != Dependence::nonlinear && right.dependence != Dependence::nonlinear) {
        solution_.is_linear = true;
        return solve_linear(left, right);
    }
    bool const on_left = right.dependence == Dependence::independent;
    if (!on_left && left.dependence != Dependence::independent) return {};
    expr_ = on_left ? lhs : rhs;
    value_ = on_left ? rhs : lhs;
    while (dependence_.of(expr_).dependence == Dependence::nonlinear) {
        if (!peel() || !solution_.has_value()) return {};
    }
    return solve_linear(dependence_.of(expr_), dependence_.of(value_));
}

bool Solver::peel() {
    ExprKind const kind = store_.kind(expr_);
    if (store_.type(expr_) != types::real) return false;
    Operands const operands = store_.operands(expr_);
    if (kind == ExprKind::neg) return step(operands[0], store_.neg(value_));
    if (kind == ExprKind::builtin) return peel_builtin();
    if (kind == ExprKind::pow) return peel_power(operands[0], operands[1]);
    if (is_arithmetic(kind)) return peel_binary(kind, operands[0], operands[1]);
    return false;
}

bool Solver::peel_binary(ExprKind kind, ExprId a, ExprId b) {
    bool const in_a = dependence_.depends(a);
    if (in_a && dependence_.depends(b)) return false;
    if (kind == ExprKind::add) return in_a ? step(a, store_.sub(value_, b)) : step(b, store_.sub(value_, a));
    if (kind == ExprKind::sub) return in_a ? step(a, store_.add(value_, b)) : step(b, store_.sub(a, value_));
    if (kind == ExprKind::mul) {
        require_non_zero(in_a ? b : a);
        return in_a ? step(a, store_.div(value_, b)) : step(b, store_.div(value_, a));
    }
    if (kind != ExprKind::div) return false;
    if (in_a) return step(a, store_.mul(value_, b));
    // a/u = y has the solution a/y, which must not be zero either.
    require_non_zero(a);
    require_non_zero(value_);
    return step(b, store_.div(a, value_));
}

// The real root of odd degree, with the sign of its argument.
ExprId Solver::odd_root(ExprId value, double degree) {
    ExprId const exponent = store_.div(real(1), real(degree));
    ExprId const positive = store_.pow(value, exponent);
    ExprId const negative = store_.neg(store_.pow(store_.neg(value), exponent));
    ExprId const condition = store_.binary(ExprKind::greater_equal, value, real(0));
    return call(Builtin::no_event, store_.if_else(condition, positive, negative));
}

bool Solver::peel_power(ExprId base, ExprId exponent) {
    if (dependence_.depends(exponent)) {
        // k^u = y
        bool const known_base = store_.is_number(base) && store_.number_value(base) > 0 && !store_.is_one(base);
        if (!known_base) return false;
        require(ExprKind::greater, value_, real(0));
        return step(exponent, store_.div(call(Builtin::log, value_), call(Builtin::log, base)));
    }
    if (!store_.is_number(exponent)) return false;
    double const degree = store_.number_value(exponent);
    if (degree == 0) return false;
    if (degree < 0) require_non_zero(value_);
    ExprId const value = degree < 0 ? store_.div(real(1), value_) : value_;
    double const magnitude = std::fabs(degree);
    if (magnitude == std::floor(magnitude)) {
        bool const is_odd = std::fmod(magnitude, 2.0) == 1;
        return is_odd && step(base, odd_root(value, magnitude));
    }
    // The power of a negative number to a broken exponent is not defined.
    require(ExprKind::greater_equal, value_, real(0));
    return step(base, store_.pow(value, store_.div(real(1), real(magnitude))));
}

// log(y + sqrt(y^2 + 1)), odd in y and therefore written so that nothing cancels on either side.
ExprId Solver::inverse_sinh(ExprId value) {
    ExprId const root = call(Builtin::sqrt, store_.add(store_.pow(value, store_.integer(2)), real(1)));
    ExprId const positive = call(Builtin::log, store_.add(value, root));
    ExprId const negative = store_.neg(call(Builtin::log, store_.sub(root, value)));
    ExprId const condition = store_.binary(ExprKind::greater_equal, value, real(0));
    return call(Builtin::no_event, store_.if_else(condition, positive, negative));
}

bool Solver::peel_builtin() {
    Builtin const builtin = store_.builtin_of(expr_);
    Operands const operands = store_.operands(expr_);
    ExprId const y = value_;
    if (builtin == Builtin::smooth) return step(operands[1], y);
    if (operands.size() != 1) return false;
    ExprId const u = operands[0];
    if (builtin == Builtin::no_event || builtin == Builtin::to_real) return step(u, y);
    if (builtin == Builtin::exp) {
        require(ExprKind::greater, y, real(0));
        return step(u, call(Builtin::log, y));
    }
    if (builtin == Builtin::log) return step(u, call(Builtin::exp, y));
    if (builtin == Builtin::log10) return step(u, store_.pow(real(10), y));
    if (builtin == Builtin::sqrt) {
        require(ExprKind::greater_equal, y, real(0));
        return step(u, store_.pow(y, store_.integer(2)));
    }
    if (builtin == Builtin::sinh) return step(u, inverse_sinh(y));
    if (builtin == Builtin::tanh) {
        require(ExprKind::less, call(Builtin::abs, y), real(1));
        ExprId const ratio = store_.div(store_.add(real(1), y), store_.sub(real(1), y));
        return step(u, store_.mul(real(0.5), call(Builtin::log, ratio)));
    }
    if (builtin == Builtin::asin) {
        require(ExprKind::less_equal, call(Builtin::abs, y), real(std::numbers::pi / 2));
        return step(u, call(Builtin::sin, y));
    }
    if (builtin == Builtin::acos) {
        require(ExprKind::greater_equal, y, real(0));
        require(ExprKind::less_equal, y, real(std::numbers::pi));
        return step(u, call(Builtin::cos, y));
    }
    if (builtin == Builtin::atan) {
        require(ExprKind::less, call(Builtin::abs, y), real(std::numbers::pi / 2));
        return step(u, call(Builtin::tan, y));
    }
    return false;
}

}  // namespace

Solution solve_for(ExprStore& store, ExprId lhs, ExprId rhs, ExprId unknown, IsParameter const& is_parameter) {
    Simplifier simplifier(store);
    return solve_for(store, simplifier, lhs, rhs, unknown, is_parameter);
}

Solution solve_for(ExprStore& store, Simplifier& simplifier, ExprId lhs, ExprId rhs, ExprId unknown,
                   IsParameter const& is_parameter) {
    return Solver(store, simplifier, unknown, is_parameter).solve(lhs, rhs);
}

}  // namespace moo
