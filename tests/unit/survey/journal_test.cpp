#include "tests/survey/journal.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"
#include "tests/survey/report.h"
#include "tests/survey/stamp.h"
#include "tests/unit/survey/sample_table.h"

using namespace moo::survey;
using moo::survey::test::failed_row;
using moo::survey::test::passed_row;

TEST_CASE("rows of a journal come back if the stamp is the same") {
    moo::test::ScratchFolder const folder;
    auto const file = folder.path() / "r.journal";
    {
        Journal journal(file, "s1", {passed_row("A")});
        journal.add(failed_row("B", "K", "m"));
        CHECK(journal.error().empty());
    }
    auto const rows = finished_rows(folder.path() / "none.json", file, "s1");
    REQUIRE(rows.size() == 2);
    CHECK(rows.at("A").passed("flatten"));
    CHECK(rows.at("B").problem->kind == "K");
    CHECK(finished_rows(folder.path() / "none.json", file, "s2").empty());
}

TEST_CASE("a line that was cut off is no row") {
    moo::test::ScratchFolder const folder;
    std::string const line = write_row_json(passed_row("A"));
    auto const file = folder.write("r.journal", "stamp s\n" + line + "\n" + line.substr(0, line.size() / 2));
    CHECK(finished_rows({}, file, "s").size() == 1);
    CHECK(finished_rows({}, folder.write("empty", ""), "s").empty());
}

TEST_CASE("rows of a report come back, newer ones of the journal before them") {
    moo::test::ScratchFolder const folder;
    SurveyTable table = moo::survey::test::sample_table();
    auto const report = folder.write("r.json", write_json(table));
    auto const journal =
        folder.write("r.journal", "stamp " + table.stamp + "\n" + write_row_json(passed_row("Lib.D")) + "\n");
    auto const rows = finished_rows(report, journal, table.stamp);
    REQUIRE(rows.size() == 4);
    CHECK(rows.at("Lib.D").passed("flatten"));
    CHECK_FALSE(rows.at("Lib.Other.C").passed("flatten"));
    CHECK(finished_rows(report, journal, "other").empty());
}

TEST_CASE("a journal that cannot be written says so") {
    Journal const journal("/nowhere/r.journal", "s", {});
    CHECK(journal.error() == "No such file or directory");
}

TEST_CASE("the stamp changes with tools, libraries and limits, and with nothing else") {
    moo::test::ScratchFolder const folder;
    folder.write("bin/moflat", "one");
    folder.write("bin/moopt", "one");
    folder.write("lib/Big/package.mo", "package Big end Big;");
    folder.write("lib/notes.txt", "no library");
    LibraryPlace library;
    library.path = folder.path() / "lib" / "Big";
    library.search = {folder.path() / "lib", folder.path() / "missing"};
    SurveyOptions options;
    options.tools = folder.path() / "bin";
    options.stages = stages_up_to("flatten", Route::interpreted);
    std::string const first = survey_stamp(library, options);
    CHECK(first.size() == 16);
    options.jobs = 7;
    folder.write("lib/notes.txt", "changed");
    folder.write("bin/moopt", "two");
    CHECK(survey_stamp(library, options) == first);

    SECTION("tool") { folder.write("bin/moflat", "two"); }
    SECTION("no tool") { std::filesystem::remove(folder.path() / "bin/moflat"); }
    SECTION("library") { folder.write("lib/Big/package.mo", "package Big \"longer\" end Big;"); }
    SECTION("file of the library") { folder.write("lib/Big/Resources/table.txt", "1"); }
    SECTION("other library") { folder.write("lib/Other.mo", "package Other end Other;"); }
    SECTION("time limit") { options.limits.seconds = 61.0; }
    SECTION("memory limit") { options.limits.megabytes = 1; }
    SECTION("stage") { options.stages = stages_up_to("optimize", Route::interpreted); }
    CHECK(survey_stamp(library, options) != first);
}
