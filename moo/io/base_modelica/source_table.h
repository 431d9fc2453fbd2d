// The numbered places of a Base Modelica file: where in the source, in which instance, and how the item was made.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "moo/base/interner.h"
#include "moo/base/source.h"
#include "moo/base/text_writer.h"
#include "moo/model/flat_model.h"

namespace moo {

// The word of an origin in the table: `connect`, `binding`; empty for `equation`, which is the default.
[[nodiscard]] std::string_view origin_name(ProvenanceKind origin);
[[nodiscard]] ProvenanceKind find_origin(std::string_view name);

// Numbers places in the order of their first use. A million of them must be cheap, so a place is looked up by its
// 32-bit position and decoded only when it is new.
class SourceTable {
public:
    SourceTable(SourceManager const& sources, Interner const& interner, UserPlaces const& user_places)
        : sources_(sources), interner_(interner), user_places_(user_places) {}

    // 0 if nothing is known about the place.
    std::uint32_t number_of(SourceSpan span, Symbol instance, ProvenanceKind origin);

    // Numbers the places of the user's declarations, once all others are numbered.
    void add_declarations();

    // `annotation(SourceLocations(__moo(files = {…}, instances = {…}, origins = {…}, table = {{…}, …})));`, after
    // `libraries` and `declared` with `declarations` if there are any.
    void write(TextWriter& out) const;

private:
    struct Entry {
        std::uint32_t offset;
        Symbol instance;
        ProvenanceKind origin;
        std::uint32_t file;
        std::uint32_t line;
        std::uint32_t column;
        std::uint32_t instance_number;
    };

    [[nodiscard]] std::size_t find_slot(std::uint32_t hash, std::uint32_t offset, Symbol instance,
                                        ProvenanceKind origin) const;
    void grow();
    std::uint32_t file_number(std::string_view name, SourceLoc place);
    void write_user_places(TextWriter& out) const;
    std::uint32_t instance_number(Symbol instance);
    [[nodiscard]] std::vector<ProvenanceKind> used_origins() const;
    void write_row(TextWriter& out, Entry const& entry, std::vector<std::uint32_t> const& origin_numbers) const;

    SourceManager const& sources_;
    Interner const& interner_;
    UserPlaces const& user_places_;
    std::vector<Entry> entries_;
    // Open addressing. The number is the index of an entry plus one, and zero is empty. The hash next to it avoids most
    // accesses to entries, which are scattered in memory.
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;
    };
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> declarations_;  // the numbers of their places
    std::vector<std::string_view> files_;
    std::vector<bool> is_library_;  // by file
    std::unordered_map<std::string_view, std::uint32_t> file_numbers_;
    std::vector<Symbol> instances_;
    std::vector<std::uint32_t> instance_numbers_;  // by symbol; zero for those that have none yet
};

}  // namespace moo
