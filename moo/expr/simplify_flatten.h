// Flattens a chain of operators of one family without visiting a shared part twice.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "moo/expr/simplify_rules.h"

namespace moo {

// The position of expressions in a list. Most lists are short, and short lists are searched.
class PartPlaces {
public:
    // The position of the part, which is added if it is new.
    std::size_t add(ExprId part, std::size_t place) {
        if (parts_.size() < longest_search) {
            auto const found = std::find(parts_.begin(), parts_.end(), part);
            if (found != parts_.end()) return places_[static_cast<std::size_t>(found - parts_.begin())];
            parts_.push_back(part);
            places_.push_back(place);
            return place;
        }
        if (table_.empty()) {
            for (std::size_t i = 0; i < parts_.size(); ++i) table_.emplace(parts_[i], places_[i]);
        }
        return table_.emplace(part, place).first->second;
    }
    void clear() {
        parts_.clear();
        places_.clear();
        table_.clear();
    }

private:
    static constexpr std::size_t longest_search = 16;
    std::vector<ExprId> parts_;
    std::vector<std::size_t> places_;
    std::unordered_map<ExprId, std::size_t> table_;
};

struct Flattened {
    std::vector<WeightedPart> inner;   // nodes of the family, by descending id, with their total weight
    std::vector<WeightedPart> leaves;  // everything else, in the order of first appearance
};

// `is_inner(id)` says whether a node belongs to the family, `for_operands(id, f)` calls f(operand, factor) from left
// to right. The weight of a node is the sum over all its users of their weight times the factor. Operands
// have smaller ids than their users, so going through the inner nodes by descending id has all users
// of a node before it: the time is linear in the number of distinct nodes, also where x + x is
// nested a thousand times.
template <class IsInner, class ForOperands>
Flattened flatten_chain(ExprId root, IsInner is_inner, ForOperands for_operands) {
    struct Entry {
        ExprId id;
        double weight;
        bool inner;
    };
    std::vector<Entry> entries;
    PartPlaces places;
    std::vector<ExprId> stack{root};
    std::vector<ExprId> operands;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (places.add(id, entries.size()) != entries.size()) continue;
        bool const inner = is_inner(id);
        entries.push_back({id, id == root ? 1.0 : 0.0, inner});
        if (!inner) continue;
        operands.clear();
        for_operands(id, [&](ExprId operand, double) { operands.push_back(operand); });
        stack.insert(stack.end(), operands.rbegin(), operands.rend());
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].inner) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return entries[x].id > entries[y].id; });
    Flattened result;
    for (std::size_t const at : order) {
        double const weight = entries[at].weight;
        for_operands(entries[at].id,
                     [&](ExprId operand, double factor) { entries[places.add(operand, 0)].weight += weight * factor; });
        result.inner.push_back({entries[at].id, weight});
    }
    for (Entry const& entry : entries) {
        if (!entry.inner) result.leaves.push_back({entry.id, entry.weight});
    }
    return result;
}

}  // namespace moo
