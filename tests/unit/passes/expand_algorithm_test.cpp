// Algorithm sections as equations.
#include <catch2/catch.hpp>

#include "tests/unit/passes/expanded.h"

using moo::test::Expanded;

TEST_CASE("assignments follow each other; a final value is read from the variable") {
    Expanded const model("model A Real x; Real y; algorithm x := time; x := 2*x; y := x + 1; end A;");
    CHECK(model.equations() == "x = 2*time\ny = x + 1\n");
    CHECK(model.system.equations[0].provenance.kind == moo::ProvenanceKind::algorithm);
}

TEST_CASE("a continuous variable begins with its start value, a discrete one with pre") {
    Expanded const model(R"(model A Real x(start = 5); Integer n; Real y; algorithm
        if time > 1 then x := 1; n := 3; end if; y := y + 1; end A;)");
    CHECK(model.equations() == "x = if time > 1 then 1 else 5\nn = if time > 1 then 3 else pre(n)\ny = 1.0\n");
}

TEST_CASE("branches are merged by variable") {
    Expanded const model(R"(model A Real x; Real y; algorithm x := 1; y := 2;
        if time > 2 then x := 3; elseif time > 1 then y := x; x := 4; else y := 5; end if; end A;)");
    CHECK(model.equations() ==
          "x = if time > 2 then 3 elseif time > 1 then 4 else 1\n"
          "y = if time > 2 then 2 elseif time > 1 then 1 else 5\n");
}

TEST_CASE("pre, edge and change of a variable of the section look at the past") {
    Expanded const model(R"(model A Boolean b; Boolean c; Boolean d; Integer n; algorithm
        n := pre(n) + 1; b := time > 1; c := edge(b); b := time > 2; d := change(b) or change(n); end A;)");
    CHECK(model.equations() ==
          "b = time > 2\nc = time > 1 and not pre(b)\nd = change(b) or change(n)\nn = pre(n) + 1\n");
}

TEST_CASE("a variable that only one when-statement assigns has an instant equation without further conditions") {
    Expanded const model(R"(model A Real x; Integer n; Integer m; algorithm
        when {time > 1, initial()} then n := pre(n) + 1; x := n; n := n + 1; end when; m := n; end A;)");
    CHECK(model.instants() ==
          "x = pre(n) + 1 when {time > 1} and initially\nn = pre(n) + 1 + 1 when {time > 1} and initially\n");
    CHECK(model.equations() == "m = n\n");
    CHECK(model.system.is_discrete(moo::VarId(0u)));
}

TEST_CASE("several when-statements assign in their order") {
    Expanded const model(R"(model A Integer n; algorithm
        when time > 1 then n := pre(n) + 1; end when;
        when time > 2 then n := n + 10; elsewhen time > 3 then n := 0; end when; end A;)");
    CHECK(model.instants() ==
          "n = if edge(_when2) then (if edge(_when1) then pre(n) + 1 else pre(n)) + 10 "
          "elseif edge(_when3) then 0 else pre(n) + 1 when {time > 1, time > 2, time > 3}\n");
    CHECK(model.equations() == "_when1 = time > 1\n_when2 = time > 2\n_when3 = time > 3\n");
}

TEST_CASE("a variable of when-statements and of plain ones has an equation; nothing rises at the start") {
    Expanded const model(R"(model A Integer n; algorithm n := 5;
        when time > 1 then n := 6; end when;
        when initial() then n := 7; end when; end A;)");
    CHECK(model.instants().empty());
    CHECK(model.equations() ==
          "_when1 = time > 1\nn = if initial() then 7 elseif not initial() and edge(_when1) then 6 else 5\n");
}

TEST_CASE("the results of a call are assigned part by part") {
    Expanded const model(R"(model A
        record R Real a; Real b; end R;
        function f input Real u; output Real v[2]; output R r; output Real w; algorithm v := {u, u}; r.a := u; r.b := u; w := u; end f;
        Real x[2]; R r; Real y; algorithm (x, r, ) := f(time); y := x[2] + r.a; end A;)");
    CHECK(model.equations() ==
          "'x[1]' = ('A.f'(time))._1[1]\n'x[2]' = ('A.f'(time))._1[2]\n'r.a' = ('A.f'(time))._2.a\n'r.b' = "
          "('A.f'(time))._2.b\n"
          "y = 'x[2]' + 'r.a'\n");
}

TEST_CASE("an element that a variable subscript chooses changes alone") {
    Expanded const model(R"(model A Real x[20]; Integer i; equation i = if time > 1 then 1 else 2;
        algorithm x[i] := 1; end A;)");
    REQUIRE(model.good);
    CHECK(model.system.text(model.system.equations[7].rhs) == "if i == 7 then 1 else 0.0");
    CHECK(model.system.document.assertions.size() == 1);
}

TEST_CASE("loops of known range are unrolled, others become functions") {
    Expanded const model(R"(model A Real s; Real x; Integer k; algorithm
        s := 0; for i in 1:3 loop s := s + i*time; end for;
        x := 1; k := 0; while x < s loop x := 2*x; k := k + 1; end while; end A;)");
    REQUIRE(model.good);
    CHECK(model.equations() == "s = time + 2*time + 3*time\nx = (_loop1(1, 0, s))._1\nk = (_loop1(1, 0, s))._2\n");
    REQUIRE(model.system.document.functions.size() == 1);
    auto const& function = model.system.document.functions[0];
    REQUIRE(function.variables.size() == 5);
    CHECK(model.system.text(function.body[0].a) ==
          std::string(model.flat.interner.text(function.variables[3].name)) + " < " +
              std::string(model.flat.interner.text(function.variables[2].name)));
}

TEST_CASE("what happens in an algorithm has the values of its moment") {
    Expanded const model(R"(model A Real x; Integer n; function f input Real u; algorithm assert(u > 0, "f"); end f;
        algorithm x := 1; assert(x > time, "one"); x := 2;
        if time > 3 then assert(x > time, "two"); terminate("late"); f(x); end if;
        when time > 2 then n := 1; assert(n > time, "three"); f(n); end when; end A;)");
    REQUIRE(model.good);
    CHECK(model.assertions() ==
          "1 > time: \"one\"\nnot time > 3 or x > time: \"two\"\nnot time > 3 or _check1(x): \"\"\n");
    CHECK(model.actions() ==
          "\"late\" when {time > 3}\n_assert1(1 > time, \"three\") when {time > 2}\n'A.f'(1) when {time > 2}\n");
}

TEST_CASE("an initial algorithm begins with start values and gives initial equations") {
    Expanded const model(R"(model A parameter Real p(fixed = false, start = 3); Real x(start = 1); equation der(x) = p;
        initial algorithm if time > 0 then p := 2; end if; x := p + 1; end A;)");
    CHECK(model.initial_equations() == "p = if time > 0 then 2 else 3\nx = p + 1\n");
}

TEST_CASE("values that would be endless as text become variables") {
    std::string text = "model A Real x; algorithm x := time;";
    for (int i = 0; i < 60; ++i) text += " x := x*x + x;";
    Expanded const model(text + " end A;");
    REQUIRE(model.good);
    CHECK(model.system.equations.size() > 3);
    for (auto const& equation : model.system.equations) CHECK(model.system.text(equation.rhs).size() < 12000);
}

TEST_CASE("two sections must not assign the same variable") {
    Expanded const model(R"(model A Integer n; algorithm when time > 1 then n := 1; end when;
        algorithm when time > 2 then n := 2; end when; end A;)");
    CHECK_FALSE(model.good);
    CHECK(model.errors().find("`n` is assigned in several places") != std::string::npos);
}
