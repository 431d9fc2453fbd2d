#include "moo/expr/references.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("different variables, fields and literal subscripts do not overlap") {
    Fixture f;
    auto element = [&](ExprId base, ExprId k) { return f.s.subscript(base, {k}); };
    CHECK(overlap(f.s, f.x, f.x) == Overlap::same);
    CHECK(overlap(f.s, f.x, f.y) == Overlap::none);
    CHECK(overlap(f.s, f.x, f.s.der(f.x)) == Overlap::none);
    CHECK(overlap(f.s, element(f.v, f.n(1)), element(f.v, f.n(2))) == Overlap::none);
    CHECK(overlap(f.s, element(f.v, f.n(1)), element(f.v, f.i)) == Overlap::possible);
    CHECK(overlap(f.s, f.v, element(f.v, f.n(1))) == Overlap::possible);
    CHECK(overlap(f.s, f.s.der(element(f.v, f.n(1))), f.s.der(element(f.v, f.i))) == Overlap::possible);
    CHECK(overlap(f.s, f.s.subscript(f.m, {f.i, f.n(1)}), f.s.subscript(f.m, {f.j, f.n(2)})) == Overlap::none);
    CHECK(overlap(f.s, f.s.field(f.v, f.names("a")), f.s.field(f.v, f.names("b"))) == Overlap::none);
    CHECK(overlap(f.s, f.s.field(f.v, f.names("a")), f.v) == Overlap::possible);
}
