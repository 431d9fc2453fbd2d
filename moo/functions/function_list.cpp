#include "moo/functions/function_list.h"

namespace moo {

std::vector<std::size_t> variables_with(FlatFunction const& function, FunctionRole role) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
        if (function.variables[i].role == role) result.push_back(i);
    }
    return result;
}

FlatFunction const* FunctionList::find(Symbol name) {
    // Somebody else may have removed functions from the end, and added others.
    if (known_ > functions_.size()) {
        places_.clear();
        known_ = 0;
    }
    for (; known_ < functions_.size(); ++known_) places_[functions_[known_].name] = known_;
    auto const found = places_.find(name);
    if (found == places_.end() || functions_[found->second].name != name) return nullptr;
    return &functions_[found->second];
}

void FunctionList::shrink(std::size_t count) {
    for (; known_ > count; --known_) places_.erase(functions_[known_ - 1].name);
    functions_.erase(functions_.begin() + static_cast<std::ptrdiff_t>(count), functions_.end());
}

}  // namespace moo
