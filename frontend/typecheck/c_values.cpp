#include "frontend/typecheck/c_values.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "moo/syntax/utf8.h"

namespace moo {

// ---- external objects ------------------------------------------------------------------------------

Value CObjects::add(void* object) {
    objects_.push_back(object);
    return Value::object(std::ssize(objects_) - 1);
}

void* CObjects::find(Value const& value) const {
    auto const number = static_cast<std::size_t>(value.as_integer());
    return value.kind() == ValueKind::object && number < objects_.size() ? objects_[number] : nullptr;
}

void CObjects::remove(Value const& value) {
    auto const number = static_cast<std::size_t>(value.as_integer());
    if (number < objects_.size()) objects_[number] = nullptr;
}

// ---- types and memory ------------------------------------------------------------------------------

CType CValues::type_of(TypeId type) {
    switch (types_.kind(type)) {
        case TypeKind::real: return {CKind::real, {}};
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::enumeration: return {CKind::integer, {}};
        case TypeKind::string:
        case TypeKind::external_object: return {CKind::pointer, {}};
        case TypeKind::record: {
            CType result{CKind::structure, {}};
            for (RecordField const& field : types_.fields(type)) {
                if (types_.is_array(field.type)) {
                    fail("a record that contains an array cannot be passed to an external function");
                    return {};
                }
                result.members.push_back(type_of(field.type));
            }
            return result;
        }
        case TypeKind::unknown:
        case TypeKind::clock:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    fail("a value of this type cannot be given to an external function");
    return {};
}

void* CValues::allocate(std::size_t size) {
    // At least something, so that even an empty array has an address.
    return blocks_.emplace_back(size / sizeof(std::max_align_t) + 1, std::max_align_t{}).data();
}

void* CValues::pointer_to(void* target) {
    void* const memory = allocate(sizeof target);
    std::memcpy(memory, &target, sizeof target);
    return memory;
}

char* CValues::text(Value const& value) {
    bool const is_string = value.kind() == ValueKind::string;
    return strings_.emplace_back(is_string ? interner_.text(value.as_string()) : std::string_view()).data();
}

// ---- arrays ----------------------------------------------------------------------------------------

namespace {

// The position by columns of the element with the number `index` by rows.
std::size_t place_by_columns(std::size_t index, std::vector<std::int64_t> const& dims) {
    std::size_t place = 0;
    std::size_t stride = 1;
    for (std::int64_t const dim : dims) stride *= static_cast<std::size_t>(dim);
    for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
        auto const size = static_cast<std::size_t>(*dim);
        stride /= size;
        place += index % size * stride;
        index /= size;
    }
    return place;
}

}  // namespace

void* CValues::write(Value const& value, TypeId type, ArrayOrder order) {
    TypeId const element = types_.element(type);
    std::size_t const size = size_of(type_of(element));
    std::size_t const count = value.is_array() ? value.elements().size() : 1;
    auto* const memory = static_cast<std::byte*>(allocate(count * size));
    if (!value.is_array()) {
        write_element(memory, value, element);
        return memory;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t const place = order == ArrayOrder::by_rows ? i : place_by_columns(i, value.dims());
        write_element(memory + place * size, value.elements()[i], element);
    }
    return memory;
}

Value CValues::read(void const* memory, TypeId type, Value const& shape, ArrayOrder order) {
    TypeId const element = types_.element(type);
    auto const* const bytes = static_cast<std::byte const*>(memory);
    if (!shape.is_array()) return read_element(bytes, element);
    std::size_t const size = size_of(type_of(element));
    std::vector<Value> elements;
    for (std::size_t i = 0; i < shape.elements().size(); ++i) {
        std::size_t const place = order == ArrayOrder::by_rows ? i : place_by_columns(i, shape.dims());
        elements.push_back(read_element(bytes + place * size, element));
    }
    return Value::array(shape.dims(), std::move(elements));
}

// ---- elements --------------------------------------------------------------------------------------

void CValues::write_element(std::byte* at, Value const& value, TypeId type) {
    auto const put = [at](auto const& content) { std::memcpy(at, &content, sizeof content); };
    switch (types_.kind(type)) {
        case TypeKind::real: return put(value.is_number() ? value.as_real() : 0.0);
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::enumeration: {
            std::int64_t const number = value.has_value() ? value.as_integer() : 0;
            if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
                return fail("the Integer " + std::to_string(number) + " does not fit into an `int` of C");
            }
            return put(static_cast<int>(number));
        }
        case TypeKind::string: return put(text(value));
        case TypeKind::external_object: return put(objects_.find(value));
        case TypeKind::record: {
            std::vector<std::size_t> const offsets = member_offsets(type_of(type));
            for (std::size_t i = 0; i < offsets.size(); ++i) {
                write_element(at + offsets[i], value.is_record() ? value.fields()[i] : Value(),
                              types_.fields(type)[i].type);
            }
            return;
        }
        case TypeKind::unknown:
        case TypeKind::clock:
        case TypeKind::array:
        case TypeKind::tuple: return;
    }
}

Value CValues::read_element(std::byte const* at, TypeId type) {
    auto const get = [at](auto content) {
        std::memcpy(&content, at, sizeof content);
        return content;
    };
    switch (types_.kind(type)) {
        case TypeKind::real: {
            double const number = get(0.0);
            if (!std::isfinite(number)) fail("it gives a Real that is not finite");
            return Value::real(number);
        }
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::enumeration: return read_integer(get(0), type);
        case TypeKind::string: return read_string(get(static_cast<char const*>(nullptr)));
        case TypeKind::external_object: {
            void* const object = get(static_cast<void*>(nullptr));
            if (object == nullptr) {
                fail("it returns no object");
                return {};
            }
            return objects_.add(object);
        }
        case TypeKind::record: {
            std::vector<std::size_t> const offsets = member_offsets(type_of(type));
            std::vector<Value> fields;
            for (std::size_t i = 0; i < offsets.size(); ++i) {
                fields.push_back(read_element(at + offsets[i], types_.fields(type)[i].type));
            }
            return Value::record(std::move(fields));
        }
        case TypeKind::unknown:
        case TypeKind::clock:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    return {};
}

Value CValues::read_integer(int number, TypeId type) {
    if (types_.kind(type) == TypeKind::boolean) return Value::boolean(number != 0);
    if (types_.kind(type) == TypeKind::integer) return Value::integer(number);
    if (number < 1 || static_cast<std::size_t>(number) > types_.literals(type).size()) {
        fail("it gives " + std::to_string(number) + ", but `" + std::string(interner_.text(types_.name(type))) +
             "` has " + std::to_string(types_.literals(type).size()) + " literals");
    }
    return Value::enumeration(number);
}

Value CValues::read_string(char const* content) {
    if (content == nullptr) {
        fail("it returns no string");
        return {};
    }
    std::string_view const found = content;
    if (find_invalid_utf8(found) != std::string_view::npos) fail("it gives a string that is not UTF-8");
    return Value::string(interner_.intern(found));
}

}  // namespace moo
