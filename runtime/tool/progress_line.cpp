#include "runtime/tool/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace moo::runtime {

namespace {

constexpr auto shortest_wait = std::chrono::milliseconds(200);
constexpr std::size_t bar_width = 24;

std::size_t terminal_width() {
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressLine::ProgressLine(bool is_wanted) : is_shown_(is_wanted && ::isatty(STDERR_FILENO) == 1) {}

bool ProgressLine::is_due() const { return is_shown_ && Clock::now() - last_ >= shortest_wait; }

void ProgressLine::show(double share, std::string const& text) {
    last_ = Clock::now();
    double const part = std::clamp(share, 0.0, 1.0);
    auto const full = static_cast<std::size_t>(part * bar_width);
    char percent[16];
    std::snprintf(percent, sizeof percent, "%3.0f %%", 100.0 * part);
    std::string rest = std::string(percent) + "  " + text;
    // A line that wraps cannot be cleared.
    std::size_t const room = terminal_width();
    std::size_t const bar = room > bar_width + rest.size() + 3 ? bar_width + 2 : 0;
    if (bar + rest.size() > room) rest.resize(room);
    std::string line;
    if (bar > 0) {
        for (std::size_t i = 0; i < bar_width; ++i) line += i < full ? "█" : "░";
        line += "  ";
    }
    std::fprintf(stderr, "\r\033[K%s%s", line.c_str(), rest.c_str());
    std::fflush(stderr);
    is_visible_ = true;
}

void ProgressLine::clear() {
    if (is_visible_) std::fputs("\r\033[K", stderr);
    is_visible_ = false;
}

}  // namespace moo::runtime
