#include "moo/structure/dummy_derivatives.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "moo/structure/blt.h"

namespace moo {

namespace {

std::vector<std::uint32_t> invert(std::vector<std::uint32_t> const& derivative_of) {
    std::vector<std::uint32_t> integral_of(derivative_of.size(), no_index);
    for (std::uint32_t i = 0; i < derivative_of.size(); ++i) {
        if (derivative_of[i] != no_index) integral_of[derivative_of[i]] = i;
    }
    return integral_of;
}

class StateSelector {
public:
    StateSelector(DifferentialStructure const& structure, StatePreferences const& preferences,
                  StateSelectionHooks const& hooks)
        : structure_(structure),
          preferences_(preferences),
          hooks_(hooks),
          integral_of_variable_(invert(structure.derivative_of_variable)),
          integral_of_equation_(invert(structure.derivative_of_equation)),
          local_column_(structure.variable_count(), no_index),
          fate_(structure.variable_count(), Fate::untouched) {}

    DummyDerivatives run(Matching const& highest) {
        BlockOrder const order = order_blocks(structure_.incidence, highest);
        for (std::size_t b = 0; b < order.block_count(); ++b) {
            auto const block = order.block(b);
            rows_.assign(block.begin(), block.end());
            columns_.clear();
            for (std::uint32_t const row : rows_) columns_.push_back(highest.column_of_row[row]);
            for (std::uint32_t level = 1; go_down(); ++level) {
                if (level > 1 || !exchange()) select_level(level);
                take_integrals();
            }
        }
        list_states();
        return std::move(result_);
    }

private:
    // What has become of a derivative.
    enum class Fate : std::uint8_t { untouched, remaining, in_set, dummy };

    // Keeps the equations that are derivatives, and the columns that are. False if there are no equations.
    bool go_down() {
        std::erase_if(rows_, [&](std::uint32_t row) { return integral_of_equation_[row] == no_index; });
        std::erase_if(columns_, [&](std::uint32_t column) { return integral_of_variable_[column] == no_index; });
        return !rows_.empty();
    }

    void select_level(std::uint32_t level) {
        SelectionProblem problem;
        problem.jacobian = jacobian();
        rank_columns(problem);
        problem.is_regular = [&](std::span<std::uint32_t const> rows, std::span<std::uint32_t const> columns) {
            return is_regular(problem.jacobian.incidence, rows, columns);
        };
        Selection const selection = select_columns(problem);
        assert(!selection.is_deficient);
        note_selection(selection, level);
    }

    void take_integrals() {
        for (std::uint32_t& row : rows_) row = integral_of_equation_[row];
        std::erase_if(columns_, [&](std::uint32_t column) { return fate_[column] == Fate::remaining; });
        for (std::uint32_t& column : columns_) column = integral_of_variable_[column];
    }

    // A block of one equation has no choice but its own column. If it is `der(x) = v` behind a loop that has left
    // der(x) as state, v is the better name: the equation is solved for der(der(x)) instead, and der(v) comes from the
    // loop. This is regular if the equation has a pivot for that column that never vanishes and contains nothing else
    // that has become a dummy, which might depend on it.
    bool exchange() {
        if (rows_.size() != 1 || columns_.size() != 1) return false;
        std::uint32_t const own = columns_[0];
        std::uint32_t const row = rows_[0];
        auto const [original, order] = original_of(row);
        std::uint32_t best = own;
        SelectionReason reason = SelectionReason::constant_pivot;
        for (std::uint32_t const variable : structure_.incidence.row(original)) {
            std::uint32_t const column = differentiate(variable, order);
            if (column == own || column == no_index) continue;
            if (fate_[column] == Fate::dummy || fate_[column] == Fate::in_set) return false;
            if (fate_[column] != Fate::remaining) continue;
            Pivot const pivot = hooks_.pivot(original, variable);
            if (!never_vanishes(pivot) || !is_rather_state(best, column)) continue;
            best = column;
            reason = pivot == Pivot::constant ? SelectionReason::constant_pivot : SelectionReason::parameter_pivot;
        }
        if (best == own) return false;
        fate_[own] = Fate::remaining;
        fate_[best] = Fate::dummy;
        result_.dummies.push_back({best, row, 1, reason});
        columns_[0] = best;
        return true;
    }

