#include "runtime/math/incomplete_factors.h"

#include <algorithm>
#include <cmath>

namespace moo::runtime {

namespace {

// Which part of the discarded entries is added to the diagonal. All of it makes the best factors for diffusion, but may
// leave a tiny pivot where a matrix is something else.
constexpr double kept_share = 0.97;

std::size_t at(std::span<std::int64_t const> list, std::size_t i) { return static_cast<std::size_t>(list[i]); }

}  // namespace

bool IncompleteFactors::find_diagonal() {
    std::size_t const size = starts_.size() - 1;
    diagonal_.resize(size);
    for (std::size_t column = 0; column < size; ++column) {
        auto const begin = rows_.begin() + starts_[column];
        auto const end = rows_.begin() + starts_[column + 1];
        auto const found = std::lower_bound(begin, end, static_cast<std::int64_t>(column));
        if (found == end || *found != static_cast<std::int64_t>(column)) return false;
        diagonal_[column] = static_cast<std::size_t>(found - rows_.begin());
    }
    return true;
}

// Works column by column. Contributions of earlier columns are subtracted where the pattern has an entry, and the rest
// is subtracted from the diagonal, so that the sum of the column stays about the same.
bool IncompleteFactors::compute(Places starts, Places rows, std::span<double const> values) {
    starts_ = starts;
    rows_ = rows;
    values_.assign(values.begin(), values.end());
    if (!find_diagonal()) return false;
    place_of_row_.assign(diagonal_.size(), 0);
    for (std::size_t column = 0; column < diagonal_.size(); ++column) {
        std::size_t const begin = at(starts_, column);
        std::size_t const end = at(starts_, column + 1);
        for (std::size_t i = begin; i < end; ++i) place_of_row_[at(rows_, i)] = i + 1;
        for (std::size_t i = begin; i < diagonal_[column]; ++i) {
            std::size_t const earlier = at(rows_, i);
            double const factor = values_[i];
            for (std::size_t k = diagonal_[earlier] + 1; k < at(starts_, earlier + 1); ++k) {
                std::size_t const place = place_of_row_[at(rows_, k)];
                double const change = values_[k] * factor;
                if (place != 0) {
                    values_[place - 1] -= change;
                } else {
                    values_[diagonal_[column]] -= kept_share * change;
                }
            }
        }
        double const pivot = values_[diagonal_[column]];
        if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
        for (std::size_t i = diagonal_[column] + 1; i < end; ++i) values_[i] /= pivot;
        for (std::size_t i = begin; i < end; ++i) place_of_row_[at(rows_, i)] = 0;
    }
    return true;
}

void IncompleteFactors::solve(std::span<double> x) const {
    std::size_t const size = diagonal_.size();
    for (std::size_t column = 0; column < size; ++column) {
        for (std::size_t i = diagonal_[column] + 1; i < at(starts_, column + 1); ++i) {
            x[at(rows_, i)] -= values_[i] * x[column];
        }
    }
    for (std::size_t column = size; column-- > 0;) {
        x[column] /= values_[diagonal_[column]];
        for (std::size_t i = at(starts_, column); i < diagonal_[column]; ++i) {
            x[at(rows_, i)] -= values_[i] * x[column];
        }
    }
}

}  // namespace moo::runtime
