#include "tests/survey/compare_trajectories.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/scratch_folder.h"

using namespace moo::survey;

namespace {

using Points = std::vector<double>;

TubeReport compare(Points const& time, Points const& value, Points const& result_time, Points const& result_value,
                   double tolerance = default_tube_tolerance) {
    return compare_curves({time, value}, {result_time, result_value}, tolerance);
}

}  // namespace

TEST_CASE("a curve lies in its own tube") {
    CHECK(compare({0, 1, 2}, {0, 5, -3}, {0, 1, 2}, {0, 5, -3}).inside);
    CHECK(compare({1}, {7}, {1}, {7}).inside);
}

TEST_CASE("the half-width in value follows the range of the reference") {
    // Range 10, minimum 0: dv = 0.02. The curve is level around time 5.
    Points const time{0, 1, 9, 10};
    Points const value{0, 10, 10, 0};
    CHECK(compare(time, value, {0, 1, 5, 9, 10}, {0, 10, 10.019, 10, 0}).inside);
    CHECK_FALSE(compare(time, value, {0, 1, 5, 9, 10}, {0, 10, 10.021, 10, 0}).inside);
    CHECK(compare(time, value, {0, 1, 5, 9, 10}, {0, 10, 9.981, 10, 0}).inside);
    TubeReport const low = compare(time, value, {0, 1, 5, 9, 10}, {0, 10, 9.979, 10, 0});
    CHECK_FALSE(low.inside);
    CHECK(low.time == 5.0);
    CHECK(low.value == 9.979);
    CHECK(low.lowest == Approx(9.98));
    CHECK(low.highest == Approx(10.02));
}

TEST_CASE("the half-width in value follows the minimum where the range is small") {
    // Constant at -1000: dv = 2.
    CHECK(compare({0, 10}, {-1000, -1000}, {0, 5, 10}, {-1000, -1001.9, -1000}).inside);
    CHECK_FALSE(compare({0, 10}, {-1000, -1000}, {0, 5, 10}, {-1000, -1002.1, -1000}).inside);
}

TEST_CASE("the half-width in value has a least size") {
    CHECK(compare({0, 10}, {0, 0}, {0, 10}, {1.9e-6, -1.9e-6}).inside);
    CHECK_FALSE(compare({0, 10}, {0, 0}, {0, 10}, {2.1e-6, 0}).inside);
}

TEST_CASE("a jump may come earlier or later by the half-width in time") {
    // Span 10: dt = 0.02.
    Points const time{0, 5, 5, 10};
    Points const value{0, 0, 1, 1};
    auto const jump_at = [&](double when) { return compare(time, value, {0, when, when, 10}, {0, 0, 1, 1}).inside; };
    CHECK(jump_at(5.0));
    CHECK(jump_at(5.019));
    CHECK(jump_at(4.981));
    CHECK_FALSE(jump_at(5.021));
    CHECK_FALSE(jump_at(4.979));
}

TEST_CASE("the half-width in time follows the first time where the span is small") {
    // From 1000 to 1001: dt = 2, more than the span.
    CHECK(compare({1000, 1000.5, 1000.5, 1001}, {0, 0, 1, 1}, {1000, 1000.9, 1000.9, 1001}, {0, 0, 1, 1}).inside);
}

TEST_CASE("between its points the reference is a straight line") {
    // At time 5 the line is at 50; dt = 0.02 makes 0.2, dv = 0.2.
    CHECK(compare({0, 10}, {0, 100}, {0, 5, 10}, {0, 50.39, 100}).inside);
    CHECK_FALSE(compare({0, 10}, {0, 100}, {0, 5, 10}, {0, 50.41, 100}).inside);
    CHECK(compare({0, 10}, {0, 100}, {0, 5, 10}, {0, 49.61, 100}).inside);
    CHECK_FALSE(compare({0, 10}, {0, 100}, {0, 5, 10}, {0, 49.59, 100}).inside);
}

TEST_CASE("a result with few points is looked at where the reference has points") {
    TubeReport const report = compare({0, 5, 10}, {0, 8, 0}, {0, 10}, {0, 0});
    CHECK_FALSE(report.inside);
    CHECK(report.time == 5.0);
}

TEST_CASE("a value that is not a number is outside") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(compare({0, 1, 2}, {0, 0, 0}, {0, 1, 2}, {0, nan, 0}).inside);
    CHECK_FALSE(compare({0, 1, 2}, {0, 0, 0}, {0, 1, 2}, {0, std::numeric_limits<double>::infinity(), 0}).inside);
}

