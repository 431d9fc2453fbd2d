// Which unknowns can some equations be solved for, wherever the solution goes?
//
// This is the question behind state selection: given constraints and more unknowns than constraints, select as many
// unknowns as there are constraints, so that the Jacobian H in the selected columns D is regular at all times. The
// columns that are not selected become the states. The values of most entries are not known now. A number is known, a
// parameter is known before the simulation starts, and anything else may vanish at some moment.
//
// Structure alone is not enough, because a matching may rest on an entry that is zero in the middle of a simulation.
// Numbers alone are not available. So we select what can be proved, and leave what cannot be proved to be chosen while
// the simulation runs.
//
// The proof uses block triangular form: a matrix is regular if its diagonal blocks are. Columns are matched with rows
// over entries that never vanish, better columns first. This is the greedy algorithm on a transversal matroid, so no
// other set of columns that can be matched has better ranks. The matched part is sorted into blocks. A block of one is
// regular, because its entry does not vanish. A larger block is regular if it consists of numbers and parameters and is
// well conditioned by what is known of them. Any other block is torn (tearing.cpp): its assignments divide by entries
// that never vanish and are kept, and its residuals are left over.
//
// The rows and columns that are left over, L, depend on each other directly or through the selected columns S. With the
// matrix
//
//     H[L,L] - H[L,S] H[S,S]^-1 H[S,L]
//
// each connected part is decided alone. If it has as many columns as rows, there is no choice: if the matrix became
// singular, the problem itself would be singular too. If it is small and has numbers and parameters only, we try
// columns until the matrix is regular. Otherwise it is a choice for the run time, with the columns to choose from.
//
// Wishes of the user (`StateSelect.always` and `never`) come first of all and are weighed by structure: a maximum
// matching over all entries takes the columns that are to be selected, then the others, then those that are to be left.
// If the columns that this leaves are singular by their numbers, we start again and let the ranks decide alone.
//
// Mattsson and Söderlind do not say how to find D. The proof by classes of entries is ours. The tests check the
// determinants of what it selects from random matrices, with several values for every entry that is not a constant.

#include "moo/structure/select_columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "moo/base/disjoint_sets.h"
#include "moo/structure/blt.h"
#include "moo/structure/matching.h"
#include "moo/structure/tearing.h"

namespace moo {

namespace {

// The limit for numerical tests of one connected part, since each test takes time in proportion to the part.
constexpr std::size_t most_tests = 1000;

class ColumnSelector {
public:
    // If `heeds_wishes` is false, only the ranks decide.
    ColumnSelector(SelectionProblem const& problem, bool heeds_wishes)
        : problem_(problem),
          heeds_wishes_(heeds_wishes),
          incidence_(problem.jacobian.incidence),
          extractor_(problem.jacobian),
          is_taken_(incidence_.column_count()),
          is_barred_(incidence_.column_count()),
          is_selected_(incidence_.column_count()) {}

    Selection run() {
        if (!weigh_wishes()) {
            result_.is_deficient = true;
            return std::move(result_);
        }
        if (heeds_wishes_ || !select_by_numbers()) {
            match_safely();
            judge_blocks();
            if (!rest_rows_.empty()) split_rest();
        }
        if (!heeds_wishes_) list_refused();
        std::sort(result_.refused.begin(), result_.refused.end());
        return std::move(result_);
    }

    // Whether the columns that remain after the wishes have a numeric matrix that is singular.
    [[nodiscard]] bool has_singular_part() const { return has_singular_part_; }

private:
    // ---- wishes ----

    [[nodiscard]] Wish wish(std::uint32_t column) const { return heeds_wishes_ ? problem_.wish[column] : Wish::none; }

    void list_refused() {
        std::vector<bool> may_be_selected(is_selected_);
        for (ColumnChoice const& choice : result_.choices) {
            for (std::uint32_t const column : choice.columns) may_be_selected[column] = true;
        }
        for (std::uint32_t column = 0; column < incidence_.column_count(); ++column) {
            Wish const wish = problem_.wish[column];
            bool const is_refused = wish == Wish::take ? !is_selected_[column] : may_be_selected[column];
            if (wish != Wish::none && is_refused) result_.refused.push_back(column);
        }
    }

