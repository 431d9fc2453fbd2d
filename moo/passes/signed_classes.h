// Classes of variables that are equal up to sign.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace moo {

// Disjoint sets in which each member has a sign relative to the root of its set. With union by size and path
// compression, each step takes nearly constant time.
class SignedClasses {
public:
    struct Place {
        std::uint32_t root;
        bool is_negated;  // the item is the negative of the root
    };

    explicit SignedClasses(std::uint32_t count) : parent_(count), is_negated_(count, false), size_(count, 1) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    [[nodiscard]] std::uint32_t size_of(std::uint32_t root) const { return size_[root]; }

    [[nodiscard]] Place find(std::uint32_t item) {
        path_.clear();
        for (; parent_[item] != item; item = parent_[item]) path_.push_back(item);
        // From the item next to the root back to the first: the sign of each depends on the one before it.
        bool negated = false;
        for (std::size_t i = path_.size(); i-- > 0;) {
            negated = negated != is_negated_[path_[i]];
            is_negated_[path_[i]] = negated;
            parent_[path_[i]] = item;
        }
        return {item, negated};
    }

    // Joins two different classes because `a` = `b`, or -`b`. Returns the root of both.
    std::uint32_t join(Place a, Place b, bool is_negated) {
        bool const between_roots = (a.is_negated != b.is_negated) != is_negated;
        if (size_[a.root] < size_[b.root]) std::swap(a, b);
        parent_[b.root] = a.root;
        is_negated_[b.root] = between_roots;
        size_[a.root] += size_[b.root];
        return a.root;
    }

private:
    std::vector<std::uint32_t> parent_;
    std::vector<bool> is_negated_;
    std::vector<std::uint32_t> size_;
    std::vector<std::uint32_t> path_;
};

}  // namespace moo
