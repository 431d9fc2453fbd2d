// A document cut down to some of its sections, for who wants to look at or hand on only those.
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

// The names that a slice can be asked for: groups, and the sections of describe_document.h themselves.
[[nodiscard]] bool is_slice_name(std::string_view name);

// Leaves what the names say and what that refers to: sections whose rows are mentioned by number, functions that are
// called. Types and the declarations of variables stay always, but without values and attributes unless `variables` is
// among the names. `jacobians` is the sets with their Jacobians, `equations` without. All names must be known.
void slice_document(Document& document, std::span<std::string const> names, Interner const& interner);

}  // namespace moo
