#include "moo/structure/incidence.h"

namespace moo {

Incidence transpose(Incidence const& incidence) {
    std::vector<std::uint32_t> starts(incidence.column_count() + 1, 0);
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        for (std::uint32_t const column : incidence.row(row)) ++starts[column + 1];
    }
    for (std::size_t column = 1; column < starts.size(); ++column) starts[column] += starts[column - 1];
    std::vector<std::uint32_t> rows(incidence.entry_count());
    // Filling moves each start to the end.
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        for (std::uint32_t const column : incidence.row(row)) rows[starts[column]++] = row;
    }
    starts.pop_back();
    return {incidence.row_count(), starts, std::move(rows)};
}

PivotGraph PartExtractor::extract(std::span<std::uint32_t const> rows, std::span<std::uint32_t const> columns) {
    for (std::uint32_t i = 0; i < columns.size(); ++i) local_column_[columns[i]] = i;
    PivotGraph part(static_cast<std::uint32_t>(columns.size()));
    std::vector<std::uint32_t> local_columns;
    std::vector<Pivot> local_pivots;
    for (std::uint32_t const row : rows) {
        local_columns.clear();
        local_pivots.clear();
        auto const entries = graph_.incidence.row(row);
        auto const pivots = graph_.row_pivots(row);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            std::uint32_t const column = local_column_[entries[i]];
            if (column == no_index) continue;
            local_columns.push_back(column);
            local_pivots.push_back(pivots[i]);
        }
        part.add_row(local_columns, local_pivots);
    }
    for (std::uint32_t const column : columns) local_column_[column] = no_index;
    return part;
}

}  // namespace moo
