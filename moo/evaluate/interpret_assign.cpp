#include "moo/evaluate/interpret_assign.h"

#include <algorithm>
#include <utility>

#include "moo/expr/array_layout.h"
#include "moo/expr/evaluate_rules.h"

namespace moo {

namespace {

// Record types nest as deep as the user likes; values of them do not.
constexpr std::size_t longest_path = 64;

// The place of the one element that the subscripts choose, or -1.
std::int64_t single_offset(Dims const& dims, std::span<Value const> subscripts) {
    if (subscripts.size() != dims.size()) return -1;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (subscripts[i].kind() != ValueKind::integer) return -1;
        std::int64_t const index = subscripts[i].as_integer();
        if (index < 1 || index > dims[i]) return -1;
        offset = offset * dims[i] + index - 1;
    }
    return offset;
}

// The part of `value` for the element with this number, if its leading dimensions are `dims`.
bool takes_dims(Value const& value, Dims const& dims) {
    return value.is_array() && value.dims().size() >= dims.size() &&
           std::equal(dims.begin(), dims.end(), value.dims().begin());
}

Value part_of(Value const& value, std::size_t rank, std::size_t count, std::size_t at) {
    std::size_t const chunk = value.elements().size() / count;
    if (value.dims().size() == rank) return value.elements()[at];
    auto const begin = value.elements().begin() + static_cast<std::ptrdiff_t>(at * chunk);
    return Value::array(Dims(value.dims().begin() + static_cast<std::ptrdiff_t>(rank), value.dims().end()),
                        std::vector<Value>(begin, begin + static_cast<std::ptrdiff_t>(chunk)));
}

EvaluateError replace(Value& target, Value const& value) {
    // An element keeps its shape; one that has no value yet takes any.
    if (target.is_array() && (!value.is_array() || value.dims() != target.dims())) return EvaluateError::type_mismatch;
    if (!target.is_array() && target.has_value() && value.is_array()) return EvaluateError::type_mismatch;
    target = value;
    return EvaluateError::none;
}

EvaluateError assign_step(Value& target, std::span<PathStep const> path, Value const& value,
                          EvaluateLimits const& limits);

// Each of the elements takes its part of the value.
EvaluateError assign_each(Value& target, std::span<std::size_t const> offsets, Dims const& dims,
                          std::span<PathStep const> path, Value const& value, EvaluateLimits const& limits) {
    if (!takes_dims(value, dims)) return EvaluateError::type_mismatch;
    std::vector<Value>& elements = target.writable_parts();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        Value const part = part_of(value, dims.size(), offsets.size(), i);
        EvaluateError const error = assign_step(elements[offsets[i]], path, part, limits);
        if (error != EvaluateError::none) return error;
    }
    return EvaluateError::none;
}

EvaluateError assign_field(Value& target, std::span<PathStep const> path, Value const& value,
                           EvaluateLimits const& limits) {
    if (target.is_array()) {
        std::vector<std::size_t> offsets(target.elements().size());
        for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = i;
        return assign_each(target, offsets, Dims(target.dims()), path, value, limits);
    }
    if (!target.is_record() || path[0].field >= target.fields().size()) return EvaluateError::type_mismatch;
    return assign_step(target.writable_parts()[path[0].field], path.subspan(1), value, limits);
}

EvaluateError assign_step(Value& target, std::span<PathStep const> path, Value const& value,
                          EvaluateLimits const& limits) {
    if (path.empty()) return replace(target, value);
    if (path[0].is_field) return assign_field(target, path, value, limits);
    if (!target.is_array()) return EvaluateError::type_mismatch;
    std::int64_t const offset = single_offset(target.dims(), path[0].subscripts);
    if (offset >= 0) {
        return assign_step(target.writable_parts()[static_cast<std::size_t>(offset)], path.subspan(1), value, limits);
    }
    ArrayLayout const places = subscript_layout(target.dims(), path[0].subscripts, limits);
    if (places.error != EvaluateError::none) return places.error;
    if (places.dims.empty()) {
        return assign_step(target.writable_parts()[places.places[0]], path.subspan(1), value, limits);
    }
    return assign_each(target, places.places, places.dims, path.subspan(1), value, limits);
}

Value blank_at(TypeTable const& types, TypeId type, std::size_t depth) {
    if (depth > longest_path) return {};
    if (types.is_array(type)) {
        std::int64_t count = 1;
        Dims const dims(types.dims(type).begin(), types.dims(type).end());
        constexpr std::int64_t largest = EvaluateLimits().max_elements;
        for (std::int64_t const dim : dims) {
            if (dim < 0 || __builtin_mul_overflow(count, dim, &count) || count > largest) return {};
        }
        Value const element = blank_at(types, types.element(type), depth + 1);
        return Value::array(dims, std::vector<Value>(static_cast<std::size_t>(count), element));
    }
    if (types.kind(type) != TypeKind::record) return {};
    std::vector<Value> fields;
    for (RecordField const& field : types.fields(type)) fields.push_back(blank_at(types, field.type, depth + 1));
    return Value::record(std::move(fields));
}

}  // namespace

EvaluateError assign_part(Value& target, std::span<PathStep const> path, Value const& value,
                          EvaluateLimits const& limits) {
    if (path.size() > longest_path) return EvaluateError::too_large;
    return assign_step(target, path, value, limits);
}

Value blank_value(TypeTable const& types, TypeId type) { return blank_at(types, type, 0); }

}  // namespace moo
