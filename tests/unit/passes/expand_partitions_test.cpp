// Clocked partitions.
#include <catch2/catch.hpp>

#include "tests/unit/passes/expanded.h"

using moo::test::Expanded;

namespace {

std::string equations_of(Expanded const& model, std::size_t partition) {
    std::string result;
    for (auto const& equation : model.system.partitions.at(partition).equations) {
        result += model.system.text(equation.lhs) + " = " + model.system.text(equation.rhs) + "\n";
    }
    return result;
}

}  // namespace

TEST_CASE("base clocks have an interval, a fraction, or a condition that is a variable") {
    Expanded const model(R"(model A Real x; Real y; Real z; equation
        x = sample(time, Clock(0.1)); y = sample(time, Clock(1, 10)); z = sample(time, Clock(time > 1)); end A;)");
    REQUIRE(model.good);
    auto const& clocks = model.system.document.clocks;
    REQUIRE(clocks.size() == 3);
    CHECK(clocks[0].kind == moo::ClockKind::periodic);
    CHECK(model.system.text(clocks[0].interval) == "0.1");
    CHECK(model.system.text(clocks[1].resolution) == "10");
    CHECK(clocks[2].kind == moo::ClockKind::event);
    CHECK(model.system.text(clocks[2].condition) == "_when1");
    CHECK(model.equations() == "_when1 = time > 1\n");
}

TEST_CASE("the unknowns of a partition are what it does not take from elsewhere") {
    Expanded const model(R"(model A Real u = time; Real x; Real y; Real z; Real h; equation
        x = sample(u, Clock(0.1)) + previous(y); y = previous(x); z = subSample(y, 2); h = hold(y); end A;)");
    REQUIRE(model.good);
    auto const& partitions = model.system.partitions;
    REQUIRE(partitions.size() == 2);
    CHECK(equations_of(model, 0) == "x = sample(u) + previous(y)\ny = previous(x)\n");
    CHECK(partitions[0].unknowns.size() == 2);
    CHECK(equations_of(model, 1) == "z = noClock(y)\n");
    CHECK(partitions[1].unknowns.size() == 1);
    CHECK(partitions[1].factor_numerator == 2);
    CHECK(model.equations() == "u = time\nh = hold(y)\n");
    CHECK_FALSE(model.system.is_elsewhere(moo::VarId(0u)));
    CHECK(model.system.is_elsewhere(moo::VarId(1u)));
}

TEST_CASE("a clocked algorithm begins with previous values") {
    Expanded const model(R"(model A Real u; Integer n; equation u = sample(time, Clock(0.1));
        algorithm if u > 0.5 then n := n + 1; end if; end A;)");
    REQUIRE(model.good);
    CHECK(equations_of(model, 0) == "u = sample(time)\nn = if u > 0.5 then previous(n) + 1 else previous(n)\n");
}

TEST_CASE("a continuous partition is discretized by its solver method") {
    auto const with_method = [](std::string const& method) {
        return "model A Real x(start = 1); equation der(x) = -x + sample(time, Clock(Clock(0.1), solverMethod = \"" +
               method + "\")); end A;";
    };
    CHECK(equations_of(Expanded(with_method("ExplicitEuler")), 0) ==
          "_der1 = -x + sample(time)\nx = if firstTick() then previous(x) else previous(x) + "
          "interval()*previous(_der1)\n");
    CHECK(equations_of(Expanded(with_method("ImplicitEuler")), 0) ==
          "_der1 = -x + sample(time)\nx = if firstTick() then previous(x) else previous(x) + interval()*_der1\n");
    CHECK(equations_of(Expanded(with_method("ImplicitTrapezoid")), 0) ==
          "_der1 = -x + sample(time)\n"
          "x = if firstTick() then previous(x) else previous(x) + 0.5*interval()*(previous(_der1) + _der1)\n");
    CHECK(equations_of(Expanded(with_method("ExplicitMidPoint2")), 0) ==
          "_der1 = -x + sample(time)\n"
          "x = if firstTick() then previous(x) else previous(x) + interval()*_stage1\n"
          "_input1 = sample(time)\n"
          "_stage2 = if firstTick() then previous(x) else previous(x) + 0.5*interval()*previous(_der1)\n"
          "_stage1 = -_stage2 + (if firstTick() then _input1 else 0.5*(previous(_input1) + _input1))\n");
    Expanded const unknown(with_method("Guess"));
    CHECK_FALSE(unknown.good);
    CHECK(unknown.errors().find("there is no solver method \"Guess\"") != std::string::npos);
}
