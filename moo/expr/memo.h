// A table with one entry per expression; only the parts that are used take memory.
#pragma once

#include <memory>
#include <vector>

#include "moo/expr/ids.h"

namespace moo {

// Behaves like a vector of `T()` with an entry for every ExprId. It is divided into pages, so that the cost of looking
// at one small equation of a large store depends only on that equation: for 16 million nodes there are 128 kB of page
// pointers.
template <class T>
class ExprMemo {
public:
    T& operator[](ExprId id) {
        std::size_t const page = id.index() / page_size;
        if (page >= pages_.size()) pages_.resize(page + 1 + page / 2);
        if (pages_[page] == nullptr) pages_[page] = std::make_unique<T[]>(page_size);
        return pages_[page][id.index() % page_size];
    }
    [[nodiscard]] T const& get(ExprId id) const {
        std::size_t const page = id.index() / page_size;
        if (page >= pages_.size() || pages_[page] == nullptr) return nothing_;
        return pages_[page][id.index() % page_size];
    }
    void clear() { pages_.clear(); }

private:
    static constexpr std::size_t page_size = 1024;
    std::vector<std::unique_ptr<T[]>> pages_;
    T nothing_{};
};

}  // namespace moo
