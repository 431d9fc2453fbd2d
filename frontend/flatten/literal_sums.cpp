#include "frontend/flatten/literal_sums.h"

#include <algorithm>
#include <cmath>

namespace moo {

namespace {

// A multiple of 1/1024 below 2^20: a million of them are added up without rounding.
bool is_exact(double coefficient) {
    constexpr double steps = 1024;
    constexpr double largest = 1 << 20;
    return std::abs(coefficient) <= largest && coefficient * steps == std::floor(coefficient * steps);
}

}  // namespace

LiteralSums::LiteralSums(FlatModel const& model)
    : exprs_(model.exprs),
      is_unknown_(model.variables.size(), false),
      unknown_count_(static_cast<std::uint32_t>(model.variables.size())) {
    TypeTable const& types = exprs_.types();
    for (VarId const id : model.variables.ids()) {
        Variable const& variable = model.variables[id];
        is_unknown_[id.index()] = variable.variability == Variability::continuous &&
                                  variable.causality != Causality::input && types.element(variable.type) == types::real;
    }
    sums_.reserve(2 * model.equations.size());
    terms_.reserve(3 * model.equations.size());
    for (FlatEquation const& equation : model.equations) {
        add_equation(equation, true);
        ++equation_;
    }
    for (FlatAlgorithm const& algorithm : model.algorithms) {
        add_statements(algorithm.statements);
        ++equation_;
    }
}

void LiteralSums::add_equation(FlatEquation const& equation, bool is_at_top) {
    switch (equation.kind) {
        case FlatEquationKind::equality:
            if (exprs_.kind(equation.a) == ExprKind::variable && exprs_.kind(equation.b) == ExprKind::variable) {
                // As most connections are.
                add_variable(exprs_.variable_of(equation.a), false, 1);
                add_variable(exprs_.variable_of(equation.b), false, -1);
                add_sum(is_at_top);
                break;
            }
            summands_.push_back({equation.a, 1});
            summands_.push_back({equation.b, -1});
            add_sum(is_at_top);
            if (!pending_.empty()) add_pending();
            break;
        case FlatEquationKind::reinit: add_parts(equation.a, equation.b); break;
        case FlatEquationKind::assertion:
        case FlatEquationKind::terminate:
        case FlatEquationKind::call: break;
        case FlatEquationKind::for_: add_parts(equation.a, {}); break;
        case FlatEquationKind::if_:
        case FlatEquationKind::when: break;
    }
    for (FlatBranch const& branch : equation.branches) {
        add_parts(branch.condition, {});
        for (FlatEquation const& inner : branch.body) add_equation(inner, false);
    }
}

// Assigned variables count too: a variable that an algorithm assigns is a sum of one term.
void LiteralSums::add_statements(std::vector<FlatStatement> const& statements) {
    for (FlatStatement const& statement : statements) {
        add_parts(statement.a, statement.b);
        for (FlatStatementBranch const& branch : statement.branches) {
            add_parts(branch.condition, {});
            add_statements(branch.body);
        }
    }
}

// Each of them has to be unchanged on its own.
void LiteralSums::add_parts(ExprId a, ExprId b) {
    if (a) pending_.push_back({a, {}});
    if (b) pending_.push_back({b, {}});
    add_pending();
}

void LiteralSums::add_pending() {
    while (!pending_.empty()) {
        Pending const next = pending_.back();
        pending_.pop_back();
        summands_.push_back({next.a, 1});
        if (next.b) summands_.push_back({next.b, -1});
        if (next.choice != no_choice) terms_.push_back({next.choice, false, -1});
        add_sum(false);
    }
}

// The sum of the summands, and of a choice that is among the terms already.
void LiteralSums::add_sum(bool is_equation) {
    std::size_t const begin = sums_.empty() ? 0 : sums_.back().end;
    while (!summands_.empty()) {
        Summand const summand = summands_.back();
        summands_.pop_back();
        add_summand(summand);
    }
    if (!arrays_.empty()) {
        add_elements(begin);
    } else if (terms_.size() > begin) {
        sums_.push_back({begin, terms_.size(), equation_, is_equation});
    }
}

// The terms found so far are arrays or count for every element. They are few: this writes them again for each.
void LiteralSums::add_elements(std::size_t begin) {
    constexpr std::size_t few = 16;
    std::vector<Summand> const arrays = std::move(arrays_);
    arrays_.clear();
    std::size_t const size = exprs_.operands(arrays[0].expr).size();
    bool const fit = terms_.size() - begin <= few && std::all_of(arrays.begin(), arrays.end(), [&](Summand const& one) {
                         return exprs_.operands(one.expr).size() == size;
                     });
    if (!fit) {
        for (Summand const& one : arrays) {
            for (ExprId const element : exprs_.operands(one.expr)) pending_.push_back({element, {}});
        }
        add_sum(false);
        return;
    }
    std::vector<Term> const common(terms_.begin() + static_cast<std::ptrdiff_t>(begin), terms_.end());
    terms_.resize(begin);
    for (std::size_t i = 0; i < size; ++i) {
        terms_.insert(terms_.end(), common.begin(), common.end());
        for (Summand const& one : arrays) {
            summands_.push_back({exprs_.operand(one.expr, i), one.coefficient});
        }
        add_sum(false);
    }
}

// A term, a smaller sum, or what begins sums of its own.
void LiteralSums::add_summand(Summand const& summand) {
    auto const [expr, coefficient] = summand;
    ExprNode const node = exprs_.node(expr);
    if ((node.flags & expr_flag::varies) == 0) return;
    Operands const operands(exprs_, node);
    switch (node.kind) {
        case ExprKind::variable: add_variable(VarId(node.a), false, coefficient); return;
        case ExprKind::subscript:
            if (exprs_.kind(operands[0]) != ExprKind::variable) break;
            add_variable(exprs_.variable_of(operands[0]), true, coefficient);
            for (std::size_t i = 1; i < operands.size(); ++i) pending_.push_back({operands[i], {}});
            return;
        case ExprKind::neg: summands_.push_back({operands[0], -coefficient}); return;
        case ExprKind::add:
        case ExprKind::element_add:
            summands_.push_back({operands[0], coefficient});
            summands_.push_back({operands[1], coefficient});
            return;
        case ExprKind::sub:
        case ExprKind::element_sub:
            summands_.push_back({operands[0], coefficient});
            summands_.push_back({operands[1], -coefficient});
            return;
        case ExprKind::mul:
        case ExprKind::element_mul:
            if (add_multiple(operands[1], coefficient, operands[0])) return;
            if (add_multiple(operands[0], coefficient, operands[1])) return;
            break;
        case ExprKind::div:
        case ExprKind::element_div:
            if (add_multiple(operands[0], coefficient, operands[1], true)) return;
            break;
        case ExprKind::if_else:
            pending_.push_back({operands[0], {}});
            add_choice(operands, 1, coefficient);
            return;
        case ExprKind::array: arrays_.push_back(summand); return;
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: pending_.push_back({operands[0], operands[1]}); return;
        case ExprKind::builtin:
            if (add_builtin(expr, coefficient)) return;
            break;
        case ExprKind::real:
        case ExprKind::integer:
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole: return;
        case ExprKind::logical_not:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::output:
        case ExprKind::pow:
        case ExprKind::element_pow:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::range:
        case ExprKind::field:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::call:
        case ExprKind::reduction: break;
    }
    for (ExprId const operand : operands) pending_.push_back({operand, {}});
}

// False if the factor is not a literal, or does not leave the coefficient exact.
bool LiteralSums::add_multiple(ExprId expr, double coefficient, ExprId factor, bool is_divisor) {
    if (!exprs_.is_number(factor)) return false;
    double const value = exprs_.number_value(factor);
    double const multiple = is_divisor ? coefficient / value : coefficient * value;
    if (!is_exact(multiple)) return false;
    summands_.push_back({expr, multiple});
    return true;
}

// Functions whose value shifts with their arguments.
bool LiteralSums::add_builtin(ExprId expr, double coefficient) {
    Operands const operands = exprs_.operands(expr);
    Builtin const builtin = exprs_.builtin_of(expr);
    if (builtin == Builtin::no_event || builtin == Builtin::smooth) {
        summands_.push_back({operands[operands.size() - 1], coefficient});
        return true;
    }
    if (builtin == Builtin::min || builtin == Builtin::max || builtin == Builtin::homotopy) {
        add_choice(operands, 0, coefficient);
        return true;
    }
    return false;
}

// One of the operands from `first` on.
void LiteralSums::add_choice(Operands const& operands, std::size_t first, double coefficient) {
    std::uint32_t const choice = unknown_count_++;
    terms_.push_back({choice, false, coefficient});
    for (std::size_t i = first; i < operands.size(); ++i) pending_.push_back({operands[i], {}, choice});
}

}  // namespace moo
