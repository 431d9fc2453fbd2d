// From a set of equations to a sequence of assignments and small systems.
//
// All three sets of a document are made here, from different equations and unknowns: the start (iEq), the time between
// events (Eq) and the events themselves (riEq). So are the systems of clocks. Each time the question is the same. Which
// equation determines which unknown, in which order, and what has to be solved together?
//
// The expressions are turned into a graph once: a row for each equation, a column for each unknown. In fact there are
// two graphs over the same rows. One has an entry where an equation *may determine* an unknown. This is the graph that
// is matched (moo/structure/matching.cpp). The other has an entry where an equation *needs* an unknown. This one is
// sorted into blocks (moo/structure/blt.cpp). They differ in three ways:
//
// - A discrete equation determines only an unknown that is alone on one of its sides. `b = x > 0` does not determine x.
// - An instant equation of a when-clause determines its left side and nothing else, and it needs its conditions,
//   although they are not part of it.
// - At events a state is known everywhere but in the equation of the `reinit` that sets it.
//
// Columns that are alone on a side come first in their row, since such an equation needs no solving, and the matching
// prefers what comes first.
//
// Equations have different priorities. In the initialization, equations of the model come first, then fixed start
// values and initial equations, then start values that are only guesses. Equations of the second kind may be left over;
// those of the third need not be used. Both are matched one at a time in their order after all others: an augmenting
// path never takes an unknown away from a row that has one, so later equations cannot harm earlier ones. This is the
// greedy algorithm on a transversal matroid. Each equation gets an unknown if that is possible in addition to all
// equations with a higher priority.
//
// If rows or columns are left over that must not be, report_singular.h explains it. Otherwise each block goes to
// solve_block.h.

#include "moo/passes/sort_equations.h"

#include "moo/passes/linear_terms.h"
#include "moo/passes/report_singular.h"
#include "moo/passes/solve_block.h"
#include "moo/structure/blt.h"

namespace moo {

namespace {

// The distinct columns of a row. The marks are shared by all rows; they are clear before and after each use.
class ColumnList {
public:
    explicit ColumnList(std::vector<bool>& marks) : marks_(marks) {}
    ~ColumnList() {
        for (std::uint32_t const column : columns_) marks_[column] = false;
    }
    ColumnList(ColumnList const&) = delete;
    ColumnList& operator=(ColumnList const&) = delete;

    void append_once(std::uint32_t column) {
        if (marks_[column]) return;
        marks_[column] = true;
        columns_.push_back(column);
    }
    [[nodiscard]] std::vector<std::uint32_t> const& columns() const { return columns_; }

private:
    std::vector<bool>& marks_;
    std::vector<std::uint32_t> columns_;
};

class Sorting {
public:
    Sorting(System& system, SortableSystem const& sortable, Diagnostics& diagnostics)
        : system_(system),
          exprs_(system.exprs()),
          sortable_(sortable),
          diagnostics_(diagnostics),
          columns_(system, sortable),
          walk_(system.exprs()),
          solvable_marks_(sortable.unknowns.size()),
          needed_marks_(sortable.unknowns.size()),
          dependencies_(static_cast<std::uint32_t>(sortable.unknowns.size())) {}

    std::optional<SortedSystem> run() {
        Incidence candidates(static_cast<std::uint32_t>(sortable_.unknowns.size()));
        for (SortableEquation const& equation : sortable_.equations) add_row(equation, candidates);
        SortedSystem sorted;
        if (!match(candidates, sorted.surplus)) return std::nullopt;
        BlockOrder const order = order_blocks(dependencies_, matching_);
        BlockSolver solver(system_, sortable_, columns_, sorted.set);
        std::vector<BlockRow> rows;
        for (std::size_t b = 0; b < order.block_count(); ++b) {
            rows.clear();
            for (std::uint32_t const row : order.block(b)) {
                rows.push_back({&sortable_.equations[row], sortable_.unknowns[matching_.column_of_row[row]]});
            }
            solver.solve(rows);
        }
        return sorted;
    }

private:
    // ---- incidence ----

    // The column of a side that consists of a single unknown.
    [[nodiscard]] std::uint32_t column_of_side(ExprId side) {
        ExprKind const kind = exprs_.kind(side);
        if (kind != ExprKind::variable && kind != ExprKind::der && kind != ExprKind::pre) return no_index;
        auto const& uses = walk_.uses(side);
        return uses.size() == 1 ? columns_.of_target(uses[0]) : no_index;
    }