    bool weigh_wishes() {
        Incidence const rows_of_column = transpose(incidence_);
        Matcher matcher(rows_of_column);
        for (Wish const wish : {Wish::take, Wish::none, Wish::leave}) matcher.augment_all(columns_with(wish));
        for (std::uint32_t const column : columns_with(Wish::take)) {
            is_taken_[column] = matcher.matching().column_of_row[column] != unmatched;
            if (!is_taken_[column]) result_.refused.push_back(column);
        }
        for (std::uint32_t const column : columns_with(Wish::leave)) {
            is_barred_[column] = matcher.matching().column_of_row[column] == unmatched;
            if (!is_barred_[column]) result_.refused.push_back(column);
        }
        return matcher.matching().size == incidence_.row_count();
    }

    [[nodiscard]] std::vector<std::uint32_t> columns_with(Wish wish) const {
        std::vector<std::uint32_t> columns;
        for (std::uint32_t column = 0; column < incidence_.column_count(); ++column) {
            if (this->wish(column) == wish) columns.push_back(column);
        }
        return columns;
    }

    // ---- a small matrix of numbers and parameters ----

    // Columns by rank, each independent of those before it: no other choice has better ranks.
    bool select_by_numbers() {
        std::size_t const tests = std::size_t{incidence_.row_count()} * incidence_.column_count();
        if (tests > most_tests || !is_fixed(problem_.jacobian)) return false;
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> columns;
        std::vector<std::uint32_t> free_rows(incidence_.row_count());
        std::iota(free_rows.begin(), free_rows.end(), 0u);
        for (std::uint32_t const column : by_rank()) {
            columns.push_back(column);
            auto const found = std::find_if(free_rows.begin(), free_rows.end(), [&](std::uint32_t row) {
                rows.push_back(row);
                if (problem_.is_regular(rows, columns)) return true;
                rows.pop_back();
                return false;
            });
            if (found == free_rows.end()) {
                columns.pop_back();
            } else {
                free_rows.erase(found);
            }
        }
        if (!free_rows.empty()) return false;
        SelectionReason const reason = block_reason(problem_.jacobian);
        for (std::size_t i = 0; i < rows.size(); ++i) select(rows[i], columns[i], reason);
        return true;
    }

    [[nodiscard]] std::vector<std::uint32_t> by_rank() const {
        std::vector<std::uint32_t> order(incidence_.column_count());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return problem_.rank[a] < problem_.rank[b]; });
        return order;
    }

    // ---- matching over entries that never vanish ----

    // Columns as rows of a graph: their entries by group, and the number of entries up to each group: constants,
    // parameters, entries that may vanish.
    static constexpr std::size_t group_count = 3;
    struct Candidates {
        Incidence rows_of_column;
        std::vector<std::array<std::uint32_t, group_count>> ends;
    };

    [[nodiscard]] std::uint32_t part_of_row(std::uint32_t row) const {
        return problem_.part_of_row.empty() ? no_index : problem_.part_of_row[row];
    }
    [[nodiscard]] bool is_in_part(std::uint32_t row, std::uint32_t column) const {
        std::uint32_t const part = part_of_row(row);
        return part != no_index && part == problem_.part_of_column[column];
    }

