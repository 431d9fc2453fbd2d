#include "runtime/instance/messages.h"

namespace moo::runtime {

void Messages::report(MessageSeverity severity, std::string_view text) {
    if (silent_) return;
    switch (severity) {
        case MessageSeverity::error:
            if (held_) {
                last_error_ = text;
                return;
            }
            break;
        case MessageSeverity::warning:
            if (warned_.find(text) != warned_.end() || warned_.size() >= max_remembered) return;
            warned_.emplace(text);
            break;
        case MessageSeverity::information: break;
    }
    listener_(severity, text);
}

void Messages::release() {
    held_ = false;
    last_error_.clear();
}

void Messages::release_and_report() {
    held_ = false;
    if (!last_error_.empty()) listener_(MessageSeverity::error, last_error_);
    last_error_.clear();
}

}  // namespace moo::runtime
