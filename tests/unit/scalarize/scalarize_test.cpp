// Variables, equations, algorithms, and what is refused.
#include <catch2/catch.hpp>

#include "moo/check/counts.h"
#include "tests/unit/scalarize/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

Variable const* find(Scalarized const& s, std::string const& name) {
    for (Variable const& variable : s.model.variables) {
        if (s.interner.text(variable.name) == name) return &variable;
    }
    return nullptr;
}

std::string names(Scalarized const& s) {
    std::string result;
    for (Variable const& variable : s.model.variables) {
        result += (result.empty() ? "" : " ") + std::string(s.interner.text(variable.name));
    }
    return result;
}

}  // namespace

TEST_CASE("variables become their scalars, in place and row by row") {
    Scalarized const s(
        "package M\nrecord R Real a; Real b[2]; end R;\nmodel M\n"
        "Real first; Real x[2, 2] \"text\"; R r; R s[2]; Real none[0, 3]; Boolean b[1]; Real last;\n"
        "equation end M;\nend M;\n");
    REQUIRE(s.is_good);
    CHECK(names(s) ==
          "first x[1,1] x[1,2] x[2,1] x[2,2] r.a r.b[1] r.b[2] s[1].a s[1].b[1] s[1].b[2] s[2].a s[2].b[1] s[2].b[2] "
          "b[1] last");
    CHECK(find(s, "b[1]")->type == types::boolean);
    CHECK(find(s, "b[1]")->variability == Variability::discrete);
    CHECK(s.interner.text(find(s, "x[2,1]")->description) == "text");
    CHECK(find(s, "x[2,1]")->source.begin == find(s, "x[1,1]")->source.begin);
}

TEST_CASE("attributes and bindings go element by element, scalars to all") {
    Scalarized const s(
        "package M\nmodel M\n"
        "parameter Real p[2](unit = \"m\", start = {1, 2}, min = 0) = {3, 2*q};\nparameter Real q = 1;\n"
        "Real x[2](start = p, fixed = {true, false});\n"
        "equation x = p; end M;\nend M;\n");
    REQUIRE(s.is_good);
    CHECK(s.section("  model", "  equation") ==
          "parameter Real p[1](unit = \"m\", min = 0, start = 1) = 3.0\n"
          "parameter Real p[2](unit = \"m\", min = 0, start = 2) = 2*q\nparameter Real q = 1\n"
          "Real x[1](start = p[1], fixed = true)\nReal x[2](start = p[2], fixed = false)\n");
}

TEST_CASE("the declaration knows the size of a result that its function leaves open") {
    Scalarized const s(
        "package M\nfunction f input Real u; output Real y[:]; external \"C\" f(u, y); end f;\nmodel M\n"
        "parameter Real p[2] = f(1);\nequation end M;\nend M;\n");
    REQUIRE(s.is_good);
    CHECK(s.section("  model", "  end") == "parameter Real p[1] = (f(1))[1]\nparameter Real p[2] = (f(1))[2]\n");
}

TEST_CASE("for-equations are unrolled, branches stay") {
    std::string const v = "parameter Integer n = 2; Real x[2]; Real y[2]; Boolean c; discrete Real d[2];";
    CHECK(equations_of(v, "for i in 1:n loop for j in i:n loop x[j] = i*y[j]; end for; end for;") ==
          "x[1] = y[1]\nx[2] = y[2]\nx[2] = 2*y[2]\n");
    CHECK(equations_of(v, "if c then x = y; else x[1] = 1; x[2] = 2; end if;") ==
          "if c then\nx[1] = y[1]\nx[2] = y[2]\nelse\nx[1] = 1\nx[2] = 2\nend if\n");
    CHECK(equations_of(v, "for i in 1:n loop if i > 1 then x[i] = y[i - 1]; else x[i] = 0; end if; end for;") ==
          "x[1] = 0\nx[2] = y[1]\n");
    CHECK(equations_of(v, "when {c, not c} then d = x; elsewhen c then d = y; end when;") ==
          "when {c, not c} then\nd[1] = x[1]\nd[2] = x[2]\nelsewhen c then\nd[1] = y[1]\nd[2] = y[2]\nend when\n");
    CHECK(equations_of(v, "when c then reinit(x, -y); end when;") ==
          "when c then\nreinit(x[1], -y[1])\nreinit(x[2], -y[2])\nend when\n");
    CHECK(equations_of(v + "Real z[0];", "z = zeros(0);\nassert(x[1] > 0, \"low\");") == "assert(x[1] > 0, \"low\")\n");
}

TEST_CASE("equations of records go field by field") {
    std::string const record = "record R Real a; Real b; end R;\n";
    CHECK(equations_of("R r; R s;", "r = s;", record) == "r.a = s.a\nr.b = s.b\n");
    CHECK(equations_of("R r[2]; Real x[2];", "r[1] = R(1, x[1]);\nx = r.b;", record) ==
          "r[1].a = 1.0\nr[1].b = x[1]\nx[1] = r[1].b\nx[2] = r[2].b\n");
}

