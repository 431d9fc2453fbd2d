#include "runtime/fmi/call_guard.h"

namespace moo::runtime::fmi {

namespace {

constexpr std::size_t most_errors = 20;  // of one call

}  // namespace

void CallGuard::hear(MessageSeverity severity, std::string_view text) {
    switch (severity) {
        case MessageSeverity::information: log_.tell(Status::ok, Category::information, text); break;
        case MessageSeverity::warning: log_.tell(Status::warning, Category::warning, text); break;
        case MessageSeverity::error:
            if (errors_.size() < most_errors) errors_.emplace_back(text);
            break;
    }
}

bool CallGuard::refuse() {
    end_with(fail(std::string("not allowed in ") + mode_text(mode_)));
    return false;
}

Status CallGuard::fail(std::string text, Status status) {
    errors_.push_back(std::string(call_) + ": " + std::move(text));
    return status;
}

Status CallGuard::end_with(Status status) {
    if (status >= Status::discard) {
        if (errors_.empty()) (void)fail("failed");
        Category const category = status == Status::discard ? Category::discard : Category::error;
        for (std::string const& text : errors_) log_.tell(status, category, text);
    }
    errors_.clear();
    if (status == Status::error) mode_ = Mode::error;
    return status;
}

}  // namespace moo::runtime::fmi
