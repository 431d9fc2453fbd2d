#include "moo/passes/partial_derivatives.h"

#include <algorithm>

#include "moo/passes/free_parameters.h"

namespace moo {

PartialDerivatives::PartialDerivatives(System& system)
    : system_(system),
      exprs_(system.exprs()),
      walk_(exprs_),
      simplifier_(system.simplifier()),
      // A scalar unknown is a leaf; all other leaves are constant.
      partial_(exprs_,
               system.differentiation(
                   [this](ExprStore& store, ExprId leaf) { return store.real(leaf == unknown_ ? 1.0 : 0.0); }, false)) {
}

// Whether to pass derivatives on to this part. Not to conditions and other values that jump; and to parameters only if
// the initialization determines them.
bool PartialDerivatives::is_moving(ExprId part) const {
    if (!exprs_.varies(part) || exprs_.type(part) != types::real) return false;
    if (exprs_.kind(part) != ExprKind::variable) return true;
    Variable const& variable = system_.document.variables[exprs_.variable_of(part)];
    return !variable.is_parameter() || is_free_parameter(exprs_, variable);
}

void PartialDerivatives::add(ExprId part, ExprId factor) {
    if (!is_moving(part) || exprs_.is_zero(factor)) return;
    auto const [known, is_new] = factor_.try_emplace(part, factor);
    if (is_new) {
        heap_.push_back(part);
        std::push_heap(heap_.begin(), heap_.end());
    } else {
        known->second = exprs_.add(known->second, factor);
    }
}

// The branch that is not taken may not be computable: `if c then 0 else x/y`, where y is zero if c holds. Its factor is
// `if c then 0 else f`, and 0 times something that cannot be computed is not 0. So factors are extended inside their
// branch.
template <class Change>
ExprId PartialDerivatives::in_branch(ExprId factor, Change change) {
    ExprId const zero = exprs_.real(0);
    struct Branch {
        ExprId condition;
        bool is_first;
    };
    std::vector<Branch> branches;
    while (exprs_.kind(factor) == ExprKind::if_else) {
        Operands const operands = exprs_.operands(factor);
        bool const is_first = exprs_.is_zero(operands[2]);
        if (!is_first && !exprs_.is_zero(operands[1])) break;
        branches.push_back({operands[0], is_first});
        factor = operands[is_first ? 1 : 2];
    }
    ExprId changed = change(factor);
    for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
        changed = branch->is_first ? exprs_.if_else(branch->condition, changed, zero)
                                   : exprs_.if_else(branch->condition, zero, changed);
    }
    return changed;
}

void PartialDerivatives::pass_on(ExprId part, ExprId factor) {
    Operands const operands = exprs_.operands(part);
    auto const negative = [this](ExprId f) { return exprs_.neg(f); };
    auto const times = [this](ExprId by) { return [this, by](ExprId f) { return exprs_.mul(f, by); }; };
    ExprKind const kind = exprs_.kind(part);
    if (kind == ExprKind::neg) {
        add(operands[0], in_branch(factor, negative));
    } else if (kind == ExprKind::add || kind == ExprKind::sub) {
        add(operands[0], factor);
        add(operands[1], kind == ExprKind::add ? factor : in_branch(factor, negative));
    } else if (kind == ExprKind::mul) {
        ExprId const a = operands[0];
        ExprId const b = operands[1];
        add(a, in_branch(factor, times(b)));
        add(b, in_branch(factor, times(a)));
    } else if (kind == ExprKind::div) {
        ExprId const a = operands[0];
        ExprId const b = operands[1];
        add(a, in_branch(factor, [&](ExprId f) { return exprs_.div(f, b); }));
        if (is_moving(b)) {
            add(b, in_branch(factor, [&](ExprId f) { return exprs_.neg(exprs_.div(exprs_.mul(f, part), b)); }));
        }
    } else if (kind == ExprKind::if_else) {
        ExprId const zero = exprs_.real(0);
        add(operands[1], exprs_.if_else(operands[0], factor, zero));
        add(operands[2], exprs_.if_else(operands[0], zero, factor));
    } else {
        differentiate_part(part, factor);
    }
}

void PartialDerivatives::differentiate_part(ExprId part, ExprId factor) {
    std::vector<ExprId> const references = walk_.references(part);
    for (ExprId const reference : references) {
        if (!is_moving(reference)) continue;
        unknown_ = reference;
        partial_.reset();
        Derivative const derivative = partial_.differentiate(part);
        if (derivative.has_value()) {
            add(reference, in_branch(factor, [&](ExprId f) { return exprs_.mul(f, derivative.value); }));
        } else {
            unknown_derivative_.insert(reference);
        }
    }
}

std::vector<PartialDerivatives::Entry> const& PartialDerivatives::of(ExprId expr) {
    // Clearing a table takes time in proportion to its largest size so far, which a single long sum can determine.
    constexpr std::size_t most_buckets = 64;
    // `= {}` would assign an empty list and keep the buckets.
    if (factor_.bucket_count() > most_buckets) factor_ = decltype(factor_)();
    if (unknown_derivative_.bucket_count() > most_buckets) unknown_derivative_ = decltype(unknown_derivative_)();
    factor_.clear();
    unknown_derivative_.clear();
    heap_.clear();
    entries_.clear();
    left_out_ = false;
    add(expr, exprs_.real(1));
    while (!heap_.empty()) {
        std::pop_heap(heap_.begin(), heap_.end());
        ExprId const part = heap_.back();
        heap_.pop_back();
        if (exprs_.referenced_variable(part) || exprs_.kind(part) == ExprKind::time) continue;
        ExprId const factor = factor_.find(part)->second;
        pass_on(part, factor);
    }
    for (ExprId const reference : walk_.references(expr)) {
        if (unknown_derivative_.contains(reference)) {
            entries_.push_back({reference, {}});
            continue;
        }
        auto const found = factor_.find(reference);
        ExprId const value = found == factor_.end() ? exprs_.real(0) : simplifier_.simplify(found->second);
        if (!exprs_.is_zero(value)) {
            entries_.push_back({reference, value});
        } else if (is_moving(reference)) {
            left_out_ = true;
        }
    }
    return entries_;
}

EntryKind PartialDerivatives::kind_of(ExprId entry) {
    EntryKind kind = walk_.contains(entry, exprs_.time()) ? EntryKind::dependent : EntryKind::constant;
    for (ExprId const reference : walk_.references(entry)) {
        VarId const variable = exprs_.referenced_variable(reference);
        if (system_.document.variables[variable].is_parameter()) continue;
        if (!system_.is_discrete(variable)) return EntryKind::dependent;
        if (kind == EntryKind::constant) kind = EntryKind::per_event;
    }
    return kind;
}

}  // namespace moo
