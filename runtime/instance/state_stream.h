// The state of an instance as bytes. Everything that has state has a function `carry`, which both writes and reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace moo::runtime {

// A C++20 concept would be clearer, but this file is part of the sources of FMUs, which are C++17.
template <class T>
inline constexpr bool is_plain_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

// Bytes that are read may come from anyone: anything that does not fit makes the stream fail, and nothing more is read.
class StateStream {
public:
    // Appends to `bytes`.
    explicit StateStream(std::vector<std::byte>& bytes) : written_(&bytes) {}
    explicit StateStream(std::span<std::byte const> bytes) : left_(bytes) {}

    [[nodiscard]] bool is_reading() const { return written_ == nullptr; }
    [[nodiscard]] bool failed() const { return failed_; }
    // Whether all has been read.
    [[nodiscard]] bool is_at_end() const { return !failed_ && left_.empty(); }
    void fail() { failed_ = true; }

    template <class... T>
    void numbers(T&... items) {
        static_assert((is_plain_number<T> && ...));
        (carry_number(items), ...);
    }

    // Reads as many items as were written.
    template <class T>
    void fixed(std::vector<T>& items) {
        static_assert(is_plain_number<T>);
        if (carry_count(items.size(), items.size())) carry_bytes(items.data(), items.size() * sizeof(T));
    }
    template <class Items, class CarryItem>
    void fixed(Items& items, CarryItem carry_item) {
        if (!carry_count(items.size(), items.size())) return;
        for (auto& item : items) carry_item(*this, item);
    }

    // Any number of items; each takes at least one byte, which limits how many can be read.
    template <class Items, class CarryItem>
    void list(Items& items, CarryItem carry_item) {
        std::uint64_t count = items.size();
        numbers(count);
        if (failed_) return;
        if (is_reading()) {
            if (count > left_.size()) return fail();
            items.clear();
            items.resize(static_cast<std::size_t>(count));
        }
        for (auto& item : items) {
            carry_item(*this, item);
            if (failed_) return;
        }
    }
    void text(std::string& text) {
        list(text, [](StateStream& state, char& c) { state.numbers(c); });
    }

    // Carries the number of a text (values.h). The number has a meaning only in this process, so the text itself is
    // written.
    void text_number(double& number);

private:
    template <class T>
    void carry_number(T& item) {
        carry_bytes(&item, sizeof item);
    }
    // For a bool, because not every byte is a valid one.
    void carry_number(bool& item) {
        std::uint8_t byte = item ? 1 : 0;
        carry_bytes(&byte, 1);
        item = byte != 0;
    }
    // False if the number written differs from the number expected.
    bool carry_count(std::uint64_t count, std::uint64_t wanted) {
        numbers(count);
        if (count != wanted) fail();
        return !failed_;
    }
    void carry_bytes(void* items, std::size_t size) {
        if (failed_ || size == 0) return;
        if (written_ != nullptr) {
            auto const* bytes = static_cast<std::byte const*>(items);
            written_->insert(written_->end(), bytes, bytes + size);
        } else if (size > left_.size()) {
            fail();
        } else {
            std::memcpy(items, left_.data(), size);
            left_ = left_.subspan(size);
        }
    }

    std::vector<std::byte>* written_ = nullptr;
    std::span<std::byte const> left_;
    bool failed_ = false;
};

}  // namespace moo::runtime
