#include "moo/expr/print.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("parentheses appear only where the grammar needs them") {
    Fixture f;
    ExprStore& s = f.s;
    CHECK(f.text(s.add(s.add(f.x, f.y), f.z)) == "x + y + z");
    CHECK(f.text(s.add(f.x, s.add(f.y, f.z))) == "x + (y + z)");
    CHECK(f.text(s.sub(f.x, s.sub(f.y, f.z))) == "x - (y - z)");
    CHECK(f.text(s.mul(s.add(f.x, f.y), f.z)) == "(x + y)*z");
    CHECK(f.text(s.add(s.mul(f.x, f.y), f.z)) == "x*y + z");
    CHECK(f.text(s.div(f.x, s.mul(f.y, f.z))) == "x/(y*z)");
    CHECK(f.text(s.div(s.div(f.x, f.y), f.z)) == "x/y/z");
    CHECK(f.text(s.mul(f.x, s.pow(f.y, f.n(2)))) == "x*y^2");
}

TEST_CASE("the power is not associative") {
    Fixture f;
    CHECK(f.text(f.s.pow(f.s.pow(f.x, f.y), f.z)) == "(x^y)^z");
    CHECK(f.text(f.s.pow(f.x, f.s.pow(f.y, f.z))) == "x^(y^z)");
    CHECK(f.text(f.s.pow(f.s.mul(f.x, f.y), f.z)) == "(x*y)^z");
}

TEST_CASE("a sign stands only at the head of an arithmetic expression") {
    Fixture f;
    ExprStore& s = f.s;
    CHECK(f.text(s.mul(f.x, s.neg(f.y))) == "x*(-y)");
    CHECK(f.text(s.mul(s.neg(f.x), f.y)) == "(-x)*y");
    CHECK(f.text(s.neg(s.mul(f.x, f.y))) == "-x*y");
    CHECK(f.text(s.add(s.neg(f.x), f.y)) == "-x + y");
    CHECK(f.text(s.pow(f.x, s.neg(f.y))) == "x^(-y)");
    CHECK(f.text(s.pow(s.neg(f.x), f.n(2))) == "(-x)^2");
    CHECK(f.text(s.neg(s.pow(f.x, f.n(2)))) == "-x^2");
    CHECK(f.text(s.neg(s.add(f.x, f.y))) == "-(x + y)");
    CHECK(f.text(s.add(f.x, f.r(-2))) == "x + (-2.0)");
    CHECK(f.text(s.pow(f.x, f.n(-1))) == "x^(-1)");
    CHECK(f.text(f.r(-2)) == "-2.0");
    CHECK(f.text(f.op(ExprKind::less, s.neg(f.x), f.n(-1))) == "-x < -1");
}

TEST_CASE("logic and relations") {
    Fixture f;
    ExprStore& s = f.s;
    ExprId const less = f.op(ExprKind::less, f.x, f.y);
    CHECK(f.text(s.logical_not(f.op(ExprKind::equal, f.i, f.j))) == "not i == j");
    CHECK(f.text(f.op(ExprKind::equal, s.logical_not(f.b), f.c)) == "(not b) == c");
    CHECK(f.text(f.op(ExprKind::equal, less, f.b)) == "(x < y) == b");
    CHECK(f.text(s.logical_or(s.logical_and(f.b, f.c), less)) == "b and c or x < y");
    CHECK(f.text(s.logical_and(f.b, s.logical_or(f.c, less))) == "b and (c or x < y)");
    CHECK(f.text(s.logical_not(s.logical_and(f.b, f.c))) == "not (b and c)");
    CHECK(f.text(s.logical_and(s.logical_not(f.b), f.c)) == "not b and c");
    CHECK(f.text(f.op(ExprKind::not_equal, f.i, s.add(f.j, f.n(1)))) == "i <> j + 1");
}

