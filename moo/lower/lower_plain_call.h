// Calls that are used as an equation or statement.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "moo/lower/lower_expression.h"

namespace moo {

enum class PlainCallKind : std::uint8_t { reinit, assertion, terminate, call };

// assert(a, b, c), reinit(a, b), terminate(a); `a` is the whole call of any other function.
struct PlainCall {
    PlainCallKind kind = PlainCallKind::call;
    ExprId a;
    ExprId b;
    ExprId c;
};

// None after a report.
[[nodiscard]] std::optional<PlainCall> lower_plain_call(LoweringContext& context, ast::ExprId call, SourceSpan span);

// A Boolean, or a vector of Booleans if `allow_vector` is true; none after a report.
[[nodiscard]] ExprId lower_condition(LoweringContext& context, ast::ExprId condition, bool allow_vector);

// `(a, , b)`, or `(a)` in parentheses: a tuple whose missing members are `whole()`; none after a report.
[[nodiscard]] ExprId lower_targets(LoweringContext& context, ast::ExprId tuple);

// `(a, b) = f(v)` with f applied element by element: `for i in 1:size(v, 1)`, `(a[i], b[i]) = f(v[i])`. `call` and
// `targets` become those of the body; returns the loops around it, outermost first, or nullopt after a report. An
// ordinary call needs no loops.
[[nodiscard]] std::optional<std::vector<ReductionIterator>> spread_targets(LoweringContext& context, ExprId& targets,
                                                                           ExprId& call, SourceSpan span);

// Puts an equation or statement into these loops.
template <class Item, class Kind>
void wrap_in_loops(Item& item, std::span<ReductionIterator const> loops, Kind for_kind) {
    for (std::size_t i = loops.size(); i-- > 0;) {
        Item loop = item;
        loop.kind = for_kind;
        loop.a = loops[i].range;
        loop.b = {};
        loop.iterator = loops[i].name;
        loop.branches.clear();
        loop.branches.emplace_back().body.push_back(std::move(item));
        item = std::move(loop);
    }
}

// Reports it if the values of a call cannot be assigned to the members of `targets`.
[[nodiscard]] bool check_targets(LoweringContext& context, ExprId targets, ExprId call, SourceSpan span);

}  // namespace moo
