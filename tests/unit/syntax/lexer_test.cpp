#include "moo/syntax/lexer.h"

#include <catch2/catch.hpp>

using moo::TokenKind;

namespace {

struct Lexed {
    moo::SourceManager sources;
    moo::Interner interner;
    moo::Diagnostics diagnostics;
    std::vector<TokenKind> kinds;
    std::vector<std::string> texts;
    std::vector<moo::Symbol> symbols;
    std::string base_version;

    explicit Lexed(std::string text) {
        moo::FileId const file = sources.add("test.mo", std::move(text));
        if (!moo::check_text(file, sources, diagnostics)) return;
        moo::Lexer lexer(sources.text(file), sources.start_of(file), interner, diagnostics);
        base_version = lexer.base_version();
        for (moo::Token token = lexer.next(); token.kind != TokenKind::end_of_file; token = lexer.next()) {
            kinds.push_back(token.kind);
            texts.emplace_back(sources.text(file).substr(token.begin, token.end - token.begin));
            symbols.push_back(token.symbol);
        }
        lexer.report_unfinished();
    }
    [[nodiscard]] std::vector<std::string> errors() const {
        std::vector<std::string> out;
        for (auto const& item : diagnostics.items()) out.emplace_back(moo::kind_name(item.kind));
        return out;
    }
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("operators take as many characters as they can") {
    CHECK(Lexed("a.*b./c.+d.-e.^f").texts == Texts{"a", ".*", "b", "./", "c", ".+", "d", ".-", "e", ".^", "f"});
    CHECK(Lexed("a<=b>=c<>d==e:=f<g>h=i:j").texts ==
          Texts{"a", "<=", "b", ">=", "c", "<>", "d", "==", "e", ":=", "f", "<", "g", ">", "h", "=", "i", ":", "j"});
    CHECK(Lexed("2.*x").texts == Texts{"2.", "*", "x"});
    CHECK(Lexed("@7").kinds == std::vector{TokenKind::at, TokenKind::integer});
}

TEST_CASE("numbers") {
    CHECK(Lexed("13. 13E0 1.3e1 0.13E+2 .13E-2 13").texts == Texts{"13.", "13E0", "1.3e1", "0.13E+2", ".13E-2", "13"});
    CHECK(Lexed("13. .5 1e3 13").kinds ==
          std::vector{TokenKind::real, TokenKind::real, TokenKind::real, TokenKind::integer});
    CHECK(Lexed("if 1then 2else 3").texts == Texts{"if", "1", "then", "2", "else", "3"});
    CHECK(Lexed("1e").errors() == Texts{"NumberMalformed"});
    CHECK(Lexed("12x").errors() == Texts{"NumberMalformed"});
}

TEST_CASE("white space and comments separate tokens") {
    CHECK(Lexed("a/* x \n * / **/b// to the end\r\nc\t\f\vd//").texts == Texts{"a", "b", "c", "d"});
    CHECK(Lexed("/**/a/*/*/b").texts == Texts{"a", "b"});
    CHECK(Lexed("\xEF\xBB\xBF"
                "a")
              .texts == Texts{"a"});
    CHECK(Lexed("// ünïcödé\na /* € */").texts == Texts{"a"});
}

TEST_CASE("strings may be long, hold line ends and escapes") {
    std::string const text = "\"" + std::string(1000, 'x') + "\\\"\\\\ 1\n2 é\"";
    Lexed const lexed(text + "+" + text);
    CHECK(lexed.texts == Texts{text, "+", text});
    CHECK(lexed.errors().empty());
    CHECK(Lexed(R"("a\qb")").errors() == Texts{"UnknownEscape"});
}

TEST_CASE("quoted identifiers keep their quotes and lose redundant escapes") {
    Lexed const lexed(R"('a.b' a '\?\"' '?"' '\'' '')");
    CHECK(lexed.errors().empty());
    REQUIRE(lexed.symbols.size() == 6);
    CHECK(lexed.interner.text(lexed.symbols[0]) == "'a.b'");
    CHECK(lexed.symbols[2] == lexed.symbols[3]);
    CHECK(lexed.interner.text(lexed.symbols[4]) == R"('\'')");
    CHECK(Lexed("'é'").errors() == Texts{"UnexpectedCharacter"});
    CHECK(Lexed("'a\nb").errors() == Texts{"UnterminatedIdentifier"});
    CHECK(Lexed("'a").errors() == Texts{"UnterminatedIdentifier"});
    CHECK(Lexed("'a\\").errors() == Texts{"UnterminatedIdentifier"});
}

TEST_CASE("what never ends gives one error") {
    for (char const* text : {"a \"b", "a \"b\\", "a \"b\\\"", "\""}) {
        CHECK(Lexed(text).errors() == Texts{"UnterminatedString"});
    }
    for (char const* text : {"a /* b", "/*", "/*/", "/* *"})
        CHECK(Lexed(text).errors() == Texts{"UnterminatedComment"});
}

TEST_CASE("what is not text gives one error") {
    CHECK(Lexed("").errors() == Texts{"FileEmpty"});
    CHECK(Lexed(std::string("a\0b\0c", 5)).errors() == Texts{"FileNotText"});
    CHECK(Lexed("\"caf\xE9\" // \xFF").errors() == Texts{"InvalidUtf8"});
    CHECK(Lexed("a \xE9 b").errors() == Texts{"InvalidUtf8"});
    CHECK(Lexed("a §§ b").errors() == Texts{"UnexpectedCharacter"});
    CHECK(Lexed("a ### b").errors() == Texts{"UnexpectedCharacter"});
}

TEST_CASE("the Base Modelica header is read at the start of a file only") {
    CHECK(Lexed("//! base 0.1.0\npackage").base_version == "0.1.0");
    CHECK(Lexed("\xEF\xBB\xBF//! base 3.5r2\r\n").base_version == "3.5r2");
    CHECK(Lexed("//! base 3r5.2\n").base_version.empty());
    CHECK(Lexed("//! base 3.5.20 \r\n").base_version == "3.5.20");
    CHECK(Lexed("\n//! base 0.1.0").base_version.empty());
    CHECK(Lexed("//! base 0.1").base_version.empty());
    CHECK(Lexed("//! base 0.1.0x").base_version.empty());
}
