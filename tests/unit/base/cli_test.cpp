#include "moo/base/cli.h"

#include <catch2/catch.hpp>

namespace {

int run(moo::Tool& tool, std::vector<char const*> words) {
    words.insert(words.begin(), "tool");
    return tool.run(static_cast<int>(words.size()), words.data(), [](moo::Tool&) {});
}

}  // namespace

TEST_CASE("options take values attached or as the next word") {
    for (auto const& words : {std::vector<char const*>{"--model=A", "f.mo", "-o", "x"},
                              std::vector<char const*>{"f.mo", "--model", "A", "-o=x"}}) {
        moo::Tool tool("tool", "does nothing", "FILE");
        std::string model;
        tool.add_value("--model", "NAME", model, "");
        CHECK(run(tool, words) == moo::exit_fine);
        CHECK(model == "A");
        CHECK(tool.output() == "x");
        CHECK(tool.arguments() == std::vector<std::string>{"f.mo"});
    }
}

TEST_CASE("wrong usage gives exit code 2") {
    for (auto const& words : {std::vector<char const*>{"--modle=A"}, std::vector<char const*>{"-o"},
                              std::vector<char const*>{"--stats=1"}, std::vector<char const*>{"--diagnostics=xml"}}) {
        moo::Tool tool("tool", "does nothing", "FILE");
        CHECK(run(tool, words) == moo::exit_usage_or_system);
    }
}

TEST_CASE("words behind -- are arguments") {
    moo::Tool tool("tool", "does nothing", "FILE");
    CHECK(run(tool, {"--", "--odd.mo"}) == moo::exit_fine);
    CHECK(tool.arguments() == std::vector<std::string>{"--odd.mo"});
}

TEST_CASE("names of classes are told from files") {
    moo::Tool tool("tool", "does nothing", "FILE");
    CHECK(run(tool, {"Ball.mo", "Modelica.Blocks.Examples.PID_Controller", "-", "a/b", "Tank2", "2x", "a..b"}) ==
          moo::exit_fine);
    CHECK(tool.class_names() == std::vector<std::string>{"Modelica.Blocks.Examples.PID_Controller", "Tank2"});
    CHECK(tool.files() == std::vector<std::string>{"Ball.mo", "-", "a/b", "2x", "a..b"});
}
