#include "tests/survey/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace moo::survey {

namespace {

constexpr std::size_t bar_columns = 24;

std::string time_text(double seconds) {
    auto const whole = static_cast<unsigned long long>(seconds + 0.5);
    std::string const rest = std::to_string(whole % 60);
    return std::to_string(whole / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

std::size_t terminal_width() {
    winsize size{};
    bool const is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(ProgressState const& state, std::size_t width) {
    std::size_t const total = std::max<std::size_t>(state.total, 1);
    std::size_t const filled = std::min(bar_columns * state.done / total, bar_columns);
    std::string line = "[" + std::string(filled, '#') + std::string(bar_columns - filled, '.') + "] " +
                       std::to_string(state.done) + "/" + std::to_string(state.total);
    if (state.failed > 0) line += ", " + std::to_string(state.failed) + " failed";
    // Those that were known before say nothing about the time that is left.
    if (std::size_t const measured = state.done - std::min(state.done_before, state.done);
        measured > 0 && state.done < state.total) {
        double const each = state.seconds / static_cast<double>(measured);
        line += ", " + time_text(each * static_cast<double>(state.total - state.done)) + " left";
    }
    if (!state.running.empty()) line += "  " + state.running;
    return line.substr(0, width);
}

Progress::Progress(std::size_t total, std::size_t known, std::size_t known_failed)
    : shown_(::isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {
    state_.total = total;
    state_.done = state_.done_before = known;
    state_.failed = known_failed;
}

Progress::~Progress() {
    if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::finished(bool passed) {
    ++state_.done;
    state_.failed += passed ? 0u : 1u;
}

void Progress::show(std::vector<std::string> const& running) {
    if (!shown_) return;
    state_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    // The first has been running for the longest time.
    state_.running = running.empty() ? std::string() : running.front();
    std::fprintf(stderr, "\r\033[K%s", progress_line(state_, terminal_width() - 1).c_str());
    std::fflush(stderr);
}

}  // namespace moo::survey
