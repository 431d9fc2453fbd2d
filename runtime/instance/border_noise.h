// Crossing functions that are zero but for rounding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/instance/state_stream.h"

namespace moo::runtime {

// In a pipe at rest the mass flow is zero, and comes out of its equations as 1e-19 or -1e-19. A relation of it would be
// an event at every step. Such a relation is recognized by what its events do and what happens between them: several
// times in a row nothing discrete follows from it, and the crossing function has not left the neighbourhood of its
// border. From then on it has to pass the border by a margin of some times that noise. Where the function is seen at a
// distance from the border again, the margin goes.
//
// A relation that comes to its border again and again however wide the margin is slides along it. That is no noise, and
// is left to whoever counts events.
//
// An event that changes a discrete variable, or that sets a state, is never noise: the last bounces of a ball are as
// small.
class BorderNoise {
public:
    explicit BorderNoise(std::uint32_t crossing_count) : crossings_(crossing_count) {}

    // The value of crossing function `i` as root finders shall see it; its relation is remembered as true or false.
    [[nodiscard]] double look_at(std::uint32_t i, double z, bool is_true);
    // An event, with the relations before and behind it. `is_mute` says that nothing else has changed.
    void see_event(std::span<std::uint8_t const> before, std::span<std::uint8_t const> behind, bool is_mute);
    void carry(StateStream& state);

private:
    struct Crossing {
        double scale = 0.0;      // largest size so far
        double excursion = 0.0;  // and since the last event of this crossing
        double noise = 0.0;      // largest excursion that was noise
        double margin = 0.0;
        int events = 0;        // that were noise, in a row
        int looks = 0;         // since the last of them
        int passages = 0;      // of the widest margin, in quick succession
        bool is_real = false;  // the margin does not help
        void widen();
    };
    std::vector<Crossing> crossings_;
};

}  // namespace moo::runtime
