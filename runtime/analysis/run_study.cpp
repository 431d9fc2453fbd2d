#include "runtime/analysis/run_study.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "runtime/results/csv_writer.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

enum class RunState : std::uint32_t { waiting, running, finished, failed };

// What workers report about a run, in memory that all processes share.
struct RunRecord {
    std::atomic<RunState> state;
    std::uint32_t worker;
    std::uint64_t offset;  // of its rows in the worker's file
    std::uint64_t length;
};

// Memory that a process and its children share; pages are allocated when they are first touched.
class SharedMemory {
public:
    explicit SharedMemory(std::size_t size) : size_(std::max<std::size_t>(1, size)) {
        void* const made = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        address_ = made == MAP_FAILED ? nullptr : made;
    }
    ~SharedMemory() {
        if (address_ != nullptr) ::munmap(address_, size_);
    }
    SharedMemory(SharedMemory const&) = delete;
    SharedMemory& operator=(SharedMemory const&) = delete;
    [[nodiscard]] void* address() const { return address_; }

private:
    std::size_t size_;
    void* address_;
};

// A file without a name, which is deleted when it is closed.
int open_scratch(std::string const& folder) {
    std::string name = (folder.empty() ? "." : folder) + "/.moo-study.XXXXXX";
    int const descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(name.c_str());
    return descriptor;
}

// Keeps the last row.
class FinalRow final : public ResultSink {
public:
    bool row(double time, std::span<double const> values) override {
        time_ = time;
        values_.assign(values.begin(), values.end());
        return true;
    }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] std::vector<double> const& values() const { return values_; }

private:
    double time_ = 0.0;
    std::vector<double> values_;
};

class StudyRunner {
public:
    StudyRunner(MooModel const& model, Study const& study, StudyOptions const& options, OutputFile& file,
                std::function<void(std::size_t)> const& progress, StudyListener const& listener)
        : model_(model),
          study_(study),
          options_(options),
          file_(file),
          progress_(progress),
          listener_(listener),
          slots_(study.slots()),
          run_count_(study.run_count()),
          record_memory_(sizeof(RunRecord) * run_count_),
          final_memory_(sizeof(double) * run_count_ * options.stored.size()),
          next_memory_(sizeof(std::atomic<std::size_t>)) {}

    StudyOutcome run() {
        StudyOutcome outcome;
        if (record_memory_.address() == nullptr || final_memory_.address() == nullptr ||
            next_memory_.address() == nullptr) {
            outcome.error = "there is not enough memory for " + std::to_string(run_count_) + " runs";
            return outcome;
        }
        std::fflush(nullptr);
        start_workers();
        while (std::any_of(workers_.begin(), workers_.end(), [](Worker const& one) { return one.is_running; })) {
            wait_for_messages();
            pass_interrupt_on();
            reap();
            progress_(count(RunState::finished) + count(RunState::failed));
        }
        outcome.error = error_;
        outcome.was_interrupted = interrupted();
        if (outcome.error.empty() && !write_file()) outcome.error = file_.error();
        collect(outcome);
        for (Worker const& worker : workers_) {
            ::close(worker.rows);
            ::close(worker.messages);
        }
        return outcome;
    }

private:
    struct Worker {
        pid_t process = -1;
        int rows = -1;      // its scratch file
        int messages = -1;  // our end of its pipe
        std::string heard;  // from it, the beginning of a message
        bool is_running = true;
    };

    [[nodiscard]] RunRecord* records() const { return static_cast<RunRecord*>(record_memory_.address()); }
    [[nodiscard]] double* finals(std::size_t run) const {
        return static_cast<double*>(final_memory_.address()) + run * options_.stored.size();
    }
    [[nodiscard]] std::atomic<std::size_t>& next_run() const {
        return *static_cast<std::atomic<std::size_t>*>(next_memory_.address());
    }
    [[nodiscard]] bool interrupted() const {
        return options_.simulation.interrupted != nullptr && options_.simulation.interrupted();
    }

    [[nodiscard]] std::size_t count(RunState state) const {
        std::size_t number = 0;
        std::size_t const begun = std::min(next_run().load(), run_count_);
        for (std::size_t i = 0; i < begun; ++i) number += records()[i].state.load() == state ? 1u : 0u;
        return number;
    }

    // ---- the parent ----

    void start_workers() {
        std::size_t const cores = std::max(1u, std::thread::hardware_concurrency());
        std::size_t const jobs = std::min(options_.jobs > 0 ? options_.jobs : cores, run_count_);
        for (std::size_t i = 0; i < jobs && error_.empty(); ++i) start_worker();
    }

