// Interned strings: equal texts have equal symbols.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "moo/base/id.h"

namespace moo {

using Symbol = Id<struct SymbolTag>;

// Keeps one copy of each distinct text. Texts never move, so a `string_view` from `text` is valid as long as the
// interner exists.
class Interner {
public:
    Interner();

    Symbol intern(std::string_view text);
    // The symbol of a text that is interned already, or none.
    [[nodiscard]] Symbol find(std::string_view text) const;
    [[nodiscard]] std::string_view text(Symbol symbol) const { return texts_[symbol.index()]; }
    [[nodiscard]] std::size_t size() const { return texts_.size(); }

private:
    // A slot holds the index of a text plus one; zero is empty. The upper half of the hash is stored with it, so that a
    // probe rarely has to look at the text.
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t symbol_plus_one = 0;
    };

    [[nodiscard]] std::size_t find_slot(std::string_view text, std::uint64_t hash) const;
    std::string_view copy_text(std::string_view text);
    void grow();

    std::vector<std::string_view> texts_;
    std::vector<Slot> slots_;
    std::vector<std::unique_ptr<char[]>> chunks_;
    std::size_t chunk_left_ = 0;
    char* chunk_next_ = nullptr;
};

}  // namespace moo
