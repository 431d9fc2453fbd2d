#include "moo/functions/inline_functions.h"

#include <catch2/catch.hpp>

#include "moo/functions/inline_late.h"
#include "moo/scalarize/scalarize.h"
#include "tests/unit/functions/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

// The right side of `a = call` after inlining.
std::string inlined(std::string const& functions, std::string const& call, InlineOptions const& options = {}) {
    FunctionModel m(functions, {call});
    if (m.diagnostics.has_errors()) return m.messages();
    inline_functions(m.model, m.interner, options);
    return m.text(m.model.equations.at(0).b);
}

// A function of x and y with this body and annotation.
std::string body(std::string const& statements, std::string const& annotation = "", std::string const& locals = "") {
    std::string text =
        "function f\n input Real x;\n input Real y;\n output Real z;\n" + locals + "algorithm\n" + statements;
    if (!annotation.empty()) text += "annotation(" + annotation + ");\n";
    return text + "end f;\n";
}

}  // namespace

TEST_CASE("assignments become expressions of the arguments") {
    CHECK(inlined(body("z := x + 2*y;\n"), "f(b, c^2)") == "b + 2*c^2");
    CHECK(inlined(body("t := x*y;\nz := t + t^2;\n", "", "Real t;\n"), "f(b, c)") == "b*c + (b*c)^2");
    CHECK(inlined(body("z := t;\n", "", "Real t = s + 1;\nReal s = x;\n"), "f(b, c)") == "b + 1");
    CHECK(inlined(body("z := x;\nz := z*z;\n"), "f(b, c) + f(c, b)") == "b*b + c*c");
    CHECK(inlined(body("z := x*y;\n"), "f(f(b, c), d)") == "b*c*d");
    CHECK(inlined(body("z := 1;\n"), "f(b, c)") == "1.0");
}

