#include "moo/base/phase_stats.h"

#include <unistd.h>

#include <cstdio>

namespace moo {

namespace {

std::size_t resident_bytes() {
    // /proc/self/statm: total and resident size in pages.
    std::size_t total = 0;
    std::size_t resident = 0;
    if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%zu %zu", &total, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

PhaseStats::Scope::Scope(PhaseStats& owner, std::string name)
    : owner_(owner),
      name_(std::move(name)),
      start_(std::chrono::steady_clock::now()),
      memory_at_start_(resident_bytes()) {}

PhaseStats::Scope::~Scope() {
    std::chrono::duration<double, std::milli> const elapsed = std::chrono::steady_clock::now() - start_;
    double const grown = static_cast<double>(resident_bytes()) - static_cast<double>(memory_at_start_);
    owner_.phases_.push_back({std::move(name_), elapsed.count(), grown / 1e6});
}

std::string PhaseStats::render() const {
    std::string out = "phase                          time/ms   memory/MB\n";
    char line[160];
    for (Phase const& phase : phases_) {
        std::snprintf(line, sizeof line, "%-28s %10.3f %11.3f\n", phase.name.c_str(), phase.milliseconds,
                      phase.grown_megabytes);
        out += line;
    }
    for (Count const& count : counts_) {
        std::snprintf(line, sizeof line, "%-28s %10zu\n", count.name.c_str(), count.value);
        out += line;
    }
    return out;
}

}  // namespace moo
