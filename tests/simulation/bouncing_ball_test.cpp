// The paper's ball against its closed form: it falls for sqrt(2 h/g), then flies 2 v_n/g with v_n = e^n sqrt(2 g h).
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/simulation/pipeline.h"

namespace {

using moo::test::Simulator;
using moo::test::Trajectory;

// Times at which `impact` turns true.
std::vector<double> impact_times(Trajectory const& ball) {
    std::vector<double> times;
    auto const& impact = ball["impact"];
    for (std::size_t i = 1; i < impact.size(); ++i) {
        if (impact[i] != 0 && impact[i - 1] == 0) times.push_back(ball.time[i]);
    }
    return times;
}

// Compares the impacts while the flights between them last longer than `shortest`; gives the number compared.
int check_impacts(Trajectory const& ball, double height, double e, double g, double shortest) {
    std::vector<double> const impacts = impact_times(ball);
    double expected = std::sqrt(2 * height / g);
    double speed = std::sqrt(2 * g * height);
    int compared = 0;
    for (double const impact : impacts) {
        INFO("impact " << compared + 1);
        CHECK(std::abs(impact - expected) < 1e-6);
        ++compared;
        speed *= e;
        if (2 * speed / g < shortest) break;
        expected += 2 * speed / g;
    }
    return compared;
}

// Between impacts n and n + 1: h = v t - g t^2/2, for t since the impact.
void check_first_flight(Trajectory const& ball, double height, double e, double g) {
    double const start = std::sqrt(2 * height / g);
    double const speed = e * std::sqrt(2 * g * height);
    int compared = 0;
    for (std::size_t i = 0; i < ball.time.size(); ++i) {
        double const t = ball.time[i] - start;
        if (t < 1e-3 || t > 2 * speed / g - 1e-3) continue;
        REQUIRE(std::abs(ball["h"][i] - (speed * t - g * t * t / 2)) < 1e-5);
        REQUIRE(std::abs(ball["v"][i] - (speed - g * t)) < 1e-5);
        ++compared;
    }
    CHECK(compared > 50);
}

void check_rest(Trajectory const& ball) {
    CHECK(ball["flying"].back() == 0);
    CHECK(ball["v"].back() == 0);
    CHECK(ball["der(v)"].back() == 0);
    CHECK(std::abs(ball["h"].back()) < 1e-9);
}

}  // namespace

TEST_CASE("the ball of the paper bounces at the times of the closed form and comes to rest") {
    Simulator const simulator("../../docs/examples/BouncingBall.mo");
    Trajectory const ball = simulator.run("--stop 3");
    CHECK(ball.time.back() == 3);
    CHECK(check_impacts(ball, 1, 0.7, 9.81, 1e-6) > 30);
    check_first_flight(ball, 1, 0.7, 9.81);
    check_rest(ball);
}

TEST_CASE("so do balls with other parameters, chosen at the start of the simulation") {
    Simulator const simulator("../../docs/examples/BouncingBall.mo");
    struct Case {
        double height, e, g;
        char const* options;
    };
    for (Case const& c : {Case{5, 0.5, 1.62, "--set e=0.5 --set g=1.62 --start h=5 --stop 10"},
                          Case{0.3, 0.8, 9.81, "--set e=0.8 --start h=0.3 --stop 4"},
                          Case{2, 0.3, 24.8, "--set e=0.3 --set g=24.8 --start h=2 --stop 2"}}) {
        INFO(c.options);
        Trajectory const ball = simulator.run(c.options);
        CHECK(check_impacts(ball, c.height, c.e, c.g, 1e-4) > 5);
        check_first_flight(ball, c.height, c.e, c.g);
        check_rest(ball);
    }
}
