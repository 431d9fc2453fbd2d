#include "moo/structure/blame.h"

namespace moo {

Matching match_rows_in_order(Incidence const& incidence, std::span<std::uint32_t const> rows) {
    Matcher matcher(incidence);
    for (std::uint32_t const row : rows) matcher.augment(row);
    return matcher.take();
}

Matching match_columns_in_order(Incidence const& incidence, std::span<std::uint32_t const> columns) {
    Incidence const transposed = transpose(incidence);
    Matching matching = match_rows_in_order(transposed, columns);
    std::swap(matching.column_of_row, matching.row_of_column);
    return matching;
}

}  // namespace moo
