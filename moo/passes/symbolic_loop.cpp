// Small loops that need no iteration.
//
// Two resistors in series with a source form a loop of equations that tearing reduces to one unknown and one residual,
// and the residual is linear in it. Calling a linear solver for that in every step would cost more than the rest of the
// model. Instead the solution can be written as a formula: substitute the assignments into the residual and solve for
// the unknown.
//
// With up to three unknowns this is Gaussian elimination on expressions. Two things can go wrong.
//
// Formulas grow. Each elimination step multiplies coefficients, so the size grows like the factorial of the number of
// unknowns. That is why there are at most three, at most 40 assignments are substituted, and a residual that gets
// longer than 120 nodes stops the attempt. With these limits the formula costs less than the iteration that it
// replaces.
//
// Pivots vanish. Numerical elimination chooses a large pivot at run time; a formula cannot. So a pivot has to be a
// number, or an expression of parameters whose value is known from their defaults. It must be at least a thousandth of
// the other coefficients of its equation, since errors grow by the inverse. And it must be more than a millionth of its
// terms if it is a sum, since otherwise it may be a rounding error: `R1 - R2` for equal resistors should have been
// zero.
//
// If no pivot can be trusted, nothing is changed and the loop is iterated over. The loop also stays if it contains
// `homotopy`, because the two forms of the initialization have different solutions, and if the user has given a hint
// about one of its iteration variables, because a user who does that wants to see the iteration.

#include "moo/passes/symbolic_loop.h"

#include <algorithm>
#include <cmath>

#include "moo/expr/substitute.h"
#include "moo/expr/tree_size.h"

namespace moo {

namespace {

// Longer values cost more than the iteration that they replace.
constexpr std::uint32_t longest_value = 120;
// If a sum is smaller than this part of its terms, it may be a rounding error.
constexpr double smallest_remainder = 1e-6;
// Relative to the other coefficients of the equation: errors grow at most by the inverse of this.
constexpr double smallest_relative_pivot = 1e-3;

class Elimination {
public:
    Elimination(System& system, Simplifier& simplifier, SymbolicLoop loop, IsParameter const& is_parameter)
        : system_(system),
          exprs_(system.exprs()),
          simplifier_(simplifier),
          is_parameter_(is_parameter),
          loop_(std::move(loop)),
          sizes_(exprs_),
          is_used_(loop_.residuals.size()),
          is_solved_(loop_.unknowns.size()) {}

    std::optional<std::vector<SolvedUnknown>> run() {
        for (std::size_t step = 0; step < loop_.residuals.size(); ++step) {
            if (!is_short()) return std::nullopt;
            std::optional<SolvedUnknown> const next = find_pivot();
            if (!next) return std::nullopt;
            solved_.push_back(*next);
            is_used_[next->equation] = true;
            is_solved_[next->unknown] = true;
            Substitution substitution(exprs_);
            substitution.set(loop_.unknowns[next->unknown], next->value);
            for (std::size_t i = 0; i < loop_.residuals.size(); ++i) {
                if (!is_used_[i]) loop_.residuals[i] = simplifier_.simplify(substitution.apply(loop_.residuals[i]));
            }
        }
        // The last one depends on no other unknown.
        std::reverse(solved_.begin(), solved_.end());
        return std::move(solved_);
    }

private:
    [[nodiscard]] bool is_short() {
        for (std::size_t i = 0; i < loop_.residuals.size(); ++i) {
            if (!is_used_[i] && sizes_.of(loop_.residuals[i]) > longest_value) return false;
        }
        return true;
    }

    [[nodiscard]] std::optional<SolvedUnknown> find_pivot() {
        for (std::size_t i = 0; i < loop_.residuals.size(); ++i) {
            if (is_used_[i]) continue;
            std::vector<ExprId> coefficients(loop_.unknowns.size());
            double largest = 0.0;
            for (std::size_t k = 0; k < loop_.unknowns.size(); ++k) {
                if (is_solved_[k]) continue;
                LinearForm const form = linear_form(exprs_, loop_.residuals[i], loop_.unknowns[k]);
                if (!form.has_value()) return std::nullopt;
                coefficients[k] = simplifier_.simplify(form.coefficient);
                double const size = std::abs(value_of(coefficients[k]));
                if (!std::isnan(size)) largest = std::max(largest, size);
            }
            for (std::size_t k = 0; k < loop_.unknowns.size(); ++k) {
                if (is_solved_[k] || !is_safe(coefficients[k], largest)) continue;
                Solution const solution = solve_for(exprs_, simplifier_, loop_.residuals[i], exprs_.real(0),
                                                    loop_.unknowns[k], is_parameter_);
                bool const is_sure =
                    solution.solvability == Solvability::constant || solution.solvability == Solvability::parameter;
                if (!is_sure || solution.condition) continue;
                return SolvedUnknown{i, k, simplifier_.simplify(solution.solution)};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] double value_of(ExprId expr) const {
        return exprs_.is_number(expr) ? exprs_.number_value(expr) : system_.guess(expr);
    }

    [[nodiscard]] bool is_safe(ExprId coefficient, double largest) const {
        double const size = std::abs(value_of(coefficient));
        // NaN, if it depends on unknown values, compares false.
        return size > 0.0 && size >= smallest_relative_pivot * largest &&
               size >= smallest_remainder * size_of_terms(coefficient);
    }

    // The sum of the sizes of the terms of a sum.
    [[nodiscard]] double size_of_terms(ExprId expr) const {
        double total = 0.0;
        std::vector<ExprId> stack{expr};
        while (!stack.empty()) {
            ExprId const id = stack.back();
            stack.pop_back();
            ExprKind const kind = exprs_.kind(id);
            if (kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::neg) {
                for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
            } else {
                total += std::abs(value_of(id));
            }
        }
        return total;
    }

    System& system_;
    ExprStore& exprs_;
    Simplifier& simplifier_;
    IsParameter const& is_parameter_;
    SymbolicLoop loop_;
    TreeSizes sizes_;
    std::vector<bool> is_used_;    // by equation
    std::vector<bool> is_solved_;  // by unknown
    std::vector<SolvedUnknown> solved_;
};

}  // namespace

std::optional<std::vector<SolvedUnknown>> solve_symbolically(System& system, Simplifier& simplifier, SymbolicLoop loop,
                                                             IsParameter const& is_parameter) {
    if (loop.unknowns.size() > most_symbolic_unknowns) return std::nullopt;
    return Elimination(system, simplifier, std::move(loop), is_parameter).run();
}

}  // namespace moo
