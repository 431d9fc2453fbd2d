#include "runtime/solvers/crossings.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "runtime/events/event_iteration.h"
#include "tests/unit/runtime/bouncing_ball.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

struct BallFixture {
    BallFixture(double h, double v)
        : messages([](MessageSeverity, std::string_view) {}), ball(bouncing_ball, messages) {
        ball.set_start(ball_h, h);
        ball.set_start(ball_v, v);
        REQUIRE(EventHandler(ball).initialize());
    }
    Messages messages;
    Instance ball;
    Crossings crossings{ball};
};

}  // namespace

TEST_CASE("the time to the next crossing is estimated to second order, on any scale") {
    double const size = GENERATE(1.0, 1e-5, 1e-10);
    SECTION("falling from rest") {
        BallFixture f(size, -1e-12 * size);
        CHECK(estimate_next_crossing(f.ball, f.crossings, 1e-8) == Approx(std::sqrt(2.0 * size / 9.81)).epsilon(0.02));
    }
    SECTION("rising: the turning point comes first") {
        BallFixture f(1.0, size);
        CHECK(estimate_next_crossing(f.ball, f.crossings, 1e-8) == Approx(size / 9.81).epsilon(1e-6));
    }
}

TEST_CASE("the estimate leaves the instance as it was") {
    BallFixture f(0.5, -1.0);
    std::vector<double> const before(f.ball.values().begin(), f.ball.values().end());
    (void)estimate_next_crossing(f.ball, f.crossings, 1e-8);
    CHECK(std::equal(before.begin(), before.end(), f.ball.values().begin()));
    CHECK(f.ball.time() == 0.0);
}

TEST_CASE("a crossing function on its border takes the side of its relation") {
    BallFixture f(1.0, 0.0);
    std::vector<double> z(2);
    REQUIRE(f.crossings.evaluate(z));
    CHECK(z[0] == -1.0);
    CHECK(z[1] > 0.0);
    f.ball.relations()[1] = 0;
    REQUIRE(f.crossings.evaluate(z));
    CHECK(z[1] < 0.0);
    CHECK(z[1] == -border_value);
}

}  // namespace moo::runtime
