// Chooses states among some blocks, one level after another. dummy_derivatives.cpp describes the method; this file goes
// down the levels and asks select_columns.cpp for each of them.
//
// The difficult part is the Jacobian of a level. By the theorem it is the same on all levels, since d f'/d x' = d f/d
// x, and one would like to look at the equation that was not differentiated, which is the shortest. Two things get in
// the way:
//
// - A derivative may come from another source. The derivative of a function, given by an annotation, need not look like
//   the function. Such an entry is looked at in the equation that contains it.
// - A dependency may be visible on one level only. In `r = T*a, T = f(phi)` the derivative is written with another
//   variable, r' = T*cross(w, a), w = e*phi'. On the level of positions phi does not occur in the constraint. Then the
//   choice of the level above, where it was visible, is taken over; by the theorem it is right here as well.
//
// Entries are classified by differentiating an equation, which costs more than everything else here. Blocks are
// examined alone and again in groups, so the classes are remembered.

#include "moo/structure/state_group.h"

#include <algorithm>
#include <cassert>

namespace moo {

namespace {

std::vector<std::uint32_t> invert(std::vector<std::uint32_t> const& derivative_of) {
    std::vector<std::uint32_t> integral_of(derivative_of.size(), no_index);
    for (std::uint32_t i = 0; i < derivative_of.size(); ++i) {
        if (derivative_of[i] != no_index) integral_of[derivative_of[i]] = i;
    }
    return integral_of;
}

}  // namespace

GroupSelector::GroupSelector(DifferentialStructure const& structure, StatePreferences const& preferences,
                             StateSelectionHooks const& hooks)
    : structure_(structure),
      preferences_(preferences),
      hooks_(hooks),
      integral_of_variable_(invert(structure.derivative_of_variable)),
      integral_of_equation_(invert(structure.derivative_of_equation)),
      local_column_(structure.variable_count(), no_index),
      fate_(structure.variable_count(), Fate::untouched) {
    std::size_t entries = 0;
    for (std::uint32_t equation = 0; equation < structure.equation_count(); ++equation) {
        if (is_differentiated(equation)) entries += structure.incidence.row(equation).size();
    }
    pivots_.reserve(entries);
}

GroupChoice GroupSelector::select(std::span<StateBlock const> blocks) {
    result_ = {};
    first_dummy_above_ = first_set_above_ = 0;
    rows_.clear();
    columns_.clear();
    for (std::uint32_t block = 0; block < blocks.size(); ++block) {
        for (std::uint32_t const row : blocks[block].rows) rows_.push_back({row, block});
        for (std::uint32_t const column : blocks[block].columns) columns_.push_back({column, block});
    }
    is_solved_by_itself_.assign(blocks.size(), true);
    for (std::uint32_t level = 1; go_down(); ++level) {
        select_level(level);
        take_integrals();
    }
    return std::move(result_);
}

// Keeps only the equations and columns that are derivatives. False if there are no equations.
bool GroupSelector::go_down() {
    std::erase_if(rows_, [&](Member const& row) { return integral_of_equation_[row.item] == no_index; });
    std::erase_if(columns_, [&](Member const& column) { return integral_of_variable_[column.item] == no_index; });
    return !rows_.empty();
}

void GroupSelector::select_level(std::uint32_t level) {
    SelectionProblem problem;
    problem.jacobian = jacobian();
    rank_columns(problem);
    if (is_solved_by_itself_.size() > 1) find_parts(problem);
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
    for (Member const& column : columns_) {
        if (fate_[column.item] != Fate::dummy) is_solved_by_itself_[column.block] = false;
    }
}

// A constraint may depend on its unknowns only through equations that were not differentiated, such as r = T*a with T =
// f(phi), whose derivative is written with another variable: r' = T*cross(w, a), w = e*phi'. Since d f'/d x' = d f/d x,
// the choice of the level above, where the dependency was visible, is right here as well.
void GroupSelector::inherit_selection(std::uint32_t level) {
    auto const is_among = [](std::vector<Member> const& list, std::uint32_t item) {
        return std::any_of(list.begin(), list.end(), [&](Member const& member) { return member.item == item; });
    };
    for (Member const& column : columns_) fate_[column.item] = Fate::remaining;
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
            for (std::uint32_t const variable : *list) {
                fate_[structure_.derivative_of_variable[variable]] = Fate::in_set;
            }
        }
        result_.sets.push_back(std::move(set));
    }
    first_set_above_ = set_end;
}

