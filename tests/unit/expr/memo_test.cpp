#include "moo/expr/memo.h"

#include <catch2/catch.hpp>

using namespace moo;

TEST_CASE("a memo has a default entry for every id until one is written") {
    ExprMemo<int> memo;
    CHECK(memo.get(ExprId(5'000'000u)) == 0);
    memo[ExprId(5'000'000u)] = 7;
    memo[ExprId(3u)] = 4;
    CHECK(memo.get(ExprId(5'000'000u)) == 7);
    CHECK(memo.get(ExprId(4'999'999u)) == 0);
    CHECK(memo.get(ExprId(3u)) == 4);
    memo.clear();
    CHECK(memo.get(ExprId(3u)) == 0);
}

TEST_CASE("entries stay where they are") {
    ExprMemo<int> memo;
    int& first = memo[ExprId(1u)];
    first = 9;
    memo[ExprId(1'000'000u)] = 1;
    CHECK(&first == &memo[ExprId(1u)]);
}
