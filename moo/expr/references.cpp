#include "moo/expr/references.h"

#include <algorithm>
#include <vector>

namespace moo {

namespace {

bool is_wrapper(ExprKind kind) { return kind == ExprKind::der || kind == ExprKind::pre; }

// The beginning of a reference: a variable or an iterator.
ExprId root_of(ExprStore const& store, ExprId reference) {
    while (store.kind(reference) == ExprKind::subscript || store.kind(reference) == ExprKind::field) {
        reference = store.operand(reference, 0);
    }
    return reference;
}

// The steps from a variable to a part of it: subscripts and fields, outermost first.
std::vector<ExprId> path_to(ExprStore const& store, ExprId reference) {
    std::vector<ExprId> path;
    while (store.kind(reference) == ExprKind::subscript || store.kind(reference) == ExprKind::field) {
        path.push_back(reference);
        reference = store.operand(reference, 0);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

bool have_different_literals(ExprStore const& store, ExprId x, ExprId y) {
    Operands const a = store.operands(x);
    Operands const b = store.operands(y);
    for (std::size_t i = 1; i < std::min(a.size(), b.size()); ++i) {
        bool const literals = store.kind(a[i]) == ExprKind::integer && store.kind(b[i]) == ExprKind::integer;
        if (literals && a[i] != b[i]) return true;
    }
    return false;
}

bool are_disjoint(ExprStore const& store, ExprId x, ExprId y) {
    std::vector<ExprId> const x_path = path_to(store, x);
    std::vector<ExprId> const y_path = path_to(store, y);
    for (std::size_t i = 0; i < std::min(x_path.size(), y_path.size()); ++i) {
        ExprId const a = x_path[i];
        ExprId const b = y_path[i];
        if (store.kind(a) != store.kind(b)) return false;
        bool const is_field = store.kind(a) == ExprKind::field;
        if (is_field ? store.symbol(a) != store.symbol(b) : have_different_literals(store, a, b)) return true;
    }
    return false;
}

}  // namespace

Overlap overlap(ExprStore const& store, ExprId x, ExprId y) {
    if (x == y) return Overlap::same;
    while (is_wrapper(store.kind(x)) && store.kind(x) == store.kind(y)) {
        x = store.operand(x, 0);
        y = store.operand(y, 0);
    }
    if (!store.is_reference(x) || !store.is_reference(y)) return Overlap::none;
    if (root_of(store, x) != root_of(store, y)) return Overlap::none;
    return are_disjoint(store, x, y) ? Overlap::none : Overlap::possible;
}

}  // namespace moo
