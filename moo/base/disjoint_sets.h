// Disjoint sets of integers.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace moo {

// Union by size and path halving: almost constant time for each step (Tarjan, "Efficiency of a good but not linear set
// union algorithm", J. ACM 22, 1975).
class DisjointSets {
public:
    explicit DisjointSets(std::uint32_t count = 0) : parent_(count), size_(count, 1) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    std::uint32_t add() {
        parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
        size_.push_back(1);
        return parent_.back();
    }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(parent_.size()); }

    // The representative of the set; it changes when sets are joined.
    [[nodiscard]] std::uint32_t find(std::uint32_t item) {
        while (parent_[item] != item) {
            parent_[item] = parent_[parent_[item]];
            item = parent_[item];
        }
        return item;
    }
    // Returns the representative of the joined set.
    std::uint32_t join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a == b) return a;
        if (size_[a] < size_[b]) std::swap(a, b);
        parent_[b] = a;
        size_[a] += size_[b];
        return a;
    }
    [[nodiscard]] std::uint32_t size_of(std::uint32_t item) { return size_[find(item)]; }

private:
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint32_t> size_;
};

}  // namespace moo