    void add_row(SortableEquation const& equation, Incidence& candidates) {
        ColumnList solvable(solvable_marks_);
        ColumnList needed(needed_marks_);
        // An unknown that is alone on a side is the best candidate: it needs no solving.
        for (ExprId const side : {equation.lhs, equation.rhs}) {
            std::uint32_t const column = column_of_side(side);
            if (column != no_index && may_be_target(equation, side)) {
                solvable.append_once(column);
                needed.append_once(column);
            }
            if (equation.is_instant) break;
        }
        bool const may_solve = !equation.is_instant && !equation.is_discrete;
        if (!equation.is_instant) add_uses(equation.lhs, may_solve, solvable, needed);
        add_uses(equation.rhs, may_solve, solvable, needed);
        for (ExprId const condition : equation.conditions) add_uses(condition, false, solvable, needed);
        candidates.add_row(solvable.columns());
        dependencies_.add_row(needed.columns());
    }

    // At events, only the equation of its reinit determines a state; otherwise the integrator does.
    [[nodiscard]] bool may_be_target(SortableEquation const& equation, ExprId side) {
        return equation.is_instant || !sortable_.states_are_known || columns_.of(walk_.uses(side)[0]) != no_index;
    }

    void add_uses(ExprId expr, bool may_solve, ColumnList& solvable, ColumnList& needed) {
        for (VariableUse const& use : walk_.uses(expr)) {
            std::uint32_t const column = columns_.of(use);
            if (column == no_index) continue;
            needed.append_once(column);
            if (may_solve && is_continuous(use)) solvable.append_once(column);
        }
    }

    [[nodiscard]] bool is_continuous(VariableUse use) const {
        Variable const& variable = system_.document.variables[use.variable];
        return variable.type == types::real && variable.variability != Variability::discrete;
    }

    // ---- matching ----

    bool match(Incidence const& candidates, std::vector<std::uint32_t>& surplus) {
        std::vector<std::uint32_t> mandatory;
        for (std::uint32_t row = 0; row < candidates.row_count(); ++row) {
            if (!is_secondary(row)) mandatory.push_back(row);
        }
        Matcher matcher(candidates);
        matcher.augment_all(mandatory);
        for (std::uint32_t row = 0; row < candidates.row_count(); ++row) {
            if (is_secondary(row)) matcher.augment(row);
        }
        matching_ = matcher.take();
        for (std::uint32_t row = 0; row < candidates.row_count(); ++row) {
            bool const is_left = matching_.column_of_row[row] == unmatched;
            if (is_left && sortable_.equations[row].is_droppable) surplus.push_back(row);
        }
        return report(candidates);
    }

    // Equations that are tried one by one after all others have found their unknowns.
    [[nodiscard]] bool is_secondary(std::uint32_t row) const {
        return sortable_.equations[row].is_optional || sortable_.equations[row].is_droppable;
    }

    bool report(Incidence const& candidates) {
        SingularSystem const singular{
            system_,
            sortable_.description,
            candidates,
            matching_,
            [this](std::uint32_t row) {
                SortableEquation const& equation = sortable_.equations[row];
                return SingularEquation{equation.lhs, equation.rhs, equation.provenance, equation.written_lhs,
                                        equation.written_rhs};
            },
            [this](std::uint32_t column) { return system_.text(unknown_expr(system_, sortable_.unknowns[column])); },
            [this](std::uint32_t column) { return sortable_.unknowns[column].variable; },
            [this](std::uint32_t row) { return is_secondary(row); },
            [](std::uint32_t) { return false; },
            sortable_.surplus_kind};
        return report_singular(singular, diagnostics_);
    }

    System& system_;
    ExprStore& exprs_;
    SortableSystem const& sortable_;
    Diagnostics& diagnostics_;
    UnknownColumns columns_;
    FreeVariables walk_;
    std::vector<bool> solvable_marks_;
    std::vector<bool> needed_marks_;
    Incidence dependencies_;
    Matching matching_;
};

}  // namespace

UnknownColumns::UnknownColumns(System const& system, SortableSystem const& sortable)
    : system_(system), states_are_known_(sortable.states_are_known) {
    for (auto& columns : columns_) columns.resize(system.document.variables.size(), no_index);
    for (std::uint32_t i = 0; i < sortable.unknowns.size(); ++i) {
        VariableUse const unknown = sortable.unknowns[i];
        columns_[static_cast<std::size_t>(unknown.occurrence)][unknown.variable] = i;
    }
}

std::uint32_t UnknownColumns::of(VariableUse use) const {
    bool const is_known_state =
        states_are_known_ && use.occurrence == Occurrence::value && system_.document.role(use.variable) == Role::state;
    return is_known_state ? no_index : of_target(use);
}

ExprId unknown_expr(System& system, VariableUse unknown) {
    ExprId const reference = system.reference(unknown.variable);
    switch (unknown.occurrence) {
        case Occurrence::value: return reference;
        case Occurrence::derivative: return system.exprs().der(reference);
        case Occurrence::previous: return system.exprs().pre(reference);
    }
    return reference;
}

std::optional<SortedSystem> sort_equations(System& system, SortableSystem const& sortable, Diagnostics& diagnostics) {
    return Sorting(system, sortable, diagnostics).run();
}

}  // namespace moo
