// What a generated tangent looks like.
#include "moo/functions/tangent.h"

#include <catch2/catch.hpp>

#include "tests/unit/functions/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

// The functions that are generated for the derivative of `call` by time, as Base Modelica without quotes.
std::string generated(std::string const& functions, std::string const& call) {
    FunctionModel m(functions, {call});
    std::size_t const count = m.function_count();
    std::string const derivative = m.time_text();
    m.model.functions.erase(m.model.functions.begin(), m.model.functions.begin() + static_cast<std::ptrdiff_t>(count));
    std::string text = write_base_modelica(m.model, m.interner, m.sources, {BaseModelicaProfile::omc});
    std::size_t const begin = text.find("  function");
    std::size_t const end = text.find("  model");
    if (begin == std::string::npos) return derivative;
    text = text.substr(begin, end - begin);
    std::erase(text, '\'');
    return text;
}

}  // namespace

TEST_CASE("each assignment has that of the derivative before it") {
    CHECK(generated(R"(
function f
  input Real x;
  input Real[:] c;
  input Real scale = 1;
  output Real y;
  output Integer n;
  Real power = scale;
  Real offset;
algorithm
  offset := scale^2;
  y := 0;
  n := size(c, 1);
  for i in 1:n loop
    if c[i] > 0 then
      y := y + c[i]*power;
    end if;
    power := power*x;
  end for;
  y := y + offset;
end f;
)",
                    "f(b, {1.0, 2.0}, 1.0)") == R"(  function _tangent(f; x)
    input Real x;
    input Real c[:];
    input Real scale = 1;
    input Real _d_x;
    Real y;
    output Real _d_y;
    Integer n;
    Real power = scale;
    Real _d_power = 0.0;
    Real offset;
  algorithm
    offset := scale^2;
    y := 0;
    _d_y := 0.0;
    n := size(c, 1);
    for i in 1:n loop
      if c[i] > 0 then
        _d_y := _d_y + c[i]*_d_power;
        y := y + c[i]*power;
      end if;
      _d_power := _d_power*x + power*_d_x;
      power := power*x;
    end for;
    y := y + offset;
  end _tangent(f; x);
)");
}

TEST_CASE("calls with several results, and names that are taken") {
    CHECK(generated(R"(
function g
  input Real x;
  output Real y;
  output Integer n;
  output Real z;
algorithm
  y := sin(x);
  n := 1;
  z := x^2;
  annotation(derivative = dg);
end g;
function dg
  input Real x;
  input Real dx;
  output Real dy;
  output Real dz;
algorithm
  dy := cos(x)*dx;
  dz := 2*x*dx;
end dg;
function f
  input Real x;
  output Real y;
  Real _d_y;
  Real[2] w;
algorithm
  (_d_y, , w[2]) := g(x);
  w[1] := 1;
  y := _d_y*w[2];
end f;
)",
                    "f(b)") == R"(  function _tangent(f; x)
    input Real x;
    input Real _d_x;
    Real y;
    output Real _d_y_;
    Real _d_y;
    Real _d__d_y;
    Real w[2];
    Real _d_w[2];
  algorithm
    (_d__d_y, _d_w[2]) := dg(x, _d_x);
    (_d_y, , w[2]) := g(x);
    w[1] := 1;
    _d_w[1] := 0.0;
    _d_y_ := _d__d_y*w[2] + _d_y*_d_w[2];
    y := _d_y*w[2];
  end _tangent(f; x);
)");
}
