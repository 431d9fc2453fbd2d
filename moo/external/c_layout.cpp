#include "moo/external/c_layout.h"

#include <algorithm>

namespace moo {

namespace {

std::size_t round_up(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

}  // namespace

std::size_t alignment_of(CType const& type) {
    switch (type.kind) {
        case CKind::none: return 1;
        case CKind::real: return alignof(double);
        case CKind::integer: return alignof(int);
        case CKind::size: return alignof(std::size_t);
        case CKind::pointer: return alignof(void*);
        case CKind::structure: break;
    }
    std::size_t largest = 1;
    for (CType const& member : type.members) largest = std::max(largest, alignment_of(member));
    return largest;
}

std::size_t size_of(CType const& type) {
    switch (type.kind) {
        case CKind::none: return 0;
        case CKind::real: return sizeof(double);
        case CKind::integer: return sizeof(int);
        case CKind::size: return sizeof(std::size_t);
        case CKind::pointer: return sizeof(void*);
        case CKind::structure: break;
    }
    std::size_t end = 0;
    for (CType const& member : type.members) end = round_up(end, alignment_of(member)) + size_of(member);
    return round_up(end, alignment_of(type));
}

std::vector<std::size_t> member_offsets(CType const& type) {
    std::vector<std::size_t> offsets;
    std::size_t end = 0;
    for (CType const& member : type.members) {
        offsets.push_back(round_up(end, alignment_of(member)));
        end = offsets.back() + size_of(member);
    }
    return offsets;
}

}  // namespace moo
