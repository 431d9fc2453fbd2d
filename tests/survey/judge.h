// Reads the output of a tool: whether the stage succeeded, its first error, the size of the model.
#pragma once

#include <filesystem>

#include "tests/survey/row.h"
#include "tests/survey/stage.h"

namespace moo::survey {

// `output` is the file that the stage should have made; `limits` those that it ran under.
struct Judgement {
    StageRun run;
    std::optional<Problem> problem;
};
[[nodiscard]] Judgement judge(Stage const& stage, ChildResult const& result, ChildLimits const& limits,
                              std::filesystem::path const& output);

// The first error in the text of a tool: a line of `--diagnostics=json`, or `…: error: message [Kind]`.
[[nodiscard]] std::optional<Problem> first_error(std::string_view text);

// Lines of `--stats` that end with one whole number: `variables    12`.
[[nodiscard]] std::map<std::string, std::uint64_t> read_counts(std::string_view text);

}  // namespace moo::survey
