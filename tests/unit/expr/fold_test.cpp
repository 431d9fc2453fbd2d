#include "moo/expr/fold.h"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("neutral operands disappear") {
    Fixture f;
    CHECK(f.s.add(f.x, f.n(0)) == f.x);
    CHECK(f.s.add(f.r(0), f.x) == f.x);
    CHECK(f.s.sub(f.x, f.r(0)) == f.x);
    CHECK(f.s.sub(f.n(0), f.x) == f.s.neg(f.x));
    CHECK(f.s.mul(f.x, f.r(1)) == f.x);
    CHECK(f.s.mul(f.n(1), f.x) == f.x);
    CHECK(f.s.div(f.x, f.n(1)) == f.x);
    CHECK(f.s.pow(f.x, f.n(1)) == f.x);
    CHECK(f.op(ExprKind::element_mul, f.v, f.n(1)) == f.v);
}

TEST_CASE("the type is kept") {
    Fixture f;
    CHECK(f.s.type(f.s.add(f.i, f.r(0))) == types::real);
    CHECK(f.s.add(f.i, f.r(0)) != f.i);
    CHECK(f.s.div(f.i, f.n(1)) != f.i);
    CHECK(f.s.type(f.s.div(f.n(6), f.n(3))) == types::real);
}

TEST_CASE("signs are folded without reordering") {
    Fixture f;
    CHECK(f.s.neg(f.s.neg(f.x)) == f.x);
    CHECK(f.s.neg(f.r(2)) == f.r(-2));
    CHECK(f.s.add(f.x, f.s.neg(f.y)) == f.s.sub(f.x, f.y));
    CHECK(f.s.sub(f.x, f.s.neg(f.y)) == f.s.add(f.x, f.y));
    CHECK(f.text(f.s.add(f.y, f.x)) == "y + x");
}

TEST_CASE("constants are folded only where nothing is rounded") {
    Fixture f;
    CHECK(f.s.add(f.n(2), f.n(3)) == f.n(5));
    CHECK(f.s.mul(f.r(0.5), f.n(3)) == f.r(1.5));
    CHECK(f.s.div(f.n(1), f.n(4)) == f.r(0.25));
    CHECK(f.s.pow(f.n(2), f.n(10)) == f.r(1024));
    CHECK(f.text(f.s.add(f.r(0.1), f.r(0.2))) == "0.1 + 0.2");
    CHECK(f.text(f.s.div(f.n(1), f.n(3))) == "1/3");
    CHECK(f.text(f.s.div(f.n(1), f.n(0))) == "1/0");
    CHECK(f.text(f.s.mul(f.r(1e200), f.r(1e200))) == "1e+200*1e+200");
    std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
    CHECK(f.s.kind(f.s.add(f.n(largest), f.n(1))) == ExprKind::add);
    CHECK(f.s.kind(f.s.neg(f.n(std::numeric_limits<std::int64_t>::min()))) == ExprKind::neg);
}

TEST_CASE("what need not be exact is left alone") {
    Fixture f;
    CHECK(f.text(f.s.mul(f.x, f.n(0))) == "x*0");
    CHECK(f.text(f.s.sub(f.x, f.x)) == "x - x");
    CHECK(f.text(f.s.div(f.x, f.x)) == "x/x");
    CHECK(f.text(f.s.pow(f.x, f.n(0))) == "x^0");
}

TEST_CASE("literal conditions choose") {
    Fixture f;
    CHECK(f.op(ExprKind::less, f.n(1), f.r(1.5)) == f.s.boolean(true));
    CHECK(f.s.logical_and(f.s.boolean(true), f.b) == f.b);
    CHECK(f.s.logical_and(f.b, f.s.boolean(false)) == f.s.boolean(false));
    CHECK(f.s.logical_or(f.b, f.s.boolean(true)) == f.s.boolean(true));
    CHECK(f.s.logical_not(f.s.logical_not(f.b)) == f.b);
    CHECK(f.s.if_else(f.s.boolean(false), f.x, f.y) == f.y);
    // Not to an Integer where the if is a Real.
    CHECK(f.s.type(f.s.if_else(f.s.boolean(true), f.n(1), f.y)) == types::real);
}
