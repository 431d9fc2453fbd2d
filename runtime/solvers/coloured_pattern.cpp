#include "runtime/solvers/coloured_pattern.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace moo::runtime {

ColouredPattern::ColouredPattern(std::uint32_t size, std::uint32_t const* row_starts, std::uint32_t const* columns)
    : size_(size) {
    std::vector<std::vector<int>> rows_of(size);
    for (std::uint32_t row = 0; row < size; ++row) {
        for (std::uint32_t i = row_starts[row]; i < row_starts[row + 1]; ++i) {
            rows_of[columns[i]].push_back(static_cast<int>(row));
        }
        rows_of[row].push_back(static_cast<int>(row));
    }
    starts_.reserve(size + std::size_t{1});
    for (auto& rows : rows_of) {
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        rows_.insert(rows_.end(), rows.begin(), rows.end());
        starts_.push_back(static_cast<int>(rows_.size()));
    }
    find_colours();
}

void ColouredPattern::find_colours() {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::vector<std::uint32_t>> columns_in(size_);  // by row
    for (std::uint32_t column = 0; column < size_; ++column) {
        for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
            columns_in[static_cast<std::size_t>(rows_[static_cast<std::size_t>(i)])].push_back(column);
        }
    }
    std::vector<std::uint32_t> colour_of(size_, none);
    std::vector<std::uint32_t> taken_by(size_ + std::size_t{1},
                                        none);  // by colour: the last column that must not have this colour
    std::vector<std::uint32_t> counts;
    for (std::uint32_t column = 0; column < size_; ++column) {
        for (int i = starts_[column]; i < starts_[column + 1]; ++i) {
            for (std::uint32_t const other : columns_in[static_cast<std::size_t>(rows_[static_cast<std::size_t>(i)])]) {
                if (colour_of[other] != none) taken_by[colour_of[other]] = column;
            }
        }
        std::uint32_t colour = 0;
        while (taken_by[colour] == column) ++colour;
        colour_of[column] = colour;
        if (colour == counts.size()) counts.push_back(0);
        ++counts[colour];
    }
    colour_starts_.resize(counts.size() + 1);
    std::partial_sum(counts.begin(), counts.end(), colour_starts_.begin() + 1);
    columns_.resize(size_);
    std::vector<std::uint32_t> next(colour_starts_.begin(), colour_starts_.end() - 1);
    for (std::uint32_t column = 0; column < size_; ++column) columns_[next[colour_of[column]]++] = column;
}

}  // namespace moo::runtime
