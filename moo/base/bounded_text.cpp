#include "moo/base/child_process.h"

namespace moo {

void BoundedText::append(std::string_view text) {
    if (tail_.empty() && head_.size() < head_limit_) {
        std::size_t const fits = std::min(text.size(), head_limit_ - head_.size());
        head_.append(text.substr(0, fits));
        text.remove_prefix(fits);
    }
    tail_.append(text);
    if (tail_.size() <= 2 * tail_limit) return;
    tail_.erase(0, tail_.size() - tail_limit);
    lost_ = true;
}

std::string BoundedText::take() {
    if (lost_) {
        // Lines that were cut are removed, so that half a line is not mistaken for a whole one.
        std::size_t const begin = tail_.find('\n');
        tail_.erase(0, begin == std::string::npos ? tail_.size() : begin + 1);
        head_.erase(head_.rfind('\n') + 1);
    }
    std::string all = std::move(head_);
    all += tail_;
    return all;
}

}  // namespace moo
