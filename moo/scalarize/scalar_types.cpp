#include "moo/scalarize/scalar_types.h"

namespace moo {

bool ScalarTypes::is_scalar(TypeId type) const {
    switch (types_.kind(type)) {
        case TypeKind::real:
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::enumeration:
        case TypeKind::external_object: return true;
        case TypeKind::unknown:
        case TypeKind::record:
        case TypeKind::array:
        case TypeKind::tuple: return false;
    }
    return false;
}

std::optional<std::size_t> ScalarTypes::count(TypeId type) {
    if (is_scalar(type)) return 1;
    if (counts_.size() <= type.index()) counts_.resize(types_.size(), not_computed);
    if (counts_[type.index()] == not_computed) {
        auto const found = compute_count(type);
        counts_[type.index()] = found ? static_cast<std::int64_t>(*found) : not_known;
    }
    std::int64_t const known = counts_[type.index()];
    return known == not_known ? std::nullopt : std::optional(static_cast<std::size_t>(known));
}

// Types nest no deeper than their declarations.
std::optional<std::size_t> ScalarTypes::compute_count(TypeId type) {
    if (types_.kind(type) == TypeKind::record) {
        std::int64_t sum = 0;
        for (RecordField const& field : types_.fields(type)) {
            auto const one = count(field.type);
            if (!one) return std::nullopt;
            sum += static_cast<std::int64_t>(*one);
            if (sum > largest_count) return std::nullopt;
        }
        return static_cast<std::size_t>(sum);
    }
    if (types_.kind(type) != TypeKind::array) return std::nullopt;
    // Without elements the type of the elements does not matter.
    std::int64_t const elements = element_count(types_.dims(type), largest_count);
    if (elements == 0) return 0;
    auto const width = count(types_.element(type));
    if (elements < 0 || !width) return std::nullopt;
    std::int64_t total = 0;
    bool const is_absurd = __builtin_mul_overflow(elements, static_cast<std::int64_t>(*width), &total);
    if (is_absurd || total > largest_count) return std::nullopt;
    return static_cast<std::size_t>(total);
}

void ScalarTypes::append_scalars(TypeId type, std::vector<TypeId>& out) {
    if (is_scalar(type)) {
        out.push_back(type);
    } else if (types_.kind(type) == TypeKind::record) {
        for (RecordField const& field : types_.fields(type)) append_scalars(field.type, out);
    } else {
        std::vector<TypeId> element;
        auto const elements = static_cast<std::size_t>(element_count(types_.dims(type), largest_count));
        if (elements > 0) append_scalars(types_.element(type), element);
        out.reserve(out.size() + elements * element.size());
        for (std::size_t i = 0; i < elements; ++i) out.insert(out.end(), element.begin(), element.end());
    }
}

std::size_t ScalarTypes::field_offset(TypeId record, std::size_t field) {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < field; ++i) offset += count(types_.fields(record)[i].type).value_or(0);
    return offset;
}

}  // namespace moo
