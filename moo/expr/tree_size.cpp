#include "moo/expr/tree_size.h"

#include <algorithm>

namespace moo {

std::uint32_t TreeSizes::of(ExprId expr) {
    stack_.assign(1, expr);
    while (!stack_.empty()) {
        ExprId const id = stack_.back();
        if (sizes_[id] != 0) {
            stack_.pop_back();
            continue;
        }
        if (store_.kind(id) == ExprKind::call && !store_.is_record(id)) {
            sizes_[id] = 1;
            continue;
        }
        std::uint32_t size = 1;
        bool waits = false;
        for (ExprId const operand : store_.operands(id)) {
            std::uint32_t const part = sizes_[operand];
            if (part == 0) {
                stack_.push_back(operand);
                waits = true;
            }
            size = std::min(size + part, most);
        }
        if (waits) continue;
        sizes_[id] = size;
        stack_.pop_back();
    }
    return sizes_[expr];
}

}  // namespace moo
