#include "moo/expr/substitute.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("replacements are applied at once") {
    Fixture f;
    ExprId const expr = f.s.sub(f.s.mul(f.x, f.y), f.x);
    CHECK(f.text(substitute(f.s, expr, {{f.x, f.y}, {f.y, f.x}})) == "y*x - y");
    CHECK(f.text(substitute(f.s, expr, {{f.x, f.s.add(f.x, f.n(1))}})) == "(x + 1)*y - (x + 1)");
    CHECK(substitute(f.s, expr, {{f.z, f.y}}) == expr);
}

TEST_CASE("the result is built anew, with folding and types") {
    Fixture f;
    CHECK(substitute(f.s, f.s.add(f.x, f.y), {{f.y, f.n(0)}}) == f.x);
    CHECK(f.s.type(substitute(f.s, f.f(Builtin::abs, {f.x}), {{f.x, f.i}})) == types::integer);
}

TEST_CASE("a whole reference or derivative takes precedence over the variable in it") {
    Fixture f;
    ExprId const expr = f.s.add(f.s.der(f.x), f.x);
    Substitution substitution(f.s);
    substitution.set(f.s.der(f.x), f.y);
    substitution.set(f.s.variable_of(f.x), f.z);
    CHECK(f.text(substitution.apply(expr)) == "y + z");
    CHECK(f.text(substitution.apply(f.s.pre(f.x))) == "pre(z)");
    ExprId const element = f.s.subscript(f.v, {f.n(2)});
    CHECK(f.text(substitute(f.s, f.s.add(element, f.s.subscript(f.v, {f.n(1)})), {{element, f.x}})) == "x + v[1]");
}

TEST_CASE("calls, reductions and fields keep their names") {
    Fixture f;
    ExprId const k = f.s.iterator(f.names("k"));
    ExprId const expr =
        f.s.call(f.names("f"), {f.for_loop(Reduction::sum, f.s.mul(k, f.x), "k", f.v), f.s.field(f.x, f.names("a"))});
    CHECK(f.text(substitute(f.s, expr, {{f.x, f.y}})) == "f(sum(k*y for k in v), y.a)");
}

TEST_CASE("new replacements count from then on") {
    Fixture f;
    Substitution substitution(f.s);
    substitution.set(f.x, f.y);
    CHECK(substitution.apply(f.s.neg(f.x)) == f.s.neg(f.y));
    substitution.set(f.x, f.z);
    CHECK(substitution.apply(f.s.neg(f.x)) == f.s.neg(f.z));
}
