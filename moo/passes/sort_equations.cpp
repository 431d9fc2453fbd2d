#include "moo/passes/sort_equations.h"

#include <algorithm>
#include <array>

#include "moo/expr/differentiate.h"
#include "moo/expr/simplify.h"
#include "moo/expr/solve.h"
#include "moo/structure/blt.h"
#include "moo/structure/dulmage_mendelsohn.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, int, int> undetermined{
    DiagnosticKind::StructurallySingular, "nothing determines `{}`: {} has {} equations for {} unknowns"};
constexpr Message<std::string_view> surplus_equation{DiagnosticKind::StructurallySingular,
                                                     "{}: this equation has no unknown left to determine"};
constexpr Message<std::string_view> surplus_initial{DiagnosticKind::InitializationOverdetermined,
                                                    "{}: this equation contradicts or repeats the others: all it "
                                                    "could determine is determined already"};
constexpr Message<std::string_view> mixed_block{DiagnosticKind::UnsupportedConstruct,
                                                "{}: continuous and discrete variables depend on each other here, "
                                                "which is not supported yet"};
constexpr Message<std::string_view, std::string_view> not_differentiable{
    DiagnosticKind::UnsupportedConstruct,
    "the derivative of `{}` by `{}` is not known; solving for it is not supported yet"};

// The distinct columns of a row. The marks are shared by all rows and are clean before and after each.
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

// Behind one message.
constexpr int most_notes = 10;

class Sorting {
public:
    Sorting(System& system, SortableSystem const& sortable, Diagnostics& diagnostics)
        : system_(system),
          exprs_(system.exprs()),
          sortable_(sortable),
          diagnostics_(diagnostics),
          walk_(system.exprs()),
          simplifier_(system.exprs()),
          // A scalar unknown is a node of its own: by it, everything else stands still.
          partial_(system.exprs(),
                   {[this](ExprStore& store, ExprId leaf) { return store.real(leaf == unknown_ ? 1.0 : 0.0); }, false}),
          solvable_marks_(sortable.unknowns.size()),
          needed_marks_(sortable.unknowns.size()),
          dependencies_(static_cast<std::uint32_t>(sortable.unknowns.size())) {}

    std::optional<EquationSet> run() {
        number_unknowns();
        Incidence candidates(static_cast<std::uint32_t>(sortable_.unknowns.size()));
        for (SortableEquation const& equation : sortable_.equations) add_row(equation, candidates);
        if (!match(candidates)) return std::nullopt;
        BlockOrder const order = order_blocks(dependencies_, matching_);
        position_of_column_.assign(sortable_.unknowns.size(), unmatched);
        EquationSet set;
        for (std::size_t b = 0; b < order.block_count(); ++b) {
            if (!solve_block(order.block(b), set)) return std::nullopt;
        }
        return set;
    }

private:
    // ---- incidence ----

    void number_unknowns() {
        for (auto& columns : columns_) columns.resize(system_.document.variables.size(), unmatched);
        for (std::uint32_t i = 0; i < sortable_.unknowns.size(); ++i) {
            VariableUse const unknown = sortable_.unknowns[i];
            columns_[static_cast<std::size_t>(unknown.occurrence)][unknown.variable] = i;
        }
    }

    [[nodiscard]] std::uint32_t column_of(VariableUse use) const {
        return columns_[static_cast<std::size_t>(use.occurrence)][use.variable];
    }

    // The column of a side that is nothing but an unknown.
    [[nodiscard]] std::uint32_t column_of_side(ExprId side) {
        ExprKind const kind = exprs_.kind(side);
        if (kind != ExprKind::variable && kind != ExprKind::der && kind != ExprKind::pre) return unmatched;
        auto const& uses = walk_.uses(side);
        return uses.size() == 1 ? column_of(uses[0]) : unmatched;
    }

