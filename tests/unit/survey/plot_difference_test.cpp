#include "tests/survey/plot_difference.h"

#include <catch2/catch.hpp>

using namespace moo::survey;

TEST_CASE("a difference is drawn with both curves, a mark and escaped names") {
    Trajectory const reference = parse_csv("time,a<b\n0,0\n1,1\n2,2\n");
    Trajectory const result = parse_csv("time,a<b\n0,0\n1,1\n1.5,nan\n2,4\n3,9\n");
    TrajectoryReport const report = compare_trajectories(reference, result, {}, default_tube_tolerance);
    REQUIRE(report.signal == "a<b");
    std::string const svg = plot_difference(reference, result, report);
    CHECK(svg.find("a&lt;b") != std::string::npos);
    // The highest value is 4: what lies behind the reference or is not a number is not drawn.
    CHECK(svg.find("\"M0.0 114.0L150.0 89.0L300.0 64.0\"") != std::string::npos);
    CHECK(svg.find("\"M0.0 114.0L150.0 89.0L300.0 14.0\"") != std::string::npos);
}
