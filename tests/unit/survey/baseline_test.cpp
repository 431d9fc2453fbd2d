#include "tests/survey/baseline.h"

#include <catch2/catch.hpp>

#include "tests/survey/report.h"
#include "tests/unit/survey/sample_table.h"

using namespace moo::survey;
using moo::survey::test::failed_row;
using moo::survey::test::passed_row;
using moo::survey::test::sample_table;
using Names = std::vector<std::string>;

namespace {

constexpr std::string_view list_text =
    "# comment\n"
    "library: Lib\n"
    "flatten: 1 of 4\n"
    "Lib.D  UnknownName  no `y`\n"
    "Lib.Other.C  TypeMismatch  odd\n"
    "    because of this\n"
    "    and that\n"
    "\n"
    "Lib.Part.Examples.B  UnknownName  no `x`\n";

}  // namespace

TEST_CASE("a list has library, counts and models with their reasons") {
    Baseline const list = parse_baseline(list_text);
    REQUIRE(list.error.empty());
    CHECK(list.library == "Lib");
    CHECK(list.stage == "flatten");
    CHECK(list.passed == 1);
    CHECK(list.total == 4);
    REQUIRE(list.failing.size() == 3);
    CHECK(list.failing.at("Lib.Other.C").kind == "TypeMismatch");
    CHECK(list.failing.at("Lib.Other.C").message == "odd");
    CHECK(list.failing.at("Lib.Other.C").explanation == "    because of this\n    and that\n");
    CHECK(list.failing.at("Lib.Part.Examples.B").message == "no `x`");
    CHECK_FALSE(list.passing);
}

TEST_CASE("what is no list is refused with its line") {
    CHECK(parse_baseline("library: Lib\nflatten: 1 of 2\nLib.A\n").error.starts_with("line 3 is neither"));
    CHECK(parse_baseline("library: Lib\nflatten: 1 of\n").error.starts_with("line 2 is neither"));
    CHECK(parse_baseline("library: Lib\nflatten: 1 of 2 3\n").error.starts_with("line 2 is neither"));
    CHECK(parse_baseline("library: -x\n").error.starts_with("line 1 is neither"));
    CHECK(parse_baseline("--x  K  m\n").error.starts_with("line 1 is neither"));
    CHECK(parse_baseline("").error.ends_with("is missing"));
    CHECK(parse_baseline("{}").error == "this is not a report of mosurvey");
}

TEST_CASE("a list that is written reads back and keeps explanations") {
    Baseline const previous = parse_baseline(list_text);
    std::string const text = write_baseline(make_baseline(sample_table()), &previous);
    CHECK(
        text.ends_with("library: Lib\n"
                       "flatten: 1 of 4\n"
                       "\n"
                       "# UnknownName: 2\n"
                       "Lib.D  UnknownName  no `y`\n"
                       "Lib.Part.Examples.B  UnknownName  no `x`\n"
                       "\n"
                       "# TypeMismatch: 1\n"
                       "Lib.Other.C  TypeMismatch  odd\n"
                       "    because of this\n"
                       "    and that\n"));
    Baseline const read = parse_baseline(text);
    CHECK(read.error.empty());
    CHECK(write_baseline(read, &read) == text);
    CHECK(write_baseline(read, nullptr).find("because") == std::string::npos);
}

TEST_CASE("a message of several lines stays one line of the list") {
    SurveyTable table = sample_table();
    table.rows[1].problem->message = "one\n    two\nthree";
    Baseline const read = parse_baseline(write_baseline(make_baseline(table), nullptr));
    CHECK(read.error.empty());
    CHECK(read.failing.at("Lib.Part.Examples.B").message == "one     two three");
}

TEST_CASE("the same survey has no changes") {
    BaselineChanges const changes = compare_with_baseline(parse_baseline(list_text), sample_table(), true);
    CHECK_FALSE(changes.is_worse());
    CHECK(write_changes(changes) == "no change\n");
}

TEST_CASE("models get better, worse and different") {
    SurveyTable table = sample_table();
    table.rows[0] = failed_row("Lib.Part.Examples.A", "Crash", "signal");
    table.rows[1] = passed_row("Lib.Part.Examples.B");
    table.rows[2] = failed_row("Lib.Other.C", "TimeLimit", "slow");
    BaselineChanges const changes = compare_with_baseline(parse_baseline(list_text), table, true);
    CHECK(changes.better == Names{"Lib.Part.Examples.B"});
    CHECK(changes.worse == Names{"Lib.Part.Examples.A: signal [Crash]"});
    CHECK(changes.other == Names{"Lib.Other.C: slow [TimeLimit], was TypeMismatch"});
    CHECK(changes.fewer.empty());
    CHECK(changes.is_worse());
    CHECK(write_changes(changes) ==
          "better: 1\n  Lib.Part.Examples.B\n"
          "failing in another way: 1\n  Lib.Other.C: slow [TimeLimit], was TypeMismatch\n"
          "worse: 1\n  Lib.Part.Examples.A: signal [Crash]\n");
}

TEST_CASE("failing in another way alone is not worse") {
    SurveyTable table = sample_table();
    table.rows[2] = failed_row("Lib.Other.C", "TimeLimit", "slow");
    CHECK_FALSE(compare_with_baseline(parse_baseline(list_text), table, true).is_worse());
}

TEST_CASE("counts may not fall in a complete survey") {
    SurveyTable table = sample_table();
    table.rows.erase(table.rows.begin());
    BaselineChanges const complete = compare_with_baseline(parse_baseline(list_text), table, true);
    CHECK(complete.worse.empty());
    CHECK(complete.fewer == "flatten: 0 models pass, 1 did");
    CHECK(complete.is_worse());
    // Where only some models are looked at, counts say nothing.
    CHECK_FALSE(compare_with_baseline(parse_baseline(list_text), table, false).is_worse());
}

TEST_CASE("an earlier report tells new models from those that got worse") {
    Baseline const earlier = parse_baseline(write_json(sample_table()));
    REQUIRE(earlier.error.empty());
    CHECK(earlier.passing == Names{"Lib.Part.Examples.A"});
    SurveyTable table = sample_table();
    table.rows.push_back(failed_row("Lib.New", "Crash", "signal"));
    table.rows.erase(table.rows.begin() + 3);
    BaselineChanges const changes = compare_with_baseline(earlier, table, true);
    CHECK(changes.added == Names{"Lib.New: signal [Crash]"});
    CHECK(changes.gone == Names{"Lib.D"});
    CHECK_FALSE(changes.is_worse());
}

TEST_CASE("a list of an earlier stage is compared at that stage") {
    SurveyTable table = sample_table();
    table.stages = {"flatten", "optimize"};
    table.rows[0].runs.push_back({"optimize", false, 0.1, 1.0, {}});
    table.rows[0].problem = Problem{"optimize", "MixedSystem", "m", {}, 0, 0};
    BaselineChanges const changes = compare_with_baseline(parse_baseline(list_text), table, true);
    CHECK_FALSE(changes.is_worse());
}
