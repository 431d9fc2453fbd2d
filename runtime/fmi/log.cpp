#include "runtime/fmi/log.h"

namespace moo::runtime::fmi {

bool Log::switch_category(std::string_view name, bool on) {
    for (std::size_t i = 0; i < category_names.size(); ++i) {
        if (name != category_names[i]) continue;
        on_[i] = on;
        return true;
    }
    return false;
}

void Log::tell(Status status, Category category, std::string_view text) const {
    if (!is_on(category) || !callback_) return;
    callback_(status, category_names[static_cast<std::size_t>(category)], escaped_message(text));
}

std::string escaped_message(std::string_view text) {
    std::string result;
    for (char const c : text) {
        if (c == '#') result += '#';
        result += c;
    }
    return result;
}

}  // namespace moo::runtime::fmi