    [[nodiscard]] Candidates list_candidates() const {
        std::vector<std::array<std::vector<std::uint32_t>, group_count>> rows(incidence_.column_count());
        for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
            auto const columns = incidence_.row(row);
            auto const pivots = problem_.jacobian.row_pivots(row);
            for (std::size_t i = 0; i < columns.size(); ++i) {
                if (is_barred_[columns[i]]) continue;
                if (!never_vanishes(pivots[i]) && !is_taken_[columns[i]] && !is_in_part(row, columns[i])) continue;
                std::size_t const group = pivots[i] == Pivot::constant ? 0 : pivots[i] == Pivot::parameter ? 1 : 2;
                rows[columns[i]][group].push_back(row);
            }
        }
        Candidates result{Incidence(incidence_.row_count()), {}};
        std::vector<std::uint32_t> all;
        for (auto const& groups : rows) {
            all.clear();
            std::array<std::uint32_t, group_count> ends{};
            for (std::size_t group = 0; group < group_count; ++group) {
                all.insert(all.end(), groups[group].begin(), groups[group].end());
                ends[group] = static_cast<std::uint32_t>(all.size());
            }
            result.rows_of_column.add_row(all);
            result.ends.push_back(ends);
        }
        return result;
    }

    void match_safely() {
        Candidates const candidates = list_candidates();
        std::vector<std::uint32_t> order(incidence_.column_count());
        std::iota(order.begin(), order.end(), 0u);
        // Columns that have to be taken come first.
        auto const key = [&](std::uint32_t column) { return is_taken_[column] ? 0u : problem_.rank[column] + 1; };
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        Matcher matcher(candidates.rows_of_column);
        for (std::uint32_t const column : order) matcher.show_entries(column, 0);
        for (auto first = order.begin(); first != order.end();) {
            auto const end =
                std::find_if(first, order.end(), [&](std::uint32_t column) { return key(column) != key(*first); });
            for (std::size_t group = 0; group < group_count && matcher.matching().size < incidence_.row_count();
                 ++group) {
                for (auto each = first; each != end; ++each) {
                    matcher.show_entries(*each, candidates.ends[*each][group]);
                }
                matcher.augment_all({first, end});
            }
            first = end;
        }
        Matching transposed = matcher.take();
        matching_.column_of_row = std::move(transposed.row_of_column);
        matching_.row_of_column = std::move(transposed.column_of_row);
        matching_.size = transposed.size;
    }

    // ---- the matched part ----

    void judge_blocks() {
        find_whole_parts();
        BlockOrder const order = order_blocks(incidence_, matching_);
        std::vector<std::uint32_t> columns;
        for (std::size_t b = 0; b < order.block_count(); ++b) {
            auto const rows = order.block(b);
            columns.clear();
            for (std::uint32_t const row : rows) columns.push_back(matching_.column_of_row[row]);
            if (rows.size() == 1 && (never_vanishes(pivot(rows[0], columns[0])) || is_taken_[columns[0]])) {
                select_by_pivot(rows[0], columns[0]);
                continue;
            }
            PivotGraph const part = extractor_.extract(rows, columns);
            bool const is_proved = rows.size() > 1 && is_fixed(part) && problem_.is_regular(rows, columns);
            if (!is_proved && !is_in_whole_part(rows)) {
                tear_block(part, rows, columns);
                continue;
            }
            for (std::size_t i = 0; i < rows.size(); ++i) {
                select(rows[i], columns[i], is_proved ? block_reason(part) : SelectionReason::only_choice);
            }
            groups_.push_back(result_.selected.size());
        }
        for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
            if (matching_.column_of_row[row] == unmatched) rest_rows_.push_back(row);
        }
        std::sort(rest_rows_.begin(), rest_rows_.end());
    }

    // Parts are numbered below the number of rows.
    void find_whole_parts() {
        is_whole_part_.assign(problem_.part_of_row.empty() ? 0 : incidence_.row_count(), true);
        for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
            std::uint32_t const part = part_of_row(row);
            if (part == no_index) continue;
            std::uint32_t const column = matching_.column_of_row[row];
            if (column == unmatched || !is_in_part(row, column)) is_whole_part_[part] = false;
        }
    }

    [[nodiscard]] bool is_in_whole_part(std::span<std::uint32_t const> rows) const {
        std::uint32_t const part = part_of_row(rows[0]);
        return part != no_index && is_whole_part_[part] &&
               std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return part_of_row(row) == part; });
    }

    [[nodiscard]] static bool is_fixed(PivotGraph const& part) {
        return std::all_of(part.pivots.begin(), part.pivots.end(), never_vanishes);
    }

    [[nodiscard]] static SelectionReason block_reason(PivotGraph const& part) {
        bool const is_constant =
            std::all_of(part.pivots.begin(), part.pivots.end(), [](Pivot p) { return p == Pivot::constant; });
        return is_constant ? SelectionReason::constant_block : SelectionReason::parameter_block;
    }

    void tear_block(PivotGraph const& part, std::span<std::uint32_t const> rows,
                    std::span<std::uint32_t const> columns) {
        Tearing const tearing = tear(part, {}, {.largest_part = 1.0});
        for (auto const [equation, variable] : tearing.assignments) {
            select_by_pivot(rows[equation], columns[variable]);
        }
        for (std::uint32_t const equation : tearing.residual_equations) rest_rows_.push_back(rows[equation]);
    }

    [[nodiscard]] Pivot pivot(std::uint32_t row, std::uint32_t column) const {
        auto const columns = incidence_.row(row);
        auto const place = std::find(columns.begin(), columns.end(), column) - columns.begin();
        return problem_.jacobian.row_pivots(row)[static_cast<std::size_t>(place)];
    }

    [[nodiscard]] static SelectionReason reason_of(Pivot pivot) {
        switch (pivot) {
            case Pivot::constant: return SelectionReason::constant_pivot;
            case Pivot::parameter: return SelectionReason::parameter_pivot;
            case Pivot::may_vanish:
            case Pivot::not_solvable: break;
        }
        return SelectionReason::wish;
    }

    void select_by_pivot(std::uint32_t row, std::uint32_t column) {
        select(row, column, reason_of(pivot(row, column)));
        groups_.push_back(result_.selected.size());
    }

    void select(std::uint32_t row, std::uint32_t column, SelectionReason reason) {
        is_selected_[column] = true;
        result_.selected.push_back({column, row, reason});
    }

    // ---- the rest ----

    // Connected parts of the rows and columns that are left over. A column takes part if it is left over, or is
    // selected and depends on one that is. Nodes are the columns, then the rows.
    struct Parts {
        DisjointSets nodes;
        std::vector<bool> in_play;
    };

    [[nodiscard]] Parts connect_rest(bool with_barred) const {
        std::uint32_t const column_count = incidence_.column_count();
        Parts parts{DisjointSets(column_count + incidence_.row_count()), std::vector<bool>(column_count)};
        for (std::uint32_t column = 0; column < column_count; ++column) {
            parts.in_play[column] = !is_selected_[column] && (with_barred || !is_barred_[column]);
        }
        auto const join_row = [&](std::uint32_t row) {
            for (std::uint32_t const column : incidence_.row(row)) {
                if (parts.in_play[column]) parts.nodes.join(column_count + row, column);
            }
        };
        auto const is_in_play = [&](std::uint32_t column) { return parts.in_play[column]; };
        std::size_t first = 0;
        for (std::size_t const end : groups_) {
            auto const group = std::span(result_.selected).subspan(first, end - first);
            first = end;
            bool const depends = std::any_of(group.begin(), group.end(), [&](SelectedColumn const& each) {
                auto const columns = incidence_.row(each.row);
                return std::any_of(columns.begin(), columns.end(), is_in_play);
            });
            if (!depends) continue;
            for (SelectedColumn const& each : group) parts.in_play[each.column] = true;
            for (SelectedColumn const& each : group) join_row(each.row);
        }
        for (std::uint32_t const row : rest_rows_) join_row(row);
        return parts;
    }

    // Rows that would have more columns if no columns were barred.
    [[nodiscard]] std::vector<bool> rows_near_barred() const {
        std::uint32_t const column_count = incidence_.column_count();
        Parts parts = connect_rest(true);
        std::vector<bool> is_near(column_count + incidence_.row_count());
        for (std::uint32_t column = 0; column < column_count; ++column) {
            if (is_barred_[column]) is_near[parts.nodes.find(column)] = true;
        }
        std::vector<bool> rows(incidence_.row_count());
        for (std::uint32_t const row : rest_rows_) rows[row] = is_near[parts.nodes.find(column_count + row)];
        return rows;
    }

    void split_rest() {
        is_near_barred_ = rows_near_barred();
        Parts parts = connect_rest(false);
        gather_parts(parts.nodes, parts.in_play);
    }

    void gather_parts(DisjointSets& parts, std::vector<bool> const& in_play) {
        std::uint32_t const column_count = incidence_.column_count();
        std::vector<std::uint32_t> number(column_count + incidence_.row_count(), no_index);
        std::vector<ColumnChoice> choices;
        for (std::uint32_t const row : rest_rows_) {
            std::uint32_t& each = number[parts.find(column_count + row)];
            if (each == no_index) {
                each = static_cast<std::uint32_t>(choices.size());
                choices.emplace_back();
            }
            choices[each].rows.push_back(row);
        }
        for (std::uint32_t column = 0; column < column_count; ++column) {
            std::uint32_t const part = number[parts.find(column)];
            if (part == no_index || !in_play[column] || is_selected_[column]) continue;
            (is_taken_[column] ? choices[part].fixed : choices[part].columns).push_back(column);
        }
        for (SelectedColumn const& each : result_.selected) {
            std::uint32_t const part = number[parts.find(each.column)];
            if (part != no_index) choices[part].eliminated.push_back(each);
        }
        for (ColumnChoice& choice : choices) decide(std::move(choice));
    }

    void decide(ColumnChoice choice) {
        assert(choice.rows.size() >= choice.fixed.size());
        choice.count = static_cast<std::uint32_t>(choice.rows.size() - choice.fixed.size());
        assert(choice.columns.size() >= choice.count);
        std::stable_sort(choice.columns.begin(), choice.columns.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return problem_.rank[a] < problem_.rank[b]; });
        if (choice.count == 0) choice.columns.clear();
        if (choice.columns.size() == choice.count) {
            select_all(choice);
        } else if (!select_fixed(choice)) {
            result_.choices.push_back(std::move(choice));
        }
    }

    // There is no choice. If the reason is that columns are barred, the wishes are responsible.
    void select_all(ColumnChoice const& choice) {
        has_singular_part_ = has_singular_part_ || is_singular(choice);
        bool const is_wished = is_near_barred_[choice.rows[0]];
        auto row = choice.rows.begin();
        for (std::uint32_t const column : choice.fixed) select(*row++, column, SelectionReason::wish);
        for (std::uint32_t const column : choice.columns) {
            select(*row++, column, is_wished ? SelectionReason::wish : SelectionReason::only_choice);
        }
    }

    [[nodiscard]] bool is_singular(ColumnChoice const& choice) {
        auto rows = choice.rows;
        auto columns = choice.columns;
        columns.insert(columns.end(), choice.fixed.begin(), choice.fixed.end());
        for (SelectedColumn const& each : choice.eliminated) {
            rows.push_back(each.row);
            columns.push_back(each.column);
        }
        return is_fixed(extractor_.extract(rows, columns)) && !problem_.is_regular(rows, columns);
    }

    // For each row, the first column with which the matrix stays regular. There is one if the rows are independent.
    bool select_fixed(ColumnChoice const& choice) {
        if (choice.rows.size() * choice.columns.size() > most_tests) return false;
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> columns;
        for (SelectedColumn const& each : choice.eliminated) {
            rows.push_back(each.row);
            columns.push_back(each.column);
        }
        std::size_t const eliminated = rows.size();
        std::vector<std::uint32_t> candidates = choice.fixed;
        candidates.insert(candidates.end(), choice.columns.begin(), choice.columns.end());
        auto all_rows = rows;
        auto all_columns = columns;
        all_rows.insert(all_rows.end(), choice.rows.begin(), choice.rows.end());
        all_columns.insert(all_columns.end(), candidates.begin(), candidates.end());
        PivotGraph const whole = extractor_.extract(all_rows, all_columns);
        if (!is_fixed(whole)) return false;
        for (std::uint32_t const row : choice.rows) {
            rows.push_back(row);
            auto const found = std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t column) {
                columns.push_back(column);
                if (problem_.is_regular(rows, columns)) return true;
                columns.pop_back();
                return false;
            });
            if (found == candidates.end()) return false;
            candidates.erase(found);
        }
        bool const lacks_fixed =
            std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t column) { return is_taken_[column]; });
        if (lacks_fixed) return false;
        for (std::size_t i = eliminated; i < rows.size(); ++i) {
            select(rows[i], columns[i], block_reason(whole));
        }
        return true;
    }

    SelectionProblem const& problem_;
    bool heeds_wishes_;
    bool has_singular_part_ = false;
    Incidence const& incidence_;
    PartExtractor extractor_;
    std::vector<bool> is_taken_;   // wished for, and possible
    std::vector<bool> is_barred_;  // not wished for, and not needed
    std::vector<bool> is_selected_;
    Matching matching_;
    std::vector<bool> is_whole_part_;  // by part: its rows are matched with its columns
    std::vector<std::size_t> groups_;  // ends of the groups of selected columns that are solved together
    std::vector<std::uint32_t> rest_rows_;
    std::vector<bool> is_near_barred_;
    Selection result_;
};

}  // namespace

Selection select_columns(SelectionProblem const& problem) {
    ColumnSelector wishful(problem, true);
    Selection selection = wishful.run();
    return wishful.has_singular_part() ? ColumnSelector(problem, false).run() : selection;
}

}  // namespace moo
