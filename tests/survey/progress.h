// A line on the terminal that says how far the survey is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace moo::survey {

// The line alone, at most `width` columns: bar, counts, the time that is left, a model that is running.
struct ProgressState {
    std::size_t done = 0;
    std::size_t total = 0;
    std::size_t failed = 0;
    double seconds = 0.0;         // since the start
    std::size_t done_before = 0;  // of `done`, those that took no time because they were known
    std::string running;
};
[[nodiscard]] std::string progress_line(ProgressState const& state, std::size_t width);

// Writes to standard error if that is a terminal, else nothing.
class Progress {
public:
    Progress(std::size_t total, std::size_t known, std::size_t known_failed);
    ~Progress();
    Progress(Progress const&) = delete;
    Progress& operator=(Progress const&) = delete;
    void finished(bool passed);
    void show(std::vector<std::string> const& running);

private:
    bool shown_;
    ProgressState state_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace moo::survey
