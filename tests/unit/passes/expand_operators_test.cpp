// Event functions and other operators with function syntax.
#include <catch2/catch.hpp>
#include <cmath>

#include "moo/expr/evaluate.h"
#include "tests/unit/passes/expanded.h"

using moo::test::Expanded;

TEST_CASE("floor, ceil and integer of what changes continuously are discrete variables") {
    Expanded const model("model A Real x = floor(time); Real y = ceil(time); Integer n = integer(2*time); end A;");
    CHECK(model.equations() ==
          "x = _floor1\ny = _ceil1\nn = _integer1\n"
          "_floor1 = if initial() then noEvent(floor(time)) elseif time >= pre(_floor1) + 1 or time < pre(_floor1) "
          "then noEvent(floor(time)) else pre(_floor1)\n"
          "_ceil1 = if initial() then noEvent(ceil(time)) elseif time > pre(_ceil1) or time <= pre(_ceil1) - 1 "
          "then noEvent(ceil(time)) else pre(_ceil1)\n"
          "_integer1 = if initial() then noEvent(integer(2*time)) elseif 2*time >= pre(_integer1) + 1 or "
          "2*time < pre(_integer1) then noEvent(integer(2*time)) else pre(_integer1)\n");
}

TEST_CASE("mod and rem are what a quotient leaves; equal quotients share their steps") {
    Expanded const model("model A Real x = mod(time, 3); Real y = rem(time, 3); Real z = div(time, 3); end A;");
    REQUIRE(model.good);
    CHECK(model.system.equations.size() == 5);
    CHECK(model.equations().substr(0, model.equations().find("\n_")) ==
          "x = time - _floor1*3\ny = time - _div1*3\nz = _div1");
}

TEST_CASE("event functions stay inside noEvent, in when-clauses, functions and of discrete arguments") {
    Expanded const model(R"(model A Integer i; Real x = noEvent(floor(time)); Integer k = mod(i, 2); Real y; Real z;
        initial equation z = floor(time); equation der(z) = 0; algorithm
        when time > 1 then i := integer(time); y := mod(time, 2); end when; end A;)");
    CHECK(model.equations() == "x = noEvent(floor(time))\nk = mod(i, 2)\nder(z) = 0\n");
    CHECK(model.instants() == "i = integer(time) when {time > 1}\ny = mod(time, 2) when {time > 1}\n");
    CHECK(model.initial_equations() == "z = floor(time)\n");
}

TEST_CASE("sign and abs cause no events") {
    Expanded const model("model A Real x = sign(time - 1) + abs(time - 2); end A;");
    CHECK(model.equations() == "x = sign(time - 1) + abs(time - 2)\n");
}

TEST_CASE("nested event functions are taken apart from the inside") {
    Expanded const model("model A Real x = floor(mod(time, 3)); end A;");
    REQUIRE(model.good);
    CHECK(model.equations().find("x = _floor2\n") == 0);
    CHECK(model.equations().find("noEvent(floor(time - _floor1*3))") != std::string::npos);
}

TEST_CASE("semiLinear is a smooth choice") {
    Expanded const model("model A Real x = semiLinear(time - 1, 2, 3); end A;");
    CHECK(model.equations() == "x = smooth(0, if time - 1 >= 0 then 2*(time - 1) else 3*(time - 1))\n");
}

TEST_CASE("a short list is chosen from by conditions, a long one at run time") {
    Expanded const model(
        R"(model A Integer i = if time > 1 then 1 else 2; Real x[2, 2]; Real y[20]; Real a; Real b; equation
        x = [1, 2; 3, 4]*time; y = {k*time for k in 1:20}; a = x[i, 2]; b = y[i]; end A;)");
    REQUIRE(model.good);
    std::string const text = model.equations();
    CHECK(text.find("a = if i == 1 then 'x[1,2]' else 'x[2,2]'\n") != std::string::npos);
    CHECK(text.find("b = ({'y[1]', 'y[2]'") != std::string::npos);
}

TEST_CASE("collect_operators lists sample, delay and spatialDistribution once each") {
    Expanded const model(
        R"(model A Real x = delay(time, 1) + delay(time, 1); Real y; Integer n; Real a; Real b; equation
        y = delay(x, time, 2);
        (a, b) = spatialDistribution(x, y, time, true, {0, 0.5, 1}, {1, 2, 3});
        when sample(0, 0.1) then n = pre(n) + 1; end when; end A;)");
    REQUIRE(model.good);
    auto const& document = model.system.document;
    REQUIRE(document.delays.size() == 2);
    CHECK_FALSE(document.delays[0].longest);
    CHECK(model.system.text(document.delays[1].longest) == "2");
    REQUIRE(document.samplings.size() == 1);
    CHECK(model.system.text(document.samplings[0].interval) == "0.1");
    REQUIRE(document.transports.size() == 1);
    CHECK(document.transports[0].initial_values.size() == 3);
}

TEST_CASE("step variables follow their functions up and down, and from borders") {
    std::vector<double> path;
    for (double x = -3; x <= 3; x += 0.25) path.push_back(x);
    for (double x = 3; x >= -3; x -= 0.5) path.push_back(x);
    std::pair<std::string, double (*)(double)> const functions[] = {
        {"floor(time)", [](double x) { return std::floor(x); }},
        {"ceil(time)", [](double x) { return std::ceil(x); }},
        {"div(time, 1)", [](double x) { return std::trunc(x); }}};
    for (auto const& [text, function] : functions) {
        INFO(text);
        Expanded const model("model A Real x = " + text + "; end A;");
        REQUIRE(model.system.equations.size() == 2);
        auto const& exprs = model.system.document.exprs;
        double last = 0;
        bool is_initial = true;
        for (double const time : path) {
            auto const values = [&](moo::ExprStore const& store, moo::ExprId leaf) {
                if (store.kind(leaf) == moo::ExprKind::time) return moo::Value::real(time);
                if (store.kind(leaf) == moo::ExprKind::pre) return moo::Value::real(last);
                if (store.is_builtin(leaf, moo::Builtin::initial)) return moo::Value::boolean(is_initial);
                return moo::Value();
            };
            auto const result = evaluate(exprs, model.system.equations[1].rhs, values);
            REQUIRE(result.as_real() == function(time));
            last = result.as_real();
            is_initial = false;
        }
    }
}

TEST_CASE("a subscript in a branch is checked where the branch is taken") {
    Expanded const model(R"(model A Integer i; Real x; Real y[2] = {time, 2*time}; equation
        when time > 1 then i = pre(i) + 1; end when; x = if i > 0 then y[i] else 0; end A;)");
    REQUIRE(model.good);
    auto const& assertions = model.system.document.assertions;
    REQUIRE(assertions.size() == 1);
    CHECK(model.system.text(assertions[0].condition) == "not i > 0 or i >= 1 and i <= 2");
}
