#include "moo/io/base_modelica/source_table.h"

#include <algorithm>
#include <array>

#include "moo/expr/print.h"

namespace moo {

namespace {

constexpr std::array<std::string_view, 7> origin_names = {
    "", "binding", "connect", "flow", "stream", "overconstrained", "state machine",
};

// `name = {"a", "b"}`
template <class Items, class TextOf>
void write_strings(TextWriter& out, std::string_view name, Items const& items, TextOf text_of) {
    out.indent();
    out.write(name);
    out.write(" = {");
    char const* separator = "";
    for (auto const& item : items) {
        out.write(separator);
        print_string_literal(out, text_of(item));
        separator = ", ";
    }
    out.write("},\n");
}

std::uint32_t hash_of(std::uint32_t offset, Symbol instance, ProvenanceKind origin) {
    std::uint64_t const key = (std::uint64_t{offset} << 32 | instance.index()) + static_cast<std::uint64_t>(origin);
    std::uint64_t const hash = key * 0x9e3779b97f4a7c15ull;
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

std::string_view origin_name(ProvenanceKind origin) { return origin_names[static_cast<std::size_t>(origin)]; }

ProvenanceKind find_origin(std::string_view name) {
    auto const found = std::find(origin_names.begin(), origin_names.end(), name);
    if (found == origin_names.end()) return ProvenanceKind::equation;
    return static_cast<ProvenanceKind>(found - origin_names.begin());
}

void SourceTable::add_declarations() {
    // Without components and libraries, everything is where it is written.
    bool const has_libraries = std::find(is_library_.begin(), is_library_.end(), true) != is_library_.end();
    if (user_places_.declarations().size() <= 1 && !has_libraries) return;
    for (UserPlaces::Declaration const& declaration : user_places_.declarations()) {
        declarations_.push_back(number_of(declaration.source, {}, ProvenanceKind::equation));
    }
}

std::uint32_t SourceTable::number_of(SourceSpan span, Symbol instance, ProvenanceKind origin) {
    if (!span.begin.has_value() && !instance && origin == ProvenanceKind::equation) return 0;
    if (entries_.size() * 2 >= slots_.size()) grow();
    std::uint32_t const hash = hash_of(span.begin.offset, instance, origin);
    std::size_t const slot = find_slot(hash, span.begin.offset, instance, origin);
    if (slots_[slot].number != 0) return slots_[slot].number;
    DecodedLoc const place = sources_.decode(span.begin);
    std::uint32_t const file = place.line == 0 ? 0 : file_number(place.file, span.begin);
    entries_.push_back(
        {span.begin.offset, instance, origin, file, place.line, place.column, instance_number(instance)});
    slots_[slot] = {hash, static_cast<std::uint32_t>(entries_.size())};
    return slots_[slot].number;
}

std::size_t SourceTable::find_slot(std::uint32_t hash, std::uint32_t offset, Symbol instance,
                                   ProvenanceKind origin) const {
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        if (slots_[slot].number == 0) return slot;
        if (slots_[slot].hash != hash) continue;
        Entry const& entry = entries_[slots_[slot].number - 1];
        if (entry.offset == offset && entry.instance == instance && entry.origin == origin) return slot;
    }
}

void SourceTable::grow() {
    std::vector<Slot> const old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(old.size() * 4, 1024), Slot());
    std::size_t const mask = slots_.size() - 1;
    for (Slot const& moved : old) {
        if (moved.number == 0) continue;
        // The entries are distinct: the first empty slot is the right one.
        std::size_t slot = moved.hash & mask;
        while (slots_[slot].number != 0) slot = (slot + 1) & mask;
        slots_[slot] = moved;
    }
}

std::uint32_t SourceTable::file_number(std::string_view name, SourceLoc place) {
    auto const next = static_cast<std::uint32_t>(files_.size() + 1);
    auto const [known, is_new] = file_numbers_.try_emplace(name, next);
    if (is_new) {
        files_.push_back(name);
        is_library_.push_back(!user_places_.is_own(place));
    }
    return known->second;
}

std::uint32_t SourceTable::instance_number(Symbol instance) {
    if (!instance) return 0;
    if (instance_numbers_.size() < interner_.size()) instance_numbers_.resize(interner_.size(), 0);
    std::uint32_t& number = instance_numbers_[instance.index()];
    if (number == 0) {
        instances_.push_back(instance);
        number = static_cast<std::uint32_t>(instances_.size());
    }
    return number;
}

std::vector<ProvenanceKind> SourceTable::used_origins() const {
    std::array<bool, origin_names.size()> is_used{};
    for (Entry const& entry : entries_) is_used[static_cast<std::size_t>(entry.origin)] = true;
    std::vector<ProvenanceKind> used;
    for (std::size_t i = 1; i < is_used.size(); ++i) {
        if (is_used[i]) used.push_back(static_cast<ProvenanceKind>(i));
    }
    return used;
}

// Zeros at the end are left out: {file, line, column}, {…, instance}, {…, instance, origin}.
void SourceTable::write_row(TextWriter& out, Entry const& entry,
                            std::vector<std::uint32_t> const& origin_numbers) const {
    std::uint32_t const origin = origin_numbers[static_cast<std::size_t>(entry.origin)];
    std::array<std::uint32_t, 5> const cells = {entry.file, entry.line, entry.column, entry.instance_number, origin};
    std::size_t const count = origin != 0 ? 5 : entry.instance_number != 0 ? 4 : 3;
    for (std::size_t i = 0; i < count; ++i) {
        out.write(i == 0 ? "{" : ", ");
        out.write_integer(cells[i]);
    }
    out.write('}');
}

// `libraries` are numbers of files, and `declarations` the rows of the components in `declared`.
void SourceTable::write_user_places(TextWriter& out) const {
    auto const write_numbers = [&out](std::string_view name, std::vector<std::uint32_t> const& numbers) {
        out.indent();
        out.write(name);
        char const* separator = " = {";
        for (std::uint32_t const number : numbers) {
            out.write(separator);
            out.write_integer(number);
            separator = ", ";
        }
        out.write("},\n");
    };
    std::vector<std::uint32_t> libraries;
    for (std::size_t i = 0; i < is_library_.size(); ++i) {
        if (is_library_[i]) libraries.push_back(static_cast<std::uint32_t>(i + 1));
    }
    if (!libraries.empty()) write_numbers("libraries", libraries);
    if (declarations_.empty()) return;
    write_strings(out, "declared", user_places_.declarations(),
                  [](UserPlaces::Declaration const& each) -> std::string_view { return each.path; });
    write_numbers("declarations", declarations_);
}

void SourceTable::write(TextWriter& out) const {
    if (entries_.empty()) return out.line("annotation(SourceLocations(__moo()));");
    out.line("annotation(SourceLocations(__moo(");
    out.deeper();
    auto const text_of_symbol = [this](Symbol symbol) { return interner_.text(symbol); };
    if (!files_.empty()) write_strings(out, "files", files_, [](std::string_view name) { return name; });
    write_user_places(out);
    if (!instances_.empty()) write_strings(out, "instances", instances_, text_of_symbol);
    std::vector<ProvenanceKind> const origins = used_origins();
    std::vector<std::uint32_t> origin_numbers(origin_names.size(), 0);
    for (std::size_t i = 0; i < origins.size(); ++i) {
        origin_numbers[static_cast<std::size_t>(origins[i])] = static_cast<std::uint32_t>(i + 1);
    }
    if (!origins.empty()) write_strings(out, "origins", origins, origin_name);
    out.indent();
    char const* separator = "table = {";
    for (Entry const& entry : entries_) {
        out.write(separator);
        write_row(out, entry, origin_numbers);
        separator = ", ";
    }
    out.write("})));\n");
    out.shallower();
}

}  // namespace moo