TEST_CASE("parameters whose values were needed are marked") {
    Scalarized const s(
        "model M parameter Integer n = 2; parameter Integer p = 1; Real x[2]; Real A[2, 2]; equation "
        "A*x = (A^n)*{x[p], 1}; end M;");
    REQUIRE(s.is_good);
    CHECK(find(s, "n")->is_evaluated);
    CHECK_FALSE(find(s, "p")->is_evaluated);
}

TEST_CASE("assignments of arrays") {
    std::string const v = "Real x[2]; Real y[2]; Real A[2, 2]; Integer k; Integer e[2];";
    CHECK(algorithm_of(v, "x := y + {1, 2};") == "x[1] := y[1] + 1\nx[2] := y[2] + 2\n");
    CHECK(algorithm_of(v, "x := 2*x;") == "x[1] := 2*x[1]\nx[2] := 2*x[2]\n");
    SECTION("an order in which nothing is overwritten before it is read") {
        CHECK(algorithm_of(v, "x := {y[1], x[1]};") == "x[2] := x[1]\nx[1] := y[1]\n");
    }
    SECTION("temporaries where there is no such order") {
        CHECK(algorithm_of(v, "x := {x[2], x[1]};") == "-x[1] := x[2]\n-x[2] := x[1]\nx[1] := -x[1]\nx[2] := -x[2]\n");
    }
    SECTION("the old value of an event is not overwritten") {
        CHECK(algorithm_of(v, "x := {pre(x[2]), pre(x[1])};") == "x[1] := pre(x[2])\nx[2] := pre(x[1])\n");
    }
    SECTION("an element that is chosen later") {
        CHECK(algorithm_of(v, "x[k] := 1;") ==
              "if k == 1 then\nx[1] := 1\nelseif k == 2 then\nx[2] := 1\nelse\n"
              "assert(false, \"A subscript is out of range\")\nend if\n");
        CHECK(
            algorithm_of(v, "A[k, :] := x;") ==
            "if k == 1 then\nA[1,1] := x[1]\nA[1,2] := x[2]\nelseif k == 2 then\nA[2,1] := x[1]\nA[2,2] := x[2]\nelse\n"
            "assert(false, \"A subscript is out of range\")\nend if\n");
    }
}

TEST_CASE("calls in algorithms stay one statement") {
    std::string const functions =
        "function f input Real x[2]; output Real y[2]; algorithm y := 2*x; end f;\n"
        "function g input Real x; output Real y; output Real z[2]; algorithm y := x; z := {x, x}; end g;\n";
    std::string const v = "Real x[2]; Real s; Integer k;";
    CHECK(algorithm_of(v, "x := f(x);", functions) == "({x[1], x[2]}) := f({x[1], x[2]})\n");
    CHECK(algorithm_of(v, "(s, x) := g(s);", functions) == "(s, {x[1], x[2]}) := g(s)\n");
    CHECK(algorithm_of(v, "s := g(s);", functions) == "s := g(s)\n");
    CHECK(algorithm_of(v, "(x[k], ) := g(s);", functions)
              .starts_with("(-x[1], ) := g(s)\nif k == 1 then\nx[1] := -x[1]\nelseif"));
}

TEST_CASE("an impure call is not repeated for each scalar") {
    std::string const beside =
        "impure function f output Real y; external \"C\" y = f(); end f;\n"
        "impure function g output Real y[2]; external \"C\" g(y); end g;\n";
    CHECK(algorithm_of("Real x[2];", "x := g();", beside) == "({x[1], x[2]}) := g()\n");
    CHECK(algorithm_of("Real x[2];", "x := fill(f(), 2);", beside).find("UnsupportedConstruct") != std::string::npos);
}

TEST_CASE("loops in algorithms") {
    std::string const v = "Real x[2]; Real s; Integer k;";
    CHECK(algorithm_of(v, "for i in 1:2 loop x[i] := i*s; end for;") == "x[1] := s\nx[2] := 2*s\n");
    CHECK(algorithm_of(v, "while s < x[k] loop s := s + 1; end while;") ==
          "while s < ({x[1], x[2]})[k] loop\ns := s + 1\nend while\n");
    std::string const kept = algorithm_of(v, "for i in 1:k loop s := s + x[i]; end for;");
    CHECK(kept == "for i in 1:k loop\ns := s + ({x[1], x[2]})[i]\nend for\n");
    std::string const left = algorithm_of(v, "for i in 1:2 loop if s > x[i] then break; end if; end for;");
    CHECK(left == "for i in 1:2 loop\nif s > ({x[1], x[2]})[i] then\nbreak\nend if\nend for\n");
    ScalarizeLimits limits;
    limits.max_statements = 3;
    Scalarized const large("model M Real x[4]; algorithm for i in 1:4 loop x[1] := i; end for; end M;", limits);
    CHECK(large.algorithm() == "for i in 1:4 loop\nx[1] := i\nend for\n");
}