    void start_worker() {
        Worker worker;
        std::array<int, 2> ends{};
        worker.rows = open_scratch(options_.scratch_folder);
        if (worker.rows < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
            error_ = "cannot write a file for results in `" + options_.scratch_folder + "`: " + std::strerror(errno);
            return;
        }
        auto const number = static_cast<std::uint32_t>(workers_.size());
        worker.process = ::fork();
        if (worker.process == 0) {
            // Without this, workers would go on when their parent was killed.
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::close(ends[0]);
            work(number, worker.rows, ends[1]);
            // Exit without flushing or destructing anything twice that belongs to the parent.
            ::_exit(0);
        }
        ::close(ends[1]);
        worker.messages = ends[0];
        if (worker.process < 0) {
            error_ = std::string("cannot start a process: ") + std::strerror(errno);
            ::close(worker.rows);
            ::close(worker.messages);
            return;
        }
        workers_.push_back(worker);
    }

    // A signal that does not come from the terminal reaches only the parent.
    void pass_interrupt_on() {
        if (was_passed_on_ || !interrupted()) return;
        was_passed_on_ = true;
        for (Worker const& worker : workers_) {
            if (worker.is_running) ::kill(worker.process, SIGTERM);
        }
    }

    void wait_for_messages() {
        std::vector<pollfd> polled;
        std::vector<std::size_t> which;
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            if (!workers_[i].is_running) continue;
            polled.push_back({workers_[i].messages, POLLIN, 0});
            which.push_back(i);
        }
        if (::poll(polled.data(), polled.size(), 50) <= 0) return;
        for (std::size_t i = 0; i < polled.size(); ++i) {
            if ((polled[i].revents & POLLIN) != 0) static_cast<void>(read_messages(workers_[which[i]]));
        }
    }

    // Each is a run's number, a text and a zero. False if there is nothing to read any more.
    bool read_messages(Worker& worker) {
        std::array<char, 4096> buffer{};
        ssize_t const got = ::read(worker.messages, buffer.data(), buffer.size());
        if (got <= 0) return false;
        std::string& heard = worker.heard;
        heard.append(buffer.data(), static_cast<std::size_t>(got));
        std::size_t run = 0;
        while (heard.size() > sizeof run) {
            std::size_t const end = heard.find('\0', sizeof run);
            if (end == std::string::npos) break;
            std::memcpy(&run, heard.data(), sizeof run);
            listener_(run, heard.substr(sizeof run, end - sizeof run));
            heard.erase(0, end + 1);
        }
        return true;
    }

    // If a worker died, its current run is lost; another worker continues with the rest.
    void reap() {
        std::size_t const known = workers_.size();
        for (std::uint32_t i = 0; i < known; ++i) {
            int status = 0;
            if (!workers_[i].is_running || ::waitpid(workers_[i].process, &status, WNOHANG) != workers_[i].process) {
                continue;
            }
            workers_[i].is_running = false;
            while (read_messages(workers_[i])) continue;
            // A worker that was interrupted may have received the signal twice.
            if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || interrupted()) continue;
            mark_lost(i, status);
            if (next_run().load() < run_count_) start_worker();
        }
    }

    void mark_lost(std::uint32_t worker, int status) {
        for (std::size_t run = 0; run < std::min(next_run().load(), run_count_); ++run) {
            RunRecord& record = records()[run];
            if (record.state.load() != RunState::running || record.worker != worker) continue;
            record.length = 0;
            record.state.store(RunState::failed);
            std::string const how = WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                                                        : "with code " + std::to_string(WEXITSTATUS(status));
            listener_(run, "error: the process that simulated it was ended " + how);
        }
    }

    // ---- the result file ----

    bool write_file() {
        std::string header = "run";
        for (std::uint32_t const slot : slots_) {
            header += ',';
            append_csv_name(header, model_.variables[slot].name);
        }
        header += ",time";
        for (std::uint32_t const slot : options_.stored) {
            header += ',';
            append_csv_name(header, model_.variables[slot].name);
        }
        if (!file_.write(header + "\n")) return false;
        for (std::size_t run = 0; run < std::min(next_run().load(), run_count_); ++run) {
            RunRecord const& record = records()[run];
            if (record.state.load() == RunState::running) continue;
            if (!copy(record)) return false;
        }
        return file_.flush();
    }

    bool copy(RunRecord const& record) {
        std::vector<char> buffer(std::min<std::uint64_t>(record.length, std::uint64_t{1} << 20));
        std::uint64_t done = 0;
        while (done < record.length) {
            std::size_t const wanted = std::min<std::uint64_t>(buffer.size(), record.length - done);
            ssize_t const got =
                ::pread(workers_[record.worker].rows, buffer.data(), wanted, static_cast<off_t>(record.offset + done));
            if (got <= 0) return true;  // the disk was full when it was written; the run was reported as failed
            if (!file_.write({buffer.data(), static_cast<std::size_t>(got)})) return false;
            done += static_cast<std::uint64_t>(got);
        }
        return true;
    }

    void collect(StudyOutcome& outcome) const {
        for (std::size_t run = 0; run < std::min(next_run().load(), run_count_); ++run) {
            RunState const state = records()[run].state.load();
            if (state == RunState::failed) ++outcome.failed;
            if (state != RunState::finished) continue;
            ++outcome.finished;
            outcome.finals.insert(outcome.finals.end(), finals(run), finals(run) + options_.stored.size());
        }
    }

    // ---- a worker ----

    void work(std::uint32_t number, int rows, int messages) {
        OutputFile scratch;
        scratch.adopt(rows);
        std::uint64_t offset = 0;
        while (!interrupted()) {
            std::size_t const run = next_run().fetch_add(1);
            if (run >= run_count_) break;
            RunRecord& record = records()[run];
            record.worker = number;
            record.offset = offset;
            record.state.store(RunState::running);
            bool const good = simulate_run(run, scratch, messages);
            offset = scratch.written();
            record.length = offset - record.offset;
            // A run that the user interrupted neither finished nor failed; its rows are left out.
            if (!interrupted()) record.state.store(good ? RunState::finished : RunState::failed);
        }
    }

    bool simulate_run(std::size_t run, OutputFile& scratch, int messages) {
        auto const tell = [&](std::string const& text) {
            std::string bytes(sizeof run, '\0');
            std::memcpy(bytes.data(), &run, sizeof run);
            bytes += text.substr(0, PIPE_BUF - sizeof run - 1);
            bytes += '\0';
            [[maybe_unused]] ssize_t const written = ::write(messages, bytes.data(), bytes.size());
        };
        Messages heard([&](MessageSeverity severity, std::string_view text) {
            if (severity == MessageSeverity::information) return;
            tell((severity == MessageSeverity::error ? "error: " : "warning: ") + std::string(text));
        });
        Instance instance(model_, heard);
        for (Assignment const& assignment : options_.assignments) {
            instance.set_start(assignment.slot, assignment.value);
        }
        std::vector<double> const values = study_.values(run);
        std::string prefix = std::to_string(run + 1) + ",";
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            instance.set_start(slots_[i], values[i]);
            prefix += number_text(values[i]) + ",";
        }
        CsvWriter csv(model_, options_.stored, scratch);
        csv.set_prefix(prefix);
        FinalRow last;
        std::vector<ResultSink*> sinks{&last};
        if (!options_.final_only) sinks.push_back(&csv);
        SimulationOutcome const outcome = simulate(instance, options_.simulation, sinks);
        bool good = outcome.end == SimulationEnd::stop_time || outcome.end == SimulationEnd::terminated;
        if (good) {
            for (std::size_t i = 0; i < options_.stored.size(); ++i) finals(run)[i] = last.values()[options_.stored[i]];
        }
        if (options_.final_only && !last.values().empty()) good = csv.row(last.time(), last.values()) && good;
        if (!csv.finish()) {
            tell("error: " + scratch.error());
            return false;
        }
        return good;
    }

    MooModel const& model_;
    Study const& study_;
    StudyOptions const& options_;
    OutputFile& file_;
    std::function<void(std::size_t)> const& progress_;
    StudyListener const& listener_;
    std::vector<std::uint32_t> slots_;
    std::size_t run_count_;
    SharedMemory record_memory_;
    SharedMemory final_memory_;
    SharedMemory next_memory_;
    std::vector<Worker> workers_;  // including those that have ended; runs refer to them by number
    bool was_passed_on_ = false;
    std::string error_;
};

}  // namespace

StudyOutcome run_study(MooModel const& model, Study const& study, StudyOptions const& options, OutputFile& file,
                       std::function<void(std::size_t)> const& progress, StudyListener const& listener) {
    return StudyRunner(model, study, options, file, progress, listener).run();
}

}  // namespace moo::runtime
