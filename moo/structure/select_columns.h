// Selects the unknowns that some equations can be solved for at all times, and finds those to be chosen at run time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

enum class Wish : std::uint8_t {
    take,   // select it wherever the structure allows it
    none,   // decide by rank
    leave,  // do not select it unless the structure demands it
};

// A Jacobian of full row rank with no fewer columns than rows.
struct SelectionProblem {
    PivotGraph jacobian;
    std::vector<Wish> wish;
    std::vector<std::uint32_t> rank;  // columns of low rank are selected first; there should be few different ranks
    // Rows and columns with the same number form a square part that is regular wherever the problem has a solution at
    // all; `no_index` for others. Both are empty if there is no such part.
    std::vector<std::uint32_t> part_of_row;
    std::vector<std::uint32_t> part_of_column;
    // Whether the part of these rows and columns, whose entries are all constants and parameters, is numerically
    // regular as far as the values are known.
    std::function<bool(std::span<std::uint32_t const> rows, std::span<std::uint32_t const> columns)> is_regular;
};

enum class SelectionReason : std::uint8_t {
    constant_pivot,   // its row can be solved for it: the pivot is a number
    parameter_pivot,  // its row can be solved for it if a parameter is not zero
    constant_block,   // has a constant regular matrix together with others
    parameter_block,  // the same with constants and parameters, regular as far as values are known
    only_choice,      // no other column is left; if the matrix becomes singular, so does the problem
    wish,             // it was wished for, or all others were to be left; the pivot may vanish
};

struct SelectedColumn {
    std::uint32_t column;
    std::uint32_t row;  // the row that is solved for it: alone for a pivot, otherwise together with others
    SelectionReason reason;
};

// `count` of the columns are to be selected, so that the rows can be solved for them and the fixed ones.
struct ColumnChoice {
    std::vector<std::uint32_t> rows;     // count + fixed.size()
    std::vector<std::uint32_t> columns;  // more than `count`; those that should be selected by rank come first
    std::uint32_t count = 0;
    std::vector<std::uint32_t> fixed;  // selected in any case
    // Selected columns through which the rows depend on the columns, in solving order: the relevant matrix is that of
    // the rows after these have been eliminated.
    std::vector<SelectedColumn> eliminated;
};

struct Selection {
    std::vector<SelectedColumn> selected;  // in any case, in solving order; without those that are fixed in a choice
    std::vector<ColumnChoice> choices;
    std::vector<std::uint32_t> refused;  // columns whose wish the structure does not allow
    bool is_deficient = false;           // the rows are structurally dependent; then there is no result
};

// Let H be the Jacobian and D the selected columns; H[:,D] has to be regular everywhere on the solution.
//
// 1. Wishes. A maximum matching over all entries takes first the columns to be taken, then the others, and finally
//    those to be left; wishes that fail are refused.
// 2. Columns are matched with rows over entries that never vanish, by rank and constants first, then over those of
//    their own part; only wished columns over any entry.
// 3. What is matched is put into block triangular form, which is regular if its diagonal blocks are. A single pivot
//    is, by its class; a larger block, if no entry may vanish and `is_regular` says so; a block of any size
//    inside a part that is matched with itself as a whole, since that part is. Any other block is torn: its assignments
//    stay, its residual rows and iteration variables are left over with the unmatched ones.
// 4. The rest depends on each other directly or through selected columns: with S selected and L left, the matrix is
//    H[L,L] - H[L,S] H[S,S]^-1 H[S,L]. Each of its connected parts is decided alone: by counting, if there is no
//    choice; by trying `is_regular` if it is small and no entry may vanish; otherwise at run time.
//
// Wishes are judged by structure. If the columns that remain are numerically singular, only the ranks decide.
[[nodiscard]] Selection select_columns(SelectionProblem const& problem);

}  // namespace moo
