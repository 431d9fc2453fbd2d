// Values that expressions evaluate to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "moo/base/interner.h"

namespace moo {

enum class ValueKind : std::uint8_t { none, real, integer, boolean, enumeration, string, object, array, record };

struct ValueParts;

// A scalar, a record, or an array of scalars or records. Cheap to copy: the parts of arrays and records are shared
// until one of their owners writes.
class Value {
public:
    Value() = default;
    static Value real(double value);
    static Value integer(std::int64_t value);
    static Value boolean(bool value);
    static Value enumeration(std::int64_t ordinal);
    static Value string(Symbol text);
    // An external object, identified by a number that its constructor knows.
    static Value object(std::int64_t number);
    // Row by row; the number of elements is the product of the sizes.
    static Value array(std::vector<std::int64_t> dims, std::vector<Value> elements);
    // In the order of the record type.
    static Value record(std::vector<Value> fields);

    [[nodiscard]] ValueKind kind() const { return kind_; }
    [[nodiscard]] bool has_value() const { return kind_ != ValueKind::none; }
    [[nodiscard]] bool is_number() const { return kind_ == ValueKind::real || kind_ == ValueKind::integer; }
    [[nodiscard]] bool is_array() const { return kind_ == ValueKind::array; }
    [[nodiscard]] bool is_record() const { return kind_ == ValueKind::record; }
    // Of a Real or Integer.
    [[nodiscard]] double as_real() const { return kind_ == ValueKind::real ? real_ : static_cast<double>(integer_); }
    // Of an Integer, enumeration or external object.
    [[nodiscard]] std::int64_t as_integer() const { return integer_; }
    [[nodiscard]] bool as_boolean() const { return integer_ != 0; }
    [[nodiscard]] Symbol as_string() const { return Symbol(static_cast<std::uint32_t>(integer_)); }
    [[nodiscard]] std::vector<std::int64_t> const& dims() const;
    [[nodiscard]] std::vector<Value> const& elements() const;
    [[nodiscard]] std::vector<Value> const& fields() const;
    // The elements of an array or the fields of a record for writing; their number must not change. They are copied
    // first if they are shared, so that no other value changes.
    [[nodiscard]] std::vector<Value>& writable_parts();

    // Bit by bit for Reals, so that a NaN equals itself and 0.0 differs from -0.0.
    friend bool operator==(Value const& x, Value const& y);

private:
    ValueKind kind_ = ValueKind::none;
    union {
        double real_;
        std::int64_t integer_ = 0;
    };
    std::shared_ptr<ValueParts> parts_;
};

struct ValueParts {
    std::vector<std::int64_t> dims;  // of an array
    std::vector<Value> items;
};

// Whether every scalar in it has a value. Arrays and records that are being filled have parts without a value.
[[nodiscard]] bool is_complete(Value const& value);

}  // namespace moo
