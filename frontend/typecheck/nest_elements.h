// Arrays of components as array constructors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/expr/store.h"

namespace moo {

// Nested array constructors of the elements, row by row.
inline ExprId nest(ExprStore& exprs, std::span<ExprId const> elements, std::span<std::int64_t const> dims) {
    if (dims.empty()) return elements[0];
    auto const count = static_cast<std::size_t>(dims[0]);
    if (dims.size() == 1) return exprs.array(elements);
    std::vector<ExprId> rows;
    std::size_t const stride = count == 0 ? 0 : elements.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(nest(exprs, elements.subspan(i * stride, stride), dims.subspan(1)));
    }
    return exprs.array(rows);
}

}  // namespace moo
