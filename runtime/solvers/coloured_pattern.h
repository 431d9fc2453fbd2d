// Where a matrix has entries, and which of its columns can be found by one difference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace moo::runtime {

// A square pattern, column by column, with its diagonal. Columns that share no row have one colour (Curtis, Powell,
// Reid: "On the Estimation of Sparse Jacobian Matrices"); each takes the first that no column with a common row has.
class ColouredPattern {
public:
    ColouredPattern() = default;
    // Row i of the matrix has entries in `columns` from row_starts[i] to the next start.
    ColouredPattern(std::uint32_t size, std::uint32_t const* row_starts, std::uint32_t const* columns);

    // Smaller matrices are quicker as dense ones, and so are those that are mostly full.
    [[nodiscard]] bool is_worth_it() const { return size_ >= 40 && rows_.size() < std::size_t{size_} * size_ / 4; }

    [[nodiscard]] std::uint32_t size() const { return size_; }
    // The first entry of each column, and the end of the last.
    [[nodiscard]] std::span<int const> starts() const { return starts_; }
    // The row of each entry, ascending within a column.
    [[nodiscard]] std::span<int const> rows() const { return rows_; }
    [[nodiscard]] std::uint32_t colour_count() const { return static_cast<std::uint32_t>(colour_starts_.size() - 1); }
    [[nodiscard]] std::span<std::uint32_t const> columns_of(std::uint32_t colour) const {
        return std::span(columns_).subspan(colour_starts_[colour], colour_starts_[colour + 1] - colour_starts_[colour]);
    }

private:
    void find_colours();

    std::uint32_t size_ = 0;
    std::vector<int> starts_{0};
    std::vector<int> rows_;
    std::vector<std::uint32_t> colour_starts_{0};
    std::vector<std::uint32_t> columns_;  // colour by colour
};

}  // namespace moo::runtime
