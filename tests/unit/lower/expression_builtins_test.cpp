#include <catch2/catch.hpp>

#include "tests/unit/lower/expression_fixture.h"

using namespace moo;
using moo::test::ExpressionFixture;

TEST_CASE("elementary functions take numbers and arrays of them") {
    ExpressionFixture f;
    CHECK(f.lower("sin(x)") == "sin(x)");
    CHECK(f.type("sqrt(i)") == "Real");
    CHECK(f.type("exp(v)") == "Real[3]");
    CHECK(f.type("abs(i)") == "Integer");
    CHECK(f.lower("sin(b)") == "`b` has type Boolean; expected a number");
    CHECK(f.lower("sin(x, y)") == "`sin` takes 1 argument, not 2");
    CHECK(f.lower("sin()") == "`sin` takes 1 argument, not 0");
    CHECK(f.lower("sin(u = x)") == "`sin` has no input `u`");
}

TEST_CASE("functions of several numbers are applied element by element") {
    ExpressionFixture f;
    CHECK(f.lower("mod(i, 2)") == "mod(i, 2)");
    CHECK(f.lower("mod(x = 2, y = 3)") == "mod(2, 3)");
    CHECK(f.lower("atan2(w, 1)") == "{atan2(w[1], 1), atan2(w[2], 1)}");
    CHECK(f.lower("atan2(w, {x, y})") == "{atan2(w[1], x), atan2(w[2], y)}");
    CHECK(f.lower("rem(q, 2)") == "{{rem(q[1, 1], 2), rem(q[1, 2], 2)}, {rem(q[2, 1], 2), rem(q[2, 2], 2)}}");
    CHECK(f.lower("atan2(w, v)") == "`w` has type Real[2], but `v` has type Real[3]");
    CHECK(f.lower("div(b, 2)") == "`b` has type Boolean; expected a number");
}

TEST_CASE("derivatives of Real expressions") {
    ExpressionFixture f;
    CHECK(f.lower("der(x)") == "der(x)");
    CHECK(f.type("der(v)") == "Real[3]");
    CHECK(f.lower("der(x*y)") == "der(x*y)");
    CHECK(f.lower("der(2)") == "0.0");
    CHECK(f.lower("der(i)") == "`i` has type Integer; expected Real");
    CHECK(f.lower("der(x, y)") == "`der` takes 1 argument, not 2");
}

TEST_CASE("pre, edge, change and previous take variables") {
    ExpressionFixture f;
    CHECK(f.type("pre(bs)") == "Boolean[2]");
    CHECK(f.lower("pre({b, bs[1]})") == "pre({b, bs[1]})");
    CHECK(f.lower("pre(x + 1)") == "`pre` is applied to something that is not a variable");
    CHECK(f.lower("pre(3)") == "3");
    CHECK(f.lower("edge(b)") == "edge(b)");
    CHECK(f.lower("edge(x)") == "`x` has type Real; expected Boolean");
    CHECK(f.lower("edge(not b)") == "`edge` is applied to something that is not a variable");
    CHECK(f.type("change(i)") == "Boolean");
    CHECK(f.lower("previous(u = x)") == "previous(x)");
}

TEST_CASE("minimum and maximum") {
    ExpressionFixture f;
    CHECK(f.type("min(i, x)") == "Real");
    CHECK(f.type("max(v)") == "Real");
    CHECK(f.type("max(e, Mode.on)") == "Mode");
    CHECK(f.lower("min(x)") == "`x` has type Real; expected an array");
    CHECK(f.lower("min(v, 1)") == "`v` has type Real[3]; expected a scalar");
    CHECK(f.lower("min(x, b)") == "`x` has type Real, but `b` has type Boolean");
    CHECK(f.lower("max(text, text)") == "`text` has type String; expected a number, Boolean or an enumeration");
}

TEST_CASE("sizes") {
    ExpressionFixture f;
    CHECK(f.lower("size(m, 2)") == "2");
    CHECK(f.lower("size(m)") == "{3, 2}");
    CHECK(f.lower("ndims(m)") == "2");
    CHECK(f.lower("size(u, 1)") == "size(u, 1)");
    CHECK(f.lower("size(v, 2)") == "there is no dimension 2 in `v` of type Real[3]");
    CHECK(f.lower("size(v, x)") == "`x` has type Real; expected Integer");
}