TEST_CASE("annotations decide") {
    std::string const product = "z := x*y;\n";
    CHECK(inlined(body(product, "Inline = false"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body(product, "LateInline = true"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body(product, "Inline = true, LateInline = true"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body(product, "Inline = true, LateInline = false"), "f(b, c)") == "b*c");
    std::string const inverse =
        "function g\n input Real z;\n input Real y;\n output Real x;\nalgorithm\n x := z/y;\nend g;\n";
    CHECK(inlined(body(product, "inverse(x = g(z, y))") + inverse, "f(b, c)") == "f(b, c)");
    CHECK(inlined(body(product, "inverse(x = g(z, y)), Inline = true") + inverse, "f(b, c)") == "b*c");
    CHECK(inlined("impure function f\n input Real x;\n input Real y;\n output Real z;\nalgorithm\n z := x;\nend f;\n",
                  "f(b, c)") == "f(b, c)");
}

TEST_CASE("if-statements become if-expressions without events") {
    std::string const limit = "if x > y then\nz := y;\nelse\nz := x;\nend if;\n";
    CHECK(inlined(body(limit), "f(b, c)") == "if noEvent(b > c) then c else b");
    CHECK(inlined(body(limit, "GenerateEvents = true"), "f(b, c)") == "if b > c then c else b");
    CHECK(inlined(body("z := x;\nif x > 1 then\nz := 1;\nelseif x < 0 then\nz := 0;\nend if;\n"), "f(b, c)") ==
          "if noEvent(b > 1) then 1.0 elseif noEvent(b < 0) then 0.0 else b");
    CHECK(inlined(body("z := floor(x);\n"), "f(b, c)") == "noEvent(floor(b))");
    // The events of an argument would be lost.
    CHECK(inlined(body(limit), "f(if b > 1 then b else 1, c)") == "f(if b > 1 then b else 1, c)");
    CHECK(inlined(body("z := x*y;\n"), "f(if b > 1 then b else 1, c)") == "(if b > 1 then b else 1)*c");
    CHECK(inlined("function f\n input Real x;\n input Integer n;\n output Real z;\nalgorithm\nif n > 1 then\nz := x;\n"
                  "else\nz := 2*x;\nend if;\nend f;\n",
                  "f(b, 2) + f(c, 1)") == "b + 2*c");
    // No value in one of the branches.
    CHECK(inlined(body("if x > y then\nz := y;\nend if;\n"), "f(b, c)") == "f(b, c)");
}

TEST_CASE("arrays and records by their parts") {
    std::string const functions = R"(
record R
  Real u;
  Real[2] v;
end R;
function turn
  input R r;
  input Real[2,2] T;
  output R s;
algorithm
  s.u := r.u + 1;
  s.v := T*r.v;
  annotation(Inline = true);
end turn;
function first
  input Real[:] x;
  output Real y;
  Real[size(x, 1)] t;
algorithm
  for i in 1:size(x, 1) loop
    t[i] := x[i]^2;
  end for;
  y := t[1] + t[2];
end first;
function total
  input Real[:] x;
  output Real y;
algorithm
  y := sum(x[i]*i for i in 1:size(x, 1));
end total;
)";
    CHECK(inlined(functions, "(turn(R(b, {c, d}), {{1, 2}, {3, e}})).u") == "b + 1");
    CHECK(inlined(functions, "(turn(R(b, {c, d}), {{1, 2}, {3, e}})).v[2]") == "({{1, 2}, {3, e}}*{c, d})[2]");
    CHECK(inlined(functions, "first({b, c})") == "b^2 + c^2");
    // The iterator is nobody else's.
    CHECK(inlined(functions, "sum(total({i*b, c}) for i in 1:2)") ==
          "sum(sum(({i*b, c})[_k1]*_k1 for _k1 in 1:2) for i in 1:2)");
}

TEST_CASE("several results") {
    std::string const functions = R"(
function both
  input Real x;
  output Real y;
  output Real z;
algorithm
  y := 2*x;
  z := x^2;
end both;
function times
  input Real x;
  output Real y;
  Real p;
  Real q;
algorithm
  (p, q) := both(x);
  y := p*q;
end times;
)";
    CHECK(inlined(functions, "both(b)") == "2*b");
    CHECK(inlined(functions, "(both(b))._2") == "b^2");
    CHECK(inlined(functions, "times(b)") == "2*b*b^2");
    FunctionModel m(functions);
    SourceManager sources;
    FlatModel model = read_base_modelica(
        sources.add("test", "package M\n" + functions +
                                "model M\nReal a;\nReal b;\nequation\n(a, b) = both(time);\nend M;\nend M;\n"),
        sources, m.interner, m.diagnostics);
    inline_functions(model, m.interner);
    REQUIRE(model.equations.size() == 2);
    CHECK(to_string(model.exprs, model.equations[1].b, VariableNames(model.variables, m.interner, NameStyle::plain)) ==
          "time^2");
}

TEST_CASE("what cannot be inlined, and what would grow too large") {
    CHECK(inlined(body("z := x;\nwhile z > 1 loop\nz := z/2;\nend while;\n", "Inline = true"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body("assert(x > 0, \"not positive\");\nz := x;\n", "Inline = true"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body("if x > 1 then\nz := 1;\nreturn;\nend if;\nz := x;\n"), "f(b, c)") == "f(b, c)");
    CHECK(inlined(body("z := f(x - 1, y);\n"), "f(b, c)") == "f(b - 1, c)");
    std::string chain = "z := x;\nif x > 0 then\nz := 0;\n";
    for (int i = 1; i < 5000; ++i)
        chain += "elseif x > " + std::to_string(i) + " then\nz := " + std::to_string(i) + ";\n";
    CHECK(inlined(body(chain + "end if;\n", "Inline = true"), "f(b, c)") == "f(b, c)");
    // Each level would double what is printed.
    std::string const twice = body("z := x*x;\n", "Inline = true");
    std::string nested = "b + c";
    for (int i = 0; i < 40; ++i) nested = "f(" + nested + ", 0)";
    FunctionModel m(twice, {nested});
    inline_functions(m.model, m.interner);
    CHECK(m.text(m.model.equations[0].b).size() < 200'000);
    CHECK(inlined(body("z := x*y + x*y^2;\n"), "f(b, c)", {.unasked_growth = 3}) == "f(b, c)");
}

TEST_CASE("a call whose result has a size that nobody knows stays an argument") {
    std::string const functions = R"(
function half
  input Real[:] x;
  output Real[:] y;
algorithm
  y := x[1:div(size(x, 1), 2)];
  annotation(Inline = false);
end half;
function second
  input Real[:] x;
  output Real y;
algorithm
  y := (half(x))[2];
end second;
)";
    CHECK(inlined(functions, "second({a, b, c, d})") == "second({a, b, c, d})");
}

TEST_CASE("late, functions with derivatives are inlined into scalar equations") {
    FunctionModel m(R"(
record R
  Real[2,2] T;
  Real w;
end R;
function turn
  input R r;
  input Real[2] v;
  output Real[2] y;
algorithm
  y := transpose(r.T)*v;
  annotation(derivative(noDerivative = r) = turn_der);
end turn;
function turn_der
  input R r;
  input Real[2] v;
  input Real[2] v_der;
  output Real[2] y;
algorithm
  y := turn(r, v_der + r.w*v);
end turn_der;
function keep
  input Real[2] v;
  output Real y;
algorithm
  y := v[1];
  annotation(Inline = false);
end keep;
)",
                    {"(turn(R({{b, 0}, {c, 1}}, d), {d, e}))[1] + keep(turn(R({{b, 0}, {c, 1}}, d), {d, e}))"});
    inline_functions(m.model, m.interner);
    REQUIRE(scalarize(m.model, m.interner, m.diagnostics));
    CHECK(m.text(m.model.equations[0].b).starts_with("(turn(R({{b, 0"));
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    ExprId derivative = m.by_time(derivatives, m.model.equations[0].b);
    double const expected = m.value(derivative).as_real();
    std::vector<ExprId*> const sides{&m.model.equations[0].b, &derivative};
    inline_late(m.model, m.interner, sides);
    CHECK(m.text(m.model.equations[0].b) == "b*d + c*e + keep({b*d + c*e, 0.0*d + e})");
    CHECK(m.text(derivative).find("turn") == std::string::npos);
    CHECK(m.text(derivative).starts_with("b*(der(d) + d*d) + c*"));
    CHECK(m.value(derivative).as_real() == Approx(expected));
}

TEST_CASE("the arguments of calls that stay are inlined") {
    std::string const functions = body("z := x*y;\n") +
                                  "function g\n input Real x;\n output Real y;\nexternal \"C\" y = g(x);\nend g;\n" +
                                  "impure function h\n input Real x;\n output Real y;\nalgorithm\n y := x;\nend h;\n";
    CHECK(inlined(functions, "g(f(b, c))") == "g(b*c)");
    CHECK(inlined(functions, "f(h(b), c)") == "f(h(b), c)");
    CHECK(inlined(functions, "f(g(b), c)") == "g(b)*c");
}
