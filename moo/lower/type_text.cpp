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
        case TypeKind::external_object:
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

namespace {

// Fields that are records themselves: types nest no deeper than their declarations.
bool are_fields_assignable(TypeTable const& types, TypeId from, TypeId to) {
    auto const source = types.fields(from);
    auto const target = types.fields(to);
    if (source.size() < target.size()) return false;
    for (RecordField const& field : target) {
        auto const found = types.field_index(from, field.name);
        if (!found || !is_assignable(types, source[*found].type, field.type)) return false;
    }
    return true;
}

bool is_element_assignable(TypeTable const& types, TypeId from, TypeId to) {
    if (from == to || from == types::unknown || to == types::unknown) return true;
    if (to == types::real && from == types::integer) return true;
    bool const records = types.kind(from) == TypeKind::record && types.kind(to) == TypeKind::record;
    return records && are_fields_assignable(types, from, to);
}

}  // namespace

bool have_equal_shapes(TypeTable const& types, TypeId a, TypeId b) {
    auto const x = types.dims(a);
    auto const y = types.dims(b);
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        bool const known = x[i] != TypeTable::unknown_size && y[i] != TypeTable::unknown_size;
        if (known && x[i] != y[i]) return false;
    }
    return true;
}

bool have_common_element(TypeTable const& types, TypeId a, TypeId b) {
    TypeId const x = types.element(a);
    TypeId const y = types.element(b);
    return is_element_assignable(types, x, y) || is_element_assignable(types, y, x);
}

bool is_assignable(TypeTable const& types, TypeId from, TypeId to) {
    if (from == to || from == types::unknown || to == types::unknown) return true;
    return have_equal_shapes(types, from, to) && is_element_assignable(types, types.element(from), types.element(to));
}

}  // namespace moo
