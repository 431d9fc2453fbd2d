#include <catch2/catch.hpp>

#include "tests/unit/lower/expression_fixture.h"

using namespace moo;
using moo::test::ExpressionFixture;

TEST_CASE("array constructors hold elements of one type and shape") {
    ExpressionFixture f;
    CHECK(f.type("{1, 2.5, x}") == "Real[3]");
    CHECK(f.type("{v, v}") == "Real[2, 3]");
    CHECK(f.type("array(1, 2)") == "Integer[2]");
    CHECK(f.lower("{x, b}") == "`x` has type Real, but `b` has type Boolean");
    CHECK(f.lower("{v, w}") == "`v` has type Real[3], but `w` has type Real[2]");
    CHECK(f.lower("{x, v}") == "`x` has type Real, but `v` has type Real[3]");
}

TEST_CASE("matrix constructors put parts side by side and below each other") {
    ExpressionFixture f;
    CHECK(f.lower("[1, 2; 3, x]") == "{{1, 2}, {3, x}}");
    CHECK(f.type("[1, 2; 3, x]") == "Real[2, 2]");
    CHECK(f.lower("[v, v]") == "[v, v]");
    CHECK(f.type("[v, v]") == "Real[3, 2]");
    CHECK(f.type("[m, v]") == "Real[3, 3]");
    CHECK(f.type("[v; w]") == "Real[5, 1]");
    CHECK(f.type("[q, {x, y}; 1, 2, 3]") == "Real[3, 3]");
    CHECK(f.lower("[1, 2; 3]") == "a row of this matrix has 1 elements, but the first row has 2");
    CHECK(f.lower("[v, w]") == "`w` of type Real[2] does not fit next to `v` of type Real[3] in this matrix");
    CHECK(f.lower("[x, b]") == "`x` has type Real, but `b` has type Boolean");
    CHECK(f.type("[{{{1, 2}, {3, 4}}}, {{{5, 6}, {7, 8}}}]") == "Integer[1, 4, 2]");
}

TEST_CASE("ranges of numbers, Booleans and enumerations") {
    ExpressionFixture f;
    CHECK(f.type("1:3") == "Integer[3]");
    CHECK(f.type("1:2:6") == "Integer[3]");
    CHECK(f.type("0:0.1:1") == "Real[11]");
    CHECK(f.type("5:1") == "Integer[0]");
    CHECK(f.type("false:true") == "Boolean[2]");
    CHECK(f.type("Mode.off:Mode.on") == "Mode[2]");
    CHECK(f.type("1:n") == "Integer[:]");
    f.values[f.lower_expr("n")] = Value::integer(4);
    CHECK(f.lower("1:n") == "1:4");
    CHECK(f.lower("1:0:3") == "the step of a range is zero");
    CHECK(f.lower("1:b") == "`1` has type Integer, but `b` has type Boolean");
    CHECK(f.lower("v:3") == "`v` has type Real[3]; expected a number, Boolean or an enumeration");
}

TEST_CASE("subscripts select elements and slices") {
    ExpressionFixture f;
    CHECK(f.lower("m[2, 1]") == "m[2, 1]");
    CHECK(f.type("m[2, 1]") == "Real");
    CHECK(f.type("m[:, 1]") == "Real[3]");
    CHECK(f.type("m[1:2]") == "Real[2, 2]");
    CHECK(f.type("m[{3, 1}, i]") == "Real[2]");
    CHECK(f.lower("byMode[Mode.on]") == "byMode[Mode.on]");
    CHECK(f.lower("byMode[e]") == "byMode[e]");
    CHECK(f.lower("w[b]") == "w[b]");
    CHECK(f.lower("v[:]") == "v");
    CHECK(f.lower("cs[2].im") == "cs[2].im");
    CHECK(f.type("cs.im") == "Real[2]");
}

TEST_CASE("wrong subscripts are reported") {
    ExpressionFixture f;
    CHECK(f.lower("v[4]") == "subscript 4 of dimension 1 is outside of `v[4]`, which is of type Real[3]");
    CHECK(f.diagnostics.items()[0].kind == DiagnosticKind::SubscriptOutOfRange);
    CHECK(f.lower("m[1, 0]") == "subscript 0 of dimension 2 is outside of `m[1, 0]`, which is of type Real[3, 2]");
    CHECK(f.lower("v[2:4]") == "subscript 4 of dimension 1 is outside of `v[2:4]`, which is of type Real[3]");
    CHECK(f.lower("v[{1, 5}]") == "subscript 5 of dimension 1 is outside of `v[{1, 5}]`, which is of type Real[3]");
    CHECK(f.lower("v[4:3]") == "v[4:3]");
    CHECK(f.lower("v[1, 2]") == "`v[1, 2]` is of type Real[3] with 1 dimensions and takes no 2 subscripts");
    CHECK(f.lower("x[1]") == "`x[1]` is of type Real with 0 dimensions and takes no 1 subscripts");
    CHECK(f.lower("v[x]") == "`x` has type Real; expected Integer, Boolean, an enumeration or a vector");
    CHECK(f.lower("v[m]") == "`m` has type Real[3, 2]; expected Integer, Boolean, an enumeration or a vector");
}

