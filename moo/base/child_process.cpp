#include "moo/base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace moo {

namespace {

constexpr std::size_t kept_output = std::size_t{64} << 20;
constexpr std::size_t kept_errors = std::size_t{1} << 20;
constexpr std::array interrupts = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t interrupt_seen = 0;

void note_interrupt(int) { interrupt_seen = 1; }
void note_child(int) {}

void close_descriptor(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

struct Pipe {
    int read = -1;
    int write = -1;
};

bool open_pipe(Pipe& made) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    made = {ends[0], ends[1]};
    return true;
}

// Runs between fork and exec, so it only makes calls that are safe there.
struct ChildStart {
    char* const* words;
    char const* folder;  // null: stay
    int output;
    int errors;
    int report;  // gets the errno of what failed
    bool has_own_group;
    rlim_t memory;
    sigset_t const* mask;
    pid_t parent;
};

[[noreturn]] void become_child(ChildStart const& start) {
    auto const give_up = [&] {
        int const error = errno;
        // Nothing can be done about a failure here; the exit code tells as well.
        [[maybe_unused]] auto const written = ::write(start.report, &error, sizeof error);
        ::_exit(127);
    };
    if (start.has_own_group && ::setpgid(0, 0) != 0) give_up();
    // It does not outlive us.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != start.parent) give_up();
    int const nothing = ::open("/dev/null", O_RDONLY);
    if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0) give_up();
    if (::dup2(start.output, STDOUT_FILENO) < 0 || ::dup2(start.errors, STDERR_FILENO) < 0) give_up();
    if (start.folder != nullptr && ::chdir(start.folder) != 0) give_up();
    rlimit const no_core = {0, 0};
    if (::setrlimit(RLIMIT_CORE, &no_core) != 0) give_up();
    rlimit const memory = {start.memory, start.memory};
    if (start.memory != RLIM_INFINITY && ::setrlimit(RLIMIT_AS, &memory) != 0) give_up();
    std::signal(SIGPIPE, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, start.mask, nullptr);
    ::execvp(start.words[0], start.words);
    give_up();
    ::_exit(127);
}

// Reads the available data, more than fits into a pipe but not without limit: a child may write as fast as we read.
// Closes at the end of the text.
void drain(int& descriptor, BoundedText& text) {
    std::array<char, 16384> block;
    for (int blocks = 0; descriptor >= 0 && blocks < 64; ++blocks) {
        ssize_t const size = ::read(descriptor, block.data(), block.size());
        if (size > 0) {
            text.append({block.data(), static_cast<std::size_t>(size)});
        } else if (size == 0) {
            close_descriptor(descriptor);
        } else if (errno != EINTR) {
            return;
        }
    }
}

}  // namespace

// Our signals are blocked except while we sleep, so that none can come between a look and the sleep.
struct ChildPool::Signals {
    Signals() {
        sigset_t ours;
        ::sigemptyset(&ours);
        ::sigaddset(&ours, SIGCHLD);
        for (int const signal : interrupts) ::sigaddset(&ours, signal);
        ::sigprocmask(SIG_BLOCK, &ours, &mask_before);
        mask_asleep = mask_before;
        ::sigdelset(&mask_asleep, SIGCHLD);
        for (int const signal : interrupts) ::sigdelset(&mask_asleep, signal);
        struct sigaction action {};
        action.sa_handler = note_child;
        ::sigaction(SIGCHLD, &action, &child_before);
        action.sa_handler = note_interrupt;
        for (std::size_t i = 0; i < interrupts.size(); ++i) {
            ::sigaction(interrupts[i], nullptr, &interrupt_before[i]);
            // Signals that nohup or a shell has switched off remain switched off.
            if (interrupt_before[i].sa_handler != SIG_IGN) ::sigaction(interrupts[i], &action, nullptr);
        }
    }
    ~Signals() {
        ::sigaction(SIGCHLD, &child_before, nullptr);
        for (std::size_t i = 0; i < interrupts.size(); ++i) ::sigaction(interrupts[i], &interrupt_before[i], nullptr);
        ::sigprocmask(SIG_SETMASK, &mask_before, nullptr);
    }
    Signals(Signals const&) = delete;
    Signals& operator=(Signals const&) = delete;

    sigset_t mask_before;
    sigset_t mask_asleep;
    struct sigaction child_before {};
    std::array<struct sigaction, interrupts.size()> interrupt_before{};
};

ChildPool::ChildPool() : signals_(std::make_unique<Signals>()) {}

ChildPool::~ChildPool() {
    for (Child& child : children_) {
        ::kill(-child.process, SIGKILL);
        ::kill(child.process, SIGKILL);  // it may not have its group yet
        reap(child);
    }
}

bool ChildPool::interrupted() { return interrupt_seen != 0; }

