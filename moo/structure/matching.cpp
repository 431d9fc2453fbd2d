// Which equation determines which unknown?
//
// Before a system can be solved, every unknown needs an equation of its own. On paper one sees that `y = 2*x` gives y
// and `der(x) = -y` gives der(x). A model of a hundred thousand equations leaves thousands of such choices open, and
// one that is made carelessly can leave an equation at the other end of the model with nothing to determine.
//
// As a graph: equations are rows, unknowns are columns, and an entry says that an equation contains an unknown. A
// matching is a set of entries of which no two share a row or a column. We look for one that is as large as possible.
// If even that leaves a row free, the equations contradict or repeat each other whatever their numbers are, and
// dulmage_mendelsohn.cpp says which ones.
//
// The tool is the augmenting path. A free row wants a column that another row holds. That row may move to another
// column, which a third row may have to give up, and so on until a row takes a free column. Flipping all entries along
// the path gains one pair, and a matching without such a path is maximum (Berge 1957). Hopcroft and Karp (1973) take
// many paths at once: a breadth-first search from all free rows finds the length of the shortest ones, and a
// depth-first search takes as many disjoint paths of that length as there are. This takes O(E sqrt(V)).
//
// Where we differ:
//
// - A greedy matching comes first (greedy_matching.cpp). It finds all pairs in trees and nearly all in most models,
//   so that the search only has to correct what is left.
// - Each phase ends with a depth-first search that ignores the length (Duff and Wiberg 1988). Without it, a thousand
//   chains of a thousand different lengths take a thousand phases; with it, one.
// - Before it goes deeper, a search looks for a free column among all entries of the row (Duff, Kaya and Uçar 2011).
// - A `Matcher` can be asked again after the graph has grown, as index reduction needs it, and can match rows one by
//   one in the order of their priority, as the choice of start values needs it. A search costs what it explores and
//   not the size of the graph; what a failed search has explored is never entered again.
//
// We measured a million equations (`structure_bench`): 0.04 s for a ladder of resistors, 0.07 s for a grid and 0.05 s
// for chains of all lengths. The same ladder with its rows in random order takes 0.75 s: neighbours are far apart then,
// and the search waits for memory.

#include "moo/structure/matching.h"

#include <algorithm>
#include <numeric>

