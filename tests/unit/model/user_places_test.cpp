#include "moo/model/user_places.h"

#include <catch2/catch.hpp>

using namespace moo;

namespace {

SourceSpan at(std::uint32_t offset) { return {{offset}, {offset + 1}}; }

}  // namespace

TEST_CASE("a text of a library belongs to the component around it", "[user_places]") {
    UserPlaces places;
    places.add_library({100}, {199});
    places.declare("", at(1));
    places.declare("drive", at(10));
    places.declare("drive.motor", at(20));
    // The class of the motor is the user's, its resistor is of a library.
    CHECK(places.place_of(at(50), "drive.motor") == at(50));
    CHECK(places.place_of(at(150), "drive.motor.r[2].p") == at(20));
    CHECK(places.place_of(at(150), "drive") == at(10));
    CHECK(places.place_of(at(150), "other") == at(1));
    CHECK(places.place_of(at(199), "") == at(1));
    CHECK(places.place_of(at(200), "drive") == at(200));
}

TEST_CASE("seen from a component, parts of others are what it declares", "[user_places]") {
    UserPlaces places;
    places.declare("", at(1));
    places.declare("a", at(10));
    places.declare("a.b", at(20));
    CHECK(places.place_below(at(50), "a.b.c", "") == at(10));
    CHECK(places.place_below(at(50), "a.b.c", "a") == at(20));
    CHECK(places.place_below(at(50), "a.b", "a.b") == at(50));
    CHECK(places.place_below(at(50), "a[3].b[1].c", "a[3]") == at(20));
}

TEST_CASE("ranges of libraries come in any order, and positions of other tools count down", "[user_places]") {
    UserPlaces places;
    places.add_library({0xffffffff}, {0xffffffff});
    places.add_library({0xfffffffe}, {0xfffffffe});
    places.add_library({0xfffffff0}, {0xfffffff0});
    places.add_library({5}, {9});
    CHECK(!places.is_own({0xffffffff}));
    CHECK(!places.is_own({0xfffffffe}));
    CHECK(places.is_own({0xfffffffd}));
    CHECK(!places.is_own({0xfffffff0}));
    CHECK(!places.is_own({7}));
    CHECK(places.is_own({10}));
    CHECK(!places.is_own({}));
}

TEST_CASE("paths have names, subscripts and quotes", "[user_places]") {
    CHECK(path_depth("") == 0);
    CHECK(path_depth("a.b[2, 3].c") == 3);
    CHECK(path_depth("'a.b'.c[1]") == 2);
    CHECK(path_without_subscripts("a[1].b[2, 3].'c[4]'") == "a.b.'c[4]'");
    CHECK(common_path("a.b.c", "a.b.d") == "a.b");
    CHECK(common_path("a[1].b", "a[2].b").empty());
    CHECK(common_path("ab", "abc").empty());
}
