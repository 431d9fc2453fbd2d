// Errors and what the parser does after them.
#include <catch2/catch.hpp>

#include "tests/unit/syntax/support.h"

using namespace moo::tests;
using moo::DiagnosticKind;

namespace {

using Errors = std::vector<std::string>;

Errors errors(std::string text) { return parse_text(std::move(text)).errors(); }

std::string message(std::string text) { return parse_text(std::move(text)).diagnostics.items().at(0).text(); }

}  // namespace

TEST_CASE("a missing semicolon is pointed at behind the previous token") {
    CHECK(errors("model M\n  Real x\n  Real y;\nend M;") == Errors{"2:9 UnexpectedToken"});
    CHECK(message("model M\n  Real x\n  Real y;\nend M;") == "`;` is missing before `Real`");
    CHECK(errors("model M\n  Real x;\nequation\n  x = 1 // c\nend M;") == Errors{"4:8 UnexpectedToken"});
    CHECK(errors("model M\n  Real x\n  Real y\n  Real z;\nend M;") ==
          Errors{"2:9 UnexpectedToken", "3:9 UnexpectedToken"});
    CHECK(errors("model M\nend M") == Errors{"2:6 UnexpectedToken"});
    CHECK(errors("within A\nmodel M\nend M;") == Errors{"1:9 UnexpectedToken"});
    // The line behind it may be the rest of the same equation: no second complaint about that.
    CHECK(errors("model M\nequation\n  x = a\n  b + c;\n  y = ;\nend M;") ==
          Errors{"3:8 UnexpectedToken", "5:7 UnexpectedToken"});
}

TEST_CASE("the end of a class names the class") {
    auto const parsed = parse_text("model Engine\nend Engin;");
    REQUIRE(parsed.errors() == Errors{"2:1 EndNameMismatch"});
    CHECK(parsed.diagnostics.items()[0].text() == "`end Engin` closes the class `Engine`");
    REQUIRE(parsed.diagnostics.items()[0].notes.size() == 1);
    CHECK(parsed.sources->decode(parsed.diagnostics.items()[0].notes[0].span.begin).line == 1);
    // A class that is not closed is told from a misspelt one.
    CHECK(errors("package P\nmodel A\nmodel B\nend B;\nend P;\nmodel C Real x = ; end C;") ==
          Errors{"5:1 EndNameMismatch", "6:18 UnexpectedToken"});
    CHECK(errors("package P\nmodel A\nReal x;\n") == Errors{"4:1 UnexpectedToken"});
    CHECK(message("model A\nend;") == "found `;`, expected `A` after `end`");
    CHECK(errors("model A\nend;\nmodel B\nend B;") == Errors{"2:4 UnexpectedToken"});
    CHECK(errors("model A end A; end B;").size() == 1);
}

TEST_CASE("several mistakes are each reported once") {
    CHECK(errors("model A\n"
                 "  Real x = ;\n"
                 "  parameter y;\n"
                 "  Real z(start 1);\n"
                 "  Real[3 w;\n"
                 "equation\n"
                 "  x = (1 + 2;\n"
                 "  z = [1, 2; 3, 4 5; 6, 7];\n"
                 "  w = {1, 2;\n"
                 "  x = 1;\n"
                 "end A;\n") == Errors{"2:12 UnexpectedToken", "3:14 UnexpectedToken", "4:16 UnexpectedToken",
                                       "5:10 UnexpectedToken", "7:13 UnexpectedToken", "8:19 UnexpectedToken",
                                       "9:12 UnexpectedToken"});
}

TEST_CASE("a class whose head is wrong does not spoil the rest") {
    CHECK(errors("package P\n  model 3\n    Real x;\n  equation\n    x = 1;\n  end A;\n  model B end B;\nend P;") ==
          Errors{"2:9 UnexpectedToken"});
    CHECK(errors("package P\n  type = Real;\n  model B end B;\nend P;") == Errors{"2:8 UnexpectedToken"});
    CHECK(errors("package P\n  partial Real x;\n  model B end B;\nend P;") == Errors{"2:11 UnexpectedToken"});
    CHECK(errors("foo;\nmodel B end B;\nbar;") == Errors{"1:1 UnexpectedToken", "3:1 UnexpectedToken"});
    CHECK(errors("model A equation x = 1; Real y; end A;") == Errors{"1:30 UnexpectedToken"});
    CHECK(errors("model A annotation(x = 1); Real y; end A;") == Errors{"1:28 UnexpectedToken"});
}

