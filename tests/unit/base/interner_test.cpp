#include "moo/base/interner.h"

#include <catch2/catch.hpp>
#include <string>

TEST_CASE("equal texts have equal symbols") {
    moo::Interner names;
    moo::Symbol const a = names.intern("position");
    moo::Symbol const b = names.intern(std::string("posi") + "tion");
    CHECK(a == b);
    CHECK(names.intern("positions") != a);
    CHECK(names.text(a) == "position");
    CHECK(names.find("velocity") == moo::Symbol());
}

TEST_CASE("the empty text and texts with NUL bytes are texts like any other") {
    moo::Interner names;
    moo::Symbol const empty = names.intern("");
    moo::Symbol const nul = names.intern(std::string_view("a\0b", 3));
    CHECK(names.text(empty).empty());
    CHECK(names.text(nul).size() == 3);
    CHECK(names.intern("a") != nul);
}

TEST_CASE("texts stay where they are while the table grows") {
    moo::Interner names;
    std::string_view const first = names.text(names.intern("first"));
    for (int i = 0; i < 100'000; ++i) names.intern("x" + std::to_string(i));
    CHECK(first.data() == names.text(names.find("first")).data());
    CHECK(names.size() == 100'001);
    CHECK(names.text(names.find("x99999")) == "x99999");
}