TEST_CASE("the moving window agrees with a search of the whole curve") {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> step(0, 3);
    std::uniform_real_distribution<double> height(-1.0, 1.0);
    for (int round = 0; round < 200; ++round) {
        Points time;
        Points value;
        for (double at = 0.0; time.size() < 30; at += step(random)) {
            time.push_back(at);
            value.push_back(height(random));
        }
        if (time.back() <= 0.0) continue;
        double const tolerance = 0.05;
        double const dt = tolerance * time.back();
        auto const [low, high] = std::minmax_element(value.begin(), value.end());
        double const dv = tolerance * std::max({*high - *low, std::abs(*low), 1e-3});
        // A result of one point: only the window around it counts.
        std::uniform_real_distribution<double> when(0.0, time.back());
        double const at = when(random);
        double const found = 1.3 * height(random);
        bool expected = false;
        for (std::size_t i = 0; i + 1 < time.size(); ++i) {
            double const from = std::max(time[i], at - dt);
            double const to = std::min(time[i + 1], at + dt);
            if (from > to) continue;
            auto const on_line = [&](double t, bool is_end) {
                if (time[i] == time[i + 1]) return is_end ? value[i + 1] : value[i];
                return value[i] + (t - time[i]) / (time[i + 1] - time[i]) * (value[i + 1] - value[i]);
            };
            double const a = on_line(from, false);
            double const b = on_line(to, true);
            expected = expected || (found >= std::min(a, b) - dv && found <= std::max(a, b) + dv);
        }
        CHECK(compare(time, value, {at}, {found}, tolerance).inside == expected);
    }
}

TEST_CASE("trajectories are compared signal by signal") {
    Trajectory const reference = parse_csv("time,a,b\n0,0,1\n1,2,1\n");
    CHECK(compare_trajectories(reference, parse_csv("b,a,time\n1,0,0\n1,2,1\n"), {}, 2e-3).message.empty());
    TrajectoryReport const differs = compare_trajectories(reference, parse_csv("time,a,b\n0,0,1\n1,3,4\n"), {}, 2e-3);
    CHECK(differs.kind == "TrajectoryDiffers");
    CHECK(differs.compared == 2);
    CHECK(differs.outside == 2);
    CHECK(differs.message.starts_with("`a` is 3 at time 1, outside the tube from "));
    CHECK(differs.message.ends_with("; 2 signals differ"));
}

TEST_CASE("only the listed signals are compared") {
    Trajectory const reference = parse_csv("time,a,b\n0,0,1\n1,2,1\n");
    Trajectory const result = parse_csv("time,a\n0,0\n1,2\n");
    CHECK(compare_trajectories(reference, result, {"a"}, 2e-3).message.empty());
    TrajectoryReport const missing = compare_trajectories(reference, result, {}, 2e-3);
    CHECK(missing.kind == "SignalMissing");
    CHECK(missing.message == "`b` is not in the result");
    CHECK(compare_trajectories(reference, result, {"c"}, 2e-3).message == "`c` is not in the reference");
}

TEST_CASE("a result that ends early is told") {
    TrajectoryReport const report =
        compare_trajectories(parse_csv("time,a\n0,0\n10,0\n"), parse_csv("time,a\n0,0\n9,0\n"), {}, 2e-3);
    CHECK(report.kind == "TrajectoryEnds");
    CHECK(report.message == "the result goes from 0 to 9, the reference from 0 to 10");
}

TEST_CASE("files that cannot be read are told") {
    Trajectory const good = parse_csv("time,a\n0,0\n");
    CHECK(compare_trajectories(read_csv("/nowhere.csv"), good, {}, 2e-3).message ==
          "the reference: the file cannot be read");
    CHECK(compare_trajectories(good, parse_csv(""), {}, 2e-3).message == "the result: there is no column `time`");
    CHECK(compare_trajectories(parse_csv("time,a\n0,nan\n"), good, {}, 2e-3).kind == "FileUnreadable");
    CHECK(compare_trajectories(parse_csv("time\n0\n"), good, {}, 2e-3).kind == "SignalMissing");
}

TEST_CASE("the list of signals leaves the time out") {
    moo::test::ScratchFolder const folder;
    auto const file = folder.write("comparisonSignals.txt", "time\r\na.b[1]\r\n\r\n// d\nc\n");
    CHECK(read_signal_list(file) == std::vector<std::string>{"a.b[1]", "c"});
    CHECK(read_signal_list(folder.path() / "none").empty());
}
