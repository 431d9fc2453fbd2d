// One line on a terminal that says how far something is.
#pragma once

#include <chrono>
#include <string>

namespace moo::runtime {

// Shows nothing unless standard error is a terminal, and nothing in the first moments: what is done at once needs no
// line. It is renewed a few times a second and cleared at the end.
class ProgressLine {
public:
    explicit ProgressLine(bool is_wanted);
    ~ProgressLine() { clear(); }
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;

    // Whether it is time to show something new; cheap.
    [[nodiscard]] bool is_due() const;
    // A bar for `share` of one, and `text` behind it.
    void show(double share, std::string const& text);
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool is_shown_;
    bool is_visible_ = false;
    Clock::time_point last_ = Clock::now();
};

}  // namespace moo::runtime
