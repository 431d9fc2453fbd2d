#include "runtime/instance/border_noise.h"

#include <algorithm>
#include <cmath>

namespace moo::runtime {

namespace {

// A value that is small compared with earlier values of the function, or absolutely, is noise.
constexpr double relative_noise = 1e-7;
constexpr double absolute_noise = 1e-14;
// This many events in a row are proof.
constexpr int events_of_noise = 4;
constexpr double margin_factor = 10.0;

// The widest margin may be passed this often, unless it has held for this many looks in between.
constexpr int max_passages = 50;
constexpr int looks_of_rest = 1000;

}  // namespace

void BorderNoise::Crossing::widen() {
    double const widest = 0.5 * (relative_noise * scale + absolute_noise);
    if (looks > looks_of_rest) passages = 0;
    if (margin >= widest) ++passages;
    is_real = is_real || passages > max_passages;
    margin = is_real ? 0.0 : std::min(margin_factor * noise, widest);
    looks = 0;
}

double BorderNoise::look_at(std::uint32_t i, double z, bool is_true) {
    Crossing& crossing = crossings_[i];
    double const size = std::abs(z);
    crossing.scale = std::max(crossing.scale, size);
    crossing.excursion = std::max(crossing.excursion, size);
    ++crossing.looks;
    return is_true ? z + crossing.margin : z - crossing.margin;
}

void BorderNoise::see_event(std::span<std::uint8_t const> before, std::span<std::uint8_t const> behind, bool is_mute) {
    bool const any_changes =
        !std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(crossings_.size()), behind.begin());
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
        Crossing& crossing = crossings_[i];
        bool const changes = before[i] != behind[i];
        bool const is_small = crossing.excursion <= relative_noise * crossing.scale + absolute_noise;
        // If rounding takes a change back at once, its cause is unknown.
        if (is_mute && is_small && (changes || !any_changes)) {
            crossing.noise = std::max(crossing.noise, crossing.excursion);
            if (++crossing.events >= events_of_noise) crossing.widen();
        } else if (!is_small || changes) {
            crossing.noise = 0.0;
            crossing.events = 0;
            crossing.margin = 0.0;
        }
        // Whatever caused an event without changes, the excursion is measured from here on.
        if (changes || is_small || (is_mute && !any_changes)) crossing.excursion = 0.0;
    }
}

void BorderNoise::carry(StateStream& state) {
    state.fixed(crossings_, [](StateStream& s, Crossing& c) {
        s.numbers(c.scale, c.excursion, c.noise, c.margin, c.events, c.looks, c.passages, c.is_real);
    });
}

}  // namespace moo::runtime
