// The continuous equations of a system as a graph of rows and columns, linked to their expressions.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "moo/expr/differentiate.h"
#include "moo/expr/free_variables.h"
#include "moo/expr/simplify.h"
#include "moo/functions/function_inliner.h"
#include "moo/passes/linear_terms.h"
#include "moo/passes/system.h"
#include "moo/structure/pantelides.h"

namespace moo {

// Wishes that cannot be granted for states that no equation differentiates.
struct RefusedWishes {
    bool are_all_refused = false;
    std::vector<bool> is_refused;  // by variable
};

// Every variable and every derivative is a column, every continuous equation a row. The hooks of Pantelides' algorithm
// add differentiated equations to the system.
//
// A row contains the variables that the equation will mention after `inline_calls`: a call whose value does not depend
// on one of its arguments does not constrain that argument, although its derivative annotation may need it.
class DifferentialGraph {
public:
    // Variables that should be states get a derivative even if no equation contains it, unless their wish was refused.
    DifferentialGraph(System& system, RefusedWishes const& refused);

    [[nodiscard]] DifferentialStructure& structure() { return structure_; }
    [[nodiscard]] DerivativeHooks hooks();
    // Whether all equations can be matched with the highest derivatives as they are.
    [[nodiscard]] bool needs_reduction() const;
    // Columns that no equation differentiates and that were given a derivative because they should be states.
    [[nodiscard]] std::vector<std::uint32_t> const& wishes() const { return wishes_; }
    // Equations that cannot be differentiated although granting a wish may need it. Their derivatives exist in the
    // structure only: all wishes that need them have to be refused.
    struct Failure {
        std::uint32_t row;
        ExprId culprit;  // the expression that has no derivative
    };
    [[nodiscard]] std::vector<Failure> const& failures() const { return failures_; }

    [[nodiscard]] SystemEquation& equation(std::uint32_t row) { return system_.equations[equation_of_row_[row]]; }
    // `x` or `der(x)`.
    [[nodiscard]] ExprId leaf(std::uint32_t column);
    [[nodiscard]] bool is_value(std::uint32_t column) const { return use_[column].occurrence == Occurrence::value; }
    // The variable of a column, which may name a derivative; none for a derivative without a name.
    [[nodiscard]] VarId variable_of(std::uint32_t column) const;
    // The same; a derivative without a name gets one.
    VarId make_variable(std::uint32_t column);
    // For a derivative: the column whose derivative it is.
    [[nodiscard]] std::uint32_t base_of(std::uint32_t column) const { return base_[column]; }
    [[nodiscard]] std::uint32_t order_of(std::uint32_t column) const;
    // The equation der(x) = v that made v the derivative of x; none for other columns.
    [[nodiscard]] std::uint32_t chain_equation(std::uint32_t column) const { return chain_equation_[column]; }
    [[nodiscard]] std::vector<std::uint32_t> const& chain_equations() const { return all_chain_equations_; }
    // The expression with the calls replaced that `inline_calls` will replace.
    [[nodiscard]] ExprId value_of(ExprId expr) { return values_.apply(expr); }
    // The row that was differentiated to obtain this one; the row itself if it was there from the start.
    [[nodiscard]] std::uint32_t original_of(std::uint32_t row) const { return original_row_[row]; }
    // The reason why the last equation could not be differentiated.
    [[nodiscard]] ExprId culprit() const { return culprit_; }

private:
    std::uint32_t add_column(VariableUse use);
    [[nodiscard]] std::uint32_t column_of(VariableUse use) const;
    void add_columns();
    void find_chains();
    bool add_chain(std::uint32_t equation, ExprId derivative, ExprId value);
    void add_wishes(RefusedWishes const& refused);
    void add_rows();
    [[nodiscard]] std::vector<std::uint32_t> columns_of(SystemEquation const& equation);
    void add_derivative(std::uint32_t variable, std::uint32_t derivative);
    std::optional<std::vector<std::uint32_t>> differentiate(std::uint32_t row, std::uint32_t derivative);
    [[nodiscard]] ExprId leaf_derivative(ExprId leaf);
    [[nodiscard]] ExprId irrelevant_derivative(std::uint32_t column);
    std::vector<std::uint32_t> add_failure(std::uint32_t row);
    [[nodiscard]] ExprId find_past(ExprId expr) const;

    System& system_;
    ExprStore& exprs_;
    DifferentialStructure structure_;
    FreeVariables walk_;
    FunctionInliner values_;
    Simplifier& simplifier_;
    Differentiator by_time_;
    std::vector<VariableUse> use_;               // by column
    std::vector<VarId> name_;                    // by column: the variable that names a derivative
    std::vector<std::uint32_t> base_;            // by column
    std::vector<std::uint32_t> chain_equation_;  // by column
    std::vector<std::uint32_t> all_chain_equations_;
    std::array<Store<VarId, std::uint32_t>, 2> columns_by_use_;  // values and derivatives
    std::vector<std::uint32_t> equation_of_row_;
    std::vector<std::uint32_t> original_row_;  // by row
    std::uint32_t row_at_hand_ = 0;            // row that is being differentiated
    bool has_irrelevant_ = false;
    std::vector<bool> is_in_row_;  // by column; clean outside of columns_of
    ExprId culprit_;
    std::vector<std::uint32_t> wishes_;
    std::vector<Failure> failures_;
};

}  // namespace moo
