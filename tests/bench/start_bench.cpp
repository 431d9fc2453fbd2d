// Measures `mosim` on the bouncing ball, from the start of the process to the results on disk.
//
//   start_bench
//
// Takes 40 runs and prints the shortest and the median wall clock time and the processor time. Exit code 1 if the target
// is missed: a median of 50 ms.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int run_count = 40;
constexpr double target_milliseconds = 50.0;

struct Measured {
    double wall = 0.0;  // milliseconds
    double processor = 0.0;
};

double milliseconds(timeval const& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
}

Measured run(std::string const& mosim, std::string const& model, std::string const& output) {
    auto const begin = std::chrono::steady_clock::now();
    pid_t const child = ::fork();
    if (child == 0) {
        ::execl(mosim.c_str(), mosim.c_str(), model.c_str(), "--stop", "3", "-o", output.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || ::wait4(child, &status, 0, &used) != child || status != 0) {
        std::fprintf(stderr, "start_bench: `%s` failed\n", mosim.c_str());
        std::exit(2);
    }
    std::chrono::duration<double, std::milli> const wall = std::chrono::steady_clock::now() - begin;
    return {wall.count(), milliseconds(used.ru_utime) + milliseconds(used.ru_stime)};
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main() {
    fs::path const bin = fs::read_symlink("/proc/self/exe").parent_path();
    fs::path const output = fs::temp_directory_path() / ("start_bench." + std::to_string(::getpid()) + ".csv");
    std::vector<double> wall;
    std::vector<double> processor;
    for (int i = 0; i < run_count; ++i) {
        Measured const one =
            run((bin / "mosim").string(), MOO_TEST_ROOT "/docs/examples/BouncingBall.mo", output.string());
        wall.push_back(one.wall);
        processor.push_back(one.processor);
    }
    bool const is_written = fs::file_size(output) > 10'000;
    fs::remove(output);
    std::printf("bouncing ball to t = 3, from the start of the process to results on disk, %d runs\n", run_count);
    double const shortest = *std::min_element(wall.begin(), wall.end());
    double const middle = median(wall);
    std::printf("  wall clock:     shortest %.1f ms, median %.1f ms (target %.0f)\n", shortest, middle,
                target_milliseconds);
    std::printf("  processor time: shortest %.1f ms, median %.1f ms\n",
                *std::min_element(processor.begin(), processor.end()), median(processor));
    return is_written && middle <= target_milliseconds ? 0 : 1;
}
