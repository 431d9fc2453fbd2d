#include "moo/expr/store.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

TEST_CASE("equal expressions have equal ids") {
    Fixture f;
    ExprId const sum = f.s.add(f.x, f.y);
    CHECK(f.s.add(f.x, f.y) == sum);
    CHECK(f.s.add(f.y, f.x) != sum);
    CHECK(f.s.sub(f.x, f.y) != sum);
    CHECK(f.s.if_else(f.b, f.x, sum) == f.s.if_else(f.b, f.x, sum));
    CHECK(f.s.call(f.names("f"), {f.x, f.y}) == f.s.call(f.names("f"), {f.x, f.y}));
    CHECK(f.s.call(f.names("f"), {f.x, f.y}) != f.s.call(f.names("g"), {f.x, f.y}));
    CHECK(f.s.field(f.x, f.names("a")) != f.s.field(f.x, f.names("b")));
    CHECK(f.s.variable(VarId(0u)) == f.x);
}

TEST_CASE("literals keep all their bits") {
    Fixture f;
    for (double const value : {0.1, -0.0, 1e300, 5e-324, -3.75}) {
        CHECK(std::signbit(f.s.real_value(f.r(value))) == std::signbit(value));
        CHECK(f.s.real_value(f.r(value)) == value);
    }
    CHECK(f.r(0.0) != f.r(-0.0));
    CHECK(f.r(2) != f.n(2));
    for (std::int64_t const value :
         {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{1} << 40}) {
        CHECK(f.s.integer_value(f.n(value)) == value);
    }
    CHECK(f.s.is_zero(f.n(0)));
    CHECK(f.s.is_one(f.r(1)));
    CHECK_FALSE(f.s.is_zero(f.s.boolean(false)));
}

TEST_CASE("operands are read back in order, in place or from the pool") {
    Fixture f;
    ExprId const array = f.s.array({f.x, f.y, f.z, f.p});
    REQUIRE(f.s.operands(array).size() == 4);
    CHECK(f.s.operand(array, 3) == f.p);
    CHECK(f.s.operands(f.s.array({})).empty());
    CHECK(f.s.operands(f.s.array({f.x})).size() == 1);
    ExprId const call = f.s.call(f.names("g"), {f.x});
    CHECK(f.s.operands(call).size() == 1);
    CHECK(f.s.symbol(call) == f.names("g"));
    ExprId const sum = f.for_loop(Reduction::sum, f.x, "k", f.s.range(f.n(1), f.n(3)));
    CHECK(f.s.iterator_count(sum) == 1);
    CHECK(f.s.iterator_at(sum, 0).name == f.names("k"));
    CHECK(f.s.iterator_at(sum, 0).range == f.s.range(f.n(1), f.n(3)));
}

TEST_CASE("operands stay valid while the store grows") {
    Fixture f;
    Operands const operands = f.s.operands(f.s.array({f.x, f.y, f.z}));
    for (int k = 0; k < 10'000; ++k) f.s.array({f.x, f.y, f.n(k)});
    CHECK(operands[2] == f.z);
}

TEST_CASE("flags say what an expression contains") {
    Fixture f;
    CHECK_FALSE(f.s.varies(f.f(Builtin::sin, {f.r(1)})));
    CHECK(f.s.varies(f.f(Builtin::sin, {f.x})));
    CHECK(f.s.varies(f.f(Builtin::initial, {})));
    CHECK(f.s.varies(f.s.time()));
    CHECK(f.s.has_der(f.s.add(f.x, f.s.der(f.x))));
    CHECK_FALSE(f.s.has_der(f.s.add(f.x, f.x)));
    CHECK(f.s.has_iterator(f.s.add(f.x, f.s.iterator(f.names("k")))));
}

TEST_CASE("references are variables and parts of them") {
    Fixture f;
    ExprId const element = f.s.subscript(f.v, {f.n(2)});
    CHECK(f.s.is_reference(element));
    CHECK(f.s.is_reference(f.s.field(element, f.names("a"))));
    CHECK_FALSE(f.s.is_reference(f.s.der(f.x)));
    CHECK_FALSE(f.s.is_reference(f.s.subscript(f.s.array({f.x, f.y}), {f.i})));
    CHECK(f.s.is_reference(f.s.subscript(f.s.iterator(f.names("q"), f.array_type({2})), {f.i})));
    CHECK(f.s.referenced_variable(f.s.der(element)) == f.s.variable_of(f.v));
    CHECK_FALSE(f.s.referenced_variable(f.s.add(f.x, f.y)).has_value());
}

TEST_CASE("operands with very many users are found as well") {
    // More users than a chain holds: through the other operand, and through the table when both are full.
    Fixture f;
    std::vector<ExprId> products;
    for (int k = 0; k < 1'000; ++k) {
        products.push_back(f.s.mul(f.x, f.s.variable(VarId(100u + static_cast<unsigned>(k)))));
    }
    std::vector<ExprId> calls;
    for (int k = 0; k < 1'000; ++k) calls.push_back(f.s.mul(f.x, f.r(2 + k)));
    std::size_t const size = f.s.size();
    for (int k = 0; k < 1'000; ++k) {
        REQUIRE(f.s.mul(f.x, f.s.variable(VarId(100u + static_cast<unsigned>(k)))) ==
                products[static_cast<std::size_t>(k)]);
        REQUIRE(f.s.mul(f.x, f.r(2 + k)) == calls[static_cast<std::size_t>(k)]);
    }
    CHECK(f.s.size() == size);
}

TEST_CASE("a sum of a hundred thousand terms is built and measured") {
    ExprStore store;
    ExprId sum = store.variable(VarId(0u));
    for (std::uint32_t k = 1; k < 100'000; ++k) sum = store.add(sum, store.variable(VarId(k)));
    CHECK(store.size() == 199'999);
    CHECK(store.memory_bytes() / store.size() <= 40);
}