namespace moo {

Matcher::Matcher(Incidence const& incidence) : incidence_(incidence) { grow(); }

void Matcher::grow() {
    std::uint32_t const old_rows = static_cast<std::uint32_t>(shown_.size());
    std::uint32_t const rows = incidence_.row_count();
    matching_.column_of_row.resize(rows, unmatched);
    matching_.row_of_column.resize(incidence_.column_count(), unmatched);
    is_excluded_.resize(incidence_.column_count());
    shown_.resize(rows);
    for (std::uint32_t row = old_rows; row < rows; ++row) {
        shown_[row] = static_cast<std::uint32_t>(incidence_.row(row).size());
    }
    first_free_.resize(rows);
    next_entry_.resize(rows);
    layer_.resize(rows);
    layered_in_.resize(rows);
    visited_in_.resize(rows);
    dead_end_in_.resize(rows);
    ++graph_number_;
}

void Matcher::exclude_column(std::uint32_t column) {
    std::uint32_t const row = matching_.row_of_column[column];
    if (row != unmatched) {
        matching_.column_of_row[row] = unmatched;
        matching_.row_of_column[column] = unmatched;
        --matching_.size;
    }
    is_excluded_[column] = true;
    ++graph_number_;
}

void Matcher::show_entries(std::uint32_t row, std::uint32_t count) {
    shown_[row] = count;
    ++graph_number_;
}

void Matcher::pair(std::uint32_t row, std::uint32_t column) {
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
    ++matching_.size;
}

// A matched column stays matched, so each entry is looked at only once in all searches together.
std::uint32_t Matcher::take_free_column(std::uint32_t row) {
    auto const columns = incidence_.row(row);
    std::uint32_t& entry = first_free_[row];
    for (; entry < shown_[row]; ++entry) {
        std::uint32_t const column = columns[entry];
        if (matching_.row_of_column[column] == unmatched && !is_excluded_[column]) return column;
    }
    return unmatched;
}

void Matcher::augment_all(std::span<std::uint32_t const> rows) {
    greedy_.run(incidence_, shown_, is_excluded_, rows, matching_);
    free_rows_.assign(rows.begin(), rows.end());
    drop_matched();
    while (find_shortest()) {
        for (std::uint32_t const row : free_rows_) follow_layers(row);
        drop_matched();
        ++search_number_;
        for (std::uint32_t const row : free_rows_) {
            if (visited_in_[row] != search_number_) search(row);
        }
        drop_matched();
    }
}

void Matcher::drop_matched() {
    std::erase_if(free_rows_, [&](std::uint32_t row) { return matching_.column_of_row[row] != unmatched; });
}

// Computes the distance of rows from the free rows along alternating paths, up to the nearest free column. False if
// there is none; then the queue contains all rows that can be reached.
bool Matcher::find_shortest() {
    ++search_number_;
    queue_.assign(free_rows_.begin(), free_rows_.end());
    for (std::uint32_t const row : free_rows_) {
        layer_[row] = 0;
        layered_in_[row] = search_number_;
        next_entry_[row] = 0;
    }
    std::uint32_t last_layer = no_index;
    for (std::size_t head = 0; head < queue_.size() && layer_[queue_[head]] <= last_layer; ++head) {
        std::uint32_t const row = queue_[head];
        if (take_free_column(row) != unmatched) {
            last_layer = layer_[row];
            continue;
        }
        if (last_layer != no_index) continue;
        auto const columns = incidence_.row(row);
        for (std::uint32_t entry = 0; entry < shown_[row]; ++entry) {
            std::uint32_t const owner = matching_.row_of_column[columns[entry]];
            if (owner == unmatched || layered_in_[owner] == search_number_) continue;
            layered_in_[owner] = search_number_;
            layer_[owner] = layer_[row] + 1;
            next_entry_[owner] = 0;
            queue_.push_back(owner);
        }
    }
    return last_layer != no_index;
}

// Depth-first search along the layers. A row that fails is not entered again, since its entries are used up.
bool Matcher::follow_layers(std::uint32_t start) {
    path_.assign(1, {start, unmatched});
    while (!path_.empty()) {
        std::uint32_t const row = path_.back().row;
        if (std::uint32_t const column = take_free_column(row); column != unmatched) {
            path_.back().column = column;
            for (Step const& step : path_) layered_in_[step.row] = 0;  // paths of one phase are disjoint
            flip_path();
            return true;
        }
        auto const columns = incidence_.row(row);
        bool went_on = false;
        while (next_entry_[row] < shown_[row] && !went_on) {
            std::uint32_t const column = columns[next_entry_[row]++];
            std::uint32_t const owner = matching_.row_of_column[column];
            if (owner == unmatched || layered_in_[owner] != search_number_ || layer_[owner] != layer_[row] + 1) {
                continue;
            }
            path_.back().column = column;
            path_.push_back({owner, unmatched});
            went_on = true;
        }
        if (!went_on) {
            layered_in_[row] = 0;
            path_.pop_back();
        }
    }
    return false;
}

// Depth-first search that enters each row only once in all searches with the same number.
bool Matcher::search(std::uint32_t start) {
    seen_.assign(1, start);
    path_.assign(1, {start, unmatched});
    visited_in_[start] = search_number_;
    next_entry_[start] = 0;
    while (!path_.empty()) {
        std::uint32_t const row = path_.back().row;
        if (std::uint32_t const column = take_free_column(row); column != unmatched) {
            path_.back().column = column;
            flip_path();
            return true;
        }
        auto const columns = incidence_.row(row);
        bool went_on = false;
        while (next_entry_[row] < shown_[row] && !went_on) {
            std::uint32_t const column = columns[next_entry_[row]++];
            std::uint32_t const owner = matching_.row_of_column[column];
            if (owner == unmatched || visited_in_[owner] == search_number_ || dead_end_in_[owner] == graph_number_) {
                continue;
            }
            visited_in_[owner] = search_number_;
            next_entry_[owner] = 0;
            seen_.push_back(owner);
            path_.back().column = column;
            path_.push_back({owner, unmatched});
            went_on = true;
        }
        if (!went_on) path_.pop_back();
    }
    return false;
}

// Each row of the path takes the column that it has chosen, and the next row gives it up.
void Matcher::flip_path() {
    for (Step const& step : path_) {
        matching_.column_of_row[step.row] = step.column;
        matching_.row_of_column[step.column] = step.row;
    }
    ++matching_.size;
}

bool Matcher::augment(std::uint32_t row) {
    if (matching_.column_of_row[row] != unmatched) return true;
    ++search_number_;
    if (search(row)) return true;
    // All columns in reach belong to rows in reach, and no later path can lead out of this set.
    for (std::uint32_t const reached : seen_) dead_end_in_[reached] = graph_number_;
    return false;
}

namespace {

std::vector<std::uint32_t> all_rows(Incidence const& incidence) {
    std::vector<std::uint32_t> rows(incidence.row_count());
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

}  // namespace

Matching match_maximum(Incidence const& incidence) {
    Matcher matcher(incidence);
    matcher.augment_all(all_rows(incidence));
    return matcher.take();
}

Matching match_maximum(Incidence const& incidence, std::span<std::uint8_t const> class_of_entry) {
    // The entries of each row by class, and where the classes end.
    Incidence sorted(incidence.column_count());
    sorted.reserve(incidence.row_count(), incidence.entry_count());
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> columns;
    std::vector<std::uint8_t> sorted_classes;
    sorted_classes.reserve(incidence.entry_count());
    std::vector<bool> occurs(256);
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        auto const entries = incidence.row(row);
        auto const classes = class_of_entry.subspan(incidence.first_entry(row), entries.size());
        order.resize(entries.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
        columns.clear();
        for (std::uint32_t const i : order) {
            columns.push_back(entries[i]);
            sorted_classes.push_back(classes[i]);
            occurs[classes[i]] = true;
        }
        sorted.add_row(columns);
    }
    Matcher matcher(sorted);
    auto const rows = all_rows(sorted);
    for (std::size_t stage = 0; stage < occurs.size(); ++stage) {
        if (!occurs[stage]) continue;
        for (std::uint32_t const row : rows) {
            auto const first = sorted_classes.begin() + sorted.first_entry(row);
            auto const end = std::upper_bound(first, first + static_cast<std::ptrdiff_t>(sorted.row(row).size()),
                                              static_cast<std::uint8_t>(stage));
            matcher.show_entries(row, static_cast<std::uint32_t>(end - first));
        }
        matcher.augment_all(rows);
    }
    return matcher.take();
}

}  // namespace moo
