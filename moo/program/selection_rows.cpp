#include "moo/program/selection_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace moo {

namespace {

using Pair = std::pair<VarId, VarId>;  // selection and candidate

// The terms of a sum of products of two variables each; empty if it is something else.
std::vector<Pair> products_of(ExprStore const& exprs, ExprId sum) {
    std::vector<Pair> products;
    std::vector<ExprId> open{sum};
    while (!open.empty()) {
        ExprId const expr = open.back();
        open.pop_back();
        ExprKind const kind = exprs.kind(expr);
        if (kind != ExprKind::add && kind != ExprKind::mul) return {};
        ExprId const left = exprs.operand(expr, 0);
        ExprId const right = exprs.operand(expr, 1);
        if (kind == ExprKind::add) {
            open.insert(open.end(), {left, right});
            continue;
        }
        bool const are_variables = exprs.kind(left) == ExprKind::variable && exprs.kind(right) == ExprKind::variable;
        if (!are_variables) return {};
        products.emplace_back(exprs.variable_of(left), exprs.variable_of(right));
    }
    return products;
}

}  // namespace

std::optional<SelectionRow> find_selection_row(Document const& document, ExprId residual) {
    ExprStore const& exprs = document.exprs;
    if (document.state_sets.empty() || exprs.kind(residual) != ExprKind::sub) return std::nullopt;
    ExprId const left = exprs.operand(residual, 0);
    if (exprs.kind(left) != ExprKind::variable) return std::nullopt;
    std::vector<Pair> products = products_of(exprs, exprs.operand(residual, 1));
    std::sort(products.begin(), products.end());
    for (std::uint32_t s = 0; s < document.state_sets.size(); ++s) {
        StateSet const& set = document.state_sets[s];
        auto const state = std::find(set.states.begin(), set.states.end(), exprs.variable_of(left));
        if (state == set.states.end()) continue;
        auto const number = static_cast<std::uint32_t>(state - set.states.begin());
        std::vector<Pair> expected;
        for (std::size_t i = 0; i < set.candidates.size(); ++i) {
            expected.emplace_back(set.selection[number * set.candidates.size() + i], set.candidates[i]);
        }
        std::sort(expected.begin(), expected.end());
        if (products == expected) return SelectionRow{s, number};
    }
    return std::nullopt;
}

}  // namespace moo
