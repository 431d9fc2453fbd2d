// Cuts a document down to some of its sections, to look at or pass on only those.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "moo/model/document.h"

namespace moo {

// A name for several sections.
struct SectionGroup {
    std::string_view name;
    std::vector<std::string_view> sections;
    std::string_view meaning;
};
[[nodiscard]] std::vector<SectionGroup> const& section_groups();

// Whether a slice can ask for this name: a group, or a section of describe_document.h.
[[nodiscard]] bool is_slice_name(std::string_view name);

// Keeps the named sections and what they refer to: sections whose rows they mention by number, and functions that they
// call. Types and declarations of variables always stay, but without values and attributes unless `variables` is among
// the names. `jacobians` means the sets with their Jacobians, `equations` the sets without. All names must be known.
void slice_document(Document& document, std::span<std::string const> names, Interner const& interner);

}  // namespace moo
