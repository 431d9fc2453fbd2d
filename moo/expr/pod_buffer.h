// A growing array of plain data in one block, for the pool and the hash table of the expression store.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace moo {

// Tells the kernel that a large block is accessed at random and should have 2 MB pages, so that the processor can cache
// their addresses.
void advise_random_access(void* data, std::size_t bytes);

// Differs from std::vector in that it grows by `realloc`, which moves pages instead of copying them once a block is
// large, by a half instead of doubling, and in that it can be filled with zeros that take no memory until they are
// written.
template <class T>
class PodBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    PodBuffer() = default;
    PodBuffer(PodBuffer&& other) noexcept { swap(other); }
    PodBuffer& operator=(PodBuffer&& other) noexcept {
        swap(other);
        return *this;
    }
    PodBuffer(PodBuffer const&) = delete;
    PodBuffer& operator=(PodBuffer const&) = delete;
    ~PodBuffer() { std::free(data_); }

    void swap(PodBuffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    void reserve(std::size_t count) {
        if (count <= capacity_) return;
        void* const data = std::realloc(static_cast<void*>(data_), count * sizeof(T));
        if (data == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(data);
        capacity_ = count;
        advise_random_access(data, count * sizeof(T));
    }
    void push_back(T const& item) {
        if (size_ == capacity_) {
            T const copy = item;
            reserve(capacity_ + capacity_ / 2 + 64);
            data_[size_++] = copy;
            return;
        }
        data_[size_++] = item;
    }
    // Makes `count` items whose bytes are all zero; previous items are discarded.
    void assign_zero(std::size_t count) {
        std::free(data_);
        data_ = nullptr;
        size_ = capacity_ = 0;
        if (count == 0) return;
        data_ = static_cast<T*>(std::calloc(count, sizeof(T)));
        if (data_ == nullptr) throw std::bad_alloc();
        size_ = capacity_ = count;
        advise_random_access(data_, count * sizeof(T));
    }
    void truncate(std::size_t count) { size_ = count; }

    [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
    [[nodiscard]] T const& operator[](std::size_t i) const { return data_[i]; }
    [[nodiscard]] T const* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::size_t memory_bytes() const { return capacity_ * sizeof(T); }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace moo