TEST_CASE("end is the size of the dimension") {
    ExpressionFixture f;
    CHECK(f.lower("v[end]") == "v[3]");
    CHECK(f.lower("m[end, end - 1]") == "m[3, 1]");
    CHECK(f.lower("v[integer(w[end])]") == "v[integer(w[2])]");
    CHECK(f.lower("u[end]") == "u[size(u, 1)]");
    CHECK(f.lower("end") == "`end` is used outside of subscripts");
}

TEST_CASE("comprehensions and reductions") {
    ExpressionFixture f;
    CHECK(f.lower("{k*x for k in 1:3}") == "{k*x for k in 1:3}");
    CHECK(f.type("{k*x for k in 1:3}") == "Real[3]");
    CHECK(f.type("{m[k, l] for k in 1:3, l in 1:2}") == "Real[2, 3]");
    CHECK(f.lower("sum(v[k] for k in 1:3)") == "sum(v[k] for k in 1:3)");
    CHECK(f.type("product(k for k in {1, 2})") == "Integer");
    CHECK(f.type("max(k*x for k in v)") == "Real");
    CHECK(f.lower("{k for k in x}") == "`x` has type Real; expected a vector");
    CHECK(f.lower("sum(b for k in 1:2)") == "`b` has type Boolean; expected a number");
    CHECK(f.lower("min(v for k in 1:2)") == "`v` has type Real[3]; expected a scalar with an order");
    CHECK(f.lower("sin(x for k in 1:2)") == "iterators outside of arrays and reductions are not supported here");
}

TEST_CASE("iterators hide names, and inner ones hide outer ones") {
    ExpressionFixture f;
    CHECK(f.lower("{x for x in 1:2}") == "{x for x in 1:2}");
    CHECK(f.type("{x for x in 1:2}") == "Integer[2]");
    CHECK(f.type("{sum(x for x in v) for x in 1:2}") == "Real[2]");
    CHECK(f.lower("{k.re for k in cs}") == "{k.re for k in cs}");
    CHECK(f.lower("{k.abs for k in cs}") == "`k.abs` has type C, which has no field `abs`");
}

TEST_CASE("the range of an iterator may depend on those behind it") {
    ExpressionFixture f;
    CHECK(f.lower("sum(k*l for k in 1:l, l in 1:3)") == "sum(sum(k*l for k in 1:l) for l in 1:3)");
    CHECK(f.lower("sum(k*l for k in 1:2, l in 1:k)") == "nothing named `k` is declared here");
}

TEST_CASE("ranges follow from the use as a subscript") {
    ExpressionFixture f;
    CHECK(f.lower("{2*v[k] for k}") == "{2*v[k] for k in 1:3}");
    CHECK(f.lower("sum(m[k, l] for k, l)") == "sum(sum(m[k, l] for k in 1:3) for l in 1:2)");
    CHECK(f.lower("sum(u[k] for k)") == "sum(u[k] for k in 1:size(u, 1))");
    CHECK(f.lower("sum(u[k]*v[k] for k)") == "sum(u[k]*v[k] for k in 1:3)");
    CHECK(f.lower("sum(w[k]*v[k] for k)") ==
          "the range of `k` is not given and does not follow from its use as a subscript");
    CHECK(f.lower("{x for k}") == "the range of `k` is not given and does not follow from its use as a subscript");
}

TEST_CASE("iterators run over types") {
    ExpressionFixture f;
    CHECK(f.lower("{byMode[k] for k in Mode}") == "{byMode[k] for k in {Mode.off, Mode.on}}");
    CHECK(f.type("{k for k in Boolean}") == "Boolean[2]");
}

TEST_CASE("a body that selects from a list is written out") {
    ExpressionFixture f;
    CHECK(f.lower("sum(({x, y, 2.5})[k] for k in 1:3)") == "x + y + 2.5");
    CHECK(f.lower("{({x, y})[k]*l for k in 1:2, l in {2, 3}}") == "{{x*2, y*2}, {x*3, y*3}}");
    CHECK(f.lower("max(({x, y})[k] for k in 1:2)") == "max({x, y})");
    CHECK(f.lower("product(({x, y})[k] for k in 1:2)") == "x*y");
}
