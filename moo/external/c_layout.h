// The C types of values that are passed to external functions, and the offsets of their members (section 12.9.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace moo {

enum class CKind : std::uint8_t {
    none,     // void
    real,     // double
    integer,  // int
    size,     // size_t
    pointer,  // of strings, external objects, arrays, and everything that is passed by address
    structure,
};

struct CType {
    CKind kind = CKind::none;
    std::vector<CType> members;  // of a structure

    friend bool operator==(CType const&, CType const&) = default;
};

[[nodiscard]] std::size_t size_of(CType const& type);
[[nodiscard]] std::size_t alignment_of(CType const& type);
// Of each member of a structure, from its beginning.
[[nodiscard]] std::vector<std::size_t> member_offsets(CType const& type);

}  // namespace moo
