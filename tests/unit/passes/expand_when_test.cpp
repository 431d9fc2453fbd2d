// When-equations as instant equations, and what happens beside equations.
#include <catch2/catch.hpp>

#include "tests/unit/passes/expanded.h"

using moo::test::Expanded;

TEST_CASE("elsewhen stands back by the edges of generated variables") {
    Expanded const model(R"(model A Integer a; Boolean b; equation b = time > 3;
        when b then a = 1; elsewhen {time > 1, time > 2} then a = 2; elsewhen time > 4 then a = 3; end when; end A;)");
    CHECK(model.instants() ==
          "a = if edge(b) then 1 elseif edge(_when1) or edge(_when2) then 2 else 3 when "
          "{b, time > 1, time > 2, time > 4}\n");
    CHECK(model.equations() == "b = time > 3\n_when1 = time > 1\n_when2 = time > 2\n");
}

TEST_CASE("edges are those of variables with a past") {
    Expanded const model(R"(model A input Boolean u; parameter Boolean p = false; Integer a; equation
        when u then a = 1; elsewhen p then a = 2; elsewhen time > 1 then a = 3; end when; end A;)");
    CHECK(model.instants() ==
          "a = if edge(_when1) then 1 elseif edge(_when2) then 2 else 3 when {u, p, time > 1}\n");
    CHECK(model.equations() == "_when1 = u\n_when2 = p\n");
}

TEST_CASE("initial() among the conditions of a branch is known by its value") {
    Expanded const model(R"(model A Integer a; equation
        when time > 1 then a = 1; elsewhen {initial(), time > 2} then a = 2; end when; end A;)");
    CHECK(model.instants() ==
          "a = if not initial() and edge(_when1) then 1 else 2 when {time > 1, time > 2} and initially\n");
}

TEST_CASE("an if-equation inside a when-equation is a choice of values") {
    Expanded const model(R"(model A Integer a; Integer b; equation when time > 1 then
        if time > 2 then a = 1; b = 2; else b = 3; a = 4; end if; end when; end A;)");
    CHECK(model.instants() ==
          "a = if time > 2 then 1 else 4 when {time > 1}\nb = if time > 2 then 2 else 3 when {time > 1}\n");
}

TEST_CASE("reinit under a condition or in several branches has conditions of its own") {
    Expanded const model(R"(model A Real x; Real y; equation der(x) = 1; der(y) = 1;
        when x > 1 then reinit(x, 0); reinit(y, 1);
        elsewhen time > 1 then if x > 0 then reinit(x, 2); end if; end when; end A;)");
    CHECK(model.instants() ==
          "reinit x = if edge(_when4) then 0 else 2 when {_when3, _when4}\nreinit y = 1 when {x > 1}\n");
    CHECK(model.equations() ==
          "der(x) = 1\nder(y) = 1\n_when1 = x > 1\n_when2 = time > 1\n"
          "_when3 = edge(_when2) and noEvent(not edge(_when1) and x > 0)\n_when4 = edge(_when1)\n");
}

TEST_CASE("terminate, assert and calls in a when-equation are actions") {
    Expanded const model(R"(model A impure function f input Real u; external "C" f(u); end f; equation
        when {time > 1, terminal()} then
          terminate("done " + String(time)); assert(time > 2, "early", AssertionLevel.warning); f(time);
          if time > 3 then f(3); end if;
        end when;
        when initial() then f(0); end when; end A;)");
    REQUIRE(model.good);
    CHECK(model.actions() ==
          "\"done \" + String(time) when {time > 1, terminal()}\n"
          "_assert1(time > 2, \"early\") when {time > 1, terminal()}\n"
          "'A.f'(time) when {time > 1, terminal()}\n"
          "'A.f'(3) when {_when3}\n"
          "'A.f'(0) when {initial()}\n");
    CHECK(model.equations() ==
          "_when1 = time > 1\n_when2 = terminal()\n"
          "_when3 = (edge(_when1) or edge(_when2)) and noEvent(time > 3)\n");
}

TEST_CASE("assertions outside of when-equations keep level, message and guard") {
    Expanded const model(R"(model A parameter Real p = 1; Real x = time; equation
        assert(x < 1, "x is " + String(x), AssertionLevel.warning);
        if p > 2 then assert(x < 2, "two"); end if;
        initial equation assert(p > 0, "p"); assert(x > 0, "x"); end A;)");
    CHECK(model.assertions() == "warning x < 1: \"x is \" + String(x)\nnot p > 2 or x < 2: \"two\"\np > 0: \"p\"\n");
    CHECK(model.actions() == "_assert1(x > 0, \"x\") when {initial()}\n");
}

TEST_CASE("a call for its effect at all times is part of a check") {
    Expanded const model(R"(model A function f input Real u[:]; algorithm assert(u[1] > 0, "f"); end f; equation
        f({time, 1}); f({1, time}); end A;)");
    CHECK(model.assertions() == "_check1({time, 1.0}): \"\"\n_check1({1.0, time}): \"\"\n");
}

TEST_CASE("settle_structure chooses a branch where the numbers of equations differ") {
    Expanded const model(R"(model A parameter Boolean p = false; Real x(fixed = not p); Real y; equation
        if p then x = 1; y = 2; else x = 3; end if; if not p then y = 4; end if; end A;)");
    CHECK(model.equations() == "x = 3\ny = 4\n");
    CHECK(model.system.document.variables[moo::VarId(1u)].is_fixed(model.system.document.exprs));
    CHECK(model.system.document.variables[moo::VarId(0u)].is_evaluated);
}

TEST_CASE("what no value asks for gets no variable") {
    Expanded const model(R"(model A Integer a; equation
        when time > 1 then a = 1; elsewhen time > 2 then a = 1; end when; end A;)");
    CHECK(model.instants() == "a = 1 when {time > 1, time > 2}\n");
    CHECK(model.equations().empty());
}
