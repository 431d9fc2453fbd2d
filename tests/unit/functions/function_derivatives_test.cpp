#include "moo/functions/function_derivatives.h"

#include <catch2/catch.hpp>

#include "tests/unit/functions/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

// Two inputs that move, one that does not count.
std::string const product_function = R"(
function f
  input Real x;
  input Real y;
  input Integer n;
  output Real z;
algorithm
  z := x*y^n;
end f;
)";

std::string with_annotation(std::string const& annotation) {
    return "function f\n input Real x;\n input Real y;\n output Real z;\nalgorithm\n z := x*y;\n annotation(" +
           annotation + ");\nend f;\n";
}

std::string derivative_function(std::string const& name, std::string const& inputs,
                                std::string const& annotation = "") {
    std::string text = "function " + name + "\n input Real x;\n input Real y;\n";
    for (char const input : inputs) text += std::string(" input Real d") + input + ";\n";
    text += " output Real dz;\nalgorithm\n dz := 0;\n";
    if (!annotation.empty()) text += " annotation(" + annotation + ");\n";
    return text + "end " + name + ";\n";
}

}  // namespace

TEST_CASE("a tangent takes the derivatives of the arguments that move") {
    CHECK(FunctionModel(product_function, {"f(b, c, 2)"}).time_text() ==
          "'_tangent(f; x, y)'(b, c, 2, der(b), der(c))");
    CHECK(FunctionModel(product_function, {"f(b, c, 2)"}).unknown_text(1) == "'_tangent(f; x)'(b, c, 2, 1.0)");
    CHECK(FunctionModel(product_function, {"f(b, e, 2)"}).time_text() == "'_tangent(f; x)'(b, e, 2, der(b))");
    CHECK(FunctionModel(product_function, {"f(e, 3.0, 2)"}).time_text() == "0.0");
    CHECK(FunctionModel(product_function, {"d*f(b^2, c, 2)"}).unknown_text(1) ==
          "d*'_tangent(f; x)'(b^2, c, 2, 2.0*b)");
}

