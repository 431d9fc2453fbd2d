#include "runtime/solvers/state_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moo::runtime {

namespace {

// The number of directions in one sweep.
constexpr std::uint32_t most_directions = 8;
constexpr std::uint32_t few_directions = 4;
// If partial derivatives fail this many times in a row, such as for the square root at zero, they are no longer used.
constexpr int most_failures = 3;

}  // namespace

StateJacobian::StateJacobian(Instance& instance)
    : m_(instance.raw()), model_(instance.model()), size_(instance.model().state_count) {
    if (model_.pattern_starts != nullptr) {
        pattern_ = ColouredPattern(size_, model_.pattern_starts, model_.pattern_states);
        is_sparse_ = pattern_.is_worth_it();
    }
    if (model_.partials == nullptr) return;
    tangents_ = std::make_unique<Tangents>(model_);
    width_ = colour_count() > few_directions ? most_directions : few_directions;
    // Variables that are neither states nor computed do not change.
    directions_.assign(std::size_t{model_.variable_count} * width_, 0.0);
}

bool StateJacobian::is_exact() const { return tangents_ != nullptr && failures_ < most_failures; }

MooStatus StateJacobian::evaluate(double const* states, double const* rates, double const* sizes,
                                  Derivatives const& derivatives) {
    entries_.resize(is_sparse_ ? pattern_.rows().size() : std::size_t{size_} * size_);
    rates_.resize(size_);
    derivative_calls_ = 0;
    if (is_exact()) {
        bool const is_there = take_tangents(states, derivatives) == MOO_OK;
        failures_ = is_there ? 0 : failures_ + 1;
        if (is_there) return MOO_OK;
    }
    return take_differences(states, rates, sizes, derivatives);
}

// ---- exact -------------------------------------------------------------------------------------------

MooStatus StateJacobian::take_tangents(double const* states, Derivatives const& derivatives) {
    ++derivative_calls_;
    if (MooStatus const status = derivatives(states, rates_.data()); status != MOO_OK) return status;
    if (tangents_->evaluate(m_, PartialExtent::derivatives) != MOO_OK) return MOO_RECOVERABLE;
    for (std::uint32_t first = 0; first < colour_count(); first += width_) {
        std::uint32_t const end = std::min(first + width_, colour_count());
        for (std::uint32_t i = 0; i < size_; ++i) {
            std::fill_n(directions_.begin() + std::ptrdiff_t{model_.state_slots[i]} * width_, width_, 0.0);
        }
        for (std::uint32_t colour = first; colour < end; ++colour) {
            auto const seed = [&](std::uint32_t column) {
                directions_[std::size_t{model_.state_slots[column]} * width_ + (colour - first)] = 1.0;
            };
            if (is_sparse_) {
                for (std::uint32_t const column : pattern_.columns_of(colour)) seed(column);
            } else {
                seed(colour);
            }
        }
        if (!tangents_->forward(directions_.data(), width_)) return MOO_RECOVERABLE;
        for (std::uint32_t colour = first; colour < end; ++colour) put_colour(colour, colour - first);
    }
    return MOO_OK;
}

void StateJacobian::put_colour(std::uint32_t colour, std::size_t direction) {
    auto const derivative = [&](std::size_t row) {
        return directions_[std::size_t{model_.derivative_slots[row]} * width_ + direction];
    };
    if (!is_sparse_) {
        double* const entries = entries_.data() + std::size_t{colour} * size_;
        for (std::uint32_t row = 0; row < size_; ++row) entries[row] = derivative(row);
        return;
    }
    for (std::uint32_t const column : pattern_.columns_of(colour)) {
        auto const end = static_cast<std::size_t>(pattern_.starts()[column + 1]);
        for (auto i = static_cast<std::size_t>(pattern_.starts()[column]); i < end; ++i) {
            entries_[i] = derivative(static_cast<std::size_t>(pattern_.rows()[i]));
        }
    }
}

// ---- by differences ----------------------------------------------------------------------------------

// Shifts by a relative size that balances truncation and rounding. Returns the shift after rounding.
double StateJacobian::shift(std::uint32_t column, double const* states, double const* sizes) {
    double const unit = std::sqrt(std::numeric_limits<double>::epsilon());
    shifted_[column] = states[column] + unit * std::max(std::abs(states[column]), sizes[column]);
    return shifted_[column] - states[column];
}

MooStatus StateJacobian::take_differences(double const* states, double const* rates, double const* sizes,
                                          Derivatives const& derivatives) {
    shifted_.assign(states, states + size_);
    derivative_calls_ += colour_count();
    for (std::uint32_t colour = 0; is_sparse_ && colour < pattern_.colour_count(); ++colour) {
        std::span<std::uint32_t const> const columns = pattern_.columns_of(colour);
        for (std::uint32_t const column : columns) (void)shift(column, states, sizes);
        if (MooStatus const status = derivatives(shifted_.data(), rates_.data()); status != MOO_OK) return status;
        for (std::uint32_t const column : columns) {
            double const step = shifted_[column] - states[column];
            auto const end = static_cast<std::size_t>(pattern_.starts()[column + 1]);
            for (auto i = static_cast<std::size_t>(pattern_.starts()[column]); i < end; ++i) {
                auto const row = static_cast<std::size_t>(pattern_.rows()[i]);
                entries_[i] = (rates_[row] - rates[row]) / step;
            }
            shifted_[column] = states[column];
        }
    }
    for (std::uint32_t column = 0; !is_sparse_ && column < size_; ++column) {
        double const step = shift(column, states, sizes);
        if (MooStatus const status = derivatives(shifted_.data(), rates_.data()); status != MOO_OK) return status;
        double* const entries = entries_.data() + std::size_t{column} * size_;
        for (std::uint32_t row = 0; row < size_; ++row) entries[row] = (rates_[row] - rates[row]) / step;
        shifted_[column] = states[column];
    }
    return MOO_OK;
}

}  // namespace moo::runtime
