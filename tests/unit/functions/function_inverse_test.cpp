#include "moo/functions/function_inverse.h"

#include <catch2/catch.hpp>

#include "tests/unit/functions/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("a call is solved for an argument by the inverse of its function") {
    FunctionModel m(R"(
function enthalpy
  input Real p;
  input Real T;
  input Real k;
  output Real h;
algorithm
  h := p + k*T;
  annotation(inverse(T = temperature(h, p, k), k = factor(h, p)));
end enthalpy;
function temperature
  input Real h;
  input Real p;
  input Real k;
  output Real T;
algorithm
  T := (h - p)/k;
end temperature;
function factor
  input Real h;
  input Real p;
  input Real T;
  output Real k;
algorithm
  k := (h - p)/T;
end factor;
)",
                    {"enthalpy(b, c, 2.0)"});
    FunctionList functions(m.model.functions);
    ExprId const call = m.model.equations[0].b;
    ExprId const solved = inverse_call(m.model.exprs, functions, call, 1, m.variable(3));
    CHECK(m.text(solved) == "temperature(d, b, 2.0)");
    CHECK(m.value(inverse_call(m.model.exprs, functions, call, 1, call)).as_real() == Approx(-0.25));
    CHECK_FALSE(inverse_call(m.model.exprs, functions, call, 0, m.variable(3)));
    // `factor` has another input than the annotation says.
    CHECK_FALSE(inverse_call(m.model.exprs, functions, call, 2, m.variable(3)));
    CHECK_FALSE(inverse_call(m.model.exprs, functions, m.variable(1), 0, m.variable(3)));
}