    void add_row(SortableEquation const& equation, Incidence& candidates) {
        ColumnList solvable(solvable_marks_);
        ColumnList needed(needed_marks_);
        // What stands alone on a side is the best candidate: it needs no solving.
        for (ExprId const side : {equation.lhs, equation.rhs}) {
            std::uint32_t const column = column_of_side(side);
            if (column != unmatched) {
                solvable.append_once(column);
                needed.append_once(column);
            }
            if (equation.is_instant) break;
        }
        bool const is_continuous = exprs_.type(equation.lhs) == types::real || exprs_.type(equation.rhs) == types::real;
        auto const add_uses = [&](std::vector<VariableUse> const& uses, bool may_solve) {
            for (VariableUse const& use : uses) {
                std::uint32_t const column = column_of(use);
                if (column == unmatched || is_known_state(use)) continue;
                needed.append_once(column);
                if (may_solve && !system_.is_discrete(use.variable)) solvable.append_once(column);
            }
        };
        bool const may_solve = !equation.is_instant && is_continuous;
        if (!equation.is_instant) add_uses(walk_.uses(equation.lhs), may_solve);
        add_uses(walk_.uses(equation.rhs), may_solve);
        for (ExprId const condition : equation.conditions) add_uses(walk_.uses(condition), false);
        candidates.add_row(solvable.columns());
        dependencies_.add_row(needed.columns());
    }

    [[nodiscard]] bool is_known_state(VariableUse use) const {
        return sortable_.states_are_known && use.occurrence == Occurrence::value &&
               system_.document.role(use.variable) == Role::state;
    }

    // ---- matching ----

    bool match(Incidence const& candidates) {
        std::vector<std::uint32_t> mandatory;
        std::vector<std::uint32_t> optional;
        for (std::uint32_t row = 0; row < candidates.row_count(); ++row) {
            (sortable_.equations[row].is_optional ? optional : mandatory).push_back(row);
        }
        Matcher matcher(candidates);
        matcher.augment_all(mandatory);
        for (std::uint32_t const row : optional) matcher.augment(row);
        matching_ = matcher.take();
        return report_surplus(candidates) && report_undetermined();
    }

    bool report_surplus(Incidence const& candidates) {
        bool good = true;
        std::optional<ConflictSearch> conflicts;  // most models need none
        std::uint32_t mandatory_count = 0;
        for (std::uint32_t row = 0; row < sortable_.equations.size(); ++row) {
            SortableEquation const& equation = sortable_.equations[row];
            if (equation.is_optional) continue;
            ++mandatory_count;
            if (matching_.column_of_row[row] != unmatched) continue;
            bool const initial = sortable_.surplus_kind == DiagnosticKind::InitializationOverdetermined;
            if (!conflicts) conflicts.emplace(candidates, matching_);
            if (initial) {
                auto report = diagnostics_.error(equation.source, surplus_initial, text_of(equation));
                note_conflict(report, *conflicts, row);
            } else {
                auto report = diagnostics_.error(equation.source, surplus_equation, text_of(equation));
                note_conflict(report, *conflicts, row);
                // Once is enough: what is left undetermined belongs to all surplus equations together.
                if (good) note_undetermined(report, 0);
            }
            good = false;
        }
        return good;
    }

    [[nodiscard]] std::string text_of(SortableEquation const& equation) {
        return system_.text(equation.lhs) + " = " + system_.text(equation.rhs);
    }

    // The other equations for its unknowns: without any one of them it could be used.
    void note_conflict(Diagnostics::Report& report, ConflictSearch& conflicts, std::uint32_t surplus) {
        int noted = 0;
        for (std::uint32_t const row : conflicts.around_row(surplus).rows) {
            if (row == surplus) continue;
            if (++noted > most_notes) {
                report.note({}, "and by others");
                return;
            }
            SortableEquation const& equation = sortable_.equations[row];
            if (noted == 1) {
                report.note(equation.source, "its unknowns are determined by `{}`", text_of(equation));
            } else {
                report.note(equation.source, "and by `{}`", text_of(equation));
            }
        }
    }