void ChildPool::start(std::size_t token, ChildCommand const& command, ChildLimits const& limits) {
    Pipe output;
    Pipe errors;
    Pipe report;
    pid_t process = -1;
    int failure = 0;
    if (open_pipe(output) && open_pipe(errors) && open_pipe(report)) {
        std::vector<char*> words;
        for (std::string const& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        rlim_t const memory = limits.megabytes == 0 ? RLIM_INFINITY : static_cast<rlim_t>(limits.megabytes) << 20;
        ChildStart const start{words.data(), command.folder.empty() ? nullptr : command.folder.c_str(),
                               output.write, errors.write,
                               report.write, command.has_own_group,
                               memory,       &signals_->mask_before,
                               ::getpid()};
        process = ::fork();
        if (process == 0) become_child(start);
    }
    if (process < 0) failure = errno;
    for (Pipe* const made : {&output, &errors, &report}) close_descriptor(made->write);
    if (process > 0) {
        // The pipe closes itself when exec succeeds.
        ssize_t size = -1;
        do size = ::read(report.read, &failure, sizeof failure);
        while (size < 0 && errno == EINTR);
        if (failure != 0) ::waitpid(process, nullptr, 0);
    }
    close_descriptor(report.read);
    if (failure != 0) {
        close_descriptor(output.read);
        close_descriptor(errors.read);
        ChildResult result;
        result.code = failure;
        failed_starts_.push_back({token, std::move(result)});
        return;
    }
    for (int const descriptor : {output.read, errors.read}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    children_.push_back({token, process, output.read, errors.read, Clock::now(), limits.seconds, false,
                         BoundedText(kept_output), BoundedText(kept_errors)});
}

void ChildPool::sleep(std::chrono::milliseconds patience) {
    std::vector<pollfd> polled;
    double seconds = std::chrono::duration<double>(patience).count();
    for (Child const& child : children_) {
        if (child.output >= 0) polled.push_back({child.output, POLLIN, 0});
        if (child.errors >= 0) polled.push_back({child.errors, POLLIN, 0});
        if (child.time_limit <= 0.0) continue;
        double const elapsed = std::chrono::duration<double>(Clock::now() - child.start).count();
        seconds = std::clamp(child.time_limit - elapsed, 0.0, seconds);
    }
    timespec timeout{};
    timeout.tv_sec = static_cast<time_t>(seconds);
    timeout.tv_nsec = static_cast<long>((seconds - static_cast<double>(timeout.tv_sec)) * 1e9);
    ::ppoll(polled.data(), polled.size(), &timeout, &signals_->mask_asleep);
    for (Child& child : children_) {
        drain(child.output, child.output_text);
        drain(child.errors, child.errors_text);
    }
}

void ChildPool::kill_the_late() {
    for (Child& child : children_) {
        std::chrono::duration<double> const elapsed = Clock::now() - child.start;
        if (child.time_limit <= 0.0 || elapsed.count() < child.time_limit || child.is_out_of_time) continue;
        // A child that has just ended by itself has not exceeded its limit.
        child.is_out_of_time = !has_ended(child);
        if (child.is_out_of_time) ::kill(-child.process, SIGKILL);
    }
}

bool ChildPool::has_ended(Child const& child) const {
    siginfo_t info{};
    // It stays a zombie until `reap`, so that its number still means its group.
    int const answer = ::waitid(P_PID, static_cast<id_t>(child.process), &info, WEXITED | WNOHANG | WNOWAIT);
    return answer == 0 && info.si_pid == child.process;
}

ChildResult ChildPool::reap(Child& child) {
    ::kill(-child.process, SIGKILL);  // what it has left behind
    drain(child.output, child.output_text);
    drain(child.errors, child.errors_text);
    close_descriptor(child.output);
    close_descriptor(child.errors);
    int status = 0;
    rusage usage{};
    while (::wait4(child.process, &status, 0, &usage) < 0 && errno == EINTR) continue;
    ChildResult result;
    result.ending = WIFEXITED(status) ? ChildEnding::exited : ChildEnding::killed_by_signal;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (child.is_out_of_time) result.ending = ChildEnding::out_of_time;
    result.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
    result.megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
    result.output = child.output_text.take();
    result.errors = child.errors_text.take();
    return result;
}

std::vector<ChildPool::Ended> ChildPool::wait(std::chrono::milliseconds patience) {
    std::vector<Ended> ended = std::move(failed_starts_);
    failed_starts_.clear();
    auto const deadline = Clock::now() + patience;
    while (!interrupted() && !children_.empty()) {
        kill_the_late();
        for (std::size_t i = 0; i < children_.size();) {
            if (!has_ended(children_[i])) {
                ++i;
                continue;
            }
            ended.push_back({children_[i].token, reap(children_[i])});
            children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (!ended.empty() || left.count() <= 0) break;
        sleep(left);
    }
    return ended;
}

ChildResult run_child(ChildCommand const& command, ChildLimits const& limits) {
    ChildPool pool;
    pool.start(0, command, limits);
    while (!ChildPool::interrupted()) {
        auto ended = pool.wait(std::chrono::hours(1));
        if (!ended.empty()) return std::move(ended.front().result);
    }
    ChildResult result;
    result.code = EINTR;
    return result;
}

}  // namespace moo
