#include "moo/expr/value.h"

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

Value Value::array(std::vector<std::int64_t> dims, std::vector<Value> elements) {
    Value result;
    result.kind_ = ValueKind::array;
    result.array_ = std::make_shared<ArrayValue const>(ArrayValue{std::move(dims), std::move(elements)});
    return result;
}

std::vector<std::int64_t> const& Value::dims() const {
    assert(is_array());
    return array_->dims;
}

std::vector<Value> const& Value::elements() const {
    assert(is_array());
    return array_->elements;
}

bool operator==(Value const& x, Value const& y) {
    if (x.kind_ != y.kind_) return false;
    if (x.kind_ == ValueKind::real) {
        return std::bit_cast<std::uint64_t>(x.real_) == std::bit_cast<std::uint64_t>(y.real_);
    }
    if (x.kind_ == ValueKind::array) return x.dims() == y.dims() && x.elements() == y.elements();
    return x.integer_ == y.integer_;
}

}  // namespace moo
