// Relations between two values of one type.
#pragma once

#include "moo/expr/store.h"

namespace moo {

template <class T>
bool compare_values(ExprKind kind, T x, T y) {
    if (kind == ExprKind::less) return x < y;
    if (kind == ExprKind::less_equal) return x <= y;
    if (kind == ExprKind::greater) return x > y;
    if (kind == ExprKind::greater_equal) return x >= y;
    if (kind == ExprKind::equal) return x == y;
    return x != y;
}

}  // namespace moo