TEST_CASE("brackets show where they were opened") {
    auto const parsed = parse_text("model A Real x = f(1, (2 + 3, 4; end A;");
    REQUIRE(parsed.diagnostics.items().size() == 1);
    REQUIRE(parsed.diagnostics.items()[0].notes.size() == 1);
    CHECK(parsed.sources->decode(parsed.diagnostics.items()[0].notes[0].span.begin).column == 23);
}

TEST_CASE("a missing quote is one error at its string") {
    auto const parsed = parse_text("model A\n  Real x \"open;\n  Real y \"why\";\nend A;");
    REQUIRE(parsed.errors() == Errors{"3:11 UnexpectedToken"});
    REQUIRE(parsed.diagnostics.items()[0].notes.size() == 1);
    CHECK(parsed.sources->decode(parsed.diagnostics.items()[0].notes[0].span.begin).line == 2);
    CHECK(errors("model A\n  Real x \"open;\nend A;") == Errors{"2:10 UnterminatedString"});
    CHECK(errors("model A\n  Real x; /* open\nend A;") == Errors{"2:11 UnterminatedComment"});
    CHECK(errors("model A\n  Real 'x;\nend A;") == Errors{"2:8 UnterminatedIdentifier"});
}

TEST_CASE("unreadable files give one error") {
    CHECK(errors("") == Errors{"1:1 FileEmpty"});
    CHECK(errors(" \n// nothing\n") == Errors{"1:1 FileEmpty"});
    CHECK(errors("\xEF\xBB\xBF") == Errors{"1:1 FileEmpty"});
    CHECK(errors(std::string("model\0", 6)) == Errors{"1:1 FileNotText"});
    CHECK(errors("model A \"\xE9\" end A; // \xFF") == Errors{"1:10 InvalidUtf8"});
    CHECK(errors("model \xE9 end A;") == Errors{"1:7 InvalidUtf8"});
    CHECK(errors("model A Real x = §; end A;") == Errors{"1:18 UnexpectedCharacter"});
    CHECK(errors(std::string(1000000, '(')).size() == 1);
    CHECK(errors("model A Real x = " + std::string(1000000, '(')) == Errors{"1:517 NestingTooDeep"});
}

TEST_CASE("nested classes and modifiers are limited with one error") {
    std::string classes;
    std::string modifiers = "model A Real x";
    for (int i = 0; i < 100000; ++i) {
        classes += "model A\n";
        modifiers += "(a";
    }
    for (std::string const& text : {classes, modifiers, modifiers + std::string(100000, ')') + "; end A;"}) {
        auto const parsed = parse_text(text);
        REQUIRE(parsed.errors().size() == 1);
        CHECK(parsed.diagnostics.items()[0].kind == DiagnosticKind::NestingTooDeep);
    }
}

TEST_CASE("the parser gives up after many errors") {
    std::string text = "model A\nequation\n";
    for (int i = 0; i < 1000; ++i) text += "x = ;\n";
    CHECK(errors(text + "end A;").size() == 50);
    CHECK(parse_text(text + "end A;", {.max_errors = 3}).errors().size() == 3);
    text = "model A\nequation\n";
    for (int i = 0; i < 1000; ++i) text += "x = #;\n";
    CHECK(errors(text + "end A;").size() <= 51);
}

TEST_CASE("errors of one file do not count for the next") {
    Parsed parsed;
    for (int i = 0; i < 3; ++i) {
        auto const file = parsed.sources->add("test.mo", "model A Real x = ; end A;");
        parsed.tree = moo::parse(file, *parsed.sources, parsed.interner, parsed.diagnostics, {.max_errors = 1});
    }
    CHECK(parsed.errors().size() == 3);
}
