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
        if (selection.is_deficient) {
            assert(level > 1);
            inherit_selection(level);
        } else {
            note_selection(selection, level);
        }
    }

    // A constraint may depend on its unknowns only by way of equations that were not differentiated, as
    // r = T*a with T = f(phi), whose derivative is written with another variable: r' = T*cross(w, a), w = e*phi'. Since
    // d f'/d x' = d f/d x, the choice of the level above, where this was visible, is right here as well.
    void inherit_selection(std::uint32_t level) {
        for (std::uint32_t const column : columns_) fate_[column] = Fate::remaining;
        std::size_t const end = result_.dummies.size();
        for (std::size_t i = first_dummy_above_; i < end; ++i) {
            DummyDerivative const above = result_.dummies[i];
            std::uint32_t const column = integral_of_variable_[above.variable];
            std::uint32_t const row = integral_of_equation_[above.equation];
            if (column == no_index || !is_among(rows_, row) || !is_among(columns_, column)) continue;
            fate_[column] = Fate::dummy;
            result_.dummies.push_back({column, row, level, above.reason});
        }
        first_dummy_above_ = end;
        std::size_t const set_end = result_.sets.size();
        for (std::size_t i = first_set_above_; i < set_end; ++i) {
            StateChoice set = lowered(result_.sets[i]);
            set.level = level;
            if (set.jacobian_of == no_index) set.jacobian_of = static_cast<std::uint32_t>(i);
            for (auto const* const list : {&set.candidates, &set.fixed}) {
                for (std::uint32_t const variable : *list)
                    fate_[structure_.derivative_of_variable[variable]] = Fate::in_set;
            }
            result_.sets.push_back(std::move(set));
        }
        first_set_above_ = set_end;
    }

    static bool is_among(std::vector<std::uint32_t> const& list, std::uint32_t item) {
        return std::find(list.begin(), list.end(), item) != list.end();
    }

    // The same set one order below: what has no integral was solved for by what has none either.
    [[nodiscard]] StateChoice lowered(StateChoice const& above) const {
        StateChoice set;
        auto const lower = [](std::vector<std::uint32_t> const& list, std::vector<std::uint32_t> const& integral_of) {
            std::vector<std::uint32_t> result;
            for (std::uint32_t const item : list) {
                if (integral_of[item] != no_index) result.push_back(integral_of[item]);
            }
            return result;
        };
        set.candidates = lower(above.candidates, integral_of_variable_);
        set.fixed = lower(above.fixed, integral_of_variable_);
        set.constraints = lower(above.constraints, integral_of_equation_);
        set.state_count = static_cast<std::uint32_t>(set.candidates.size() + set.fixed.size() - set.constraints.size());
        set.jacobian_of = above.jacobian_of;
        return set;
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
        for (std::uint32_t const column : structure_.incidence.row(row)) {
            if (column == own || !is_highest(row, column)) continue;
            if (fate_[column] == Fate::dummy || fate_[column] == Fate::in_set) return false;
            if (fate_[column] != Fate::remaining) continue;
            Name const name = name_of(row, original, column, order);
            Pivot const pivot = hooks_.pivot(name.equation, name.variable);
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
            for (std::uint32_t const column : structure_.incidence.row(row)) {
                if (local_column_[column] == no_index || !is_highest(row, column)) continue;
                local_columns.push_back(local_column_[column]);
                Name const name = name_of(row, original, column, order);
                pivots.push_back(hooks_.pivot(name.equation, name.variable));
                names_.push_back(name);
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
    // Whether the equation has no higher derivative of the variable: what the levels have in common are the highest.
    [[nodiscard]] bool is_highest(std::uint32_t row, std::uint32_t column) const {
        auto const columns = structure_.incidence.row(row);
        for (;;) {
            column = structure_.derivative_of_variable[column];
            if (column == no_index) return true;
            if (std::find(columns.begin(), columns.end(), column) != columns.end()) return false;
        }
    }

    struct Name {
        std::uint32_t equation;
        std::uint32_t variable;
    };
    // Since d f'/d x' = d f/d x, the entry is that of the equation before it was differentiated, which is
    // simpler. Where a derivative came in by another way, as with annotations of functions, it is looked at itself.
    [[nodiscard]] Name name_of(std::uint32_t row, std::uint32_t original, std::uint32_t column,
                               std::uint32_t order) const {
        std::uint32_t variable = column;
        for (; order > 0 && variable != no_index; --order) variable = integral_of_variable_[variable];
        auto const columns = structure_.incidence.row(original);
        if (variable == no_index || std::find(columns.begin(), columns.end(), variable) == columns.end()) {
            return {row, column};
        }
        return {original, variable};
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
        std::int32_t const weight = preferences_.weight.empty() ? 0 : preferences_.weight[variable];
        bool const is_nameless =
            first != variable && own == StatePreference::standard && weight < StatePreferences::wished;
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
        first_dummy_above_ = result_.dummies.size();
        first_set_above_ = result_.sets.size();
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

    DifferentialStructure const& structure_;
    StatePreferences const& preferences_;
    StateSelectionHooks const& hooks_;
    std::vector<std::uint32_t> integral_of_variable_;
    std::vector<std::uint32_t> integral_of_equation_;
    std::vector<std::uint32_t> rows_;     // equations of the level
    std::vector<std::uint32_t> columns_;  // variables of the level
    std::vector<std::uint32_t> local_column_;
    std::size_t first_dummy_above_ = 0;  // of those that the level above has selected
    std::size_t first_set_above_ = 0;
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
