// Finds the surplus and the missing parts of a system of equations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/blt.h"
#include "moo/structure/incidence.h"
#include "moo/structure/matching.h"

namespace moo {

enum class Determinacy : std::uint8_t { over, well, under };

// Dulmage and Mendelsohn, "Coverings of bipartite graphs", Canad. J. Math. 10 (1958). From the free rows of a maximum
// matching, alternating paths (row → any of its columns → the row matched to it) reach the over-determined
// part; from the free columns (column → any row that contains it → the column matched to it) the under-determined
// part; the rest is square and well-determined. The parts are the same for every maximum matching.
struct DulmageMendelsohn {
    std::vector<Determinacy> row_part;
    std::vector<Determinacy> column_part;
    // The fine decomposition of the well-determined part. Its rows have columns of the over-determined part too,
    // which count as known, but none of the under-determined part.
    BlockOrder blocks;
};
[[nodiscard]] DulmageMendelsohn decompose(Incidence const& incidence, Matching const& maximum);

// Rows and columns in ascending order.
struct Conflict {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
};

// Explains free rows and columns of a maximum matching, one at a time. The cost of an answer is that of the part
// explored.
class ConflictSearch {
public:
    ConflictSearch(Incidence const& incidence, Matching const& maximum);

    // The rows that contradict or repeat each other together with this free row, and all their columns, of which there
    // is one less. This is the circuit of the row in the transversal matroid: flipping the path to any of these rows
    // frees that row instead, so without any one of them the others can be matched. No smaller set contains the row,
    // given the rows that are matched.
    [[nodiscard]] Conflict around_row(std::uint32_t free_row);
    // The columns that are undetermined together with this free column, and all rows that contain them, of which there
    // is one less. If any one of the columns were known, the rows would determine the others.
    [[nodiscard]] Conflict around_column(std::uint32_t free_column);

private:
    Incidence const& incidence_;
    Incidence transposed_;
    Matching const& matching_;
    std::vector<bool> row_is_reached_;
    std::vector<bool> column_is_reached_;
};

// The smallest of the conflicts around the free rows; no rows if there are none. Looks at no more than `most` free
// rows, since each may reach much of a large system.
[[nodiscard]] Conflict minimal_conflict(Incidence const& incidence, Matching const& maximum, std::uint32_t most = 100);

}  // namespace moo
