// Sub-clock inference: periods and first ticks of clocks that are related to each other. Integers only.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/clocks/rational.h"

namespace moo {

enum class ClockRelationKind : std::uint8_t {
    exact,   // period(to) = period(from) * factor, start(to) = start(from) + period(from) * shift
    slower,  // period(to) = period(from) * n for some n, start(to) = start(from): subSample without a factor
    faster,  // period(from) = period(to) * n for some n, start(to) = start(from): superSample without a factor
    loose,   // only the same base clock: noClock
};

struct ClockRelation {
    ClockRelationKind kind = ClockRelationKind::exact;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Rational factor = 1;
    Rational shift = 0;
    std::uint32_t origin = 0;   // the caller's number, for messages
    bool is_conversion = true;  // by a sub-clock operator: the caller handles everything else that follows from it
};

enum class ClockSourceKind : std::uint8_t {
    rational,   // ticks every `period` seconds, exactly
    interval,   // at an interval in seconds that is a Real or a variable
    condition,  // when a condition becomes true: has no fractions of an interval
};

// Clock(…) gives this node its clock.
struct ClockSource {
    ClockSourceKind kind = ClockSourceKind::rational;
    std::uint32_t node = 0;
    Rational period = 1;           // of a rational clock
    std::uint32_t definition = 0;  // sources with the same definition are the same clock
    std::uint32_t origin = 0;
};

// Nodes with the same `base` number have the same base clock; relations join no others.
struct ClockGraph {
    std::vector<std::uint32_t> base;  // of each node
    std::uint32_t base_count = 0;
    std::vector<ClockRelation> relations;
    std::vector<ClockSource> sources;
};

enum class ClockGraphErrorKind : std::uint8_t {
    relations_differ,  // two ways to relate a clock to another disagree
    sources_differ,    // two clocks are given, and they are not the same or cannot be used together
    too_early,         // a clock ticks before its base clock does
    not_whole,         // a condition has no fractions of an interval
    too_large,         // factors beyond 64 bits
};

struct ClockGraphError {
    ClockGraphErrorKind kind{};
    std::uint32_t origin = 0;
    std::uint32_t other = 0;  // the origin that it disagrees with; as `origin` where there is none
};

struct NodeClock {
    // Against the base clock: its period times `factor`, the first tick after `shift` periods.
    Rational factor = 1;
    Rational shift = 0;
    bool is_guessed = false;  // only `loose` relations lead to it
};

inline constexpr std::uint32_t no_source = 0xffffffffu;

struct ClockSolution {
    std::vector<NodeClock> nodes;
    // For each base clock the source that defines it; `no_source` if a default clock is used, which ticks with the
    // fastest node.
    std::vector<std::uint32_t> source_of_base;
    std::vector<ClockGraphError> errors;
};

// If a factor is not determined, the smallest one is used. Takes about linear time.
[[nodiscard]] ClockSolution solve_clocks(ClockGraph const& graph);

}  // namespace moo
