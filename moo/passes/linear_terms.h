// How an equation contains its unknowns, and which of them are terms with a factor that never vanishes.
#pragma once

#include <vector>

#include "moo/expr/free_variables.h"
#include "moo/passes/system.h"
#include "moo/structure/incidence.h"

namespace moo {

// What an expression changes with.
enum class Variation : std::uint8_t { literal, parameter, varying };

// The variation of all expressions of a store: since operands precede their users, one loop finds it.
class ExprVariation {
public:
    ExprVariation(ExprStore const& exprs, VariableStore const& variables) : exprs_(exprs), variables_(variables) {}
    [[nodiscard]] Variation of(ExprId expr) {
        if (expr.index() >= table_.size()) extend();
        return table_[expr.index()];
    }
    [[nodiscard]] bool is_fixed(ExprId expr) { return of(expr) != Variation::varying; }

private:
    void extend();
    [[nodiscard]] Variation compute(ExprId id) const;

    ExprStore const& exprs_;
    VariableStore const& variables_;
    std::vector<Variation> table_;
};

struct Term {
    VariableUse use;
    // What the equation is divided by when it is solved for the variable; `not_solvable` if the variable is not a term.
    Pivot pivot;
};

// Visits each equation once, from the outside in. It follows sums, products with constant factors, and branches;
// variables inside other operations are not solvable. So the cost is in proportion to the equation, however many
// unknowns it has.
class LinearTerms {
public:
    explicit LinearTerms(System& system)
        : system_(system),
          exprs_(system.exprs()),
          variation_(system.exprs(), system.document.variables),
          walk_(system.exprs()) {}
    // The variables of lhs - rhs in the order of their first appearance, parameters included. The result is valid until
    // the next call.
    std::vector<Term> const& of(ExprId lhs, ExprId rhs);
    [[nodiscard]] ExprVariation& variation() { return variation_; }

private:
    // The factor of a term: its value if known, taking parameters at their defaults; otherwise NaN.
    struct Factor {
        double value = 1.0;
        Pivot pivot = Pivot::constant;
    };
    struct Entry {
        VariableUse use;
        Factor factor;
    };
    using Entries = std::vector<Entry>;

    void collect(ExprId expr, Factor factor, Entries& entries, int depth);
    void collect_branches(ExprId expr, Factor factor, Entries& entries, int depth);
    void mark(ExprId expr, Pivot pivot, Entries& entries);
    static void add(Entries& entries, VariableUse use, Factor factor);
    [[nodiscard]] Factor scaled(Factor factor, ExprId by, bool divides);
    void merge_equal(Entries& entries);

    System const& system_;
    ExprStore const& exprs_;
    ExprVariation variation_;
    FreeVariables walk_;
    std::vector<Term> terms_;
    std::vector<std::uint32_t> place_;  // by use, plus one; zero outside of a call
};

}  // namespace moo
