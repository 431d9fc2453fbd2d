#include "moo/model/names.h"

#include <catch2/catch.hpp>

#include "moo/syntax/literal.h"

TEST_CASE("MOO quotes only what is not an identifier, Base Modelica everything") {
    using moo::identifier_text;
    using moo::NameStyle;
    CHECK(identifier_text("h", NameStyle::plain) == "h");
    CHECK(identifier_text("h", NameStyle::quoted) == "'h'");
    CHECK(identifier_text("tank.level", NameStyle::plain) == "'tank.level'");
    // A keyword is no identifier.
    CHECK(identifier_text("end", NameStyle::plain) == "'end'");
}

TEST_CASE("a name that has quotes of its own reads back as itself") {
    for (std::string const name : {"'x'", "a'b", "back\\slash", "a.b[2].c"}) {
        CHECK(moo::unquote_identifier(identifier_text(name, moo::NameStyle::plain)) == name);
    }
}

TEST_CASE("attributes are found by their names") {
    for (std::size_t i = 0; i < moo::attribute_count; ++i) {
        auto const attribute = static_cast<moo::Attribute>(i);
        CHECK(moo::find_attribute(attribute_name(attribute)) == attribute);
    }
    CHECK(!moo::find_attribute("strat"));
}
