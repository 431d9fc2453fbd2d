// Which call is allowed when, and what is told of one that fails.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/fmi/log.h"
#include "runtime/fmi/mode.h"
#include "runtime/instance/messages.h"

namespace moo::runtime::fmi {

enum class Kind : std::uint8_t { model_exchange, co_simulation };

// Calls come in pairs of `begin` and `end` around the work, so that whoever works finds the mode checked and need not
// care about messages.
class CallGuard {
public:
    CallGuard(Kind kind, Log log) : kind_(kind), log_(std::move(log)) {}

    // False if the call is not allowed now; then that has been told and is an error.
    [[nodiscard]] bool begin(CallRule const& rule) {
        call_ = rule.name;
        ModeSet const allowed = kind_ == Kind::model_exchange ? rule.model_exchange : rule.co_simulation;
        return (allowed & bit(mode_)) != 0 || refuse();
    }
    // Tells what has been kept back for this status, and enters the mode that an error leads to.
    Status end(Status status) { return status == Status::ok && errors_.empty() ? status : end_with(status); }

    // For `return guard.fail("…")`: a text that `end` will tell.
    Status fail(std::string text, Status status = Status::error);
    // What the model and the runtime have to say during a call. Errors wait for its end.
    void hear(MessageSeverity severity, std::string_view text);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] Mode mode() const { return mode_; }
    void enter(Mode mode) { mode_ = mode; }
    [[nodiscard]] Log& log() { return log_; }

private:
    [[nodiscard]] bool refuse();
    Status end_with(Status status);

    Kind kind_;
    Log log_;
    Mode mode_ = Mode::instantiated;
    char const* call_ = "";
    std::vector<std::string> errors_;  // of this call
};

}  // namespace moo::runtime::fmi
