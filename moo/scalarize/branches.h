// The common part of if- and when-clauses in equations and algorithms.
#pragma once

#include <optional>
#include <utility>

#include "moo/scalarize/scalarizer.h"

namespace moo {

// The branches that the iterators of surrounding loops do not rule out, with scalar conditions: in
// `if i > 1 then x[i] = x[i - 1]`, the body is not examined for i = 1. `item` has everything except its branches.
template <class Item, class RunBody>
bool scalarize_conditional(Scalarizer& s, Item const& original, Item item, RunBody const& run,
                           std::vector<Item>& result) {
    for (auto const& branch : original.branches) {
        auto& scalar = item.branches.emplace_back();
        std::optional<bool> decided = true;
        if (branch.condition) {
            scalar.condition = s.expander.scalar(branch.condition);
            if (!scalar.condition) return s.report(original.source);
            decided = s.expander.known_condition(branch.condition);
        }
        if (decided == false) {
            item.branches.pop_back();
            continue;
        }
        if (decided == true) scalar.condition = {};
        if (!run(branch.body, scalar.body)) return false;
        if (decided == true) break;
    }
    if (item.branches.empty()) return true;
    if (item.branches.front().condition) {
        result.push_back(std::move(item));
    } else {
        for (Item& inner : item.branches.front().body) result.push_back(std::move(inner));
    }
    return true;
}

template <class Item, class RunBody>
bool scalarize_when(Scalarizer& s, Item const& original, Item item, RunBody const& run, std::vector<Item>& result) {
    for (auto const& branch : original.branches) {
        auto& scalar = item.branches.emplace_back();
        scalar.condition = s.expander.whole(branch.condition);
        if (!scalar.condition) return s.report(original.source);
        if (!run(branch.body, scalar.body)) return false;
    }
    result.push_back(std::move(item));
    return true;
}

}  // namespace moo
