#include "backends/cpp/compile.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <vector>

#include "moo/base/child_process.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

struct RuntimeFiles {
    fs::path include;
    fs::path library;
    std::vector<std::string> link_arguments;
    std::string error;
};

RuntimeFiles find_runtime() {
    RuntimeFolders const folders = runtime_folders();
    RuntimeFiles found;
    found.include = folders.include;
    found.library = folders.libraries / "libmoo_runtime.a";
    found.link_arguments = read_link_list(folders.facts / "runtime_link.txt");
    if (!fs::exists(found.library) || found.link_arguments.empty()) {
        found.error = "the runtime library is missing: " + found.library.string();
    }
    return found;
}

}  // namespace

RuntimeFolders runtime_folders() {
    std::error_code error;
    fs::path const program = fs::read_symlink("/proc/self/exe", error);
    fs::path const root = program.parent_path().parent_path();
    return {root / "include" / "moo", root / "lib", root / "lib" / "moo"};
}

std::vector<std::string> read_link_list(fs::path const& path) {
    std::vector<std::string> arguments;
    std::ifstream list(path);
    for (std::string line; std::getline(list, line);) {
        if (!line.empty()) arguments.push_back(line);
    }
    return arguments;
}

std::string compiler_name() {
    char const* const chosen = std::getenv("CXX");
    return chosen != nullptr && *chosen != '\0' ? chosen : "c++";
}

std::string run_compiler(std::vector<std::string> const& words) {
    ChildResult const result = run_child({words, {}, false}, {0, 0});
    std::cerr << result.output << result.errors;
    if (result.ending == ChildEnding::not_started) {
        return "cannot run the C++ compiler `" + words[0] + "`: " + std::strerror(result.code);
    }
    if (result.ending == ChildEnding::exited && result.code == 0) return {};
    return "the C++ compiler `" + words[0] + "` failed";
}

// Compilers store two neighbouring results by one instruction where they can. Long code is shorter and faster by that.
// In short code results count as soon as they are there, and the first of two would wait for the second: the
// derivatives of a pendulum, angle and speed, take 1.5 times as long. The border is where a chain of masses takes as
// long either way.
std::vector<std::string> code_options(std::size_t source_size) {
    constexpr std::size_t short_code = 50'000;
    std::vector<std::string> options{"-std=c++17", "-O2"};
    if (source_size <= short_code) options.emplace_back("-fno-tree-slp-vectorize");
    return options;
}

std::string compile_simulator(std::string const& source, std::string const& output,
                              std::vector<std::string> const& objects) {
    RuntimeFiles const runtime = find_runtime();
    if (!runtime.error.empty()) return runtime.error;
    // The output is named absolutely, so that no name can be taken for an option.
    fs::path const target = fs::absolute(output);
    fs::path const temporary = target.string() + ".tmp" + std::to_string(::getpid());
    std::error_code code;
    std::uintmax_t const size = fs::file_size(source, code);
    std::vector<std::string> words = {compiler_name()};
    for (std::string const& option : code_options(code ? 0 : size)) words.push_back(option);
    words.insert(words.end(), {"-I", runtime.include.string(), fs::absolute(source).string(), "-o", temporary.string(),
                               runtime.library.string()});
    words.insert(words.end(), objects.begin(), objects.end());
    words.insert(words.end(), runtime.link_arguments.begin(), runtime.link_arguments.end());
    std::string error = run_compiler(words);
    if (error.empty()) {
        fs::rename(temporary, target, code);
        if (code) error = "cannot write `" + output + "`: " + code.message();
    }
    if (!error.empty()) fs::remove(temporary, code);
    return error;
}

void add_compiler_inputs(ContentHash& hash) {
    RuntimeFiles const runtime = find_runtime();
    for (std::string const& option : code_options(0)) hash.add(option);
    hash.add(compiler_name()).add_file(runtime.library).add_folder(runtime.include / "runtime" / "abi");
    for (std::string const& argument : runtime.link_arguments) hash.add(argument);
}

}  // namespace moo
