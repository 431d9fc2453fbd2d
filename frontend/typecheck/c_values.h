// Values of expressions in the memory of C, for external functions (Modelica 3.6, section 12.9.1).
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "moo/base/interner.h"
#include "moo/expr/types.h"
#include "moo/expr/value.h"
#include "moo/external/c_layout.h"

namespace moo {

// The order of the elements of an array in memory.
enum class ArrayOrder { by_rows, by_columns };

// External objects by their numbers.
class CObjects {
public:
    Value add(void* object);
    [[nodiscard]] void* find(Value const& value) const;
    // Removes it, so that it cannot be found any more.
    void remove(Value const& value);
    [[nodiscard]] std::size_t size() const { return objects_.size(); }

private:
    std::vector<void*> objects_;
};

// The memory of one call. `error` describes the first value that cannot be converted.
class CValues {
public:
    CValues(TypeTable const& types, Interner& interner, CObjects& objects)
        : types_(types), interner_(interner), objects_(objects) {}

    // The C type of a scalar or record; of kind `none` after an error.
    CType type_of(TypeId type);

    // New memory, filled with zeros.
    void* allocate(std::size_t size);
    // New memory that holds a pointer.
    void* pointer_to(void* target);
    // A scalar, record or array of these in new memory. Parts without a value are zero, an empty string or no object.
    void* write(Value const& value, TypeId type, ArrayOrder order);
    // With the sizes of `shape`, if it is an array.
    Value read(void const* memory, TypeId type, Value const& shape, ArrayOrder order);
    // A string in the memory of C.
    char* text(Value const& value);

    void fail(std::string message) {
        if (error.empty()) error = std::move(message);
    }
    std::string error;

private:
    void write_element(std::byte* at, Value const& value, TypeId type);
    Value read_element(std::byte const* at, TypeId type);
    Value read_integer(int number, TypeId type);
    Value read_string(char const* text);

    TypeTable const& types_;
    Interner& interner_;
    CObjects& objects_;
    std::deque<std::vector<std::max_align_t>> blocks_;
    std::deque<std::string> strings_;
};

}  // namespace moo
