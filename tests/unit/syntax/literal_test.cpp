#include "moo/syntax/literal.h"

#include <catch2/catch.hpp>

TEST_CASE("strings escape and unescape") {
    CHECK(moo::unescape_string(R"("\'\"\?\\\a\b\f\n\r\t\v")") == "'\"?\\\a\b\f\n\r\t\v");
    CHECK(moo::unescape_string("\"a\nb\"") == "a\nb");
    CHECK(moo::unescape_string(R"("100\%")") == R"(100\%)");
    CHECK(moo::unescape_string(R"("")").empty());
    CHECK(moo::escape_string("say \"hi\"\n\\o/ 20°") == R"("say \"hi\"\n\\o/ 20°")");
    for (std::string const text : {"", "plain", "\"\\\a\b\f\n\r\t\v'?", "é\n"}) {
        CHECK(moo::unescape_string(moo::escape_string(text)) == text);
    }
}

TEST_CASE("identifiers are told from other texts") {
    for (char const* good : {"x", "_1", "aB9", "'a.b[2]'", "''", R"('\'')", R"('\\')", "'\"'", "equation1", "Real"}) {
        INFO(good);
        CHECK(moo::is_identifier(good));
    }
    for (char const* bad : {"", "1x", "a.b", "equation", "'", "'a", R"('\')", "'a'b'", "'\n'", "'é'", "é", "a b"}) {
        INFO(bad);
        CHECK_FALSE(moo::is_identifier(bad));
    }
}

TEST_CASE("any text can be quoted") {
    CHECK(moo::quote_identifier("a.b[2]") == "'a.b[2]'");
    CHECK(moo::quote_identifier("it's\n") == R"('it\'s\n')");
    CHECK(moo::quote_identifier("é") == "'%C3%A9'");
    for (std::string const text : {"", "a.b", "'", "\\", "a\tb"}) {
        CHECK(moo::is_identifier(moo::quote_identifier(text)));
        CHECK(moo::unquote_identifier(moo::quote_identifier(text)) == text);
    }
    CHECK(moo::unquote_identifier("plain") == "plain");
    CHECK(moo::normalize_quoted_identifier(R"('\?\"\'\n')") == R"('?"\'\n')");
}

TEST_CASE("numbers are read exactly or not at all") {
    CHECK(moo::read_integer("9223372036854775807") == 9223372036854775807);
    CHECK_FALSE(moo::read_integer("9223372036854775808"));
    CHECK(moo::read_real("1.") == 1.0);
    CHECK(moo::read_real(".5e1") == 5.0);
    CHECK(moo::read_real("0.1") == 0.1);
    CHECK(moo::read_real("4.9e-324") == 4.9e-324);
    CHECK(moo::read_real("1e-999") == 0.0);
    CHECK_FALSE(moo::read_real("1e999"));
}
