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

std::string compiler_name() {
    char const* const chosen = std::getenv("CXX");
    return chosen != nullptr && *chosen != '\0' ? chosen : "c++";
}

// Shows what the compiler says. Returns an error text.
std::string compiler_error(ChildResult const& result) {
    std::cerr << result.output << result.errors;
    if (result.ending == ChildEnding::not_started) {
        return "cannot run the C++ compiler `" + compiler_name() + "`: " + std::strerror(result.code);
    }
    if (result.ending == ChildEnding::exited && result.code == 0) return {};
    return "the C++ compiler `" + compiler_name() + "` failed";
}

std::vector<std::string> compiler_words(RuntimeFiles const& runtime) {
    return {compiler_name(), "-std=c++17", "-O2", "-I", runtime.include.string()};
}

// Names are absolute, so that no name can be taken for an option.
std::string compile_objects(RuntimeFiles const& runtime, std::vector<std::string> const& sources,
                            std::vector<std::string>& objects) {
    std::size_t const at_once = std::max(1u, std::thread::hardware_concurrency());
    ChildPool pool;
    std::string error;
    std::size_t next = 0;
    while ((next < sources.size() && error.empty()) || pool.running() > 0) {
        for (; error.empty() && next < sources.size() && pool.running() < at_once; ++next) {
            fs::path const source = fs::absolute(sources[next]);
            objects.push_back(fs::path(source).replace_extension(".o").string());
            std::vector<std::string> words = compiler_words(runtime);
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

}  // namespace

std::string compile_simulator(std::vector<std::string> const& sources, std::string const& output,
                              std::vector<std::string> const& objects) {
    RuntimeFiles const runtime = find_runtime();
    if (!runtime.error.empty()) return runtime.error;
    std::vector<std::string> inputs;
    std::string error;
    if (sources.size() == 1) {
        inputs.push_back(fs::absolute(sources[0]).string());
    } else {
        error = compile_objects(runtime, sources, inputs);
    }
    if (!error.empty()) return error;
    fs::path const target = fs::absolute(output);
    fs::path const temporary = target.string() + ".tmp" + std::to_string(::getpid());
    std::vector<std::string> words = compiler_words(runtime);
    words.insert(words.end(), inputs.begin(), inputs.end());
    words.insert(words.end(), {"-o", temporary.string(), runtime.library.string()});
    words.insert(words.end(), objects.begin(), objects.end());
    words.insert(words.end(), runtime.link_arguments.begin(), runtime.link_arguments.end());
    error = compiler_error(run_child({words, {}, false}, {0, 0}));
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
    hash.add(compiler_name()).add_file(runtime.library).add_folder(runtime.include / "runtime" / "abi");
    for (std::string const& argument : runtime.link_arguments) hash.add(argument);
}

}  // namespace moo
