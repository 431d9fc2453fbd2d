#include "backends/cpp/compile.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <thread>
#include <vector>

#include "moo/base/child_process.h"
#include "moo/base/output_file.h"

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

// Compilers store two adjacent results with one instruction where they can, which makes long code shorter and faster.
// In short code, a result that is needed at once has to wait for the second one: the derivatives of a pendulum, angle
// and speed, take 1.5 times as long. At the limit, a chain of masses takes the same time either way.
std::vector<std::string> code_options(std::size_t source_size) {
    constexpr std::size_t short_code = 50'000;
    std::vector<std::string> options{"-std=c++17", "-O2"};
    if (source_size <= short_code) options.emplace_back("-fno-tree-slp-vectorize");
    return options;
}

namespace {

// Shows the compiler's output if it fails, and returns an error text. Warnings, such as that of the linker about
// `tmpnam` in the standard library, are not about the user's code.
std::string compiler_error(ChildResult const& result) {
    if (result.ending == ChildEnding::not_started) {
        return "cannot run the C++ compiler `" + compiler_name() + "`: " + std::strerror(result.code);
    }
    if (result.ending == ChildEnding::exited && result.code == 0) return {};
    std::cerr << result.output << result.errors;
    return "the C++ compiler `" + compiler_name() + "` failed";
}

std::vector<std::string> compiler_words(fs::path const& source) {
    std::error_code code;
    std::uintmax_t const size = fs::file_size(source, code);
    std::vector<std::string> words = {compiler_name()};
    for (std::string const& option : code_options(code ? 0 : size)) words.push_back(option);
    words.insert(words.end(), {"-I", runtime_folders().include.string()});
    return words;
}

}  // namespace

// Paths are absolute, so that none can be mistaken for an option.
std::string compile_objects(std::vector<std::string> const& sources, std::vector<std::string> const& options,
                            std::vector<std::string>& objects) {
    std::size_t const at_once = std::max(1u, std::thread::hardware_concurrency());
    ChildPool pool;
    std::string error;
    std::size_t next = 0;
    while ((next < sources.size() && error.empty()) || pool.running() > 0) {
        for (; error.empty() && next < sources.size() && pool.running() < at_once; ++next) {
            fs::path const source = fs::absolute(sources[next]);
            objects.push_back(fs::path(source).replace_extension(".o").string());
            std::vector<std::string> words = compiler_words(source);
            words.insert(words.end(), options.begin(), options.end());
            words.insert(words.end(), {"-c", source.string(), "-o", objects.back()});
            pool.start(next, {words, {}, false}, {0, 0});
        }
        for (ChildPool::Ended const& ended : pool.wait(std::chrono::milliseconds(100))) {
            std::string const problem = compiler_error(ended.result);
            if (error.empty()) error = problem;
        }
        if (ChildPool::interrupted()) return "interrupted";
    }
    return error;
}

std::string run_compiler(std::vector<std::string> const& words) {
    return compiler_error(run_child({words, {}, false}, {0, 0}));
}

std::string compile_simulator(std::vector<std::string> const& sources, std::string const& output,
                              std::vector<std::string> const& objects) {
    RuntimeFiles const runtime = find_runtime();
    if (!runtime.error.empty()) return runtime.error;
    std::vector<std::string> inputs;
    std::string error;
    if (sources.size() == 1) {
        inputs.push_back(fs::absolute(sources[0]).string());
    } else {
        error = compile_objects(sources, {}, inputs);
    }
    if (!error.empty()) return error;
    fs::path const target = fs::absolute(output);
    fs::path const temporary = target.string() + ".tmp" + std::to_string(::getpid());
    std::vector<std::string> words = compiler_words(sources[0]);
    words.insert(words.end(), inputs.begin(), inputs.end());
    words.insert(words.end(), {"-o", temporary.string(), runtime.library.string()});
    words.insert(words.end(), objects.begin(), objects.end());
    words.insert(words.end(), runtime.link_arguments.begin(), runtime.link_arguments.end());
    error = run_compiler(words);
    std::error_code code;
    if (sources.size() > 1) {
        for (std::string const& object : inputs) fs::remove(object, code);
    }
    if (error.empty()) {
        fs::rename(temporary, target, code);
        if (code) error = "cannot write `" + output + "`: " + code.message();
    }
    if (!error.empty()) fs::remove(temporary, code);
    return error;
}

std::string write_sources(std::vector<CppFile> const& files, fs::path const& folder,
                          std::vector<std::string>& sources) {
    for (CppFile const& file : files) {
        std::string const path = (folder / file.name).string();
        if (std::string const problem = write_file(path, file.text); !problem.empty()) {
            return "cannot write `" + path + "`: " + problem;
        }
        if (file.name.ends_with(".cpp")) sources.push_back(path);
    }
    return {};
}

void add_compiler_inputs(ContentHash& hash) {
    RuntimeFiles const runtime = find_runtime();
    for (std::string const& option : code_options(0)) hash.add(option);
    hash.add(compiler_name()).add_file(runtime.library).add_folder(runtime.include / "runtime" / "abi");
    for (std::string const& argument : runtime.link_arguments) hash.add(argument);
}

}  // namespace moo
