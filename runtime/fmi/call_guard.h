// Checks which calls are allowed, and reports those that fail.
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

// `begin` and `end` surround the work of each call. So the work can rely on the mode, and need not care about messages.
class CallGuard {
public:
    CallGuard(Kind kind, Log log) : kind_(kind), log_(std::move(log)) {}

    // False if the call is not allowed in this mode; that has been reported then, and is an error.
    [[nodiscard]] bool begin(CallRule const& rule) {
        call_ = rule.name;
        ModeSet const allowed = kind_ == Kind::model_exchange ? rule.model_exchange : rule.co_simulation;
        return (allowed & bit(mode_)) != 0 || refuse();
    }
    // Reports the errors of the call, and enters the mode that follows from its status.
    Status end(Status status) { return status == Status::ok && errors_.empty() ? status : end_with(status); }

    // For `return guard.fail("…")`: a text that `end` will report.
    Status fail(std::string text, Status status = Status::error);
    // Messages of the model and the runtime during a call. Errors are reported at its end.
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
