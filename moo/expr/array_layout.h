// Sizes of arrays and the order of their elements: the common part of operations on arrays of values and on arrays of
// expressions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/expr/value.h"

namespace moo {

using Dims = std::vector<std::int64_t>;

// Of a size or subscript that is known not to be negative.
[[nodiscard]] inline std::size_t to_size(std::int64_t value) { return static_cast<std::size_t>(value); }

// The number of elements, or -1 if it exceeds the limit or a size is negative.
[[nodiscard]] std::int64_t element_count(std::span<std::int64_t const> dims, std::int64_t limit);

// Where the elements of a result come from: positions from 0 among the elements of all operands, row by row and one
// operand after the other.
struct ArrayLayout {
    static constexpr std::size_t zero = static_cast<std::size_t>(-1);  // the element is 0
    EvaluateError error = EvaluateError::none;
    Dims dims;  // none if the result is one element
    std::vector<std::size_t> places;
};

// Exchanges the first two dimensions.
[[nodiscard]] ArrayLayout transpose_layout(Dims const& dims);
// The upper triangle mirrored.
[[nodiscard]] ArrayLayout symmetric_layout(Dims const& dims);
// A square matrix with these elements on the diagonal.
[[nodiscard]] ArrayLayout diagonal_layout(std::int64_t size, EvaluateLimits const& limits);
// An array of the sizes `outer` whose elements are the operand, which may be an array itself.
[[nodiscard]] ArrayLayout fill_layout(Dims const& outer, Dims const& inner, EvaluateLimits const& limits);
// cat(axis, …) with axis from 0.
[[nodiscard]] ArrayLayout concatenate_layout(std::size_t axis, std::span<Dims const> operands,
                                             EvaluateLimits const& limits);
// The elements that subscripts select in an array of these sizes. A subscript without a value is `:`.
[[nodiscard]] ArrayLayout subscript_layout(Dims const& dims, std::span<Value const> subscripts,
                                           EvaluateLimits const& limits);

// The product of linear algebra: element (i, j) is the sum over k of a[i*inner + k] * b[k*columns + j].
struct MatrixProduct {
    EvaluateError error = EvaluateError::none;
    Dims dims;  // of the result; none if it is a scalar
    std::size_t rows = 0;
    std::size_t inner = 0;
    std::size_t columns = 0;
};
[[nodiscard]] MatrixProduct matrix_product_layout(Dims const& a, Dims const& b, EvaluateLimits const& limits);

}  // namespace moo
