// A line on a terminal that shows progress.
#pragma once

#include <chrono>
#include <string>

namespace moo::runtime {

// Shows nothing unless standard error is a terminal, and nothing in the first moments, because quick work needs no
// progress line. It is updated a few times per second and cleared at the end.
class ProgressLine {
public:
    explicit ProgressLine(bool is_wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;

    // Whether it is time to show something new; cheap.
    [[nodiscard]] bool is_due() const;
    // A bar for `share` (of one), followed by `text`.
    void show(double share, std::string const& text);
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool is_shown_;
    bool is_visible_ = false;
    Clock::time_point last_ = Clock::now();
};

}  // namespace moo::runtime
