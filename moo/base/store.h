// A vector that is indexed by a typed id. It stores all kinds of items in the toolchain.
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "moo/base/id.h"

namespace moo {

// Items are only appended, so an id is valid for the lifetime of the store.
template <class IdType, class T>
class Store {
public:
    Store() = default;
    // A dense side table: one value for each of `count` ids of another store.
    explicit Store(std::size_t count, T const& value = T()) : items_(count, value) {}

    IdType add(T item) {
        items_.push_back(std::move(item));
        return IdType(items_.size() - 1);
    }
    void reserve(std::size_t count) { items_.reserve(count); }
    void resize(std::size_t count, T const& value = T()) { items_.resize(count, value); }
    void clear() { items_.clear(); }

    [[nodiscard]] decltype(auto) operator[](IdType id) {
        assert(id.index() < items_.size());
        return items_[id.index()];
    }
    [[nodiscard]] decltype(auto) operator[](IdType id) const {
        assert(id.index() < items_.size());
        return items_[id.index()];
    }

    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    auto begin() { return items_.begin(); }
    auto end() { return items_.end(); }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }

    // Iterates over the ids: `for (VarId v : variables.ids())`.
    struct IdRange {
        struct Iterator {
            std::uint32_t index;
            IdType operator*() const { return IdType(index); }
            Iterator& operator++() {
                ++index;
                return *this;
            }
            friend bool operator==(Iterator, Iterator) = default;
        };
        std::uint32_t count;
        [[nodiscard]] Iterator begin() const { return {0}; }
        [[nodiscard]] Iterator end() const { return {count}; }
    };
    [[nodiscard]] IdRange ids() const { return {static_cast<std::uint32_t>(items_.size())}; }

private:
    std::vector<T> items_;
};

}  // namespace moo
