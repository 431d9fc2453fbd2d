#include "frontend/clocks/order_units.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>

#include "moo/structure/blt.h"

namespace moo {

std::optional<std::vector<std::uint32_t>> order_groups(
    std::uint32_t group_count, std::vector<std::pair<std::uint32_t, std::uint32_t>> const& edges) {
    std::vector<std::vector<std::uint32_t>> after(group_count);
    std::vector<std::uint32_t> waiting_for(group_count);
    for (auto const& [from, to] : edges) {
        if (from == to) continue;
        after[from].push_back(to);
        ++waiting_for[to];
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t group = 0; group < group_count; ++group) {
        if (waiting_for[group] == 0) ready.push(group);
    }
    std::vector<std::uint32_t> order;
    while (!ready.empty()) {
        std::uint32_t const group = ready.top();
        ready.pop();
        order.push_back(group);
        for (std::uint32_t const next : after[group]) {
            if (--waiting_for[next] == 0) ready.push(next);
        }
    }
    if (order.size() < group_count) return std::nullopt;
    return order;
}

namespace {

// Rows are the scalar equations of the units, columns the scalars of the variables.
class GroupSplitter {
public:
    GroupSplitter(std::vector<std::uint32_t> const& column_sizes, std::vector<GroupUnit> const& units) : units_(units) {
        for (std::uint32_t const size : column_sizes) column_starts_.push_back(column_starts_.back() + size);
        for (GroupUnit const& unit : units) row_starts_.push_back(row_starts_.back() + unit.size);
        unit_of_row_.resize(row_starts_.back());
        for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
            std::fill_n(unit_of_row_.begin() + row_starts_[unit], units[unit].size, unit);
        }
    }

    SplitResult run() {
        Incidence own(column_starts_.back());
        std::vector<std::uint32_t> columns;
        for (GroupUnit const& unit : units_) {
            for (std::uint32_t row = 0; row < unit.size; ++row) {
                columns.clear();
                for (std::uint32_t const column : unit.own) add_scalars(columns, column, row, unit.size);
                own.add_row(columns);
            }
        }
        matching_ = match_maximum(own);
        for (std::uint32_t row = 0; row < unit_of_row_.size(); ++row) {
            if (matching_.column_of_row[row] == unmatched) return {{}, unit_of_row_[row], unit_of_row_[row]};
        }
        BlockOrder const blocks = order_blocks(all_needs(), matching_);
        levels_.resize(units_.size());
        for (std::size_t block = 0; block < blocks.block_count(); ++block) {
            std::uint32_t const first = unit_of_row_[blocks.block(block)[0]];
            std::uint32_t level = 0;
            for (std::uint32_t const row : blocks.block(block)) {
                std::uint32_t const unit = unit_of_row_[row];
                if (units_[unit].group != units_[first].group) return {{}, first, unit};
                level = std::max(level, level_of(unit));
            }
            for (std::uint32_t const row : blocks.block(block)) levels_[unit_of_row_[row]] = level;
        }
        return gather();
    }

private:
    // Scalars of a variable that a scalar of an equation may determine: the one in the same place; if the sizes
    // differ, they are dealt out in turn.
    void add_scalars(std::vector<std::uint32_t>& out, std::uint32_t column, std::uint32_t row,
                     std::uint32_t size) const {
        std::uint32_t const start = column_starts_[column];
        std::uint32_t const count = column_starts_[column + 1] - start;
        if (count == 0) return;
        if (size >= count) {
            out.push_back(start + row % count);
        } else {
            for (std::uint32_t i = row; i < count; i += size) out.push_back(start + i);
        }
    }

    // The first row of a unit needs all its columns, and each row needs the next, so that a unit stays in one block.
    [[nodiscard]] Incidence all_needs() const {
        Incidence needs(column_starts_.back());
        std::vector<std::uint32_t> columns;
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
            for (std::uint32_t row = 0; row < units_[unit].size; ++row) {
                columns.clear();
                if (row == 0) {
                    for (std::vector<std::uint32_t> const* list : {&units_[unit].own, &units_[unit].reads}) {
                        for (std::uint32_t const column : *list) add_scalars(columns, column, 0, 1);
                    }
                }
                std::uint32_t const next = row_starts_[unit] + (row + 1) % units_[unit].size;
                columns.push_back(matching_.column_of_row[next]);
                columns.push_back(matching_.column_of_row[row_starts_[unit] + row]);
                std::sort(columns.begin(), columns.end());
                columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
                needs.add_row(columns);
            }
        }
        return needs;
    }

    // One more than the levels of what it needs from other groups, and no less than those in its own.
    [[nodiscard]] std::uint32_t level_of(std::uint32_t unit) const {
        std::uint32_t level = 0;
        for (std::vector<std::uint32_t> const* list : {&units_[unit].own, &units_[unit].reads}) {
            for (std::uint32_t const column : *list) {
                for (std::uint32_t scalar = column_starts_[column]; scalar < column_starts_[column + 1]; ++scalar) {
                    std::uint32_t const row = matching_.row_of_column[scalar];
                    if (row == unmatched) continue;
                    std::uint32_t const other = unit_of_row_[row];
                    level = std::max(level, levels_[other] + (units_[other].group != units_[unit].group ? 1u : 0u));
                }
            }
        }
        return level;
    }

    SplitResult gather() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> pieces;
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
            if (units_[unit].size == 0) levels_[unit] = level_of(unit);
            pieces[{levels_[unit], units_[unit].group}].push_back(unit);
        }
        SplitResult result;
        for (auto& [key, members] : pieces) result.pieces.push_back({key.second, std::move(members)});
        return result;
    }

    std::vector<GroupUnit> const& units_;
    std::vector<std::uint32_t> column_starts_ = {0};
    std::vector<std::uint32_t> row_starts_ = {0};
    std::vector<std::uint32_t> unit_of_row_;
    Matching matching_;
    std::vector<std::uint32_t> levels_;
};

}  // namespace

SplitResult split_groups(std::vector<std::uint32_t> const& column_sizes, std::vector<GroupUnit> const& units) {
    return GroupSplitter(column_sizes, units).run();
}

}  // namespace moo
