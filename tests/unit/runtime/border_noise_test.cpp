#include "runtime/instance/border_noise.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

using moo::runtime::BorderNoise;

namespace {

// The function has been at 1, then goes to and fro by `noise`, with an event each time.
void flip(BorderNoise& noise, int times, double size, bool is_mute) {
    std::array<std::uint8_t, 1> before{0};
    std::array<std::uint8_t, 1> behind{1};
    for (int i = 0; i < times; ++i) {
        (void)noise.look_at(0, behind[0] != 0 ? size : -size, before[0] != 0);
        noise.see_event(before, behind, is_mute);
        before.swap(behind);
    }
}

}  // namespace

TEST_CASE("a crossing function that only rounding moves has to pass its border by a margin") {
    BorderNoise noise(1);
    CHECK(noise.look_at(0, 1.0, true) == 1.0);
    flip(noise, 1, 1.0, true);
    flip(noise, 3, 1e-15, true);
    CHECK(noise.look_at(0, 1e-15, true) == 1e-15);
    flip(noise, 1, 1e-15, true);
    CHECK(noise.look_at(0, -1e-15, true) > 0.0);
    CHECK(noise.look_at(0, 1e-15, false) < 0.0);
    CHECK(noise.look_at(0, -1e-12, true) < 0.0);
    // At a distance from the border it is a crossing like any other.
    (void)noise.look_at(0, 0.5, true);
    flip(noise, 1, 0.5, true);
    CHECK(noise.look_at(0, -1e-15, true) == -1e-15);
}

TEST_CASE("events from which something discrete follows are not noise, however small") {
    BorderNoise noise(1);
    (void)noise.look_at(0, 1.0, true);
    flip(noise, 1, 1.0, true);
    flip(noise, 20, 1e-15, false);
    CHECK(noise.look_at(0, -1e-15, true) == -1e-15);
}

TEST_CASE("what slides along its border is not noise") {
    BorderNoise noise(1);
    (void)noise.look_at(0, 1.0, true);
    flip(noise, 1, 1.0, true);
    // Each time it goes beyond the margin.
    double size = 1e-15;
    for (int i = 0; i < 100; ++i) {
        flip(noise, 1, size, true);
        size = std::max(size, 1.1 * -noise.look_at(0, 0.0, false));
    }
    CHECK(noise.look_at(0, -1e-15, true) == -1e-15);
}

TEST_CASE("a function that comes from far away and stays on its border without any change is noise") {
    BorderNoise noise(1);
    std::array<std::uint8_t, 1> const same{1};
    (void)noise.look_at(0, 1.0, true);
    for (int i = 0; i < 6; ++i) {
        (void)noise.look_at(0, -1e-15, true);
        noise.see_event(same, same, true);
    }
    CHECK(noise.look_at(0, -1e-15, true) > 0.0);
}
