#include "moo/expr/type_rules.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("scalar operators") {
    Fixture f;
    CHECK(f.s.type(f.s.add(f.i, f.j)) == types::integer);
    CHECK(f.s.type(f.s.add(f.i, f.x)) == types::real);
    CHECK(f.s.type(f.s.div(f.i, f.j)) == types::real);
    CHECK(f.s.type(f.s.pow(f.i, f.j)) == types::real);
    ExprId const whole_matrix = f.names.variable(f.s, "M", f.array_type({2, 2}, types::integer));
    CHECK(f.s.type(f.s.pow(whole_matrix, f.i)) == f.s.type(whole_matrix));
    CHECK(f.s.type(f.op(ExprKind::less, f.i, f.x)) == types::boolean);
    CHECK(f.s.type(f.s.if_else(f.b, f.i, f.x)) == types::real);
    CHECK(f.s.type(f.s.add(f.x, f.s.call(f.names("f"), {}))) == types::unknown);
    CHECK(f.s.type(f.s.add(f.x, f.b)) == types::unknown);
}

TEST_CASE("products of arrays") {
    Fixture f;
    CHECK(f.s.type(f.s.mul(f.v, f.w)) == types::real);
    CHECK(f.s.type(f.s.mul(f.m, f.v)) == f.s.type(f.v));
    CHECK(f.s.type(f.s.mul(f.v, f.m)) == f.s.type(f.v));
    CHECK(f.s.type(f.s.mul(f.m, f.m)) == f.s.type(f.m));
    CHECK(f.s.type(f.s.mul(f.x, f.m)) == f.s.type(f.m));
    CHECK(f.s.type(f.op(ExprKind::element_mul, f.v, f.w)) == f.s.type(f.v));
}

TEST_CASE("constructors, ranges and subscripts") {
    Fixture f;
    CHECK(f.s.type(f.s.array({f.i, f.x, f.y})) == f.array_type({3}));
    CHECK(f.s.type(f.s.array({f.v, f.w})) == f.array_type({2, 3}));
    ExprId const row = f.s.matrix_row({f.x, f.y});
    CHECK(f.s.type(f.s.matrix({row, row, row})) == f.array_type({3, 2}));
    CHECK(f.s.type(f.s.range(f.n(2), f.n(5))) == f.array_type({4}, types::integer));
    CHECK(f.s.type(f.s.range(f.n(5), f.n(2))) == f.array_type({0}, types::integer));
    CHECK(f.s.type(f.s.range(f.n(1), f.i)) == f.array_type({TypeTable::unknown_size}, types::integer));
    CHECK(f.s.type(f.s.subscript(f.m, {f.i, f.j})) == types::real);
    CHECK(f.s.type(f.s.subscript(f.m, {f.i})) == f.array_type({3}));
    CHECK(f.s.type(f.s.subscript(f.m, {f.s.whole(), f.s.range(f.n(1), f.n(2))})) == f.array_type({3, 2}));
    CHECK(f.s.type(f.s.subscript(f.v, {f.i, f.j})) == types::unknown);
    ExprId const k = f.s.iterator(f.names("k"));
    CHECK(f.s.type(f.for_loop(Reduction::array, f.s.mul(k, f.x), "k", f.s.range(f.n(1), f.n(4)))) == f.array_type({4}));
    CHECK(f.s.type(f.for_loop(Reduction::sum, f.s.mul(k, k), "k", f.s.range(f.n(1), f.n(4)))) == types::integer);
}

TEST_CASE("built-in functions") {
    Fixture f;
    CHECK(f.s.type(f.f(Builtin::sin, {f.i})) == types::real);
    CHECK(f.s.type(f.f(Builtin::sin, {f.v})) == f.s.type(f.v));
    CHECK(f.s.type(f.f(Builtin::abs, {f.i})) == types::integer);
    CHECK(f.s.type(f.f(Builtin::max, {f.i, f.x})) == types::real);
    CHECK(f.s.type(f.f(Builtin::sum, {f.m})) == types::real);
    CHECK(f.s.type(f.f(Builtin::size, {f.m, f.n(1)})) == types::integer);
    CHECK(f.s.type(f.f(Builtin::size, {f.m})) == f.array_type({2}, types::integer));
    CHECK(f.s.type(f.f(Builtin::zeros, {f.n(2), f.n(4)})) == f.array_type({2, 4}, types::integer));
    CHECK(f.s.type(f.f(Builtin::fill, {f.x, f.n(2)})) == f.array_type({2}));
    CHECK(f.s.type(f.f(Builtin::cat, {f.n(1), f.v, f.w})) == f.array_type({6}));
    CHECK(f.s.type(f.f(Builtin::outer_product, {f.v, f.w})) == f.array_type({3, 3}));
    CHECK(f.s.type(f.f(Builtin::promote, {f.v, f.n(2)})) == f.array_type({3, 1}));
    CHECK(f.s.type(f.f(Builtin::sample, {f.r(0), f.r(1)})) == types::boolean);
    CHECK(f.s.type(f.f(Builtin::sample, {f.x})) == types::real);
}

TEST_CASE("the type of a field comes from the record") {
    Fixture f;
    std::vector<RecordField> const fields{{f.names("a"), types::integer}};
    ExprId const record = f.names.variable(f.s, "r", f.s.types().record(f.names("R"), fields));
    CHECK(f.s.type(f.s.field(record, f.names("a"))) == types::integer);
    CHECK(f.s.type(f.s.field(record, f.names("b"))) == types::unknown);
}