    // Whether the variable of which `a` is the derivative makes a better state than that of `b`.
    [[nodiscard]] bool is_rather_state(std::uint32_t a, std::uint32_t b) const {
        auto const preference = [&](std::uint32_t column) {
            return preferences_.of_variable[integral_of_variable_[column]];
        };
        if (preference(a) == StatePreference::never || preference(b) == StatePreference::always) return false;
        return rank_of(integral_of_variable_[b]) < rank_of(integral_of_variable_[a]);
    }

    // ---- the Jacobian of the level ----

    // Rows and columns as in rows_ and columns_. Beside the entries their names in equations that are not
    // differentiated.
    PivotGraph jacobian() {
        for (std::uint32_t i = 0; i < columns_.size(); ++i) local_column_[columns_[i]] = i;
        PivotGraph graph(static_cast<std::uint32_t>(columns_.size()));
        names_.clear();
        std::vector<std::uint32_t> local_columns;
        std::vector<Pivot> pivots;
        for (std::uint32_t const row : rows_) {
            local_columns.clear();
            pivots.clear();
            auto const [original, order] = original_of(row);
            for (std::uint32_t const variable : structure_.incidence.row(original)) {
                std::uint32_t const derivative = differentiate(variable, order);
                if (derivative == no_index || local_column_[derivative] == no_index) continue;
                local_columns.push_back(local_column_[derivative]);
                pivots.push_back(hooks_.pivot(original, variable));
                names_.push_back({original, variable});
            }
            graph.add_row(local_columns, pivots);
        }
        for (std::uint32_t const column : columns_) local_column_[column] = no_index;
        return graph;
    }

    struct Original {
        std::uint32_t equation;
        std::uint32_t order;  // how often it was differentiated to become the other
    };
    [[nodiscard]] Original original_of(std::uint32_t equation) const {
        std::uint32_t order = 0;
        for (; integral_of_equation_[equation] != no_index; ++order) equation = integral_of_equation_[equation];
        return {equation, order};
    }
    // None if the variable has cancelled on the way.
    [[nodiscard]] std::uint32_t differentiate(std::uint32_t variable, std::uint32_t order) const {
        for (; order > 0 && variable != no_index; --order) variable = structure_.derivative_of_variable[variable];
        return variable;
    }

    bool is_regular(Incidence const& jacobian, std::span<std::uint32_t const> rows,
                    std::span<std::uint32_t const> columns) {
        position_.resize(jacobian.column_count(), no_index);
        for (std::uint32_t i = 0; i < columns.size(); ++i) position_[columns[i]] = i;
        entries_.clear();
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            auto const row = jacobian.row(rows[i]);
            for (std::uint32_t k = 0; k < row.size(); ++k) {
                if (position_[row[k]] == no_index) continue;
                Name const name = names_[jacobian.first_entry(rows[i]) + k];
                entries_.push_back({i, position_[row[k]], name.equation, name.variable});
            }
        }
        for (std::uint32_t const column : columns) position_[column] = no_index;
        return hooks_.is_nonsingular(static_cast<std::uint32_t>(rows.size()), entries_);
    }

    // ---- preferences ----

    // The order in which variables are deselected.
    using Rank = std::tuple<std::uint32_t, std::uint32_t, std::int32_t>;
    [[nodiscard]] Rank rank_of(std::uint32_t variable) const {
        StatePreference const own = preferences_.of_variable[variable];
        std::uint32_t first = variable;
        while (integral_of_variable_[first] != no_index) first = integral_of_variable_[first];
        bool const is_nameless = first != variable && own == StatePreference::standard;
        std::int32_t const weight = preferences_.weight.empty() ? 0 : preferences_.weight[variable];
        return {is_nameless ? 0u : static_cast<std::uint32_t>(own) + 1,
                static_cast<std::uint32_t>(preferences_.of_variable[first]), weight};
    }