// The same set one order below; entries without an integral were solved for by equations without one.
StateChoice GroupSelector::lowered(StateChoice const& above) const {
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

void GroupSelector::take_integrals() {
    for (Member& row : rows_) row.item = integral_of_equation_[row.item];
    std::erase_if(columns_, [&](Member const& column) { return fate_[column.item] == Fate::remaining; });
    for (Member& column : columns_) column.item = integral_of_variable_[column.item];
}

// ---- the Jacobian of the level ----

// Rows and columns as in rows_ and columns_; the names of the entries go to names_.
PivotGraph GroupSelector::jacobian() {
    for (std::uint32_t i = 0; i < columns_.size(); ++i) local_column_[columns_[i].item] = i;
    PivotGraph graph(static_cast<std::uint32_t>(columns_.size()));
    names_.clear();
    std::vector<std::uint32_t> local_columns;
    std::vector<Pivot> pivots;
    for (auto const [row, block] : rows_) {
        local_columns.clear();
        pivots.clear();
        auto const [original, order] = original_of(row);
        for (std::uint32_t const column : structure_.incidence.row(row)) {
            if (local_column_[column] == no_index || !is_highest(row, column)) continue;
            local_columns.push_back(local_column_[column]);
            names_.push_back(name_of(row, original, column, order));
            pivots.push_back(pivot(names_.back()));
        }
        graph.add_row(local_columns, pivots);
    }
    for (Member const& column : columns_) local_column_[column.item] = no_index;
    return graph;
}

GroupSelector::Original GroupSelector::original_of(std::uint32_t equation) const {
    std::uint32_t order = 0;
    for (; integral_of_equation_[equation] != no_index; ++order) equation = integral_of_equation_[equation];
    return {equation, order};
}

// Whether the equation has no higher derivative of the variable: the levels have only the highest derivatives in
// common.
bool GroupSelector::is_highest(std::uint32_t row, std::uint32_t column) const {
    auto const columns = structure_.incidence.row(row);
    for (;;) {
        column = structure_.derivative_of_variable[column];
        if (column == no_index) return true;
        if (std::find(columns.begin(), columns.end(), column) != columns.end()) return false;
    }
}

// Since d f'/d x' = d f/d x, the entry is that of the equation before it was differentiated, which is simpler. If the
// derivative came from another source, such as an annotation of a function, the differentiated equation is used.
GroupSelector::Name GroupSelector::name_of(std::uint32_t row, std::uint32_t original, std::uint32_t column,
                                           std::uint32_t order) const {
    std::uint32_t variable = column;
    for (; order > 0 && variable != no_index; --order) variable = integral_of_variable_[variable];
    auto const columns = structure_.incidence.row(original);
    if (variable == no_index || std::find(columns.begin(), columns.end(), variable) == columns.end()) {
        return {row, column};
    }
    return {original, variable};
}

// Blocks are examined alone and in groups, and differentiating an equation costs more than looking up a class.
Pivot GroupSelector::pivot(Name name) {
    std::uint64_t const key = std::uint64_t{name.equation} << 32 | name.variable;
    auto const [place, is_new] = pivots_.try_emplace(key, Pivot::may_vanish);
    if (is_new) place->second = hooks_.pivot(name.equation, name.variable);
    return place->second;
}

bool GroupSelector::is_regular(Incidence const& jacobian, std::span<std::uint32_t const> rows,
                               std::span<std::uint32_t const> columns) {
    position_.resize(std::max<std::size_t>(position_.size(), jacobian.column_count()), no_index);
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

// A block with as many constraints as candidates has no choice of its own: if the matrix becomes singular, so does the
// problem. On the next level this holds if all of its candidates have become dummies.
void GroupSelector::find_parts(SelectionProblem& problem) {
    std::vector<std::uint32_t> part(is_solved_by_itself_.size(), no_index);
    std::vector<std::int64_t> surplus(is_solved_by_itself_.size());
    for (Member const& row : rows_) --surplus[row.block];
    for (Member const& column : columns_) ++surplus[column.block];
    std::uint32_t count = 0;
    for (Member const& row : rows_) {
        std::uint32_t const block = row.block;
        if (is_solved_by_itself_[block] && surplus[block] == 0 && part[block] == no_index) part[block] = count++;
    }
    for (Member const& row : rows_) problem.part_of_row.push_back(part[row.block]);
    for (Member const& column : columns_) problem.part_of_column.push_back(part[column.block]);
}

// ---- preferences ----

GroupSelector::Rank GroupSelector::rank_of(std::uint32_t variable) const {
    StatePreference const own = preferences_.of_variable[variable];
    std::uint32_t first = variable;
    while (integral_of_variable_[first] != no_index) first = integral_of_variable_[first];
    std::int32_t const weight = preferences_.weight.empty() ? 0 : preferences_.weight[variable];
    bool const is_nameless = first != variable && own == StatePreference::standard && weight < StatePreferences::wished;
    return {is_nameless ? 0u : static_cast<std::uint32_t>(own) + 1,
            static_cast<std::uint32_t>(preferences_.of_variable[first]), weight};
}

void GroupSelector::rank_columns(SelectionProblem& problem) const {
    std::vector<Rank> ranks;
    for (Member const& column : columns_) ranks.push_back(rank_of(integral_of_variable_[column.item]));
    std::vector<Rank> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        auto const place = std::lower_bound(sorted.begin(), sorted.end(), ranks[i]) - sorted.begin();
        problem.rank.push_back(static_cast<std::uint32_t>(place));
        switch (preferences_.of_variable[integral_of_variable_[columns_[i].item]]) {
            case StatePreference::never: problem.wish.push_back(Wish::take); break;
            case StatePreference::always: problem.wish.push_back(Wish::leave); break;
            case StatePreference::avoid:
            case StatePreference::standard:
            case StatePreference::prefer: problem.wish.push_back(Wish::none); break;
        }
    }
}

// ---- results ----

void GroupSelector::note_selection(Selection const& selection, std::uint32_t level) {
    first_dummy_above_ = result_.dummies.size();
    first_set_above_ = result_.sets.size();
    for (Member const& column : columns_) fate_[column.item] = Fate::remaining;
    for (SelectedColumn const& each : selection.selected) {
        std::uint32_t const column = columns_[each.column].item;
        fate_[column] = Fate::dummy;
        result_.dummies.push_back({column, rows_[each.row].item, level, each.reason});
    }
    for (ColumnChoice const& choice : selection.choices) note_set(choice, level);
    for (std::uint32_t const column : selection.refused) {
        result_.not_as_preferred.push_back(integral_of_variable_[columns_[column].item]);
    }
}

// A set refers to the variables and constraints themselves, one order below the columns and rows.
void GroupSelector::note_set(ColumnChoice const& choice, std::uint32_t level) {
    StateChoice set;
    set.level = level;
    set.state_count = static_cast<std::uint32_t>(choice.columns.size()) - choice.count;
    for (std::size_t i = choice.columns.size(); i-- > 0;) {
        std::uint32_t const column = columns_[choice.columns[i]].item;
        fate_[column] = Fate::in_set;
        set.candidates.push_back(integral_of_variable_[column]);
    }
    for (std::uint32_t const row : choice.rows) set.constraints.push_back(integral_of_equation_[rows_[row].item]);
    for (std::uint32_t const column : choice.fixed) {
        fate_[columns_[column].item] = Fate::in_set;
        set.fixed.push_back(integral_of_variable_[columns_[column].item]);
    }
    for (SelectedColumn const& each : choice.eliminated) {
        set.eliminated.push_back(
            {integral_of_variable_[columns_[each.column].item], integral_of_equation_[rows_[each.row].item]});
    }
    result_.sets.push_back(std::move(set));
}

}  // namespace moo
