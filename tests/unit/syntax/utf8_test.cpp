#include "moo/syntax/utf8.h"

#include <catch2/catch.hpp>
#include <string>

TEST_CASE("well-formed UTF-8 is accepted at any offset") {
    for (std::string const character : {"a", "é", "€", "😀", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"}) {
        for (std::size_t before = 0; before < 20; ++before) {
            CHECK(moo::find_invalid_utf8(std::string(before, 'x') + character + "yyyyyyyyyy") == std::string::npos);
            CHECK(moo::find_invalid_utf8(std::string(before, 'x') + character) == std::string::npos);
        }
    }
}

TEST_CASE("the first bad byte is found") {
    for (std::string const bad : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                                  "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE2\x82"}) {
        for (std::size_t before = 0; before < 20; ++before) {
            CHECK(moo::find_invalid_utf8(std::string(before, 'x') + bad + "yyyyyyyyyy") == before);
            CHECK(moo::find_invalid_utf8(std::string(before, 'x') + bad) == before);
        }
    }
}