    void rank_columns(SelectionProblem& problem) const {
        std::vector<Rank> ranks;
        for (std::uint32_t const column : columns_) ranks.push_back(rank_of(integral_of_variable_[column]));
        std::vector<Rank> sorted = ranks;
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            auto const place = std::lower_bound(sorted.begin(), sorted.end(), ranks[i]) - sorted.begin();
            problem.rank.push_back(static_cast<std::uint32_t>(place));
            switch (preferences_.of_variable[integral_of_variable_[columns_[i]]]) {
                case StatePreference::never: problem.wish.push_back(Wish::take); break;
                case StatePreference::always: problem.wish.push_back(Wish::leave); break;
                case StatePreference::avoid:
                case StatePreference::standard:
                case StatePreference::prefer: problem.wish.push_back(Wish::none); break;
            }
        }
    }

    // ---- results ----

    void note_selection(Selection const& selection, std::uint32_t level) {
        for (std::uint32_t const column : columns_) fate_[column] = Fate::remaining;
        for (SelectedColumn const& each : selection.selected) {
            fate_[columns_[each.column]] = Fate::dummy;
            result_.dummies.push_back({columns_[each.column], rows_[each.row], level, each.reason});
        }
        for (ColumnChoice const& choice : selection.choices) note_set(choice, level);
        for (std::uint32_t const column : selection.refused) {
            result_.not_as_preferred.push_back(integral_of_variable_[columns_[column]]);
        }
    }

    // A set speaks of the variables and constraints themselves, one order below the columns and rows.
    void note_set(ColumnChoice const& choice, std::uint32_t level) {
        StateChoice set;
        set.level = level;
        set.state_count = static_cast<std::uint32_t>(choice.columns.size()) - choice.count;
        for (std::size_t i = choice.columns.size(); i-- > 0;) {
            std::uint32_t const column = columns_[choice.columns[i]];
            fate_[column] = Fate::in_set;
            set.candidates.push_back(integral_of_variable_[column]);
        }
        for (std::uint32_t const row : choice.rows) set.constraints.push_back(integral_of_equation_[rows_[row]]);
        for (std::uint32_t const column : choice.fixed) {
            fate_[columns_[column]] = Fate::in_set;
            set.fixed.push_back(integral_of_variable_[columns_[column]]);
        }
        for (SelectedColumn const& each : choice.eliminated) {
            set.eliminated.push_back(
                {integral_of_variable_[columns_[each.column]], integral_of_equation_[rows_[each.row]]});
        }
        result_.sets.push_back(std::move(set));
    }

    void list_states() {
        for (std::uint32_t variable = 0; variable < structure_.variable_count(); ++variable) {
            std::uint32_t const derivative = structure_.derivative_of_variable[variable];
            if (derivative == no_index) continue;
            switch (fate_[derivative]) {
                case Fate::untouched: result_.states.push_back({variable, StateReason::unconstrained}); break;
                case Fate::remaining: result_.states.push_back({variable, StateReason::remaining}); break;
                case Fate::in_set:
                case Fate::dummy: continue;
            }
            if (preferences_.of_variable[variable] == StatePreference::never) {
                result_.not_as_preferred.push_back(variable);
            }
        }
        auto& list = result_.not_as_preferred;
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }

    struct Name {
        std::uint32_t equation;
        std::uint32_t variable;
    };

    DifferentialStructure const& structure_;
    StatePreferences const& preferences_;
    StateSelectionHooks const& hooks_;
    std::vector<std::uint32_t> integral_of_variable_;
    std::vector<std::uint32_t> integral_of_equation_;
    std::vector<std::uint32_t> rows_;     // equations of the level
    std::vector<std::uint32_t> columns_;  // variables of the level
    std::vector<std::uint32_t> local_column_;
    std::vector<Name> names_;  // of the entries of the level's Jacobian
    std::vector<std::uint32_t> position_;
    std::vector<ConstraintEntry> entries_;
    std::vector<Fate> fate_;
    DummyDerivatives result_;
};

}  // namespace

DummyDerivatives select_dummy_derivatives(DifferentialStructure const& structure, Matching const& highest,
                                          StatePreferences const& preferences, StateSelectionHooks const& hooks) {
    return StateSelector(structure, preferences, hooks).run(highest);
}

}  // namespace moo
