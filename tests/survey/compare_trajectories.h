// Does a result follow a reference? Each of its points must lie in a tube around the reference.
//
// The reference is a curve of straight lines, upright where a time is repeated. A point (t, v) is in the tube if the
// curve comes into the rectangle t ± dt, v ± dv, with
//     dt = tolerance · max(time span, |first time|)
//     dv = tolerance · max(range of the signal, |its minimum|, 1e-3)
// The curve is connected, so this holds if and only if v lies between its lowest value − dv and its highest + dv
// over [t − dt, t + dt].
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/survey/trajectory.h"

namespace moo::survey {

inline constexpr double default_tube_tolerance = 2e-3;

struct Curve {
    std::span<double const> time;
    std::span<double const> value;
};

struct TubeReport {
    bool inside = true;
    double time = 0.0;  // the first point outside
    double value = 0.0;
    double lowest = 0.0;  // what the tube allows there
    double highest = 0.0;
};
// Looks at the points of the result, and at the result where the reference has points. Both curves have a point.
[[nodiscard]] TubeReport compare_curves(Curve reference, Curve result, double tolerance);

struct TrajectoryReport {
    std::size_t compared = 0;
    std::size_t outside = 0;
    std::string kind;     // of the first problem: TrajectoryDiffers, TrajectoryEnds, SignalMissing, FileUnreadable
    std::string message;  // empty if all signals are in their tubes
    std::string signal;   // the first that leaves its tube; empty if there is none
    TubeReport tube;      // where it does
};
// `signals` empty: all of the reference.
[[nodiscard]] TrajectoryReport compare_trajectories(Trajectory const& reference, Trajectory const& result,
                                                    std::vector<std::string> const& signals, double tolerance);

// The names in `comparisonSignals.txt`, a line each, `time` and comments (`// …`) left out; empty if there is no such
// file.
[[nodiscard]] std::vector<std::string> read_signal_list(std::filesystem::path const& file);

}  // namespace moo::survey
