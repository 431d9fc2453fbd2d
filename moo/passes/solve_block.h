// Turns a block of equations that depend on each other into assignments and residuals with their Jacobian.
#pragma once

#include <span>

#include "moo/expr/moving_references.h"
#include "moo/expr/simplify.h"
#include "moo/expr/solve.h"
#include "moo/expr/tree_size.h"
#include "moo/passes/event_relations.h"
#include "moo/passes/linear_terms.h"
#include "moo/passes/partial_derivatives.h"
#include "moo/passes/sort_equations.h"
#include "moo/structure/tearing.h"

namespace moo {

// An equation with the unknown that it was matched with.
struct BlockRow {
    SortableEquation const* equation;
    VariableUse unknown;
};

// Blocks are given in the order in which they are solved, and appended to the set.
class BlockSolver {
public:
    BlockSolver(System& system, SortableSystem const& sortable, UnknownColumns const& columns, EquationSet& set);
    void solve(std::span<BlockRow const> rows);

private:
    struct Form {
        ExprId value;
        EquationForm form;
    };

    void solve_single(BlockRow const& row);
    void solve_loop(std::span<BlockRow const> rows);
    [[nodiscard]] bool try_symbolically(std::span<BlockRow const> rows, Tearing const& tearing);
    void append_solved(BlockRow const& row, VariableUse target, Form form);
    [[nodiscard]] bool contains_homotopy(ExprId expr);
    [[nodiscard]] bool is_hinted(VariableUse unknown) const;
    [[nodiscard]] IsParameter parameter_test() const;
    void append(BlockRow const& row, VariableUse target, Form form);
    // A value for the unknown that divides only by safe expressions; none if there is no such value.
    [[nodiscard]] ExprId explicit_value(SortableEquation const& equation, ExprId target);
    [[nodiscard]] ExprId solution(SortableEquation const& equation, ExprId target);
    [[nodiscard]] ExprId residual(SortableEquation const& equation);
    [[nodiscard]] bool is_discrete(BlockRow const& row) const;
    [[nodiscard]] Tearing tear_rows(std::span<BlockRow const> rows);
    [[nodiscard]] TearPreference tear_preference(VariableUse unknown) const;

    void finish_block(std::uint32_t first, bool has_discrete);
    bool add_jacobian_row(std::uint32_t row, std::uint32_t first);
    void add_zero_entries(std::uint32_t row, std::uint32_t first, ExprId value,
                          std::vector<PartialDerivatives::Entry> const& listed);
    [[nodiscard]] bool is_in_block(VariableUse use, std::uint32_t first) const;
    [[nodiscard]] bool is_linear(std::uint32_t first);
    [[nodiscard]] bool has_own_relations(std::uint32_t first);

    System& system_;
    ExprStore& exprs_;
    SortableSystem const& sortable_;
    UnknownColumns const& columns_;
    EquationSet& set_;
    FreeVariables walk_;
    LinearTerms terms_;
    Simplifier& simplifier_;
    TreeSizes sizes_;
    EventRelations relations_;
    PartialDerivatives partial_;
    MovingReferences moving_;
    bool determines_parameters_;
    std::vector<std::uint32_t> position_of_column_;  // in the sorted set; `no_index` if it is not there yet
    std::vector<std::uint32_t> local_column_;        // in the current block
};

}  // namespace moo
