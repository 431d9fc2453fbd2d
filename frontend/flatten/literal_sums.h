// The sums with literal coefficients that the equations of a flat model are made of.
#pragma once

#include <span>
#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

// `p.v - n.v = R*(i - 2*j)` holds two of them: p.v - n.v together with something that is no sum, and i - 2*j. A
// product, a function, a derivative or a condition ends a sum; each operand of it begins one. So if no sum changes its
// value when unknowns change theirs, then no equation does.
//
// Unknowns are continuous Reals that are neither parameters nor inputs. An array counts as one, and so does each
// element of it. A choice is an unknown too: for `if c then a else b`, min and max it is a new w, with sums w - a and w
// - b. The two sides of a relation are the sum a - b. Arrays `{a, b} - {c, d}` are taken element by element.
//
// Asserts and calls without results give no variable a value and are left out.
class LiteralSums {
public:
    struct Term {
        std::uint32_t unknown;  // index of a variable; a choice is numbered from the number of variables on
        bool is_element;        // of an array
        double coefficient;     // small and of few digits, so that all sums of them are exact
    };
    struct Sum {
        std::size_t begin;  // of its terms
        std::size_t end;
        std::uint32_t equation;  // of FlatModel::equations; a number behind them for each algorithm
        // The equation says that this sum, plus terms that do not count, is zero.
        bool is_equation;
    };

    // Of all equations and algorithms, but not the initial ones.
    explicit LiteralSums(FlatModel const& model);

    [[nodiscard]] std::vector<Sum> const& sums() const { return sums_; }
    [[nodiscard]] std::span<Term const> terms(Sum const& sum) const {
        return {terms_.data() + sum.begin, sum.end - sum.begin};
    }
    [[nodiscard]] bool is_unknown(VarId variable) const { return is_unknown_[variable.index()]; }
    // Variables and choices.
    [[nodiscard]] std::uint32_t unknown_count() const { return unknown_count_; }
    [[nodiscard]] std::uint32_t equation_count() const { return equation_; }

private:
    struct Summand {
        ExprId expr;
        double coefficient;
    };
    static constexpr std::uint32_t no_choice = ~0u;
    // The sum a - b - w; b and the choice w may be missing.
    struct Pending {
        ExprId a;
        ExprId b;
        std::uint32_t choice = no_choice;
    };
    void add_equation(FlatEquation const& equation, bool is_at_top);
    void add_statements(std::vector<FlatStatement> const& statements);
    void add_parts(ExprId a, ExprId b);
    void add_pending();
    void add_sum(bool is_equation);
    void add_elements(std::size_t begin);
    void add_summand(Summand const& summand);
    bool add_multiple(ExprId expr, double coefficient, ExprId factor, bool is_divisor = false);
    bool add_builtin(ExprId expr, double coefficient);
    void add_choice(Operands const& operands, std::size_t first, double coefficient);
    void add_variable(VarId variable, bool is_element, double coefficient) {
        if (is_unknown_[variable.index()]) terms_.push_back({variable.index(), is_element, coefficient});
    }

    ExprStore const& exprs_;
    std::vector<bool> is_unknown_;  // by VarId
    std::uint32_t unknown_count_;
    std::uint32_t equation_ = 0;
    std::vector<Term> terms_;
    std::vector<Sum> sums_;
    // The rest of the current equation.
    std::vector<Summand> summands_;  // of the sum that is being decomposed
    std::vector<Summand> arrays_;    // those of the form `{a, b}`
    std::vector<Pending> pending_;
};

}  // namespace moo
