#include "moo/expr/solve.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Solve : Fixture {
    Solution operator()(ExprId lhs, ExprId rhs) { return for_unknown(lhs, rhs, x); }
    // p is a parameter.
    Solution for_unknown(ExprId lhs, ExprId rhs, ExprId unknown) {
        VarId const parameter = s.variable_of(p);
        return solve_for(s, lhs, rhs, unknown, [=](VarId variable) { return variable == parameter; });
    }
    std::string solution(ExprId lhs, ExprId rhs) { return text((*this)(lhs, rhs).solution); }
};

}  // namespace

TEST_CASE("linear equations") {
    Solve f;
    ExprStore& s = f.s;
    CHECK(f.solution(s.add(f.x, f.y), f.z) == "z - y");
    CHECK(f.solution(f.z, s.sub(f.y, f.x)) == "y - z");
    CHECK(f.solution(s.mul(f.n(2), f.x), s.mul(f.n(4), f.y)) == "2*y");
    CHECK(f.solution(s.add(f.x, f.y), s.sub(f.z, f.x)) == "0.5*(z - y)");
    CHECK(f.solution(s.div(s.sub(f.x, f.y), f.n(2)), f.z) == "2*(z + 0.5*y)");
    CHECK(f.solution(f.r(0), s.sub(f.s.der(f.y), s.mul(f.p, f.x))) == "der(y)/p");
}

TEST_CASE("how sure the solution is depends on the coefficient") {
    Solve f;
    ExprStore& s = f.s;
    Solution const sure = f(s.mul(f.n(2), f.x), f.y);
    CHECK(sure.solvability == Solvability::constant);
    CHECK_FALSE(sure.divisor.has_value());
    CHECK(sure.is_linear);
    Solution const parameter = f(s.mul(f.p, f.x), f.y);
    CHECK(parameter.solvability == Solvability::parameter);
    CHECK(parameter.divisor == f.p);
    Solution const doubtful = f(s.mul(s.add(f.y, f.p), f.x), f.z);
    CHECK(doubtful.solvability == Solvability::may_vanish);
    CHECK(f.text(doubtful.divisor) == "y + p");
    CHECK(f(s.mul(f.f(Builtin::exp, {f.y}), f.x), f.z).solvability == Solvability::constant);
    CHECK(f(s.mul(f.s.time(), f.x), f.z).solvability == Solvability::may_vanish);
    CHECK(f(s.sub(f.x, f.x), f.y).solvability == Solvability::not_solvable);
    CHECK(f(f.y, f.z).solvability == Solvability::not_solvable);
}

TEST_CASE("both branches of an if") {
    Solve f;
    Solution const solution = f(f.s.if_else(f.b, f.x, f.s.mul(f.n(2), f.x)), f.y);
    CHECK(solution.solvability == Solvability::constant);
    CHECK(f.text(solution.solution) == "y/(if b then 1.0 else 2.0)");
    CHECK_FALSE(f(f.s.if_else(f.op(ExprKind::less, f.x, f.y), f.x, f.y), f.z).has_value());
    CHECK(f(f.s.if_else(f.b, f.x, f.y), f.z).solvability == Solvability::may_vanish);
}

TEST_CASE("invertible functions, with the condition") {
    Solve f;
    ExprStore& s = f.s;
    CHECK(f.solution(f.f(Builtin::log, {f.x}), f.y) == "exp(y)");
    CHECK(f(f.f(Builtin::log, {f.x}), f.y).solvability == Solvability::constant);
    Solution const root = f(f.f(Builtin::sqrt, {s.mul(f.p, f.x)}), f.y);
    CHECK(f.text(root.solution) == "y^2/p");
    CHECK(f.text(root.condition) == "y >= 0.0");
    CHECK(root.divisor == f.p);
    CHECK(root.solvability == Solvability::may_vanish);
    CHECK_FALSE(root.is_linear);
    CHECK(f.text(f(f.f(Builtin::exp, {f.x}), f.p).condition) == "p > 0.0");
    CHECK(f(f.f(Builtin::exp, {f.x}), f.p).solvability == Solvability::parameter);
    CHECK_FALSE(f(f.f(Builtin::exp, {f.x}), f.r(-1)).has_value());
    CHECK(f.solution(f.f(Builtin::exp, {f.x}), f.r(1)) == "0.0");
    CHECK(f(s.pow(f.x, f.n(3)), f.y).solvability == Solvability::constant);
    Solution const reciprocal = f(s.div(f.r(1), f.x), f.y);
    CHECK(reciprocal.pole == f.y);
    CHECK(reciprocal.solvability == Solvability::constant);
    CHECK_FALSE(reciprocal.divisor.has_value());
}

TEST_CASE("what has no unique inverse is refused") {
    Solve f;
    ExprStore& s = f.s;
    for (ExprId const expr :
         {s.pow(f.x, f.n(2)), f.f(Builtin::sin, {f.x}), f.f(Builtin::abs, {f.x}), s.mul(f.x, f.f(Builtin::exp, {f.x})),
          s.call(f.names("f"), {f.x}, types::real), f.f(Builtin::cosh, {f.x}), f.f(Builtin::floor, {f.x})}) {
        INFO(f.text(expr));
        Solution const solution = f(expr, f.y);
        CHECK_FALSE(solution.has_value());
        CHECK_FALSE(solution.solution.has_value());
    }
}

TEST_CASE("derivatives, elements and other things are unknowns too") {
    Solve f;
    ExprStore& s = f.s;
    ExprId const der = s.der(f.x);
    CHECK(f.text(f.for_unknown(s.mul(f.p, der), s.neg(f.x), der).solution) == "-x/p");
    // x itself is known when der(x) is sought, and the other way round.
    CHECK(f.solution(der, s.neg(f.x)) == "-der(x)");
    ExprId const v1 = s.subscript(f.v, {f.n(1)});
    CHECK(f.text(f.for_unknown(s.add(v1, s.subscript(f.v, {f.n(2)})), f.y, v1).solution) == "y - v[2]");
    CHECK_FALSE(f.for_unknown(s.add(v1, s.subscript(f.v, {f.i})), f.y, v1).has_value());
    CHECK(f.for_unknown(f.b, f.c, f.b).solution == f.c);
    CHECK(f.for_unknown(f.v, s.add(f.w, f.w), f.v).has_value());
    CHECK_FALSE(f.for_unknown(s.logical_not(f.b), f.c, f.b).has_value());
}

TEST_CASE("linear forms") {
    Solve f;
    ExprStore& s = f.s;
    LinearForm const form = linear_form(s, s.sub(s.mul(f.y, f.x), s.mul(f.n(3), s.sub(f.x, f.z))), f.x);
    REQUIRE(form.has_value());
    CHECK(f.text(form.coefficient) == "y - 3.0");
    CHECK(f.text(form.rest) == "3*z");
    CHECK(f.s.is_zero(linear_form(s, f.y, f.x).coefficient));
    CHECK_FALSE(linear_form(s, s.mul(f.x, f.x), f.x).has_value());
}

TEST_CASE("long equations are solved") {
    Solve f;
    ExprId deep = f.x;
    for (int k = 0; k < 20'000; ++k) deep = f.s.add(deep, f.s.variable(VarId(100u + static_cast<unsigned>(k))));
    CHECK(f(deep, f.y).has_value());
}
