#include "moo/structure/colouring.h"

#include <algorithm>

namespace moo {

namespace {

// By falling number of neighbours, then by number.
std::vector<std::uint32_t> largest_first(Incidence const& pattern, Incidence const& rows_of_column) {
    std::vector<std::uint64_t> keys;
    keys.reserve(pattern.column_count());
    for (std::uint32_t column = 0; column < pattern.column_count(); ++column) {
        std::uint64_t neighbours = 0;
        for (std::uint32_t const row : rows_of_column.row(column)) neighbours += pattern.row(row).size() - 1;
        keys.push_back(~std::min<std::uint64_t>(neighbours, 0xffffffffu) << 32 | column);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order;
    order.reserve(keys.size());
    for (std::uint64_t const key : keys) order.push_back(static_cast<std::uint32_t>(key));
    return order;
}

}  // namespace

ColumnColouring colour_columns(Incidence const& pattern, ColouringOptions const& options) {
    Incidence const rows_of_column = transpose(pattern);
    ColumnColouring result;
    result.colour_of_column.assign(pattern.column_count(), no_index);
    std::vector<std::uint32_t> taken_for;                         // by colour: the last column that must not have it
    std::vector<std::uint32_t> next_colour(pattern.row_count());  // of long rows
    for (std::uint32_t const column : largest_first(pattern, rows_of_column)) {
        std::uint32_t colour = 0;
        for (std::uint32_t const row : rows_of_column.row(column)) {
            if (pattern.row(row).size() > options.longest_searched_row) {
                colour = std::max(colour, next_colour[row]);
                continue;
            }
            for (std::uint32_t const neighbour : pattern.row(row)) {
                std::uint32_t const other = result.colour_of_column[neighbour];
                if (other != no_index) taken_for[other] = column;
            }
        }
        while (colour < taken_for.size() && taken_for[colour] == column) ++colour;
        if (colour >= taken_for.size()) taken_for.resize(colour + 1, no_index);
        result.colour_of_column[column] = colour;
        for (std::uint32_t const row : rows_of_column.row(column)) next_colour[row] = colour + 1;
    }
    Incidence colours(static_cast<std::uint32_t>(taken_for.size()));
    for (std::uint32_t const& colour : result.colour_of_column) colours.add_row({&colour, 1});
    result.columns_of_colour = transpose(colours);
    return result;
}

}  // namespace moo
