// An array of plain data that grows without moving.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "moo/expr/pod_buffer.h"

namespace moo {

// Chunks of 2 MB, the size of a large page, and a table of them that stays in the cache. Growing costs one page fault
// for a hundred thousand nodes. With one block that is moved when it grows, building a million equations took four
// times as long per equation as building ten thousand, and differentiating them twice as long. The first chunk starts
// small, so that a small store is cheap.
template <class T>
class ChunkedBuffer {
    static_assert(std::is_trivially_copyable_v<T>);
    static constexpr std::size_t chunk_bytes = std::size_t{1} << 21;
    static constexpr std::size_t chunk_items = chunk_bytes / sizeof(T);
    static_assert((chunk_items & (chunk_items - 1)) == 0);

public:
    ChunkedBuffer() = default;
    ChunkedBuffer(ChunkedBuffer&& other) noexcept { swap(other); }
    ChunkedBuffer& operator=(ChunkedBuffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ChunkedBuffer(ChunkedBuffer const&) = delete;
    ChunkedBuffer& operator=(ChunkedBuffer const&) = delete;
    ~ChunkedBuffer() {
        for (T* const chunk : chunks_) std::free(chunk);
    }

    void swap(ChunkedBuffer& other) noexcept {
        std::swap(chunks_, other.chunks_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    void reserve(std::size_t count) {
        while (capacity_ < count) grow();
    }
    void push_back(T const& item) {
        if (size_ == capacity_) {
            T const copy = item;
            grow();
            (*this)[size_++] = copy;
            return;
        }
        (*this)[size_++] = item;
    }

    [[nodiscard]] T& operator[](std::size_t i) { return chunks_[i / chunk_items][i % chunk_items]; }
    [[nodiscard]] T const& operator[](std::size_t i) const { return chunks_[i / chunk_items][i % chunk_items]; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const { return capacity_ * sizeof(T) + chunks_.capacity() * sizeof(T*); }

private:
    void grow() {
        if (capacity_ < chunk_items) {
            std::size_t const count = capacity_ == 0 ? chunk_items / 4096 : 2 * capacity_;
            void* const moved = std::realloc(chunks_.empty() ? nullptr : chunks_[0], count * sizeof(T));
            if (moved == nullptr) throw std::bad_alloc();
            chunks_.resize(1);
            chunks_[0] = static_cast<T*>(moved);
            capacity_ = count;
            return;
        }
        chunks_.reserve(chunks_.size() + 1);
        void* const chunk = std::aligned_alloc(chunk_bytes, chunk_bytes);
        if (chunk == nullptr) throw std::bad_alloc();
        advise_random_access(chunk, chunk_bytes);
        chunks_.push_back(static_cast<T*>(chunk));
        capacity_ += chunk_items;
    }

    std::vector<T*> chunks_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace moo
