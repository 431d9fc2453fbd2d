#include "moo/lower/type_text.h"

namespace moo {

std::string type_text(TypeTable const& types, TypeId type, Interner const& interner) {
    switch (types.kind(type)) {
        case TypeKind::unknown: return "an unknown type";
        case TypeKind::real: return "Real";
        case TypeKind::integer: return "Integer";
        case TypeKind::boolean: return "Boolean";
        case TypeKind::string: return "String";
        case TypeKind::clock: return "Clock";
        case TypeKind::enumeration:
        case TypeKind::record: return std::string(interner.text(types.name(type)));
        case TypeKind::tuple: return "a list of results";
        case TypeKind::array: break;
    }
    std::string text = type_text(types, types.element(type), interner) + "[";
    for (std::size_t i = 0; i < types.rank(type); ++i) {
        std::int64_t const size = types.dims(type)[i];
        if (i > 0) text += ", ";
        text += size == TypeTable::unknown_size ? ":" : std::to_string(size);
    }
    return text + "]";
}

bool is_assignable(TypeTable const& types, TypeId from, TypeId to) {
    if (from == to) return true;
    if (types.kind(from) == TypeKind::unknown || types.kind(to) == TypeKind::unknown) return true;
    return to == types::real && from == types::integer;
}

}  // namespace moo
