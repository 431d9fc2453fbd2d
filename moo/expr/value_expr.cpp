#include "moo/expr/value_expr.h"

#include <limits>
#include <span>
#include <utility>

namespace moo {

namespace {

bool fits_shape(TypeTable const& types, Value const& value, TypeId type) {
    auto const dims = types.dims(type);
    if (dims.size() != value.dims().size()) return false;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] != TypeTable::unknown_size && dims[i] != value.dims()[i]) return false;
    }
    return true;
}

// Any scalar for an array that has no elements to tell its type.
ExprId any_scalar(ExprStore& store, TypeId type) {
    if (type == types::real) return store.real(0);
    if (type == types::boolean) return store.boolean(false);
    if (store.types().kind(type) == TypeKind::enumeration) return store.enumeration(type, 1);
    if (type == types::integer || type == types::unknown) return store.integer(0);
    return {};
}

ExprId array_expr(ExprStore& store, std::span<std::int64_t const> dims, std::span<Value const> elements, TypeId type) {
    if (dims.empty()) return value_to_expr(store, elements[0], type);
    std::vector<ExprId> items;
    std::size_t const chunk = elements.size() / static_cast<std::size_t>(dims[0]);
    for (std::size_t i = 0; i < static_cast<std::size_t>(dims[0]); ++i) {
        items.push_back(array_expr(store, dims.subspan(1), elements.subspan(i * chunk, chunk), type));
        if (!items.back()) return {};
    }
    return store.array(items);
}

ExprId empty_array_expr(ExprStore& store, std::span<std::int64_t const> dims, TypeId type) {
    ExprId const scalar = any_scalar(store, type);
    // An array of strings or records without elements is `{}` if it is a vector.
    if (!scalar) return dims.size() == 1 ? store.array({}) : ExprId();
    std::vector<ExprId> arguments{scalar};
    for (std::int64_t const dim : dims) arguments.push_back(store.integer(dim));
    return store.builtin(Builtin::fill, arguments);
}

ExprId record_expr(ExprStore& store, Value const& value, TypeId type) {
    if (store.types().kind(type) != TypeKind::record) return {};
    if (store.types().fields(type).size() != value.fields().size()) return {};
    std::vector<ExprId> fields;
    for (std::size_t i = 0; i < value.fields().size(); ++i) {
        // By index at each step: building the field may add types and so move the fields.
        fields.push_back(value_to_expr(store, value.fields()[i], store.types().fields(type)[i].type));
        if (!fields.back()) return {};
    }
    return store.record(type, fields);
}

}  // namespace

ExprId value_to_expr(ExprStore& store, Value const& value, TypeId type) {
    TypeKind const kind = store.types().kind(type);
    bool const is_any = kind == TypeKind::unknown;
    switch (value.kind()) {
        case ValueKind::none: return {};
        case ValueKind::real: return is_any || type == types::real ? store.real(value.as_real()) : ExprId();
        case ValueKind::integer:
            if (type == types::real) return store.real(value.as_real());
            return is_any || type == types::integer ? store.integer(value.as_integer()) : ExprId();
        case ValueKind::boolean: return is_any || type == types::boolean ? store.boolean(value.as_boolean()) : ExprId();
        case ValueKind::enumeration:
            if (kind != TypeKind::enumeration) return {};
            return store.enumeration(type, static_cast<std::uint32_t>(value.as_integer()));
        case ValueKind::string: return is_any || type == types::string ? store.string(value.as_string()) : ExprId();
        case ValueKind::object: return {};
        case ValueKind::array: {
            TypeId const element = store.types().element(type);
            if (!is_any && !fits_shape(store.types(), value, type)) return {};
            if (value.elements().empty()) return empty_array_expr(store, value.dims(), element);
            return array_expr(store, value.dims(), value.elements(), element);
        }
        case ValueKind::record: return record_expr(store, value, type);
    }
    return {};
}

Value convert_value(TypeTable const& types, Value const& value, TypeId type) {
    TypeKind const kind = types.kind(type);
    if (kind == TypeKind::unknown) return value;
    switch (value.kind()) {
        case ValueKind::none: return {};
        case ValueKind::real: return kind == TypeKind::real ? value : Value();
        case ValueKind::integer:
            if (kind == TypeKind::real) return Value::real(value.as_real());
            return kind == TypeKind::integer ? value : Value();
        case ValueKind::boolean: return kind == TypeKind::boolean ? value : Value();
        case ValueKind::enumeration: return kind == TypeKind::enumeration ? value : Value();
        case ValueKind::string: return kind == TypeKind::string ? value : Value();
        case ValueKind::object: return kind == TypeKind::external_object ? value : Value();
        case ValueKind::array: {
            if (!fits_shape(types, value, type)) return {};
            TypeId const element = types.element(type);
            Value result = value;
            for (std::size_t i = 0; i < value.elements().size(); ++i) {
                Value const& old = value.elements()[i];
                if (!old.has_value()) continue;
                Value converted = convert_value(types, old, element);
                if (!converted.has_value()) return {};
                // Arrays that have the right type already, which most have, are not copied.
                if (!(converted == old)) result.writable_parts()[i] = std::move(converted);
            }
            return result;
        }
        case ValueKind::record: {
            if (kind != TypeKind::record || types.fields(type).size() != value.fields().size()) return {};
            Value result = value;
            for (std::size_t i = 0; i < value.fields().size(); ++i) {
                Value const& old = value.fields()[i];
                if (!old.has_value()) continue;
                Value converted = convert_value(types, old, types.fields(type)[i].type);
                if (!converted.has_value()) return {};
                if (!(converted == old)) result.writable_parts()[i] = std::move(converted);
            }
            return result;
        }
    }
    return {};
}

Value extreme_value(TypeTable const& types, TypeId type, bool is_greatest) {
    constexpr std::int64_t largest_exact = 9007199254740992;
    constexpr double largest_real = std::numeric_limits<double>::max();
    if (type == types::real) return Value::real(is_greatest ? largest_real : -largest_real);
    if (type == types::integer) return Value::integer(is_greatest ? largest_exact : -largest_exact);
    if (type == types::boolean) return Value::boolean(is_greatest);
    if (types.kind(type) != TypeKind::enumeration) return {};
    return Value::enumeration(is_greatest ? std::ssize(types.literals(type)) : 1);
}

}  // namespace moo
