// Child processes with limits: several at once, started with argument vectors, never through a shell.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace moo {

// Zero means no limit.
struct ChildLimits {
    double seconds = 60.0;
    std::size_t megabytes = 4096;  // of address space, for each process of the child
};

struct ChildCommand {
    std::vector<std::string> words;  // the program, found in PATH if it has no slash, and its arguments
    std::filesystem::path folder;    // the folder it runs in; empty: the current one
    // Whether it gets a process group of its own, so that everything it starts can be killed with it when a limit is
    // reached. Otherwise it belongs to our group and ends together with it.
    bool has_own_group = true;
};

enum class ChildEnding { exited, killed_by_signal, out_of_time, not_started };

struct ChildResult {
    ChildEnding ending = ChildEnding::not_started;
    int code = 0;            // the exit code, the signal, or the errno if it could not be started
    double seconds = 0.0;    // wall clock
    double megabytes = 0.0;  // peak of resident memory of the largest process; at least our own at the start
    std::string output;
    std::string errors;
};

// Text of any length in bounded memory: its beginning and its end, with whole lines left out between them.
class BoundedText {
public:
    explicit BoundedText(std::size_t head_limit) : head_limit_(head_limit) {}
    void append(std::string_view text);
    [[nodiscard]] std::string take();

    static constexpr std::size_t tail_limit = std::size_t{64} << 10;

private:
    std::size_t head_limit_;
    std::string head_;
    std::string tail_;
    bool lost_ = false;
};

// While this object exists, an interrupt (SIGINT, SIGTERM, SIGHUP) ends the waiting instead of the process.
class ChildPool {
public:
    ChildPool();
    ~ChildPool();  // kills processes that are still running
    ChildPool(ChildPool const&) = delete;
    ChildPool& operator=(ChildPool const&) = delete;

    // `token` is returned with the result.
    void start(std::size_t token, ChildCommand const& command, ChildLimits const& limits);
    [[nodiscard]] std::size_t running() const { return children_.size() + failed_starts_.size(); }

    struct Ended {
        std::size_t token = 0;
        ChildResult result;
    };
    // Sleeps until a child ends, `patience` has passed or an interrupt arrives. Returns the children that have ended.
    [[nodiscard]] std::vector<Ended> wait(std::chrono::milliseconds patience);

    [[nodiscard]] static bool interrupted();

private:
    using Clock = std::chrono::steady_clock;
    struct Child {
        std::size_t token = 0;
        pid_t process = 0;
        int output = -1;  // our ends of the pipes; -1 when closed
        int errors = -1;
        Clock::time_point start;
        double time_limit = 0.0;
        bool is_out_of_time = false;
        BoundedText output_text;
        BoundedText errors_text;
    };
    void sleep(std::chrono::milliseconds patience);
    void kill_the_late();
    bool has_ended(Child const& child) const;
    ChildResult reap(Child& child);

    std::vector<Child> children_;
    std::vector<Ended> failed_starts_;
    struct Signals;
    std::unique_ptr<Signals> signals_;
};

// Runs one child until it ends.
[[nodiscard]] ChildResult run_child(ChildCommand const& command, ChildLimits const& limits);

}  // namespace moo
