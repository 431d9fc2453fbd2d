#include "moo/expr/tree_size.h"

#include <catch2/catch.hpp>

TEST_CASE("sizes count what is shared as often as it stands there, and stop at a limit") {
    moo::ExprStore store;
    moo::TreeSizes sizes(store);
    moo::ExprId expr = store.time();
    CHECK(sizes.of(expr) == 1);
    expr = store.mul(expr, expr);
    CHECK(sizes.of(expr) == 3);
    CHECK(sizes.of(store.add(expr, store.neg(expr))) == 7);
    moo::Interner interner;
    CHECK(sizes.of(store.neg(store.call(interner.intern("f"), {expr, expr}))) == 2);
    for (int i = 0; i < 100; ++i) expr = store.mul(expr, expr);
    CHECK(sizes.of(expr) == moo::TreeSizes::most);
}
