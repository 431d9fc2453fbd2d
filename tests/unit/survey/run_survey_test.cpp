#include "tests/survey/run_survey.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"

using namespace moo::survey;

namespace {

// Tools that pretend: moflat fails for models with `Bad` in their name, moopt for those with `Odd`.
class FakeTools {
public:
    FakeTools() {
        folder_.write_script("bin/moflat",
                             "case $1 in *Bad*) echo '{\"severity\":\"error\",\"kind\":\"K\",\"message\":\"bad\","
                             "\"place\":{\"file\":\"/lib/A/b.mo\",\"line\":1,\"column\":2}}' >&2; exit 1;; "
                             "*Slow*) sleep 100;; esac\n"
                             "printf 'flat %s' \"$1\" >\"$3\"\necho 'variables      3' >&2\n");
        folder_.write_script("bin/moopt", "case $(cat \"$1\") in *Odd*) exit 4;; esac; cp \"$1\" \"$3\"\n");
        std::filesystem::create_directory(folder_.path() / "scratch");
        options.tools = folder_.path() / "bin";
        options.scratch = folder_.path() / "scratch";
        options.root = "/lib";
        options.stages = stages_up_to("optimize", Route::interpreted);
        options.limits = {60.0, 0};
        options.jobs = 3;
    }
    [[nodiscard]] std::size_t files_left() const {
        using Iterator = std::filesystem::directory_iterator;
        return static_cast<std::size_t>(std::distance(Iterator(options.scratch), Iterator()));
    }
    SurveyOptions options;

private:
    moo::test::ScratchFolder folder_;
};

}  // namespace

TEST_CASE("models go through the stages until one fails") {
    FakeTools const tools;
    std::vector<std::string> const models{"L.A", "L.Bad", "L.Odd", "L.B", "L.'a/b'"};
    std::vector<std::string> seen;
    SurveyHooks hooks;
    hooks.finished = [&](Row const& row) { seen.push_back(row.model); };
    auto const rows = run_survey(models, tools.options, hooks);
    REQUIRE(rows.size() == 5);
    for (std::size_t i = 0; i < models.size(); ++i) CHECK(rows[i].model == models[i]);
    std::sort(seen.begin(), seen.end());
    CHECK(seen.size() == 5);
    CHECK(std::unique(seen.begin(), seen.end()) == seen.end());

    CHECK(rows[0].reached() == "optimize");
    CHECK(rows[0].count("variables") == 3);
    CHECK(rows[1].reached().empty());
    CHECK(rows[1].runs.size() == 1);
    CHECK(rows[1].problem->stage == "flatten");
    CHECK(rows[1].problem->place() == "A/b.mo:1:2");
    CHECK(rows[2].reached() == "flatten");
    CHECK(rows[2].runs.size() == 2);
    CHECK(rows[2].problem->stage == "optimize");
    CHECK(rows[2].problem->message == "exit code 4");
    CHECK(rows[4].reached() == "optimize");
    CHECK(tools.files_left() == 0);
}

TEST_CASE("files are kept if that is asked for") {
    FakeTools tools;
    tools.options.keep_files = true;
    CHECK(run_survey({"L.A", "L.'a/b'"}, tools.options, {}).size() == 2);
    CHECK(tools.files_left() == 4);
    CHECK(std::filesystem::exists(tools.options.scratch / "L.A.bmo"));
    CHECK(std::filesystem::exists(tools.options.scratch / "model_2.moo"));
}

TEST_CASE("a slow model does not keep the others") {
    FakeTools tools;
    tools.options.limits.seconds = 3.0;
    auto const rows = run_survey({"L.Slow", "L.A", "L.B"}, tools.options, {});
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].problem->kind == "TimeLimit");
    CHECK(rows[1].reached() == "optimize");
    CHECK(rows[2].reached() == "optimize");
}

TEST_CASE("a stage that needs a reference is left out without one") {
    moo::test::ScratchFolder const folder;
    folder.write("L/A/A.csv", "time,x\n0,1\n");
    FakeTools tools;
    tools.options.stages = {all_stages()[0],
                            {"verify", "{self}", {"{reference}", "{input}"}, "", Judge::exit_code, true}};
    tools.options.self = "/bin/true";
    tools.options.reference = folder.path();
    auto const rows = run_survey({"L.A", "L.B"}, tools.options, {});
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].has_reference);
    CHECK(rows[0].reached() == "verify");
    CHECK_FALSE(rows[1].has_reference);
    CHECK(rows[1].reached() == "flatten");
    CHECK_FALSE(rows[1].problem);
}

TEST_CASE("a stage that is judged by its exit code may draw its failure") {
    moo::test::ScratchFolder const folder;
    folder.write("L/A/A.csv", "time,x\n0,1\n");
    FakeTools tools;
    tools.options.stages = {all_stages()[0],
                            {"verify", "{self}", {"{reference}", "{output}"}, ".svg", Judge::exit_code, true}};
    tools.options.self = folder.write("draw", "#!/bin/sh\necho '<svg/>' >\"$2\"\nexit 1\n");
    std::filesystem::permissions(tools.options.self, std::filesystem::perms::owner_all);
    tools.options.reference = folder.path();
    auto const rows = run_survey({"L.A"}, tools.options, {});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].problem);
    CHECK(rows[0].plot == "<svg/>\n");
}
