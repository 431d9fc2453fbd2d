// Unrolls loops over the elements of variables that are declared one by one.
#pragma once

#include <vector>

#include "moo/expr/store.h"
#include "moo/expr/substitute.h"

namespace moo {

// Whether a member of the tuple is an element, chosen by an iterator, of a list of variables.
inline bool has_scattered_member(ExprStore const& exprs, ExprId targets) {
    if (!targets || exprs.kind(targets) != ExprKind::tuple) return false;
    for (ExprId const member : exprs.operands(targets)) {
        bool const is_element = exprs.kind(member) == ExprKind::subscript;
        if (is_element && exprs.kind(exprs.operand(member, 0)) == ExprKind::array) return true;
    }
    return false;
}

// Appends an equation or statement. One that `wrap_in_loops` has put into loops over `1:n` is unrolled if its targets
// are not variables as long as they contain the iterators: `(c[1].a, c[1].b) = f(c[1].x); …`. There is one loop for
// each dimension that the call has in addition to those of its function.
template <class Item, class Kind>
void append_unrolled(ExprStore& exprs, Item item, Kind for_kind, std::vector<Item>& target) {
    Item const* innermost = &item;
    while (innermost->kind == for_kind && innermost->branches.size() == 1 && innermost->branches[0].body.size() == 1) {
        innermost = &innermost->branches[0].body[0];
    }
    if (innermost == &item || !has_scattered_member(exprs, innermost->a)) {
        target.push_back(std::move(item));
        return;
    }
    ExprId const iterator = exprs.iterator(item.iterator);
    std::int64_t const count = exprs.types().dims(exprs.type(item.a))[0];
    for (std::int64_t k = 1; k <= count; ++k) {
        Item part = item.branches[0].body[0];
        for (Item* at = &part;; at = &at->branches[0].body[0]) {
            for (ExprId* const expr : {&at->a, &at->b}) {
                if (*expr) *expr = substitute(exprs, *expr, {{iterator, exprs.integer(k)}});
            }
            if (at->kind != for_kind) break;
        }
        append_unrolled(exprs, std::move(part), for_kind, target);
    }
}

}  // namespace moo
