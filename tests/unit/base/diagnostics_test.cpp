#include "moo/base/diagnostics.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace {

constexpr moo::Message<std::string_view, int> example{moo::DiagnosticKind::UnexpectedToken,
                                                      "`{}` stands here {} times"};

struct Fixture {
    moo::SourceManager sources;
    moo::Diagnostics diagnostics;
    moo::FileId file = sources.add("tank.mo", "model Tank\n\tder(h) = q;\nend Tank;\n");
    moo::SourceSpan span{sources.loc(file, 21), sources.loc(file, 22)};
};

}  // namespace

TEST_CASE_METHOD(Fixture, "text has place, message, kind, line and caret") {
    diagnostics.error(span, example, "q", 2);
    CHECK(render_text(diagnostics, sources) ==
          "tank.mo:2:11: error: `q` stands here 2 times [UnexpectedToken]\n"
          "    2 | \tder(h) = q;\n"
          "      | \t         ^\n");
    CHECK(diagnostics.has_errors());
}

TEST_CASE_METHOD(Fixture, "a warning is no error") {
    diagnostics.warning(span, example, "q", 2);
    CHECK(!diagnostics.has_errors());
    CHECK(render_text(diagnostics, sources).find("warning: ") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "notes and context follow, the innermost first") {
    {
        moo::Diagnostics::Context const outer(diagnostics, {}, "while instantiating `{}`", std::string_view("plant"));
        moo::Diagnostics::Context const inner(diagnostics, {}, "in component `{}`", std::string_view("tank"));
        diagnostics.error({}, example, "q", 1).note(span, "declared here");
    }
    diagnostics.error({}, example, "r", 1);
    auto const& items = diagnostics.items();
    REQUIRE(items[0].notes.size() == 3);
    CHECK(items[0].notes[0].text() == "in component `tank`");
    CHECK(items[0].notes[1].text() == "while instantiating `plant`");
    CHECK(items[0].notes[2].text() == "declared here");
    CHECK(items[1].notes.empty());
}

TEST_CASE_METHOD(Fixture, "what is about a part that plays no role is taken back") {
    moo::SourceSpan const line{sources.loc(file, 11), sources.loc(file, 23)};
    diagnostics.error(span, example, "before", 1);
    std::size_t const count = diagnostics.items().size();
    diagnostics.error(span, example, "inside", 1);
    diagnostics.warning(span, example, "inside", 2);
    diagnostics.error({}, example, "elsewhere", 1);
    diagnostics.take_back(count, line);
    REQUIRE(diagnostics.items().size() == 2);
    CHECK(diagnostics.items()[1].text() == "`elsewhere` stands here 1 times");
    CHECK(diagnostics.error_count() == 2);
}

TEST_CASE_METHOD(Fixture, "JSON holds the typed arguments and survives bytes that are not UTF-8") {
    diagnostics.error(span, example, "\xff", 3);
    auto const object = nlohmann::json::parse(render_json(diagnostics, sources));
    CHECK(object["kind"] == "UnexpectedToken");
    CHECK(object["place"]["line"] == 2);
    CHECK(object["arguments"][1] == 3);
}

TEST_CASE("control characters do not reach the terminal") {
    moo::SourceManager sources;
    moo::Diagnostics diagnostics;
    moo::FileId const file = sources.add("a\x1b.mo", "x \x1b[31m\n");
    diagnostics.error({sources.start_of(file), sources.start_of(file)}, example, "\x1b[2J", 1);
    CHECK(render_text(diagnostics, sources).find('\x1b') == std::string::npos);
}
