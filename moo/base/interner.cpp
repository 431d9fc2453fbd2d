#include "moo/base/interner.h"

#include <algorithm>
#include <cstring>

#include "moo/base/huge_pages.h"

namespace moo {

namespace {

// Word-at-a-time multiply-and-fold: identifiers are short, so a hash that starts up at once
// matters more than one that mixes long inputs perfectly.
std::uint64_t hash_text(std::string_view text) {
    constexpr std::uint64_t multiplier = 0x9ddfea08eb382d69ull;
    std::uint64_t hash = text.size() * multiplier;
    char const* at = text.data();
    std::size_t left = text.size();
    while (left >= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 32;
        at += 8;
        left -= 8;
    }
    if (left > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, left);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 32;
    }
    return hash * multiplier;
}

constexpr std::size_t initial_slots = 1024;
constexpr std::size_t chunk_size = 64 * 1024;

}  // namespace

Interner::Interner() : slots_(initial_slots) {}

std::size_t Interner::find_slot(std::string_view text, std::uint64_t hash) const {
    std::size_t const mask = slots_.size() - 1;
    auto const upper = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = upper & mask;; at = (at + 1) & mask) {
        Slot const& slot = slots_[at];
        if (slot.symbol_plus_one == 0) return at;
        if (slot.hash == upper && texts_[slot.symbol_plus_one - 1] == text) return at;
    }
}

Symbol Interner::find(std::string_view text) const {
    Slot const& slot = slots_[find_slot(text, hash_text(text))];
    return slot.symbol_plus_one == 0 ? Symbol() : Symbol(slot.symbol_plus_one - 1);
}

Symbol Interner::intern(std::string_view text) {
    std::uint64_t const hash = hash_text(text);
    std::size_t at = find_slot(text, hash);
    if (slots_[at].symbol_plus_one != 0) return Symbol(slots_[at].symbol_plus_one - 1);
    // A small table is better than short probes: the slots of a large model are not in any cache.
    if ((texts_.size() + 1) * 3 > slots_.size() * 2) {
        grow();
        at = find_slot(text, hash);
    }
    texts_.push_back(copy_text(text));
    auto const symbol_plus_one = static_cast<std::uint32_t>(texts_.size());
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), symbol_plus_one};
    return Symbol(symbol_plus_one - 1);
}

std::string_view Interner::copy_text(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > chunk_left_) {
        std::size_t const size = std::max(chunk_size, text.size());
        chunks_.push_back(std::make_unique<char[]>(size));
        chunk_next_ = chunks_.back().get();
        chunk_left_ = size;
    }
    std::memcpy(chunk_next_, text.data(), text.size());
    std::string_view const copy(chunk_next_, text.size());
    chunk_next_ += text.size();
    chunk_left_ -= text.size();
    return copy;
}

// A slot knows where it belongs, so no text is looked at.
void Interner::grow() {
    std::vector<Slot> grown;
    std::size_t const size = slots_.size() * 2;
    grown.reserve(size);
    advise_huge_pages(grown.data(), size * sizeof(Slot));
    grown.resize(size);
    for (Slot const& slot : slots_) {
        if (slot.symbol_plus_one == 0) continue;
        std::size_t at = slot.hash & (size - 1);
        while (grown[at].symbol_plus_one != 0) at = (at + 1) & (size - 1);
        grown[at] = slot;
    }
    slots_ = std::move(grown);
}

}  // namespace moo
