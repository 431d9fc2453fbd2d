// Time and memory of each phase of a tool, for `--stats`.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace moo {

class PhaseStats {
public:
    // Measures from its construction to its destruction.
    class Scope {
    public:
        Scope(PhaseStats& owner, std::string name);
        ~Scope();
        Scope(Scope const&) = delete;
        Scope& operator=(Scope const&) = delete;

    private:
        PhaseStats& owner_;
        std::string name_;
        std::chrono::steady_clock::time_point start_;
        std::size_t memory_at_start_;
    };

    [[nodiscard]] Scope phase(std::string name) { return {*this, std::move(name)}; }
    void count(std::string name, std::size_t value) { counts_.push_back({std::move(name), value}); }
    // Returns a table: phase, milliseconds, growth of resident memory; then the counts.
    [[nodiscard]] std::string render() const;

private:
    struct Phase {
        std::string name;
        double milliseconds;
        double grown_megabytes;
    };
    struct Count {
        std::string name;
        std::size_t value;
    };
    std::vector<Phase> phases_;
    std::vector<Count> counts_;
};

}  // namespace moo
