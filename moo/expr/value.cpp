#include "moo/expr/value.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace moo {

Value Value::real(double value) {
    Value result;
    result.kind_ = ValueKind::real;
    result.real_ = value;
    return result;
}

Value Value::integer(std::int64_t value) {
    Value result;
    result.kind_ = ValueKind::integer;
    result.integer_ = value;
    return result;
}

Value Value::boolean(bool value) {
    Value result;
    result.kind_ = ValueKind::boolean;
    result.integer_ = value ? 1 : 0;
    return result;
}

Value Value::enumeration(std::int64_t ordinal) {
    Value result;
    result.kind_ = ValueKind::enumeration;
    result.integer_ = ordinal;
    return result;
}

Value Value::string(Symbol text) {
    Value result;
    result.kind_ = ValueKind::string;
    result.integer_ = text.index();
    return result;
}

Value Value::object(std::int64_t number) {
    Value result;
    result.kind_ = ValueKind::object;
    result.integer_ = number;
    return result;
}

Value Value::array(std::vector<std::int64_t> dims, std::vector<Value> elements) {
    Value result;
    result.kind_ = ValueKind::array;
    result.parts_ = std::make_shared<ValueParts>(ValueParts{std::move(dims), std::move(elements)});
    return result;
}

Value Value::record(std::vector<Value> fields) {
    Value result;
    result.kind_ = ValueKind::record;
    result.parts_ = std::make_shared<ValueParts>(ValueParts{{}, std::move(fields)});
    return result;
}

std::vector<std::int64_t> const& Value::dims() const {
    assert(is_array());
    return parts_->dims;
}

std::vector<Value> const& Value::elements() const {
    assert(is_array());
    return parts_->items;
}

std::vector<Value> const& Value::fields() const {
    assert(is_record());
    return parts_->items;
}

std::vector<Value>& Value::writable_parts() {
    assert(is_array() || is_record());
    if (parts_.use_count() > 1) parts_ = std::make_shared<ValueParts>(*parts_);
    return parts_->items;
}

bool operator==(Value const& x, Value const& y) {
    if (x.kind_ != y.kind_) return false;
    if (x.kind_ == ValueKind::real) {
        return std::bit_cast<std::uint64_t>(x.real_) == std::bit_cast<std::uint64_t>(y.real_);
    }
    if (x.kind_ == ValueKind::array) return x.dims() == y.dims() && x.elements() == y.elements();
    if (x.kind_ == ValueKind::record) return x.fields() == y.fields();
    return x.integer_ == y.integer_;
}

bool is_complete(Value const& value) {
    if (value.is_array()) return std::all_of(value.elements().begin(), value.elements().end(), is_complete);
    if (value.is_record()) return std::all_of(value.fields().begin(), value.fields().end(), is_complete);
    return value.has_value();
}

}  // namespace moo
