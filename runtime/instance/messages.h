// Messages of a model and of the runtime to the user.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace moo::runtime {

enum class MessageSeverity : int { information = 0, warning = 1, error = 2 };

// Passes messages on to one listener, each text once. While held, errors are kept back: a step that the integrator only
// tries may fail, and the user sees the message only if no smaller step succeeds.
class Messages {
public:
    using Listener = std::function<void(MessageSeverity, std::string_view)>;

    explicit Messages(Listener listener) : listener_(std::move(listener)) {}

    void report(MessageSeverity severity, std::string_view text);

    // Texts that were already passed on may be passed on again.
    void begin_anew() { warned_.clear(); }

    // Suppresses messages during computations that are only made for a comparison.
    void be_silent(bool silent) { silent_ = silent; }

    void hold() { held_ = true; }
    // The last one that was kept back; empty if there is none.
    [[nodiscard]] std::string const& held_error() const { return last_error_; }
    // Ends the hold and discards what was kept back.
    void release();
    // Ends the hold and passes on the last error that was kept back.
    void release_and_report();

private:
    // A model may warn at every step; the first messages are enough.
    static constexpr std::size_t max_remembered = 1000;

    Listener listener_;
    std::set<std::string, std::less<>> warned_;
    bool silent_ = false;
    bool held_ = false;
    std::string last_error_;
};

}  // namespace moo::runtime