TEST_CASE("the same tangent is generated once") {
    FunctionModel m(product_function, {"f(b, c, 2)", "f(c, b, 3)", "f(b, e, 2)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    for (FlatEquation const& equation : m.model.equations) CHECK(m.by_time(derivatives, equation.b));
    CHECK(m.function_count() == 3);
    CHECK(m.find("_tangent(f; x, y)") != nullptr);
    CHECK(m.find("_tangent(f; x)") != nullptr);
}

TEST_CASE("a tangent has the value of the derivative, and so has that of a tangent") {
    FunctionModel m(product_function, {"f(b, c, 3)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    // z = b c^3, z' = b' c^3 + 3 b c^2 c'
    ExprId const first = m.by_time(derivatives, m.model.equations[0].b);
    CHECK(m.value(first).as_real() == Approx(1.75 * -0.015625 + 3 * 0.75 * 0.0625 * 0.75));
    // d/dc of it, at fixed b': 3 b' c^2 + 6 b c c' with c' fixed
    ExprId const second = m.by_unknown(derivatives, first, 2);
    CHECK(m.value(second).as_real() == Approx(3 * 1.75 * 0.0625 + 6 * 0.75 * -0.25 * 0.75));
}

TEST_CASE("results, elements and fields of calls") {
    std::string const functions = R"(
record R
  Real u;
  Integer n;
  Real[2] v;
end R;
function several
  input Real x;
  output Real y;
  output Integer n;
  output Real[2] w;
algorithm
  y := x^2;
  n := 7;
  w := {sin(x), 3};
end several;
function make
  input Real x;
  output R r;
algorithm
  r.u := x^3;
  r.n := 4;
  r.v := {x, 2*x};
end make;
function use
  input R r;
  output Real y;
algorithm
  y := r.n*r.u + r.v[2];
end use;
)";
    CHECK(FunctionModel(functions, {"(several(b))._1"}).unknown_text(1) == "('_tangent(several; x)'(b, 1.0))._1");
    CHECK(FunctionModel(functions, {"((several(b))._3)[2]"}).unknown_text(1) ==
          "('_tangent(several; x)'(b, 1.0))._2[2]");
    CHECK(FunctionModel(functions, {"(several(b))._2"}).unknown_text(1) == "0.0");
    CHECK(FunctionModel(functions, {"(make(b)).v[2]"}).unknown_text(1) == "('_tangent(make; x)'(b, 1.0)).v[2]");
    CHECK(FunctionModel(functions, {"(make(b)).n"}).unknown_text(1) == "0.0");
    // A record of arguments has a record of derivatives; what is no Real stays.
    CHECK(FunctionModel(functions, {"use(R(b, 2, {c, 1.0}))"}).unknown_text(1) ==
          "'_tangent(use; r)'(R(b, 2, {c, 1.0}), R(1.0, 2, {0.0, 0.0}))");
    FunctionModel m(functions, {"use(R(b, 2, {c, 1.0}))", "use(make(b))", "((several(b))._3)[1]"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    CHECK(m.value(m.by_unknown(derivatives, m.model.equations[0].b, 1)).as_real() == 2);
    CHECK(m.value(m.by_unknown(derivatives, m.model.equations[1].b, 1)).as_real() == Approx(12 * 0.5625 + 2));
    CHECK(m.value(m.by_unknown(derivatives, m.model.equations[2].b, 1)).as_real() == Approx(std::cos(0.75)));
}

TEST_CASE("the tangent of a function that calls itself calls itself") {
    FunctionModel m(R"(
function power
  input Real x;
  input Integer n;
  output Real y;
algorithm
  if n == 0 then
    y := 1;
  else
    y := x*power(x, n - 1);
  end if;
end power;
)",
                    {"power(d, 5)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    CHECK(m.value(m.by_unknown(derivatives, m.model.equations[0].b, 3)).as_real() == 5 * 16);
    CHECK(m.function_count() == 2);
}

TEST_CASE("functions that call each other fail together") {
    FunctionModel m(R"(
function noise
  input Real x;
  output Real y;
external "C" y = noise(x);
end noise;
function even
  input Real x;
  input Integer n;
  output Real y;
algorithm
  y := if n == 0 then 0 else odd(x, n - 1);
  y := y + noise(x);
end even;
function odd
  input Real x;
  input Integer n;
  output Real y;
algorithm
  y := if n == 0 then x else even(x, n - 1);
end odd;
)",
                    {"even(d, 5)", "odd(d, 5)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    for (FlatEquation const& equation : m.model.equations) {
        CHECK_FALSE(m.by_unknown(derivatives, equation.b, 3));
        CHECK(derivatives.obstacle_text(m.culprit) ==
              "`noise` has no derivative: it is external, and no derivative annotation applies here");
    }
    CHECK(m.function_count() == 3);
}

TEST_CASE("what has no derivative is named") {
    auto const reason = [](std::string const& functions) {
        FunctionModel m(functions, {"f(b)"});
        FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
        ExprId const result = m.by_time(derivatives, m.model.equations.at(0).b);
        return result ? m.text(result) : derivatives.obstacle_text(m.culprit);
    };
    CHECK(reason("impure function f\n input Real x;\n output Real y;\nalgorithm\n y := x;\nend f;\n") ==
          "`f` has no derivative: it is impure");
    CHECK(reason(R"(
function f
  input Real x;
  output Real y = 0;
algorithm
  for z in {x, 2*x} loop
    y := y + z;
  end for;
end f;
)") == "`f` has no derivative: it runs over values that move");
    CHECK(reason(R"(
function f
  input Real x;
  output Real y;
algorithm
  y := max({x, 2*x, 3});
end f;
)") == "`f` has no derivative: an expression in it cannot be differentiated");
}

TEST_CASE("by time the first annotation whose conditions hold is taken") {
    std::string const both = with_annotation("derivative(zeroDerivative = y) = fx, derivative = fxy") +
                             derivative_function("fx", "x") + derivative_function("fxy", "xy");
    CHECK(FunctionModel(both, {"f(b, e)"}).time_text() == "fx(b, e, der(b))");
    CHECK(FunctionModel(both, {"f(b, c)"}).time_text() == "fxy(b, c, der(b), der(c))");
    CHECK(FunctionModel(both, {"f(e, b)"}).time_text() == "fxy(e, b, 0.0, der(b))");
    CHECK(FunctionModel(both, {"f(b, c)"}).unknown_text(1) == "fx(b, c, 1.0)");
}

TEST_CASE("noDerivative leaves a derivative out, by time") {
    std::string const functions = with_annotation("derivative(noDerivative = y) = fx") +
                                  derivative_function("fx", "x") +
                                  "function g\n input Real x;\n output Real y;\nalgorithm\n y := x^2;\nend g;\n";
    CHECK(FunctionModel(functions, {"f(b, c)"}).time_text() == "fx(b, c, der(b))");
    // The assumption behind it need not hold for a Jacobian.
    CHECK(FunctionModel(functions, {"f(b, c)"}).unknown_text(2) == "'_tangent(f; y)'(b, c, 1.0)");
    CHECK(FunctionModel(functions, {"f(b, c)"}).unknown_text(1) == "fx(b, c, 1.0)");
    // y = g(x) holds whatever x moves by.
    CHECK(FunctionModel(functions, {"f(b, g(b))"}).unknown_text(1) == "fx(b, g(b), 1.0)");
    CHECK(FunctionModel(functions, {"f(b, g(c))"}).unknown_text(2) ==
          "'_tangent(f; y)'(b, g(c), '_tangent(g; x)'(c, 1.0))");
}

TEST_CASE("derivatives of higher order") {
    std::string const functions = with_annotation("derivative = f1") +
                                  derivative_function("f1", "xy", "derivative(order = 2) = f2") +
                                  "function f2\n input Real x;\n input Real y;\n input Real dx;\n input Real dy;\n "
                                  "input Real ddx;\n input Real ddy;\n"
                                  " output Real ddz;\nalgorithm\n ddz := 0;\nend f2;\n";
    FunctionModel m(functions, {"f(b, 3*c)", "f1(b, c, 1.0, 2.0)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    ExprId const first = m.by_time(derivatives, m.model.equations[0].b);
    CHECK(m.text(first) == "f1(b, 3*c, der(b), 3*der(c))");
    CHECK(m.text(m.by_time(derivatives, first)) == "f2(b, 3*c, der(b), 3*der(c), der(der(b)), 3*der(der(c)))");
    // Not the result of differentiation: f1 is a function like others.
    CHECK(m.text(m.by_time(derivatives, m.model.equations[1].b)) ==
          "'_tangent(f1; x, y)'(b, c, 1.0, 2.0, der(b), der(c))");
    // Recognized by its arguments, also where somebody else has built it.
    FunctionDerivatives others(m.model.exprs, m.interner, m.model.functions);
    CHECK(m.text(m.by_time(others, first)) == "f2(b, 3*c, der(b), 3*der(c), der(der(b)), 3*der(der(c)))");
}

TEST_CASE("a signal that carries its own derivatives") {
    FunctionModel m(R"(
function position
  input Real[3] q;
  input Real dummy;
  output Real s;
algorithm
  s := q[1];
  annotation(derivative(noDerivative = q) = speed);
end position;
function speed
  input Real[3] q;
  input Real dummy;
  input Real dummy_der;
  output Real v;
algorithm
  v := q[2];
  annotation(derivative(noDerivative = q, order = 2) = acceleration);
end speed;
function acceleration
  input Real[3] q;
  input Real dummy;
  input Real dummy_der;
  input Real dummy_der2;
  output Real a;
algorithm
  a := q[3];
end acceleration;
)",
                    {"position({a, b, c}, time)"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    ExprId const first = m.by_time(derivatives, m.model.equations[0].b);
    CHECK(m.text(first) == "speed({a, b, c}, time, 1.0)");
    CHECK(m.text(m.by_time(derivatives, first)) == "acceleration({a, b, c}, time, 1.0, 0.0)");
}

TEST_CASE("records of derivatives have only the fields with Reals") {
    FunctionModel m(R"(
record State
  Real p;
  Integer phase;
  Real h;
end State;
record StateDer
  Real p;
  Real h;
end StateDer;
function density
  input State state;
  output Real d;
algorithm
  d := state.p*state.h;
  annotation(derivative = density_der);
end density;
function density_der
  input State state;
  input StateDer state_der;
  output Real d;
algorithm
  d := state.p*state_der.h + state_der.p*state.h;
end density_der;
function state_of
  input Real p;
  input Real h;
  output State s;
algorithm
  s := State(p, 1, h);
  annotation(derivative = state_of_der);
end state_of;
function state_of_der
  input Real p;
  input Real h;
  input Real p_der;
  input Real h_der;
  output StateDer s;
algorithm
  s := StateDer(p_der, h_der);
end state_of_der;
)",
                    {"density(State(b, 1, c))", "density(state_of(b, c))"});
    FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
    CHECK(m.messages().empty());
    CHECK(m.text(m.by_time(derivatives, m.model.equations[0].b)) ==
          "density_der(State(b, 1, c), StateDer(der(b), der(c)))");
    ExprId const nested = m.by_time(derivatives, m.model.equations[1].b);
    CHECK(m.text(nested) ==
          "density_der(state_of(b, c), StateDer((state_of_der(b, c, der(b), der(c))).p, "
          "(state_of_der(b, c, der(b), der(c))).h))");
    CHECK(m.value(nested).as_real() == Approx(0.75 * 0.75 + 1.75 * -0.25));
}

TEST_CASE("zeros of arrays are written out in equations") {
    FunctionModel m(R"(
function f
  input Real[2] x;
  input Real[2,2] A;
  output Real y;
algorithm
  y := x*(A*x);
  annotation(derivative = df);
end f;
function df
  input Real[2] x;
  input Real[2,2] A;
  input Real[2] dx;
  input Real[2,2] dA;
  output Real y;
algorithm
  y := dx*(A*x) + x*(A*dx) + x*(dA*x);
end df;
)",
                    {"f({b, c}, {{1, d}, {0, 1}})"});
    CHECK(m.time_text() == "df({b, c}, {{1, d}, {0, 1}}, {der(b), der(c)}, {{0.0, der(d)}, {0.0, 0.0}})");
}

TEST_CASE("annotations that cannot be used are ignored, with a warning") {
    auto const warning = [](std::string const& annotation, std::string const& others) {
        FunctionModel m(with_annotation(annotation) + others, {"f(b, c)"});
        check_derivative_annotations(m.model, m.interner, m.diagnostics);
        REQUIRE(m.diagnostics.items().size() == 1);
        CHECK(m.text([&] {
            FunctionDerivatives derivatives(m.model.exprs, m.interner, m.model.functions);
            return m.by_time(derivatives, m.model.equations.at(0).b);
        }()) == "'_tangent(f; x, y)'(b, c, der(b), der(c))");
        return m.diagnostics.items()[0].text();
    };
    CHECK(warning("derivative = g", derivative_function("g", "x")) ==
          "`g` is not used as a derivative of `f`: it has no input for the derivative of `y`");
    CHECK(warning("derivative = g", derivative_function("g", "xyw")) ==
          "`g` is not used as a derivative of `f`: its input `dw` is the derivative of nothing");
    CHECK(warning("derivative(noDerivative = u) = g", derivative_function("g", "xy")) ==
          "`g` is not used as a derivative of `f`: `f` has no input `u`");
    CHECK(warning("derivative(order = 2) = g", derivative_function("g", "xy")) ==
          "`g` is not used as a derivative of `f`: its order is 2, but `f` is not a derivative of order 1");
    CHECK(warning("derivative = g",
                  "function g\n input Real y;\n input Real x;\n input Real dx;\n input Real dy;\n output Real z;\n"
                  "algorithm\n z := 0;\nend g;\n") ==
          "`g` is not used as a derivative of `f`: its inputs are in another order");
    CHECK(warning("derivative = g",
                  "function g\n input Real x;\n input Integer y;\n input Real dx;\n input Real dy;\n output Real z;\n"
                  "algorithm\n z := 0;\nend g;\n") ==
          "`g` is not used as a derivative of `f`: its input `y` has another type than in `f`");
    CHECK(warning("derivative = g",
                  "function g\n input Real x;\n input Real y;\n input Real dx;\n input Real[2] dy;\n output Real z;\n"
                  "algorithm\n z := 0;\nend g;\n") ==
          "`g` is not used as a derivative of `f`: its input `dy` cannot store the derivative of `y`");
    CHECK(warning("derivative = g",
                  "function g\n input Real x;\n input Real y;\n input Real dx;\n input Real dy;\n output Integer z;\n"
                  "algorithm\n z := 0;\nend g;\n") ==
          "`g` is not used as a derivative of `f`: its output `z` cannot store the derivative of `z`");
}