    void note_undetermined(Diagnostics::Report& report, std::size_t from) {
        int noted = 0;
        for (std::size_t i = from; i < sortable_.unknowns.size(); ++i) {
            if (matching_.row_of_column[i] != unmatched) continue;
            if (++noted > most_notes) {
                report.note({}, "and more");
                return;
            }
            VariableUse const unknown = sortable_.unknowns[i];
            report.note(system_.document.variables[unknown.variable].source, "nothing determines `{}`",
                        system_.text(unknown_expr(system_, unknown)));
        }
    }

    bool report_undetermined() {
        if (matching_.size == sortable_.unknowns.size()) return true;
        auto const first = static_cast<std::size_t>(
            std::find(matching_.row_of_column.begin(), matching_.row_of_column.end(), unmatched) -
            matching_.row_of_column.begin());
        VariableUse const unknown = sortable_.unknowns[first];
        auto report = diagnostics_.error(system_.document.variables[unknown.variable].source, undetermined,
                                         system_.text(unknown_expr(system_, unknown)), sortable_.description,
                                         static_cast<int>(matching_.size), static_cast<int>(sortable_.unknowns.size()));
        note_undetermined(report, first + 1);
        return false;
    }

    // ---- solving ----

    bool solve_block(std::span<std::uint32_t const> rows, EquationSet& set) {
        auto const first = static_cast<std::uint32_t>(set.equations.size());
        bool is_residual = rows.size() > 1;
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            position_of_column_[matching_.column_of_row[rows[i]]] = first + i;
        }
        for (std::uint32_t const row : rows) {
            SortableEquation const& equation = sortable_.equations[row];
            VariableUse const unknown = sortable_.unknowns[matching_.column_of_row[row]];
            SetEquation result;
            result.target = unknown_expr(system_, unknown);
            result.origin = equation.origin;
            result.source = equation.source;
            if (equation.is_instant) {
                result.form = EquationForm::instant;
                result.value = equation.rhs;
            } else if (is_residual || !solve(equation, result)) {
                result.form = EquationForm::residual;
                result.value = residual(equation);
                is_residual = true;
            }
            bool const is_discrete = equation.is_instant || system_.is_discrete(unknown.variable);
            if (is_discrete && (rows.size() > 1 || result.form == EquationForm::residual)) {
                diagnostics_.error(equation.source, mixed_block, system_.text(result.target));
                return false;
            }
            set.equations.push_back(std::move(result));
        }
        set.block_starts.push_back(static_cast<std::uint32_t>(set.equations.size()));
        if (!add_jacobian(first, set)) return false;
        set.blocks.push_back({is_residual ? kind_of_residuals(first, set) : BlockKind::assign, {}});
        return true;
    }

    // Linear if no partial derivative depends on what the block determines.
    BlockKind kind_of_residuals(std::uint32_t first, EquationSet const& set) {
        for (std::size_t i = set.jacobian.size(); i > 0 && set.jacobian[i - 1].row >= first; --i) {
            for (VariableUse const& use : walk_.uses(set.jacobian[i - 1].value)) {
                std::uint32_t const column = column_of(use);
                if (column == unmatched || is_known_state(use)) continue;
                std::uint32_t const position = position_of_column_[column];
                if (position != unmatched && position >= first) return BlockKind::nonlinear;
            }
        }
        return BlockKind::linear;
    }

    EntryKind kind_of_entry(ExprId entry) {
        EntryKind kind = walk_.contains(entry, exprs_.time()) ? EntryKind::dependent : EntryKind::constant;
        for (ExprId const reference : walk_.references(entry)) {
            VarId const variable = exprs_.referenced_variable(reference);
            if (system_.document.variables[variable].is_parameter()) continue;
            if (!system_.is_discrete(variable)) return EntryKind::dependent;
            if (kind == EntryKind::constant) kind = EntryKind::per_event;
        }
        return kind;
    }

    bool solve(SortableEquation const& equation, SetEquation& result) {
        // What is written as an assignment stays as the user wrote it.
        if (equation.lhs == result.target && !walk_.contains(equation.rhs, result.target)) {
            result.value = equation.rhs;
            return true;
        }
        if (equation.rhs == result.target && !walk_.contains(equation.lhs, result.target)) {
            result.value = equation.lhs;
            return true;
        }
        auto const is_parameter = [this](VarId id) { return system_.document.variables[id].is_parameter(); };
        Solution const solution = solve_for(exprs_, equation.lhs, equation.rhs, result.target, is_parameter);
        // A divisor that may vanish, and an inverse with a condition, are left to the iteration.
        bool const is_safe =
            solution.solvability == Solvability::constant || solution.solvability == Solvability::parameter;
        if (!is_safe || solution.condition) return false;
        result.value = simplifier_.simplify(solution.solution);
        return true;
    }

    ExprId residual(SortableEquation const& equation) {
        if (exprs_.is_zero(equation.lhs)) return equation.rhs;
        return exprs_.is_zero(equation.rhs) ? equation.lhs : exprs_.sub(equation.lhs, equation.rhs);
    }

    // Only continuous equations have a Jacobian; that of an assignment is one.
    bool add_jacobian(std::uint32_t first, EquationSet& set) {
        auto const end = static_cast<std::uint32_t>(set.equations.size());
        for (std::uint32_t row = first; row < end; ++row) {
            SetEquation const& equation = set.equations[row];
            if (equation.form == EquationForm::instant) continue;
            if (system_.is_discrete(exprs_.referenced_variable(equation.target))) continue;
            if (equation.form == EquationForm::assignment) {
                set.jacobian.push_back({row, row, exprs_.integer(1), EntryKind::constant});
                continue;
            }
            if (!add_jacobian_row(row, first, set)) return false;
        }
        return true;
    }

    bool add_jacobian_row(std::uint32_t row, std::uint32_t first, EquationSet& set) {
        ExprId const value = set.equations[row].value;
        // The unknowns of this block that occur in the row, in the order of the block.
        std::vector<std::uint32_t> columns;
        for (VariableUse const& use : walk_.uses(value)) {
            std::uint32_t const column = column_of(use);
            if (column == unmatched || is_known_state(use)) continue;
            std::uint32_t const position = position_of_column_[column];
            if (position != unmatched && position >= first) columns.push_back(position);
        }
        std::sort(columns.begin(), columns.end());
        for (std::uint32_t const column : columns) {
            unknown_ = set.equations[column].target;
            partial_.reset();
            Derivative const derivative = partial_.differentiate(value);
            if (!derivative.has_value()) {
                diagnostics_.error(set.equations[row].source, not_differentiable, system_.text(derivative.culprit),
                                   system_.text(unknown_));
                return false;
            }
            ExprId const entry = simplifier_.simplify(derivative.value);
            if (!exprs_.is_zero(entry)) set.jacobian.push_back({row, column, entry, kind_of_entry(entry)});
        }
        return true;
    }

    System& system_;
    ExprStore& exprs_;
    SortableSystem const& sortable_;
    Diagnostics& diagnostics_;
    FreeVariables walk_;
    Simplifier simplifier_;
    ExprId unknown_;
    Differentiator partial_;  // by unknown_
    std::vector<bool> solvable_marks_;
    std::vector<bool> needed_marks_;
    std::array<Store<VarId, std::uint32_t>, 3> columns_;  // by Occurrence
    Incidence dependencies_;
    Matching matching_;
    std::vector<std::uint32_t> position_of_column_;  // in the sorted set; `unmatched` while it is not yet there
};

}  // namespace

ExprId unknown_expr(System& system, VariableUse unknown) {
    ExprId const reference = system.reference(unknown.variable);
    switch (unknown.occurrence) {
        case Occurrence::value: return reference;
        case Occurrence::derivative: return system.exprs().der(reference);
        case Occurrence::previous: return system.exprs().pre(reference);
    }
    return reference;
}

std::optional<EquationSet> sort_equations(System& system, SortableSystem const& sortable, Diagnostics& diagnostics) {
    return Sorting(system, sortable, diagnostics).run();
}

}  // namespace moo
