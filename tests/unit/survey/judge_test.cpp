#include "tests/survey/judge.h"

#include <signal.h>

#include <catch2/catch.hpp>
#include <cerrno>

#include "tests/support/scratch_folder.h"

using namespace moo;
using namespace moo::survey;

namespace {

ChildResult exited(int code, std::string errors = {}) {
    return {ChildEnding::exited, code, 1.5, 20.0, {}, std::move(errors)};
}

Judgement judge_flatten(ChildResult const& result, std::filesystem::path const& output = "/nowhere") {
    return judge(all_stages()[0], result, {60.0, 1000}, output);
}

}  // namespace

TEST_CASE("the first error of JSON diagnostics has kind and place") {
    auto const problem = first_error(
        "{\"severity\":\"warning\",\"kind\":\"W\",\"message\":\"w\"}\n"
        "{\"severity\":\"error\",\"kind\":\"UnknownName\",\"message\":\"no "
        "`x`\",\"place\":{\"file\":\"A.mo\",\"line\":5,"
        "\"column\":17},\"notes\":[]}\n"
        "{\"severity\":\"error\",\"kind\":\"Later\",\"message\":\"l\"}\n");
    REQUIRE(problem);
    CHECK(problem->kind == "UnknownName");
    CHECK(problem->message == "no `x`");
    CHECK(problem->place() == "A.mo:5:17");
}

TEST_CASE("an error in text has kind and place where they are given") {
    auto const full = first_error("note\ndir/tank.mo:14:12: error: `q` is [odd] [TypeMismatch]\n   14 | x\n");
    REQUIRE(full);
    CHECK(full->kind == "TypeMismatch");
    CHECK(full->message == "`q` is [odd]");
    CHECK(full->place() == "dir/tank.mo:14:12");
    auto const bare = first_error("simulator: error: cannot solve\n");
    REQUIRE(bare);
    CHECK(bare->kind.empty());
    CHECK(bare->message == "cannot solve");
    CHECK(bare->place().empty());
}

TEST_CASE("text without errors has none") {
    CHECK_FALSE(first_error(""));
    CHECK_FALSE(first_error("A.mo:1:1: warning: w [W]\n{\"severity\":\"note\"}\n{broken\n[1]\n"));
    CHECK_FALSE(first_error("{\"severity\":5}\n{\"severity\":[\"error\"]}"));
}

TEST_CASE("odd members of JSON diagnostics are left out") {
    auto const problem =
        first_error("{\"severity\":\"error\",\"kind\":7,\"message\":\"m\",\"place\":{\"file\":\"A\",\"line\":-1}}");
    REQUIRE(problem);
    CHECK(problem->kind.empty());
    CHECK(problem->line == 0);
}

TEST_CASE("counts are the lines of the statistics with one whole number") {
    auto const counts = read_counts(
        "phase                          time/ms   memory/MB\n"
        "read                              0.123       0.000\n"
        "flatten                          12.000       1.000\n"
        "variables                            12\n"
        "zero crossings                        3\n"
        "this prose ends with 7\n"
        "{\"severity\":\"error\"  7\n");
    CHECK(counts == std::map<std::string, std::uint64_t>{{"variables", 12}, {"zero crossings", 3}});
}

TEST_CASE("a stage succeeds with exit code 0 and its output") {
    moo::test::ScratchFolder const folder;
    auto const output = folder.write("x.bmo", "model");
    Judgement const good = judge_flatten(exited(0, "variables            4\n"), output);
    CHECK(good.run.passed);
    CHECK_FALSE(good.problem);
    CHECK(good.run.stage == "flatten");
    CHECK(good.run.seconds == 1.5);
    CHECK(good.run.megabytes == 20.0);
    CHECK(good.run.counts.at("variables") == 4);

    CHECK(judge_flatten(exited(0)).problem->kind == "NoOutput");
    CHECK(judge_flatten(exited(0), folder.write("empty.bmo", "")).problem->kind == "NoOutput");
    // An output that is there does not make up for an error.
    CHECK_FALSE(judge_flatten(exited(1), output).run.passed);
}

TEST_CASE("the stage that compares needs no output") {
    CHECK(judge(all_stages().back(), exited(0), {60.0, 1000}, {}).run.passed);
    CHECK_FALSE(judge(all_stages().back(), exited(1), {60.0, 1000}, {}).run.passed);
}

TEST_CASE("a tool that fails without a diagnostic gives its last words") {
    auto const problem = judge_flatten(exited(2, "first\nlast words\n\n")).problem;
    REQUIRE(problem);
    CHECK(problem->stage == "flatten");
    CHECK(problem->kind == "ToolError");
    CHECK(problem->message == "exit code 2: last words");
    CHECK(judge_flatten(exited(2, "moflat: error: odd\n")).problem->kind == "ToolError");
}

TEST_CASE("time, memory, crashes and missing tools have kinds of their own") {
    CHECK(judge_flatten({ChildEnding::out_of_time, SIGKILL, 61.0, 5.0, {}, {}}).problem->message ==
          "took more than 60 s");
    auto const crash = judge_flatten({ChildEnding::killed_by_signal, SIGSEGV, 1.0, 5.0, {}, {}}).problem;
    CHECK(crash->kind == "Crash");
    CHECK(crash->message == "ended by signal 11 (SIGSEGV)");
    CHECK(judge_flatten({ChildEnding::not_started, ENOENT, 0.0, 0.0, {}, {}}).problem->kind == "NotStarted");
    auto const memory = judge_flatten(exited(2, "moflat: error: out of memory\n")).problem;
    CHECK(memory->kind == "MemoryLimit");
    CHECK(memory->message == "needs more than 1000 MB");
    CHECK(judge_flatten({ChildEnding::killed_by_signal, SIGABRT, 1.0, 950.0, {}, {}}).problem->kind == "MemoryLimit");
    // Without a limit it is the machine that has no memory left, which is the tool's error.
    CHECK(judge(all_stages()[0], exited(2, "moflat: error: out of memory\n"), {60.0, 0}, "/nowhere").problem->kind ==
          "ToolError");
}
