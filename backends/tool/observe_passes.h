// What the passes do to a model, for reports.
#pragma once

#include <chrono>

#include "backends/show/translation.h"
#include "moo/passes/pass.h"

namespace moo {

class PassObserver {
public:
    explicit PassObserver(Translation& translation) : translation_(translation) {}

    // For `PassOptions::observer`.
    void after(std::string_view pass, System const& system);
    // If a pass has failed: which one, and the model as it is then. Moves a flat model to the document.
    void describe_failure(System& system);

private:
    using Clock = std::chrono::steady_clock;

    void note_equations(std::uint32_t pass, std::vector<SystemEquation> const& equations);

    Translation& translation_;
    Clock::time_point last_ = Clock::now();
};

}  // namespace moo
