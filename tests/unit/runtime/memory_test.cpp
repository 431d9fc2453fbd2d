// Delays and spatial distributions by themselves.
#include <catch2/catch.hpp>
#include <cmath>

#include "runtime/instance/delay_lines.h"
#include "runtime/instance/transport_lines.h"

namespace moo::runtime {

TEST_CASE("a delay interpolates smooth values by a cubic") {
    DelayLine line;
    for (int i = 0; i <= 20; ++i) line.record(0.1 * i, std::sin(0.1 * i));
    for (double t = 0.15; t < 1.85; t += 0.0137) {
        CHECK(line.value_at(t, 2.5, 0.0) == Approx(std::sin(t)).margin(3e-6));
    }
    // Before the beginning, the first value; the points themselves exactly.
    CHECK(line.value_at(-1.0, 2.0, 0.0) == 0.0);
    CHECK(line.value_at(0.5, 2.0, 0.0) == Approx(std::sin(0.5)).epsilon(1e-15));
}

TEST_CASE("a delay jumps where its value jumped") {
    DelayLine line;
    line.record(0.0, 1.0);
    line.record(0.5, 1.0);
    line.record(1.0, 1.0);
    line.record(1.0, 5.0);
    line.record(1.5, 5.0);
    line.record(2.0, 5.0);
    CHECK(line.value_at(0.999, 2.0, 5.0) == 1.0);
    CHECK(line.value_at(1.0, 2.0, 5.0) == 5.0);
    CHECK(line.value_at(1.001, 2.0, 5.0) == 5.0);
}

TEST_CASE("points of a delay that differ by rounding do not spoil what is between others") {
    double const almost_one = std::nextafter(1.0, 0.0);
    DelayLine line;
    for (double const time : {0.0, 0.5, 0.9, almost_one, 1.0, 1.2, 1.6}) line.record(time, time);
    for (double const time : {0.7, 0.95, 0.99, 1.01, 1.1, 1.4}) {
        INFO(time);
        CHECK(line.value_at(time, 2.0, 2.0) == Approx(time).epsilon(1e-11));
    }
}

TEST_CASE("a delay that is shorter than the step lies between its ends") {
    DelayLine line;
    line.record(0.0, 0.0);
    line.record(1.0, 1.0);
    CHECK(line.value_at(1.5, 2.0, 3.0) == Approx(2.0));
    CHECK(line.value_at(2.0, 2.0, 3.0) == 3.0);
}

TEST_CASE("a delay forgets what nobody can ask for any more") {
    DelayLine line;
    for (int i = 0; i <= 1000; ++i) {
        line.record(i, i);
        line.forget_before(i - 10.0);
    }
    CHECK(line.value_at(990.5, 1000.0, 1000.0) == Approx(990.5));
    CHECK(line.value_at(0.0, 1000.0, 1000.0) >= 980.0);
}

TEST_CASE("a profile moves through the pipe, with its jump") {
    TransportLine line;
    line.start({0.0, 0.5, 0.5, 1.0}, {1.0, 1.0, 3.0, 3.0});
    line.anchor(10.0);
    CHECK(line.result(1, 8.0, 9.0, 10.0, true) == 3.0);
    CHECK(line.result(0, 8.0, 9.0, 10.0, true) == 8.0);
    CHECK(line.result(1, 8.0, 9.0, 10.4, true) == 3.0);
    CHECK(line.result(1, 8.0, 9.0, 10.6, true) == 1.0);
    // Backwards the other end shows what was there.
    CHECK(line.result(0, 8.0, 9.0, 9.6, false) == 1.0);
    CHECK(line.result(0, 8.0, 9.0, 9.4, false) == 3.0);
    CHECK(line.result(1, 8.0, 9.0, 9.4, false) == 9.0);
}

TEST_CASE("what flows in comes out at the other end") {
    TransportLine line;
    line.start({0.0, 1.0}, {0.0, 0.0});
    line.anchor(0.0);
    for (int i = 1; i <= 30; ++i) line.record(0.1 * i, 0.0, 0.1 * i, true);
    CHECK(line.result(1, 3.05, 0.0, 3.05, true) == Approx(2.05));
    // A step longer than the pipe: in between lies what has just entered.
    CHECK(line.result(1, 6.0, 0.0, 6.0, true) == Approx(5.0));
}

}  // namespace moo::runtime
