#include "moo/expr/simplify.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Simple : Fixture {
    std::string operator()(ExprId expr) { return text(simplify(s, expr)); }
};

}  // namespace

TEST_CASE("sums collect like terms") {
    Simple f;
    ExprStore& s = f.s;
    CHECK(f(s.sub(f.x, f.x)) == "0.0");
    CHECK(f(s.add(f.x, f.x)) == "2*x");
    CHECK(f(s.add(s.mul(f.n(2), f.x), s.mul(f.x, f.r(0.5)))) == "2.5*x");
    CHECK(f(s.sub(s.add(f.x, f.y), s.sub(f.y, f.z))) == "x + z");
    CHECK(f(s.add(s.add(f.r(1), f.x), f.r(2))) == "x + 3.0");
    CHECK(f(s.sub(f.r(1), f.x)) == "1.0 - x");
    CHECK(f(s.sub(s.neg(f.x), f.y)) == "-x - y");
    CHECK(f(s.add(s.neg(f.x), f.y)) == "y - x");
    CHECK(f(s.neg(s.sub(f.x, f.y))) == "y - x");
    CHECK(f(s.sub(f.i, f.i)) == "0");
    CHECK(f(s.add(s.div(f.x, f.y), s.div(s.mul(f.n(3), f.x), f.y))) == "4*x/y");
    CHECK(f(s.add(f.r(0.1), f.r(0.2))) == "0.30000000000000004");
}

TEST_CASE("products cancel and become powers") {
    Simple f;
    ExprStore& s = f.s;
    CHECK(f(s.mul(f.x, f.x)) == "x^2");
    CHECK(f(s.mul(s.pow(f.x, f.n(2)), f.x)) == "x^3");
    CHECK(f(s.div(f.x, f.x)) == "1.0");
    CHECK(f(s.div(s.mul(f.x, f.y), f.x)) == "y");
    CHECK(f(s.div(f.x, s.pow(f.x, f.n(3)))) == "1.0/x^2");
    CHECK(f(s.mul(f.n(0), f.x)) == "0.0");
    CHECK(f(s.mul(s.mul(f.n(2), f.x), f.n(3))) == "6*x");
    CHECK(f(s.div(s.mul(f.n(4), f.x), f.n(2))) == "2*x");
    CHECK(f(s.div(f.x, f.n(3))) == "x/3");
    CHECK(f(s.mul(s.neg(f.x), s.neg(f.y))) == "x*y");
    CHECK(f(s.mul(f.x, s.neg(f.y))) == "-x*y");
    CHECK(f(s.pow(s.neg(f.x), f.n(2))) == "x^2");
    CHECK(f(s.pow(f.f(Builtin::sqrt, {f.x}), f.n(2))) == "x");
    CHECK(f(s.mul(f.i, f.i)) == "i*i");
    CHECK(f(s.div(f.x, s.sub(f.y, f.y))) == "x/(y - y)");
}

TEST_CASE("powers and functions") {
    Simple f;
    ExprStore& s = f.s;
    CHECK(f(s.pow(f.x, f.n(0))) == "1.0");
    CHECK(f(s.pow(f.x, f.r(0.5))) == "sqrt(x)");
    CHECK(f(f.f(Builtin::sqrt, {s.mul(f.x, f.x)})) == "abs(x)");
    CHECK(f(f.f(Builtin::exp, {f.f(Builtin::log, {f.x})})) == "x");
    CHECK(f(f.f(Builtin::sin, {s.neg(f.x)})) == "-sin(x)");
    CHECK(f(f.f(Builtin::cos, {s.neg(f.x)})) == "cos(x)");
    CHECK(f(f.f(Builtin::sqrt, {f.n(4)})) == "2.0");
    CHECK(f(f.f(Builtin::log, {f.n(-1)})) == "log(-1)");
    CHECK(f(f.f(Builtin::max, {s.add(f.x, f.y), s.add(f.x, f.y)})) == "x + y");
    CHECK(f(f.f(Builtin::no_event, {f.f(Builtin::no_event, {f.x})})) == "x");
    CHECK(f(f.f(Builtin::no_event, {f.f(Builtin::no_event, {f.s.add(f.x, f.y)})})) == "noEvent(x + y)");
    CHECK(f(f.f(Builtin::smooth, {f.n(1), f.x})) == "x");
    CHECK(f(f.f(Builtin::initial, {})) == "initial()");
}

TEST_CASE("logic") {
    Simple f;
    ExprStore& s = f.s;
    CHECK(f(s.logical_not(f.op(ExprKind::equal, f.x, f.y))) == "x <> y");
    // A relation that may be remembered stays the same expression.
    CHECK(f(s.logical_not(f.op(ExprKind::less, f.x, f.y))) == "not x < y");
    CHECK(f(f.op(ExprKind::less, s.add(f.x, f.x), s.add(f.y, s.real(0.5)))) == "x + x < y + 0.5");
    CHECK(f(f.op(ExprKind::less, f.x, f.x)) == "false");
    CHECK(f(f.op(ExprKind::less_equal, f.x, f.x)) == "true");
    CHECK(f(s.logical_and(f.b, f.b)) == "b");
    CHECK(f(s.logical_or(f.b, s.logical_not(f.b))) == "true");
    CHECK(f(s.if_else(f.b, s.add(f.x, f.x), s.mul(f.n(2), f.x))) == "2*x");
    CHECK(f(s.if_else(s.logical_not(f.b), f.x, f.y)) == "if b then y else x");
}

TEST_CASE("the type never changes") {
    Simple f;
    ExprStore& s = f.s;
    for (ExprId const expr : {s.sub(s.add(f.x, f.i), f.x), s.div(s.mul(f.i, f.r(2)), f.n(2)), s.div(f.i, f.i),
                              s.mul(f.v, f.w), s.sub(f.v, f.v), s.pow(f.m, f.n(0))}) {
        CHECK(s.type(simplify(s, expr)) == s.type(expr));
    }
}

TEST_CASE("products of vectors are not reordered or cancelled") {
    Simple f;
    CHECK(f(f.s.mul(f.v, f.v)) == "v*v");
    CHECK(f(f.s.mul(f.m, f.s.mul(f.v, f.x))) == "m*(v*x)");
}

TEST_CASE("long and shared sums take linear time") {
    Simple f;
    ExprId sum = f.x;
    for (std::uint32_t k = 0; k < 50'000; ++k) sum = f.s.add(sum, f.s.variable(VarId(100 + k)));
    CHECK(f(f.s.sub(sum, sum)) == "0.0");
    ExprId shared = f.x;
    for (int k = 0; k < 50; ++k) shared = f.s.add(shared, shared);
    CHECK(f(shared) == "1125899906842624.0*x");
    ExprId power = f.x;
    for (int k = 0; k < 50; ++k) power = f.s.mul(power, power);
    CHECK(simplify(f.s, power) == power);
}
