#include "moo/syntax/token.h"

#include <catch2/catch.hpp>
#include <string>

TEST_CASE("every keyword is recognised and nothing near it") {
    int count = 0;
#define MOO_KEYWORD(name, text)                                                   \
    ++count;                                                                      \
    CHECK(moo::word_kind(text) == moo::TokenKind::name);                          \
    CHECK(moo::token_text(moo::TokenKind::name) == text);                         \
    CHECK(moo::word_kind(std::string(text) + "x") == moo::TokenKind::identifier); \
    CHECK(moo::word_kind("X" + std::string(text).substr(1)) == moo::TokenKind::identifier);
#define MOO_SYMBOL(name, text)
#include "moo/syntax/token_kinds.def"
#undef MOO_KEYWORD
#undef MOO_SYMBOL
    CHECK(count == 59);
    CHECK(moo::word_kind("") == moo::TokenKind::identifier);
    CHECK(moo::word_kind("x") == moo::TokenKind::identifier);
    CHECK(moo::word_kind("Real") == moo::TokenKind::identifier);
}

TEST_CASE("token sets hold what they were given") {
    constexpr moo::TokenSet set{moo::TokenKind::end_of_file, moo::TokenKind::at};
    CHECK(set.contains(moo::TokenKind::at));
    CHECK(set.contains(moo::TokenKind::end_of_file));
    CHECK_FALSE(set.contains(moo::TokenKind::colon));
}
