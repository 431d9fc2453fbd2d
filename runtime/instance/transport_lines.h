// The contents of spatialDistribution between its two ends.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/instance/state_stream.h"

namespace moo::runtime {

// The solution of ∂z/∂t + v ∂z/∂y = 0 for 0 <= y <= 1, as points (ξ, z) of a profile that is fixed while the pipe
// moves: the pipe covers ξ from -x to 1 - x, where x is the integral of v (Modelica 3.6, section 3.7.4.2). At accepted
// steps, points are added at the end where the flow enters.
class TransportLine {
public:
    // Call it before the initialization. The position is not known yet and counts as zero until `anchor`.
    void start(std::vector<double> const& points, std::vector<double> const& values);
    void anchor(double position);
    void record(double in0, double in1, double position, bool is_positive);
    // out0 and out1 at a position that is only being tried.
    [[nodiscard]] double result(std::uint32_t which, double in0, double in1, double position, bool is_positive) const;
    void carry(StateStream& state);

private:
    struct Point {
        double at;
        double value;
    };
    [[nodiscard]] double value_at(double at) const;

    std::deque<Point> points_;
    bool is_anchored_ = false;
    double last_position_ = 0.0;
};

class TransportLines {
public:
    explicit TransportLines(MooModel const& model);

    [[nodiscard]] TransportLine& operator[](std::uint32_t index) { return lines_[index]; }
    // Takes the initial profiles, before the initialization. False: the model could not compute them.
    [[nodiscard]] bool start(MooInstance* m);
    // Call it after the initialization.
    [[nodiscard]] bool anchor(MooInstance* m);
    [[nodiscard]] bool record(MooInstance* m);
    void carry(StateStream& state);

private:
    static constexpr std::size_t inputs_each = 4;

    std::vector<TransportLine> lines_;
    std::vector<double> inputs_;
};

}  // namespace moo::runtime
