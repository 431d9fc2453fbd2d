#include "moo/expr/moving_references.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("a value moves with what stands in branches, factors and arguments, each once") {
    Fixture f;
    MovingReferences moving(f.s);
    CHECK(moving.of(f.s.add(f.s.mul(f.x, f.y), f.x)).size() == 2);
    CHECK(moving.of(f.s.der(f.x)) == std::vector<ExprId>{f.s.der(f.x)});
    CHECK(moving.of(f.s.if_else(f.b, f.x, f.y)).size() == 2);
}

TEST_CASE("a value does not move with conditions, the past and what is multiplied by zero") {
    Fixture f;
    MovingReferences moving(f.s);
    CHECK(moving.of(f.s.if_else(f.op(ExprKind::less, f.z, f.x), f.y, f.r(1))) == std::vector<ExprId>{f.y});
    CHECK(moving.of(f.s.add(f.s.pre(f.x), f.y)) == std::vector<ExprId>{f.y});
    CHECK(moving.of(f.f(Builtin::delay, {f.x, f.r(1)})).empty());
    CHECK(moving.of(f.op(ExprKind::less, f.x, f.y)).empty());
}
