#include "moo/base/child_process.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>

#include "tests/support/scratch_folder.h"

using namespace moo;

namespace {

ChildResult shell(std::string const& script, ChildLimits const& limits = {60.0, 0}) {
    return run_child({{"/bin/sh", "-c", script}, {}}, limits);
}

}  // namespace

TEST_CASE("a child's output, errors and exit code come back") {
    ChildResult const result = shell("echo out; echo err >&2; exit 3");
    CHECK(result.ending == ChildEnding::exited);
    CHECK(result.code == 3);
    CHECK(result.output == "out\n");
    CHECK(result.errors == "err\n");
    CHECK(result.megabytes > 0.0);
}

TEST_CASE("arguments reach a child as they are") {
    ChildResult const result = run_child({{"/bin/echo", "a b", "$(date)", "`x`; 'q'"}, {}}, {10.0, 0});
    CHECK(result.output == "a b $(date) `x`; 'q'\n");
}

TEST_CASE("a child runs in its folder and reads nothing") {
    test::ScratchFolder const folder;
    ChildResult const result = run_child({{"/bin/sh", "-c", "pwd; cat"}, folder.path()}, {10.0, 0});
    CHECK(result.output == folder.path().string() + "\n");
}

TEST_CASE("a child has a group of its own unless it shall be in ours") {
    auto const group = [](bool is_own) {
        return run_child({{"/bin/sh", "-c", "cut -d' ' -f5 /proc/self/stat"}, {}, is_own}, {10.0, 0}).output;
    };
    std::string const ours = std::to_string(::getpgrp()) + "\n";
    CHECK(group(false) == ours);
    CHECK(group(true) != ours);
}

TEST_CASE("a program that does not exist is not started") {
    ChildResult const result = run_child({{"/nowhere/tool"}, {}}, {10.0, 0});
    CHECK(result.ending == ChildEnding::not_started);
    CHECK(result.code == ENOENT);
}

TEST_CASE("a signal that ends a child is told") {
    ChildResult const result = shell("kill -ABRT $$");
    CHECK(result.ending == ChildEnding::killed_by_signal);
    CHECK(result.code == SIGABRT);
}

namespace {

// Something that a child starts: it makes a file longer as long as it lives.
std::string ticker(std::filesystem::path const& file) {
    return "(while :; do echo tick >>" + file.string() + "; sleep 0.02; done) & until [ -s " + file.string() +
           " ]; do sleep 0.02; done; ";
}

bool grows(std::filesystem::path const& file) {
    auto const size = std::filesystem::file_size(file);
    shell("sleep 0.4");
    return std::filesystem::file_size(file) != size;
}

}  // namespace

TEST_CASE("a child that takes too long is killed with all that it started") {
    test::ScratchFolder const folder;
    auto const file = folder.path() / "ticks";
    ChildResult const result = shell(ticker(file) + "sleep 60", {2.0, 0});
    CHECK(result.ending == ChildEnding::out_of_time);
    CHECK(result.seconds >= 2.0);
    CHECK(result.seconds < 30.0);
    CHECK_FALSE(grows(file));
}

TEST_CASE("what a child leaves behind ends with it") {
    test::ScratchFolder const folder;
    auto const file = folder.path() / "ticks";
    CHECK(shell(ticker(file), {30.0, 0}).ending == ChildEnding::exited);
    CHECK_FALSE(grows(file));
}

TEST_CASE("a child cannot take more memory than its limit") {
    // `tail` keeps a line that does not end.
    std::string const script = "head -c 300000000 /dev/zero | tail -n 1 | wc -c";
    CHECK(shell(script).output == "300000000\n");
    ChildResult const limited = shell(script, {60.0, 100});
    CHECK(limited.output == "0\n");
    CHECK(limited.errors.find("memory exhausted") != std::string::npos);
}

TEST_CASE("peak memory is that of the largest process of the child") {
    ChildResult const result = shell("head -c 200000000 /dev/zero | tail -n 1 | wc -c");
    CHECK(result.megabytes > 190.0);
    CHECK(result.megabytes < 1000.0);
}

TEST_CASE("a flood of errors keeps its beginning and its end") {
    ChildResult const result = shell("echo first >&2; yes 0123456789 | head -c 5000000 >&2; echo >&2; echo last >&2");
    CHECK(result.errors.starts_with("first\n"));
    CHECK(result.errors.ends_with("\nlast\n"));
    CHECK(result.errors.size() < 2000000);
}

TEST_CASE("a flood does not outlive the time limit") {
    ChildResult const result = shell("yes >&2", {0.3, 0});
    CHECK(result.ending == ChildEnding::out_of_time);
    CHECK(result.seconds < 30.0);
}

TEST_CASE("children run at the same time") {
    // Each waits for all the others.
    test::ScratchFolder const folder;
    ChildPool pool;
    for (std::size_t i = 0; i < 4; ++i) {
        std::string const number = std::to_string(i);
        pool.start(i,
                   {{"/bin/sh", "-c",
                     "touch " + number +
                         "; until [ -e 0 ] && [ -e 1 ] && [ -e 2 ] && [ -e 3 ]; "
                         "do sleep 0.02; done; exit " +
                         number},
                    folder.path()},
                   {30.0, 0});
    }
    CHECK(pool.running() == 4);
    std::vector<int> codes(4, -1);
    while (pool.running() > 0) {
        for (auto const& ended : pool.wait(std::chrono::seconds(10))) codes[ended.token] = ended.result.code;
    }
    CHECK(codes == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("text is kept whole up to its limit") {
    BoundedText text(10);
    text.append("0123456789");
    text.append("abc");
    CHECK(text.take() == "0123456789abc");
}

TEST_CASE("text beyond its limit loses whole lines") {
    BoundedText text(10);
    text.append("one\ntwo\nthree\n");
    for (int i = 0; i < 100000; ++i) text.append("middle\n");
    text.append("end\n");
    std::string const kept = text.take();
    CHECK(kept.starts_with("one\ntwo\nmiddle\n"));
    CHECK(kept.ends_with("middle\nend\n"));
}
