// The C compiler of the user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moo {

// Called with argument vectors, never through a shell.
struct CCompiler {
    std::vector<std::string> words;  // the program, and the arguments after it in $CC
    std::vector<std::string> flags;  // $CFLAGS
    std::string identity;            // identifies the compiler: its path, size and time
};

// $CC, or else cc, gcc or clang; none if there is no compiler.
[[nodiscard]] std::optional<CCompiler> find_c_compiler();

enum class BuildOutcome : std::uint8_t {
    fine,
    refused,  // by the compiler, for a reason that it reports
    broken,   // it could not be run or did not end
};

struct BuildRun {
    BuildOutcome outcome = BuildOutcome::broken;
    std::vector<std::string> lines;  // the output, unless all went well
};

inline void append_words(std::vector<std::string>& words, std::vector<std::string> const& more) {
    words.insert(words.end(), more.begin(), more.end());
}

// Runs the compiler with these arguments after its own.
[[nodiscard]] BuildRun run_compiler(CCompiler const& compiler, std::vector<std::string> const& arguments);
// Several runs, as many at once as there are cores; the results in the order of the runs.
[[nodiscard]] std::vector<BuildRun> run_compiler_on_all(CCompiler const& compiler,
                                                        std::vector<std::vector<std::string>> const& runs);
// Another program, in the same way.
[[nodiscard]] BuildRun run_build_tool(std::vector<std::string> const& words);

}  // namespace moo
