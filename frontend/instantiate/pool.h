// Allocates objects that never move and live as long as the pool.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace moo {

// Allocates objects in blocks: an instance tree has millions of them, and one allocation for each would cost more than
// all other work on them.
template <class T>
class Pool {
public:
    T& add() { return *add_block(1); }

    // `count` consecutive objects; null if `count` is zero.
    T* add_block(std::size_t count) {
        if (count == 0) return nullptr;
        if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < count) {
            blocks_.emplace_back().reserve(std::max(count, block_size));
        }
        std::vector<T>& block = blocks_.back();
        std::size_t const first = block.size();
        block.resize(first + count);  // never beyond the capacity, so nothing moves
        size_ += count;
        return block.data() + first;
    }

    [[nodiscard]] std::size_t size() const { return size_; }

private:
    static constexpr std::size_t block_size = 256;

    std::vector<std::vector<T>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace moo