TEST_CASE("constructors with sizes") {
    ExpressionFixture f;
    CHECK(f.type("zeros(2, 3)") == "Integer[2, 3]");
    CHECK(f.type("fill(x, 2)") == "Real[2]");
    CHECK(f.type("fill(v, 2)") == "Real[2, 3]");
    CHECK(f.type("identity(2)") == "Integer[2, 2]");
    CHECK(f.type("linspace(0, 1, 5)") == "Real[5]");
    CHECK(f.type("zeros(0)") == "Integer[0]");
    CHECK(f.type("ones(n)") == "Integer[:]");
    f.values[f.lower_expr("n")] = Value::integer(4);
    CHECK(f.lower("ones(n)") == "ones(4)");
    CHECK(f.lower("zeros(-1)") == "the size `-1` is -1, which is negative");
    CHECK(f.lower("zeros(x)") == "`x` has type Real; expected Integer");
    CHECK(f.lower("fill(1)") == "`fill` takes at least 2 arguments, not 1");
}

TEST_CASE("linear algebra") {
    ExpressionFixture f;
    CHECK(f.type("transpose(m)") == "Real[2, 3]");
    CHECK(f.type("cross(v, {1, 2, 3})") == "Real[3]");
    CHECK(f.type("skew(v)") == "Real[3, 3]");
    CHECK(f.type("diagonal(v)") == "Real[3, 3]");
    CHECK(f.type("outerProduct(v, w)") == "Real[3, 2]");
    CHECK(f.type("sum(m)") == "Real");
    CHECK(f.lower("transpose(v)") == "`v` has type Real[3]; expected a matrix");
    CHECK(f.lower("cross(v, w)") == "`w` has type Real[2]; expected Real[3]");
    CHECK(f.lower("symmetric(m)") == "`m` has type Real[3, 2]; expected a square matrix");
    CHECK(f.lower("diagonal(m)") == "`m` has type Real[3, 2]; expected a vector of numbers");
    CHECK(f.lower("outerProduct(m, v)") == "`m` has type Real[3, 2]; expected a vector of numbers");
    CHECK(f.lower("sum(x)") == "`x` has type Real; expected an array");
    CHECK(f.lower("product(bs)") == "`bs` has type Boolean[2]; expected a number");
}

TEST_CASE("scalar, vector and matrix") {
    ExpressionFixture f;
    CHECK(f.lower("scalar({{x}})") == "x");
    CHECK(f.lower("vector(v)") == "v");
    CHECK(f.type("vector({v})") == "Real[3]");
    CHECK(f.type("matrix(v)") == "Real[3, 1]");
    CHECK(f.lower("matrix(m)") == "m");
    CHECK(f.lower("scalar(v)") == "`v` has type Real[3]; expected an array with one element");
    CHECK(f.lower("vector(m)") == "`m` has type Real[3, 2]; expected an array with one size other than 1");
    CHECK(f.lower("matrix({m, m})") ==
          "`{m, m}` has type Real[2, 3, 2]; expected an array whose third and further sizes are 1");
}

TEST_CASE("concatenation") {
    ExpressionFixture f;
    CHECK(f.type("cat(1, v, w)") == "Real[5]");
    CHECK(f.type("cat(2, m, m)") == "Real[3, 4]");
    CHECK(f.lower("cat(1, v, m)") == "`m` of type Real[3, 2] cannot be concatenated with `v` of type Real[3]");
    CHECK(f.lower("cat(2, m, q)") == "`q` of type Real[2, 2] cannot be concatenated with `m` of type Real[3, 2]");
    CHECK(f.lower("cat(2, v, w)") == "there is no dimension 2 in `v` of type Real[3]");
    CHECK(f.lower("cat(i, v, w)") == "the dimension `i` of `cat` is not known at translation");
}

