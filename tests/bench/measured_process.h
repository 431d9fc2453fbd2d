// Runs a tool as a user would, in a process of its own, and measures its time and memory.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace moo::bench {

struct Run {
    bool is_good = false;
    double seconds = std::numeric_limits<double>::infinity();
    double peak_megabytes = 0;
};

inline double seconds_of(timeval const& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Its standard output is thrown away; tools write files by `-o`.
inline Run run(std::string const& program, std::vector<std::string> const& arguments, std::string const& errors) {
    pid_t const child = fork();
    if (child == 0) {
        int const out = open("/dev/null", O_WRONLY);
        int const err = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        std::vector<char*> argv{const_cast<char*>(program.c_str())};
        for (std::string const& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        execv(program.c_str(), argv.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    Run result;
    result.is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    result.seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    result.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
    return result;
}

// The number behind `equations` in the output of --stats.
inline long read_equations(std::string const& stats) {
    std::ifstream file(stats);
    std::string word;
    long count = 0;
    while (file >> word) {
        if (word == "equations" && file >> count) return count;
    }
    return 0;
}

inline Run best_of(int runs, std::string const& program, std::vector<std::string> const& arguments,
            std::string const& errors) {
    Run best;
    for (int i = 0; i < runs; ++i) {
        Run const one = run(program, arguments, errors);
        if (!one.is_good) return one;
        if (one.seconds < best.seconds) best = one;
    }
    return best;
}

}  // namespace moo::bench
