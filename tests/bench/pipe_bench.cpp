// What the pipe costs: `moflat | moopt | mogen-cpp` against the same stages in one process.
//
//     pipe_bench [MASSES]          # 1,000 without an argument
//
// Once to C++ (`mogen-cpp --source`), once to a simulator, with the compiler. Tools run from the folder of this
// program. Both ways are measured from the first process to the end of the last: by the clock, and the processor time
// of all processes, the best of five. On a machine with free cores the stages of the pipe overlap, which only the clock
// sees.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "backends/cpp/compile.h"
#include "backends/cpp/emit_cpp.h"
#include "frontend/flatten/flatten.h"
#include "moo/base/output_file.h"
#include "moo/check/verify_document.h"
#include "moo/passes/pipeline.h"
#include "moo/program/check_program.h"

namespace {

namespace fs = std::filesystem;

constexpr double most_more = 0.10;  // what is asked for

std::string chain_model(int masses) {
    std::string text = "model Chain\n  parameter Real k = 100;\n  parameter Real d = 0.1;\n";
    std::string equations = "equation\n";
    for (int i = 1; i <= masses; ++i) {
        std::string const n = std::to_string(i);
        std::string const p = std::to_string(i - 1);
        text += "  Real s" + n + "(start = " + n + ", fixed = true);\n  Real v" + n + "(fixed = true);\n  Real f" + n +
                ";\n";
        std::string const s = i == 1 ? "sin(time)" : "s" + p;
        std::string const v = i == 1 ? "0" : "v" + p;
        equations += "  der(s" + n + ") = v" + n + ";\n  f" + n + " = k*(" + s + " - s" + n + " + 1) + d*(" + v +
                     " - v" + n + ");\n  2*der(v" + n + ") = f" + n + " - 0.5*v" + n + ";\n";
    }
    return text + equations + "end Chain;\n";
}

struct Cost {
    double clock = 1e300;
    double processor = 1e300;
};

double seconds(timeval const& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double children_seconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// `work` runs in a process of its own and says whether it went well.
template <class Work>
Cost best_of_five(Work work) {
    Cost best;
    std::fflush(stdout);
    for (int i = 0; i < 5; ++i) {
        double const before = children_seconds();
        auto const begin = std::chrono::steady_clock::now();
        pid_t const child = fork();
        if (child == 0) _exit(work() ? 0 : 1);
        int status = 0;
        waitpid(child, &status, 0);
        std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - begin;
        if (status != 0) {
            std::fprintf(stderr, "a stage failed\n");
            std::exit(1);
        }
        best.clock = std::min(best.clock, passed.count());
        best.processor = std::min(best.processor, children_seconds() - before);
    }
    return best;
}

class Bench {
public:
    Bench(fs::path tools, fs::path folder) : tools_(std::move(tools)), folder_(std::move(folder)) {}

    void run(int masses) {
        std::ofstream(folder_ / "Chain.mo") << chain_model(masses);
        std::printf("a chain of %d masses       %12s %12s %12s\n", masses, "pipe [s]", "one [s]", "more");
        compare("to C++", false);
        compare("to a simulator", true);
    }

private:
    void compare(char const* name, bool compiles) const {
        Cost const piped = best_of_five([&] { return run_pipe(compiles); });
        Cost const one = best_of_five([&] { return run_here(compiles); });
        print(name, "by the clock", piped.clock, one.clock);
        print(name, "of processors", piped.processor, one.processor);
    }
    static void print(char const* name, char const* what, double piped, double one) {
        double const more = piped / one - 1.0;
        std::printf("%-15s %-14s %10.3f %12.3f %10.1f %% %s\n", name, what, piped, one, 100.0 * more,
                    more <= most_more ? "" : "  above 10 %");
    }

    // The paths are ours, so the shell is safe.
    [[nodiscard]] bool run_pipe(bool compiles) const {
        std::string const tool = tools_.string() + "/";
        std::string const target = compiles ? "-o " + (folder_ / "piped").string() : "--source " + folder_.string();
        std::string const command = "set -o pipefail; '" + tool + "moflat' '" + (folder_ / "Chain.mo").string() +
                                    "' | '" + tool + "moopt' | '" + tool + "mogen-cpp' " + target;
        execl("/bin/bash", "bash", "-c", command.c_str(), static_cast<char*>(nullptr));
        return false;
    }

    [[nodiscard]] bool run_here(bool compiles) const {
        moo::SourceManager sources;
        moo::Interner interner;
        moo::Diagnostics diagnostics;
        moo::PhaseStats stats;
        moo::Library library(sources, interner, diagnostics, {});
        std::ifstream in(folder_ / "Chain.mo", std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(in), {}};
        library.add_file(sources.add("Chain.mo", std::move(text)));
        moo::ClassTree tree(sources, interner, diagnostics, library);
        moo::Instances instances(tree, interner, diagnostics);
        auto document =
            optimize(moo::flatten(instances, *find_model(instances, "Chain")), interner, {}, diagnostics, stats);
        if (!document || !verify_document(*document, diagnostics)) return false;
        moo::ModelProgram const program = lower_model(*document, interner, sources);
        if (!check_program(program, diagnostics)) return false;
        std::string const source = (folder_ / "Here.cpp").string();
        if (!moo::write_file(source, emit_cpp(program, interner, sources)).empty()) return false;
        return !compiles || moo::compile_simulator({source}, (folder_ / "here").string(), {}).empty();
    }

    fs::path tools_;
    fs::path folder_;
};

}  // namespace

int main(int argc, char** argv) {
    std::string pattern = (fs::temp_directory_path() / "pipe_bench.XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) return 2;
    Bench(fs::read_symlink("/proc/self/exe").parent_path(), pattern).run(argc > 1 ? std::atoi(argv[1]) : 1000);
    fs::remove_all(pattern);
}
