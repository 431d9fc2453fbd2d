#include "backends/cpp/compile.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

extern char** environ;

namespace moo {

namespace {

namespace fs = std::filesystem;

struct RuntimeFiles {
    fs::path include;
    fs::path library;
    std::vector<std::string> link_arguments;
    std::string error;
};

RuntimeFiles find_runtime() {
    RuntimeFiles found;
    std::error_code error;
    fs::path const program = fs::read_symlink("/proc/self/exe", error);
    fs::path const root = program.parent_path().parent_path();
    found.include = root / "include" / "moo";
    found.library = root / "lib" / "libmoo_runtime.a";
    std::ifstream list(root / "lib" / "moo" / "runtime_link.txt");
    for (std::string line; std::getline(list, line);) {
        if (!line.empty()) found.link_arguments.push_back(line);
    }
    if (!fs::exists(found.library) || found.link_arguments.empty()) {
        found.error = "the runtime library is missing: " + found.library.string();
    }
    return found;
}

// Waits for the program to end. Returns an error text.
std::string run_program(std::vector<std::string> const& words) {
    std::vector<char*> arguments;
    for (std::string const& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    if (int const error = ::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
        error != 0) {
        return "cannot run the C++ compiler `" + words[0] + "`: " + std::strerror(error);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return std::strerror(errno);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return "the C++ compiler `" + words[0] + "` failed";
}

}  // namespace

std::string compile_simulator(std::string const& source, std::string const& output) {
    RuntimeFiles const runtime = find_runtime();
    if (!runtime.error.empty()) return runtime.error;
    char const* const chosen = std::getenv("CXX");
    // The output is named absolutely, so that no name can be taken for an option.
    fs::path const target = fs::absolute(output);
    fs::path const temporary = target.string() + ".tmp" + std::to_string(::getpid());
    std::vector<std::string> words = {chosen != nullptr && *chosen != '\0' ? chosen : "c++",
                                      "-std=c++17",
                                      "-O2",
                                      "-I",
                                      runtime.include.string(),
                                      fs::absolute(source).string(),
                                      "-o",
                                      temporary.string(),
                                      runtime.library.string()};
    words.insert(words.end(), runtime.link_arguments.begin(), runtime.link_arguments.end());
    std::string error = run_program(words);
    std::error_code code;
    if (error.empty()) {
        fs::rename(temporary, target, code);
        if (code) error = "cannot write `" + output + "`: " + code.message();
    }
    if (!error.empty()) fs::remove(temporary, code);
    return error;
}

}  // namespace moo
