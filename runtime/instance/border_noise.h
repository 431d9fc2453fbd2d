// Crossing functions that are zero except for rounding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/instance/state_stream.h"

namespace moo::runtime {

// In a pipe at rest the mass flow is zero, but its equations give 1e-19 or -1e-19. A relation of it would cause an
// event at every step. Such a relation is recognized by its events: several times in a row nothing discrete follows
// from it, and in between, the crossing function does not leave the neighbourhood of its border. From then on, it has
// to cross the border by a margin of several times that noise. When the function is seen at a distance from the border
// again, the margin is removed.
//
// A relation that reaches its border again and again, however wide the margin is, slides along it. This is not noise,
// and is left to the code that counts events.
//
// An event that changes a discrete variable, or that sets a state, is never noise: the last bounces of a ball are as
// small.
class BorderNoise {
public:
    explicit BorderNoise(std::uint32_t crossing_count) : crossings_(crossing_count) {}

    // The value of crossing function `i` that root finders should use; its relation is remembered as true or false.
    [[nodiscard]] double look_at(std::uint32_t i, double z, bool is_true);
    // An event, with the relations before and after it. `is_mute` says that nothing else has changed.
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
