#include "moo/expr/array_layout.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace moo {

namespace {

ArrayLayout failed(EvaluateError error) {
    ArrayLayout layout;
    layout.error = error;
    return layout;
}

std::size_t product_of(std::span<std::int64_t const> dims) {
    std::size_t product = 1;
    for (std::int64_t const dim : dims) product *= to_size(dim);
    return product;
}

// The places, from 1, that one subscript chooses along its dimension.
EvaluateError choose_places(Value const& subscript, std::int64_t size, std::vector<std::int64_t>& chosen) {
    if (!subscript.has_value()) {
        chosen.resize(to_size(size));
        std::iota(chosen.begin(), chosen.end(), 1);
        return EvaluateError::none;
    }
    if (subscript.is_array() && subscript.dims().size() > 1) return EvaluateError::type_mismatch;
    auto const elements =
        subscript.is_array() ? std::span<Value const>(subscript.elements()) : std::span(&subscript, 1);
    for (Value const& element : elements) {
        bool const is_boolean = element.kind() == ValueKind::boolean;
        bool const is_index = element.kind() == ValueKind::integer || element.kind() == ValueKind::enumeration;
        if (!is_index && !is_boolean) return EvaluateError::type_mismatch;
        chosen.push_back(element.as_integer() + (is_boolean ? 1 : 0));
        if (chosen.back() < 1 || chosen.back() > size) return EvaluateError::subscript_out_of_range;
    }
    return EvaluateError::none;
}

}  // namespace

std::int64_t element_count(std::span<std::int64_t const> dims, std::int64_t limit) {
    std::int64_t count = 1;
    for (std::int64_t const dim : dims) {
        if (dim < 0 || __builtin_mul_overflow(count, dim, &count) || count > limit) return -1;
    }
    return count;
}

ArrayLayout transpose_layout(Dims const& dims) {
    if (dims.size() < 2) return failed(EvaluateError::type_mismatch);
    std::size_t const rows = to_size(dims[0]);
    std::size_t const columns = to_size(dims[1]);
    std::size_t const inner = product_of(std::span(dims).subspan(2));
    ArrayLayout layout;
    layout.dims = dims;
    std::swap(layout.dims[0], layout.dims[1]);
    layout.places.reserve(rows * columns * inner);
    for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t k = 0; k < inner; ++k) layout.places.push_back((i * columns + j) * inner + k);
        }
    }
    return layout;
}

ArrayLayout symmetric_layout(Dims const& dims) {
    if (dims.size() != 2 || dims[0] != dims[1]) return failed(EvaluateError::type_mismatch);
    std::size_t const size = to_size(dims[0]);
    ArrayLayout layout;
    layout.dims = dims;
    layout.places.reserve(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) layout.places.push_back(std::min(i, j) * size + std::max(i, j));
    }
    return layout;
}

ArrayLayout diagonal_layout(std::int64_t size, EvaluateLimits const& limits) {
    ArrayLayout layout;
    layout.dims = {size, size};
    std::int64_t const count = element_count(layout.dims, limits.max_elements);
    if (count < 0) return failed(EvaluateError::too_large);
    layout.places.assign(to_size(count), ArrayLayout::zero);
    for (std::size_t i = 0; i < to_size(size); ++i) layout.places[i * to_size(size) + i] = i;
    return layout;
}

ArrayLayout fill_layout(Dims const& outer, Dims const& inner, EvaluateLimits const& limits) {
    ArrayLayout layout;
    layout.dims = outer;
    layout.dims.insert(layout.dims.end(), inner.begin(), inner.end());
    std::int64_t const count = element_count(layout.dims, limits.max_elements);
    if (count < 0) return failed(EvaluateError::too_large);
    std::size_t const period = std::max<std::size_t>(product_of(inner), 1);
    layout.places.reserve(to_size(count));
    for (std::size_t i = 0; i < to_size(count); ++i) layout.places.push_back(i % period);
    return layout;
}

ArrayLayout concatenate_layout(std::size_t axis, std::span<Dims const> operands, EvaluateLimits const& limits) {
    ArrayLayout layout;
    layout.dims = operands[0];
    if (axis >= layout.dims.size()) return failed(EvaluateError::type_mismatch);
    layout.dims[axis] = 0;
    for (Dims const& operand : operands) {
        Dims other = operand;
        if (other.size() != layout.dims.size()) return failed(EvaluateError::type_mismatch);
        std::int64_t const length = std::exchange(other[axis], layout.dims[axis]);
        if (other != layout.dims) return failed(EvaluateError::type_mismatch);
        layout.dims[axis] += length;
    }
    std::int64_t const count = element_count(layout.dims, limits.max_elements);
    if (count < 0) return failed(EvaluateError::too_large);
    layout.places.reserve(to_size(count));
    std::size_t const outer = product_of(std::span(layout.dims).first(axis));
    for (std::size_t i = 0; i < outer; ++i) {
        std::size_t first = 0;
        for (Dims const& operand : operands) {
            std::size_t const chunk = product_of(std::span(operand).subspan(axis));
            for (std::size_t k = 0; k < chunk; ++k) layout.places.push_back(first + i * chunk + k);
            first += outer * chunk;
        }
    }
    return layout;
}

ArrayLayout subscript_layout(Dims const& dims, std::span<Value const> subscripts, EvaluateLimits const& limits) {
    if (subscripts.size() > dims.size()) return failed(EvaluateError::type_mismatch);
    ArrayLayout layout;
    layout.places = {0};
    std::vector<std::int64_t> chosen;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        Value const all{};
        Value const& subscript = axis < subscripts.size() ? subscripts[axis] : all;
        chosen.clear();
        EvaluateError const error = choose_places(subscript, dims[axis], chosen);
        if (error != EvaluateError::none) return failed(error);
        if (!subscript.has_value() || subscript.is_array()) layout.dims.push_back(std::ssize(chosen));
        std::array const sizes{std::ssize(layout.places), std::ssize(chosen)};
        std::int64_t const count = element_count(sizes, limits.max_elements);
        if (count < 0) return failed(EvaluateError::too_large);
        std::vector<std::size_t> next;
        next.reserve(to_size(count));
        for (std::size_t const place : layout.places) {
            for (std::int64_t const index : chosen) {
                next.push_back(place * to_size(dims[axis]) + to_size(index - 1));
            }
        }
        layout.places = std::move(next);
    }
    return layout;
}

MatrixProduct matrix_product_layout(Dims const& a, Dims const& b, EvaluateLimits const& limits) {
    MatrixProduct product;
    bool const fits = !a.empty() && !b.empty() && a.size() <= 2 && b.size() <= 2 && a.back() == b[0];
    if (!fits) {
        product.error = EvaluateError::type_mismatch;
        return product;
    }
    std::int64_t const rows = a.size() == 2 ? a[0] : 1;
    std::int64_t const columns = b.size() == 2 ? b[1] : 1;
    std::array const work{rows, columns, std::max<std::int64_t>(a.back(), 1)};
    if (element_count(work, limits.max_elements) < 0) {
        product.error = EvaluateError::too_large;
        return product;
    }
    product.rows = to_size(rows);
    product.inner = to_size(a.back());
    product.columns = to_size(columns);
    product.dims.assign(a.begin(), a.end() - 1);
    product.dims.insert(product.dims.end(), b.begin() + 1, b.end());
    return product;
}

}  // namespace moo