TEST_CASE("String with its options") {
    ExpressionFixture f;
    CHECK(f.lower("String(x)") == "String(x)");
    CHECK(f.lower("String(x, significantDigits = 3)") == "String(x, 3)");
    CHECK(f.lower("String(x, leftJustified = false, minimumLength = 8)") == "String(x, 6, 8, false)");
    CHECK(f.lower("String(x, format = \"g\")") == "String(x, \"g\")");
    CHECK(f.lower("String(x, \"g\")") == "String(x, \"g\")");
    CHECK(f.lower("String(i, minimumLength = 5)") == "String(i, 5)");
    CHECK(f.lower("String(i, leftJustified = false)") == "String(i, 0, false)");
    CHECK(f.lower("String(e)") == "String(e)");
    CHECK(f.type("String(b)") == "String");
    CHECK(f.lower("String(i, significantDigits = 3)") == "`String` has no input `significantDigits`");
    CHECK(f.lower("String(x, digits = 3)") == "`String` has no input `digits`");
    CHECK(f.lower("String(x, 3, significantDigits = 3)") == "input `significantDigits` of `String` is given twice");
    CHECK(f.lower("String(x, b)") == "`b` has type Boolean; expected Integer");
    CHECK(f.lower("String(v)") == "`v` has type Real[3]; expected a scalar number, Boolean or enumeration");
    CHECK(f.lower("String(x, 1, 2, true, 4)") == "`String` takes 1 to 4 arguments, not 5");
    CHECK(f.lower("String()") == "`String` takes at least 1 argument, not 0");
    CHECK(f.lower("String(c)") == "C has no operator `'String'` for `c`");
}

TEST_CASE("events, homotopy and delays") {
    ExpressionFixture f;
    CHECK(f.type("sample(0, 0.1)") == "Boolean");
    CHECK(f.lower("sample(interval = 0.1, start = 0)") == "sample(0, 0.1)");
    CHECK(f.lower("sample(start = 0)") == "sample(0)");
    CHECK(f.lower("sample(interval = 0.1)") == "input `start` of `sample` is not given");
    CHECK(f.lower("homotopy(simplified = y, actual = x)") == "homotopy(x, y)");
    CHECK(f.lower("homotopy(v, w)") == "`v` has type Real[3], but `w` has type Real[2]");
    CHECK(f.lower("delay(x, 0.5)") == "delay(x, 0.5)");
    CHECK(f.lower("delay(x, v)") == "`v` has type Real[3]; expected Real");
    CHECK(f.type("noEvent(v)") == "Real[3]");
    CHECK(f.lower("smooth(1, x)") == "smooth(1, x)");
    CHECK(f.lower("smooth(x, 1)") == "`x` has type Real; expected Integer");
    CHECK(f.type("initial()") == "Boolean");
    CHECK(f.lower("spatialDistribution(x, y, x, b)") == "spatialDistribution(x, y, x, b)");
    CHECK(f.lower("spatialDistribution(x, y, x, x)") == "`x` has type Real; expected Boolean");
    CHECK(f.lower("Integer(e)") == "Integer(e)");
    CHECK(f.lower("Integer(x)") == "`x` has type Real; expected an enumeration");
}

TEST_CASE("clocks") {
    ExpressionFixture f;
    CHECK(f.type("Clock(0.1)") == "Clock");
    CHECK(f.lower("Clock()") == "Clock()");
    CHECK(f.lower("Clock(resolution = 10, intervalCounter = 1)") == "Clock(1, 10)");
    CHECK(f.lower("Clock(condition = b, startInterval = 0.1)") == "Clock(b, 0.1)");
    CHECK(f.lower("Clock(c = Clock(0.1), solverMethod = \"Euler\")") == "Clock(Clock(0.1), \"Euler\")");
    CHECK(f.lower("Clock(period = 1)") == "`Clock` has no input `period`");
    CHECK(f.type("sample(x, Clock(0.1))") == "Real");
    CHECK(f.lower("sample(u = x, clock = Clock(0.1))") == "sample(x, Clock(0.1))");
    CHECK(f.lower("subSample(x, factor = 2)") == "subSample(x, 2)");
    CHECK(f.lower("shiftSample(x, shiftCounter = 1, resolution = 2)") == "shiftSample(x, 1, 2)");
    CHECK(f.lower("backSample(x, b)") == "`b` has type Boolean; expected Integer");
    CHECK(f.type("interval(x)") == "Real");
}
