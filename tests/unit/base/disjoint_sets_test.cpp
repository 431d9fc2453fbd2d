#include "moo/base/disjoint_sets.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

TEST_CASE("joined items are in one set, on random joins") {
    std::mt19937 random(79);
    for (int trial = 0; trial < 300; ++trial) {
        auto const count = static_cast<std::uint32_t>(1 + random() % 12);
        moo::DisjointSets sets(count - 1);
        REQUIRE(sets.add() == count - 1);
        // Naively: each item has the name of its set.
        std::vector<std::uint32_t> name(count);
        for (std::uint32_t i = 0; i < count; ++i) name[i] = i;
        for (int step = 0; step < 8; ++step) {
            auto const a = static_cast<std::uint32_t>(random() % count);
            auto const b = static_cast<std::uint32_t>(random() % count);
            std::uint32_t const joined = sets.join(a, b);
            REQUIRE(joined == sets.find(a));
            std::uint32_t const old_name = name[b];
            for (std::uint32_t& each : name) {
                if (each == old_name) each = name[a];
            }
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t k = 0; k < count; ++k) REQUIRE((sets.find(i) == sets.find(k)) == (name[i] == name[k]));
            REQUIRE(sets.size_of(i) == static_cast<std::uint32_t>(std::count(name.begin(), name.end(), name[i])));
        }
    }
}
