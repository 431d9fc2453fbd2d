// The sparse bipartite graph of equations (rows) and unknowns (columns): integers only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace moo {

// Compressed rows. Built row by row; a column may occur once in a row.
class Incidence {
public:
    explicit Incidence(std::uint32_t column_count) : column_count_(column_count) {}

    void add_row(std::span<std::uint32_t const> columns) {
        columns_.insert(columns_.end(), columns.begin(), columns.end());
        starts_.push_back(static_cast<std::uint32_t>(columns_.size()));
    }

    [[nodiscard]] std::uint32_t row_count() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
    [[nodiscard]] std::uint32_t column_count() const { return column_count_; }
    [[nodiscard]] std::size_t entry_count() const { return columns_.size(); }
    [[nodiscard]] std::span<std::uint32_t const> row(std::uint32_t row) const {
        return std::span(columns_).subspan(starts_[row], starts_[row + 1] - starts_[row]);
    }

private:
    std::uint32_t column_count_;
    std::vector<std::uint32_t> starts_ = {0};
    std::vector<std::uint32_t> columns_;
};

}  // namespace moo
