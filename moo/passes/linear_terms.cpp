#include "moo/passes/linear_terms.h"

#include <algorithm>
#include <cmath>

namespace moo {

namespace {

// Numbers outside of these limits are not used as divisors: they are hardly what the user meant.
constexpr double smallest_pivot = 1e-12;
constexpr double largest_pivot = 1e12;

// If-expressions in real models nest less deeply than this; deeper ones are not searched.
constexpr int deepest_branch = 50;

}  // namespace

void ExprVariation::extend() {
    table_.reserve(exprs_.size());
    while (table_.size() < exprs_.size()) table_.push_back(compute(ExprId(table_.size())));
}

Variation ExprVariation::compute(ExprId id) const {
    ExprNode const node = exprs_.node(id);
    if ((node.flags & expr_flag::varies) == 0) return Variation::literal;
    if (node.kind == ExprKind::variable) {
        // The store may contain generated variables that were discarded.
        VarId const variable(node.a);
        bool const is_parameter = variable.index() < variables_.size() && variables_[variable].is_parameter();
        return is_parameter ? Variation::parameter : Variation::varying;
    }
    Operands const operands = exprs_.operands(id);
    // Time, iterators, `initial()` and other nodes that depend on more than their operands.
    bool const has_state = operands.empty() || node.kind == ExprKind::der || node.kind == ExprKind::pre ||
                           exprs_.is_builtin(id, Builtin::sample) || exprs_.is_builtin(id, Builtin::delay);
    if (has_state) return Variation::varying;
    Variation widest = Variation::literal;
    for (ExprId const operand : operands) widest = std::max(widest, table_[operand.index()]);
    // A call with constant arguments has a value, but the store does not know it.
    return std::max(widest, Variation::parameter);
}

LinearTerms::Factor LinearTerms::scaled(Factor factor, ExprId by, bool divides) {
    double const value = exprs_.is_number(by) ? exprs_.number_value(by) : system_.guess(by);
    factor.value = divides ? factor.value / value : factor.value * value;
    if (!exprs_.is_number(by)) factor.pivot = std::max(factor.pivot, Pivot::parameter);
    return factor;
}

void LinearTerms::add(Entries& entries, VariableUse use, Factor factor) { entries.push_back({use, factor}); }

void LinearTerms::mark(ExprId expr, Pivot pivot, Entries& entries) {
    for (VariableUse const& use : walk_.uses(expr)) add(entries, use, {0.0, pivot});
}

void LinearTerms::collect(ExprId root, Factor root_factor, Entries& entries, int depth) {
    struct Item {
        ExprId expr;
        Factor factor;
    };
    std::vector<Item> stack{{root, root_factor}};
    while (!stack.empty()) {
        auto const [id, factor] = stack.back();
        stack.pop_back();
        ExprNode const node = exprs_.node(id);
        if ((node.flags & expr_flag::varies) == 0) continue;
        Operands const operands = exprs_.operands(id);
        Factor const negative{-factor.value, factor.pivot};
        ExprKind const kind = node.kind;
        if (kind == ExprKind::variable) {
            add(entries, {VarId(node.a), Occurrence::value}, factor);
        } else if (kind == ExprKind::der || kind == ExprKind::pre) {
            auto const occurrence = kind == ExprKind::der ? Occurrence::derivative : Occurrence::previous;
            add(entries, {exprs_.referenced_variable(id), occurrence}, factor);
        } else if (kind == ExprKind::neg) {
            stack.push_back({operands[0], negative});
        } else if (kind == ExprKind::add || kind == ExprKind::sub) {
            stack.push_back({operands[1], kind == ExprKind::add ? factor : negative});
            stack.push_back({operands[0], factor});
        } else if (kind == ExprKind::mul && !variation_.is_fixed(operands[0]) && !variation_.is_fixed(operands[1])) {
            mark(operands[0], Pivot::may_vanish, entries);
            mark(operands[1], Pivot::may_vanish, entries);
        } else if (kind == ExprKind::mul) {
            std::size_t const fixed = variation_.is_fixed(operands[0]) ? 0 : 1;
            mark(operands[fixed], Pivot::not_solvable, entries);
            stack.push_back({operands[1 - fixed], scaled(factor, operands[fixed], false)});
        } else if (kind == ExprKind::div && variation_.is_fixed(operands[1])) {
            mark(operands[1], Pivot::not_solvable, entries);
            stack.push_back({operands[0], scaled(factor, operands[1], true)});
        } else if (kind == ExprKind::div) {
            mark(operands[0], Pivot::may_vanish, entries);
            mark(operands[1], Pivot::not_solvable, entries);
        } else if (kind == ExprKind::if_else) {
            collect_branches(id, factor, entries, depth);
        } else if (exprs_.is_builtin(id, Builtin::no_event) || exprs_.is_builtin(id, Builtin::to_real)) {
            stack.push_back({operands[0], factor});
        } else if (exprs_.is_builtin(id, Builtin::smooth)) {
            stack.push_back({operands[1], factor});
        } else {
            mark(id, Pivot::not_solvable, entries);
        }
    }
}

// If a variable has a factor in both branches, the expression can be solved for it.
void LinearTerms::collect_branches(ExprId expr, Factor factor, Entries& entries, int depth) {
    if (depth >= deepest_branch) return mark(expr, Pivot::not_solvable, entries);
    Operands const operands = exprs_.operands(expr);
    mark(operands[0], Pivot::not_solvable, entries);
    Entries then_entries;
    Entries else_entries;
    collect(operands[1], factor, then_entries, depth + 1);
    merge_equal(then_entries);
    collect(operands[2], factor, else_entries, depth + 1);
    merge_equal(else_entries);
    for (Entry const& entry : then_entries) {
        auto const same = [&](Entry const& other) { return other.use == entry.use; };
        auto const other = std::find_if(else_entries.begin(), else_entries.end(), same);
        Factor both{entry.factor.value, Pivot::may_vanish};
        if (other != else_entries.end()) {
            both.pivot = std::max(entry.factor.pivot, other->factor.pivot);
            // Two different numbers: neither is zero, but the sum of one of them with another factor might be.
            if (both.pivot == Pivot::constant && other->factor.value != entry.factor.value)
                both.pivot = Pivot::parameter;
            other->factor.pivot = Pivot::constant;
            other->factor.value = 0.0;
        }
        add(entries, entry.use, both);
    }
    for (Entry const& entry : else_entries) {
        if (entry.factor.pivot == Pivot::constant && entry.factor.value == 0.0) continue;  // combined above
        add(entries, entry.use, {0.0, std::max(entry.factor.pivot, Pivot::may_vanish)});
    }
}

// Merges entries of the same variable, at the position of the first.
void LinearTerms::merge_equal(Entries& entries) {
    constexpr std::size_t occurrences = 3;
    auto const slot = [&](VariableUse use) -> std::uint32_t& {
        std::size_t const index = use.variable.index() * occurrences + static_cast<std::size_t>(use.occurrence);
        if (index >= place_.size()) place_.resize(std::max(index + 1, 2 * place_.size()));
        return place_[index];
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::uint32_t& place = slot(entries[i].use);
        if (place == 0) {
            entries[kept] = entries[i];
            place = static_cast<std::uint32_t>(++kept);
            continue;
        }
        Factor& first = entries[place - 1].factor;
        Factor const& second = entries[i].factor;
        if (first.pivot == Pivot::constant && second.pivot == Pivot::constant) {
            first.value += second.value;
        } else {
            first.pivot = std::max({first.pivot, second.pivot, Pivot::may_vanish});
        }
    }
    entries.resize(kept);
    for (Entry const& entry : entries) slot(entry.use) = 0;
}

std::vector<Term> const& LinearTerms::of(ExprId lhs, ExprId rhs) {
    Entries entries;
    collect(lhs, {1.0, Pivot::constant}, entries, 0);
    collect(rhs, {-1.0, Pivot::constant}, entries, 0);
    merge_equal(entries);
    terms_.clear();
    for (Entry const& entry : entries) {
        Pivot pivot = entry.factor.pivot;
        double const size = std::abs(entry.factor.value);
        bool const is_ordinary = size >= smallest_pivot && size <= largest_pivot;
        if (pivot == Pivot::constant && !is_ordinary) pivot = Pivot::may_vanish;
        // If the value of a parameter is not known, the user is responsible for it.
        if (pivot == Pivot::parameter && !is_ordinary && !std::isnan(size)) pivot = Pivot::may_vanish;
        terms_.push_back({entry.use, pivot});
    }
    return terms_;
}

}  // namespace moo
