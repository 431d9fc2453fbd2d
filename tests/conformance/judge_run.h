// What a program has to be asked for a case, and whether its answer is right.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "moo/base/child_process.h"
#include "tests/conformance/case_file.h"

namespace moo::conformance {

// Exit codes of a program that is driven, beside 0.
inline constexpr int exit_simulation_failed = 1;
inline constexpr int exit_refused = 3;

// FILE --stop T --points t1,t2,… [--parameter name=value]…
[[nodiscard]] std::vector<std::string> arguments_for(Case const& each, std::filesystem::path const& file);

enum class Verdict { passed, refused, failed };

struct Judgement {
    Verdict verdict = Verdict::passed;
    std::string detail;  // the refused features, or the first thing that is wrong
};

[[nodiscard]] Judgement judge_run(Case const& each, ChildResult const& run);

}  // namespace moo::conformance
