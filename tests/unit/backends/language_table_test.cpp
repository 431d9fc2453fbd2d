// What is wrong with a language table is said; the tables that ship are right.
#include "backends/template/language_table.h"

#include <catch2/catch.hpp>

namespace {

std::string problems(std::string const& text) {
    moo::SourceManager sources;
    moo::Diagnostics diagnostics;
    moo::FileId const file = sources.add("table.json", text);
    auto const table = moo::tmpl::read_language_table(file, sources, diagnostics);
    CHECK(table.has_value() == !diagnostics.has_errors());
    std::string found;
    for (moo::Diagnostic const& item : diagnostics.items()) {
        CHECK(item.kind == moo::DiagnosticKind::LanguageTable);
        found += sources.place_text(item.span.begin) + ": " + item.text() + "\n";
        for (moo::DiagnosticNote const& note : item.notes) found += note.text() + "\n";
    }
    return found;
}

}  // namespace

TEST_CASE("an empty table is a language without operators") { CHECK(problems("{}").empty()); }

TEST_CASE("what is not JSON is shown where it ends to be") {
    CHECK(problems("{\n  \"name\": }") == "table.json:2:11: this is not JSON\n");
    CHECK(problems("") == "table.json:1:1: this is not JSON\n");
    CHECK(problems("[]") == "table.json:1:1: `the table`: it has to be an object\n");
}

TEST_CASE("every wrong entry is named") {
    CHECK(problems(R"j({"operator": {}})j") ==
          "table.json:1:2: there is no entry `operator`\ndid you mean `operators`?\n");
    CHECK(problems(R"j({"operators": {"+": {"spelling": "+", "precedence": "high"}}})j") ==
          "table.json:1:39: `operators.+.precedence`: it has to be an integer\n");
    CHECK(problems(R"j({"operators": {"+": {"spelling": "+", "associativity": "up"}}})j") ==
          "table.json:1:39: `operators.+.associativity`: it has to be `left`, `right`, `both` or `none`\n");
    CHECK(problems(R"j({"operators": {"+": "{1} + {2}"}})j") ==
          "table.json:1:16: `operators.+`: this pattern needs a `precedence`, or parentheses around it\n");
    CHECK(problems(R"j({"functions": {"sin": 1}})j") ==
          "table.json:1:16: `functions.sin`: it has to be a pattern, such as `\"max({1}, {2})\"`\n");
    CHECK(problems(R"j({"functions": {"sin": "f({x})"}})j") ==
          "table.json:1:16: `functions.sin`: `{x}` has no meaning here\n");
    CHECK(problems(R"j({"functions": {"sin": "f({1)"}})j") ==
          "table.json:1:16: `functions.sin`: `{}` has no meaning here\n");
    CHECK(problems(R"j({"functions": {"otherwise": "{text}({index})"}})j") ==
          "table.json:1:16: `functions.otherwise`: `{index}` has no meaning here\n");
    CHECK(problems(R"j({"parentheses": "()"})j") ==
          "table.json:1:2: `parentheses`: it has to be a pattern, such as `\"({1})\"`\n");
    CHECK(problems(R"j({"functions": []})j") == "table.json:1:2: `functions`: it has to be an object\n");
    CHECK(problems(R"j({"forms": {"iff": "x"}})j") ==
          "table.json:1:12: there is no entry `forms.iff`\ndid you mean `if`?\n");
    CHECK(problems(R"j({"forms": {"if": {"pattern": "({1})", "operands": 3}}})j") ==
          "table.json:1:39: `forms.if.operands`: it has to be a list of precedences\n");
    CHECK(problems(R"j({"variables": {}})j") == "table.json:1:2: `variables`: it has to be a list of cases\n");
    CHECK(problems(R"j({"variables": [{"value": "x[{number}]"}]})j") ==
          "table.json:1:17: `variables.value`: `{number}` has no meaning here\n");
    CHECK(problems(R"j({"strings": {"escapes": {"ab": "c"}}})j") ==
          "table.json:1:14: `strings.escapes`: it has to give a replacement string for each character\n");
    CHECK(problems(R"j({"strings": {"ascii": 1, "open": 2}})j") ==
          "table.json:1:26: `strings.open`: it has to be a string\ntable.json:1:14: `strings.ascii`: it has to be true "
          "or false\n");
    CHECK(problems(R"j({"comment": {"forbidden": [""]}})j") ==
          "table.json:1:14: `comment.forbidden`: it has to be a list of strings that are not empty\n");
    CHECK(problems(R"j({"identifier": 1})j") == "table.json:1:2: `identifier`: it has to be an object\n");
    CHECK(problems(R"j({"index_base": 1.5})j") == "table.json:1:2: `index_base`: it has to be an integer\n");
    CHECK(problems(R"j({"operators": {"+": "({1} + {2})", "^": "m->pow({1}, {2})"}})j").empty());
}

TEST_CASE("a table that is nested deeply does no harm") {
    CHECK_FALSE(problems(R"({"variables": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}").empty());
}

TEST_CASE("the tables that ship are sound") {
    for (char const* const name : {"c99", "python", "julia"}) {
        moo::SourceManager sources;
        moo::Diagnostics diagnostics;
        auto const loaded = sources.load(std::string(MOO_TEST_TEMPLATES) + "/" + name + ".json");
        REQUIRE(loaded.file.has_value());
        CHECK(moo::tmpl::read_language_table(loaded.file, sources, diagnostics).has_value());
    }
}
