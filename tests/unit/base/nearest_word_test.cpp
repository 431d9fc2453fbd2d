#include "moo/base/nearest_word.h"

#include <catch2/catch.hpp>

TEST_CASE("the nearest word is found, and none when all are far") {
    CHECK(moo::nearest_word("--modle", {"--model", "--stats"}) == "--model");
    CHECK(moo::nearest_word("velocty", {"h", "velocity"}) == "velocity");
    CHECK(moo::nearest_word("abc", {"xyzzy", "h"}).empty());
    CHECK(moo::nearest_word("ChuaCirc", {"ChuaCircuits", "ChuaCircuit", "Other"}) == "ChuaCircuit");
    CHECK(moo::nearest_word("Ch", {"ChuaCircuit"}).empty());
}