TEST_CASE("if is the loosest of all") {
    Fixture f;
    ExprStore& s = f.s;
    ExprId const inner = s.if_else(f.c, f.y, f.z);
    CHECK(f.text(s.if_else(f.b, f.x, inner)) == "if b then x elseif c then y else z");
    CHECK(f.text(s.if_else(f.b, inner, f.x)) == "if b then if c then y else z else x");
    CHECK(f.text(s.add(f.x, inner)) == "x + (if c then y else z)");
    CHECK(f.text(s.neg(inner)) == "-(if c then y else z)");
}

TEST_CASE("elementwise operators have spaces") {
    Fixture f;
    CHECK(f.text(f.op(ExprKind::element_mul, f.n(2), f.v)) == "2 .* v");
    CHECK(f.text(f.op(ExprKind::element_pow, f.op(ExprKind::element_add, f.v, f.w), f.n(2))) == "(v .+ w) .^ 2");
}

TEST_CASE("calls, subscripts, fields, ranges and constructors") {
    Fixture f;
    ExprStore& s = f.s;
    CHECK(f.text(s.der(f.x)) == "der(x)");
    CHECK(f.text(s.pre(f.b)) == "pre(b)");
    CHECK(f.text(f.f(Builtin::no_event, {s.add(f.x, f.y)})) == "noEvent(x + y)");
    CHECK(f.text(f.f(Builtin::initial, {})) == "initial()");
    CHECK(f.text(s.call(f.names("Pkg.f"), {f.x, f.n(2)})) == "Pkg.f(x, 2)");
    CHECK(f.text(s.subscript(f.m, {s.add(f.i, f.n(1)), s.whole()})) == "m[i + 1, :]");
    CHECK(f.text(s.subscript(f.v, {s.range(f.n(1), f.n(2), s.end())})) == "v[1:2:end]");
    CHECK(f.text(s.field(s.subscript(f.v, {f.i}), f.names("a"))) == "v[i].a");
    CHECK(f.text(s.subscript(s.add(f.v, f.w), {f.i})) == "(v + w)[i]");
    CHECK(f.text(s.range(s.add(f.i, f.n(1)), s.if_else(f.b, f.i, f.j))) == "i + 1:(if b then i else j)");
    CHECK(f.text(s.array({f.x, s.array({f.y})})) == "{x, {y}}");
    CHECK(f.text(s.matrix({s.matrix_row({f.x, f.y}), s.matrix_row({f.z, f.p})})) == "[x, y; z, p]");
    CHECK(f.text(s.tuple({f.x, f.y})) == "(x, y)");
    CHECK(f.text(s.time()) == "time");
}

TEST_CASE("reductions") {
    Fixture f;
    ExprId const k = f.s.iterator(f.names("k"));
    CHECK(f.text(f.for_loop(Reduction::sum, f.s.mul(k, f.x), "k", f.s.range(f.n(1), f.i))) == "sum(k*x for k in 1:i)");
    ReductionIterator const iterators[] = {{f.names("k"), f.s.range(f.n(1), f.n(2))}, {f.names("l"), f.v}};
    CHECK(f.text(f.s.reduction(Reduction::array, k, iterators)) == "{k for k in 1:2, l in v}");
}

TEST_CASE("literals read back as what they are") {
    Fixture f;
    CHECK(f.text(f.r(1)) == "1.0");
    CHECK(f.text(f.r(0.1)) == "0.1");
    CHECK(f.text(f.n(1)) == "1");
    CHECK(f.text(f.s.boolean(true)) == "true");
    CHECK(f.text(f.s.string(f.names("a\"b\\c\n"))) == "\"a\\\"b\\\\c\\n\"");
    std::vector<Symbol> const literals{f.names("off"), f.names("on")};
    TypeId const mode = f.s.types().enumeration(f.names("Mode"), literals);
    CHECK(f.text(f.s.enumeration(mode, 2)) == "Mode.on");
}

TEST_CASE("deep expressions are printed") {
    Fixture f;
    ExprId deep = f.x;
    for (int k = 0; k < 200'000; ++k) deep = f.f(Builtin::sin, {deep});
    CHECK(f.text(deep).size() == 200'000 * 5 + 1);
}
