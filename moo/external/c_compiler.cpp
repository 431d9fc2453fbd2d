#include "moo/external/c_compiler.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

#include "moo/base/child_process.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// A compiler that takes longer hangs.
constexpr ChildLimits limits{600.0, 0};

std::vector<std::string> split_words(char const* text) {
    std::vector<std::string> words;
    std::istringstream stream(text != nullptr ? text : "");
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// The absolute path of a program; empty if there is none.
fs::path find_program(std::string const& name) {
    std::error_code error;
    if (name.find('/') != std::string::npos) {
        fs::path const path = fs::absolute(name, error);
        return ::access(path.c_str(), X_OK) == 0 ? path : fs::path();
    }
    char const* const folders = std::getenv("PATH");
    std::istringstream stream(folders != nullptr ? folders : "/usr/bin:/bin");
    for (std::string folder; std::getline(stream, folder, ':');) {
        fs::path const path = fs::path(folder) / name;
        if (path.is_absolute() && fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

std::string identity_of(fs::path const& program) {
    std::error_code error;
    fs::path const real = fs::canonical(program, error);
    auto const time = fs::last_write_time(real, error).time_since_epoch().count();
    return real.string() + " " + std::to_string(fs::file_size(real, error)) + " " + std::to_string(time);
}

BuildRun run_of(ChildResult const& result, std::string const& program) {
    BuildRun run;
    bool const has_exited = result.ending == ChildEnding::exited;
    if (has_exited) run.outcome = result.code == 0 ? BuildOutcome::fine : BuildOutcome::refused;
    if (run.outcome == BuildOutcome::fine) return run;
    std::istringstream lines(result.errors.empty() ? result.output : result.errors);
    for (std::string line; std::getline(lines, line);) run.lines.push_back(line);
    switch (result.ending) {
        case ChildEnding::exited:
            if (run.lines.empty()) run.lines.push_back(program + " failed without a word");
            break;
        case ChildEnding::killed_by_signal: run.lines.push_back(program + " was killed"); break;
        case ChildEnding::out_of_time: run.lines.push_back(program + " takes too long"); break;
        case ChildEnding::not_started:
            run.lines.push_back("cannot run " + program + ": " + std::strerror(result.code));
            break;
    }
    return run;
}

std::vector<std::string> command(CCompiler const& compiler, std::vector<std::string> const& arguments) {
    std::vector<std::string> words = compiler.words;
    words.insert(words.end(), compiler.flags.begin(), compiler.flags.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

}  // namespace

std::optional<CCompiler> find_c_compiler() {
    std::vector<std::vector<std::string>> candidates{split_words(std::getenv("CC"))};
    if (candidates[0].empty()) candidates = {{"cc"}, {"gcc"}, {"clang"}};
    for (std::vector<std::string>& words : candidates) {
        fs::path const program = find_program(words[0]);
        if (program.empty()) continue;
        words[0] = program.string();
        return CCompiler{words, split_words(std::getenv("CFLAGS")), identity_of(program)};
    }
    return std::nullopt;
}

BuildRun run_build_tool(std::vector<std::string> const& words) {
    return run_of(run_child({words, {}, false}, limits), words[0]);
}

BuildRun run_compiler(CCompiler const& compiler, std::vector<std::string> const& arguments) {
    return run_build_tool(command(compiler, arguments));
}

std::vector<BuildRun> run_compiler_on_all(CCompiler const& compiler,
                                          std::vector<std::vector<std::string>> const& runs) {
    std::vector<BuildRun> results(runs.size(), {BuildOutcome::broken, {"interrupted"}});
    std::size_t const most = std::max(1u, std::thread::hardware_concurrency());
    ChildPool pool;
    std::size_t next = 0;
    while ((next < runs.size() || pool.running() > 0) && !ChildPool::interrupted()) {
        for (; next < runs.size() && pool.running() < most; ++next) {
            pool.start(next, {command(compiler, runs[next]), {}, false}, limits);
        }
        for (auto const& ended : pool.wait(std::chrono::hours(1))) {
            results[ended.token] = run_of(ended.result, compiler.words[0]);
        }
    }
    return results;
}

}  // namespace moo