TEST_CASE("functions stay as they are") {
    Scalarized const s(
        "package M\nconstant Real C[2] = {1, 2};\n"
        "function f input Real x[:]; output Real y; protected Real t[2]; algorithm t := C; "
        "for i in 1:2 loop t[i] := t[i]*x[i]; end for; y := sum(t); end f;\n"
        "model M Real x[2]; equation x[1] = f(x); x[2] = 1; end M;\nend M;\n");
    REQUIRE(s.is_good);
    CHECK(s.text.find("'t' := 'C';") != std::string::npos);
    CHECK(s.text.find("'t'['i'] := 't'['i']*'x'['i'];") != std::string::npos);
    CHECK(s.text.find("constant Real 'C'[2] = {1, 2};") != std::string::npos);
}

TEST_CASE("enumerations, texts, pairs and external objects") {
    std::string const beside =
        "type E = enumeration(one, two);\n"
        "class T extends ExternalObject;\n"
        "function constructor input Real x[:]; output T t; external \"C\" t = make(x); end constructor;\n"
        "function destructor input T t; external \"C\" free(t); end destructor;\nend T;\n"
        "function use input T t; output Real y; external \"C\" y = use(t); end use;\n";
    CHECK(equations_of("E e[2]; E f[2]; Integer n; Real x[2];",
                       "e = {E.two, f[1]};\nn = Integer(e[2]);\nx[1] = x[f[1]];",
                       beside) == "e[1] = E.two\ne[2] = f[1]\nn = Integer(e[2])\nx[1] = ({x[1], x[2]})[f[1]]\n");
    CHECK(equations_of("String s[2]; Real x[2];", "s = {\"a\", String(x[1])};") ==
          "s[1] = \"a\"\ns[2] = String(x[1])\n");
    CHECK(equations_of("Real x[2]; Real v;",
                       "(x[1], x[2]) = spatialDistribution(v, x[1], time, true, {0, 1}, {v, 0});") ==
          "x[1] = (spatialDistribution(v, x[1], time, true, {0, 1}, {v, 0.0}))._1\n"
          "x[2] = (spatialDistribution(v, x[1], time, true, {0, 1}, {v, 0.0}))._2\n");
    Scalarized const s("package M\n" + beside +
                       "model M\nparameter Real p[2] = {1, 2};\nparameter T t = T(p);\nReal y;\nequation\ny = use(t);\n"
                       "end M;\nend M;\n");
    CHECK(s.messages() == "");
    CHECK(s.text.find("'t' = 'T'({'p[1]', 'p[2]'})") != std::string::npos);
    CHECK(s.equations() == "y = use(t)\n");
}

TEST_CASE("initial equations and algorithms") {
    Scalarized const s(
        "model M Real x[2]; Real y[2]; initial equation x = {1, 2}; equation der(x) = y; y = x; "
        "initial algorithm y := x; end M;");
    REQUIRE(s.is_good);
    CHECK(s.section("  initial equation", "  equation") == "x[1] = 1\nx[2] = 2\n");
    CHECK(s.section("  initial algorithm", "  end") == "y[1] := x[1]\ny[2] := x[2]\n");
}

TEST_CASE("clock partitions") {
    Scalarized const s(
        "package M\nmodel M\nReal x[2]; Real y[2];\nequation\ny = hold(x);\npartition\nClock c = Clock(0.1);\n"
        "subpartition (clock = c)\nequation\nx = previous(x) + {1, 2};\nend M;\nend M;\n");
    REQUIRE(s.is_good);
    REQUIRE(s.model.partitions.size() == 1);
    CHECK(s.model.partitions[0].sub_partitions[0].equations.size() == 2);
}

TEST_CASE("what cannot be taken apart is reported, and the model stays") {
    auto const messages = [](std::string const& text, ScalarizeLimits const& limits = {}) {
        Scalarized const s("model M " + text + " end M;", limits);
        CHECK_FALSE(s.is_good);
        return s.messages();
    };
    CHECK(messages("Integer k; Real x[3]; equation for i in 1:k loop x[i] = 1; end for;").find("NotEvaluable") !=
          std::string::npos);
    CHECK(messages("final parameter Integer k = 4; Real x[3]; equation x[k] = 1;").find("SubscriptOutOfRange") !=
          std::string::npos);
    ScalarizeLimits small;
    small.max_elements = 10;
    CHECK(messages("Real x[11]; equation x = 2*x;", small).find("ModelTooLarge") != std::string::npos);
    CHECK(messages("Real x; equation x = sum({i*x for i in 1:11});", small).find("ModelTooLarge") != std::string::npos);
    small.max_elements = 1000;
    small.max_scalars = 100;
    CHECK(messages("Real x; equation x = sum({i*x for i in 1:90});", small).find("ModelTooLarge") != std::string::npos);
    CHECK(messages("Real x[2]; Real 'x[1]'; equation x = {1, 2}; 'x[1]' = 2;").find("DuplicateName") !=
          std::string::npos);
    Scalarized const kept("model M Integer k; Real x[3]; equation for i in 1:k loop x[i] = 1; end for; end M;");
    CHECK(kept.model.variables.size() == 2);
}
