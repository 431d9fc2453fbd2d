// Reductions and array comprehensions, and the ranges of loops.
#include <array>

#include "moo/expr/value_expr.h"
#include "moo/scalarize/expander.h"

namespace moo {

std::optional<std::vector<ExprId>> Expander::iteration_values(ExprId range) {
    if (!run(range)) return std::nullopt;
    Scalars const scalars = scalars_of(range);
    if (types_.dims(scalars.type).size() != 1) {
        fail(EvaluateError::type_mismatch, range);
        return std::nullopt;
    }
    std::vector<ExprId> values(scalars.items.begin(), scalars.items.end());
    Value known;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (is_literal(new_.kind(values[i]))) continue;
        // An iterator may run over records or over what is computed; only literals can be put in its place.
        if (!known.has_value()) known = known_.structural(range);
        bool const is_known = known.is_array() && known.elements().size() == values.size();
        ExprId const literal =
            is_known ? value_to_expr(new_, known.elements()[i], types_.table().element(scalars.type)) : ExprId();
        if (!literal || !is_literal(new_.kind(literal))) {
            fail(EvaluateError::unknown_value, range);
            return std::nullopt;
        }
        values[i] = literal;
    }
    return values;
}

bool Expander::step_reduction(ExprId id) {
    // As for the evaluation of reductions inside reductions, each level is one of the C++ stack.
    constexpr int deepest = 32;
    if (nesting_ >= deepest) return fail(EvaluateError::too_large, id);
    std::vector<std::vector<ExprId>> values;
    for (std::size_t i = 0; i < old_.iterator_count(id); ++i) {
        auto found = iteration_values(old_.iterator_at(id, i).range);
        if (!found) {
            // A range that is known later only: the sum stays, with the elements to choose from inside.
            bool const stays = failure_.error == EvaluateError::unknown_value && !is_composite(id);
            return stays && keep_reduction(id);
        }
        values.push_back(std::move(*found));
    }
    ++nesting_;
    bool const good = unroll_reduction(id, values);
    --nesting_;
    return good;
}

// Runs through all combinations of the iterators; the first iterator changes fastest.
bool Expander::unroll_reduction(ExprId id, std::vector<std::vector<ExprId>> const& values) {
    Dims counts;
    for (auto const& one : values) counts.push_back(std::ssize(one));
    std::int64_t const total = element_count(counts, limits_.max_elements);
    if (total < 0 || !charge(static_cast<std::size_t>(total), id)) return fail(EvaluateError::too_large, id);
    std::deque<Loop> loops;
    for (std::size_t i = 0; i < values.size(); ++i) loops.emplace_back(*this, old_.iterator_at(id, i).name);
    ExprId const body = old_.operand(id, 0);
    TypeId type = old_.type(body);
    std::vector<ExprId> items;
    for (std::int64_t step = 0; step < total; ++step) {
        auto rest = static_cast<std::size_t>(step);
        for (std::size_t i = 0; i < values.size(); ++i) {
            loops[i].set(values[i][rest % values[i].size()]);
            rest /= values[i].size();
        }
        if (!run(body)) return false;
        Scalars const scalars = scalars_of(body);
        if (step == 0) type = scalars.type;
        if (types_.dims(scalars.type) != types_.dims(type)) return fail(EvaluateError::type_mismatch, id);
        items.insert(items.end(), scalars.items.begin(), scalars.items.end());
    }
    // In the order in which they were entered, backwards.
    while (!loops.empty()) loops.pop_back();
    return finish_reduction(id, counts, type, std::move(items));
}

bool Expander::finish_reduction(ExprId id, Dims const& counts, TypeId body, std::vector<ExprId> items) {
    Reduction const reduction = old_.reduction_of(id);
    TypeTable& table = types_.table();
    if (reduction == Reduction::array) {
        Dims dims(counts.rbegin(), counts.rend());
        return finish(id, table.array(body, dims), std::move(items));
    }
    auto const width = types_.count(body);
    if (!width) return fail(EvaluateError::unknown_value, id);
    bool const is_sum = reduction == Reduction::sum;
    if (!is_sum && !types_.is_scalar(body)) return fail(EvaluateError::unsupported, id);
    if (reduction == Reduction::min || reduction == Reduction::max) {
        if (items.empty()) {
            Value const extreme = extreme_value(table, body, reduction == Reduction::min);
            ExprId const literal = value_to_expr(new_, extreme, body);
            return literal ? finish(id, literal) : fail(EvaluateError::undefined, id);
        }
        return finish(id, extremum(reduction == Reduction::min ? Builtin::min : Builtin::max, items));
    }
    TypeId const element = table.element(body);
    ExprId const neutral = is_sum ? zero(element) : as_element(new_.integer(1), element);
    std::vector<ExprId> results;
    for (std::size_t component = 0; component < *width; ++component) {
        std::vector<ExprId> terms;
        for (std::size_t i = component; i < items.size(); i += *width) terms.push_back(items[i]);
        results.push_back(add_up(is_sum ? ExprKind::add : ExprKind::mul, terms, neutral));
    }
    if (types_.is_scalar(body)) return finish(id, results[0]);
    return finish(id, body, std::move(results));
}

bool Expander::keep_reduction(ExprId id) {
    std::vector<ReductionIterator> iterators;
    for (std::size_t i = 0; i < old_.iterator_count(id); ++i) {
        ReductionIterator const old = old_.iterator_at(id, i);
        ExprId const range = kept_range(old.range);
        if (!range) return false;
        iterators.push_back({old.name, range});
    }
    std::deque<Loop> loops;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        loops.emplace_back(*this, iterators[i].name);
        loops.back().set(iterator_leaf(iterators[i].name, old_.iterator_at(id, i).range));
    }
    ++nesting_;
    ExprId const body = scalar(old_.operand(id, 0));
    --nesting_;
    while (!loops.empty()) loops.pop_back();
    return body && finish(id, new_.reduction(old_.reduction_of(id), body, iterators));
}

// `a:b` over scalars, or a vector of them.
ExprId Expander::kept_range(ExprId range) {
    if (old_.kind(range) != ExprKind::range) return whole(range);
    std::vector<ExprId> bounds;
    for (ExprId const operand : old_.operands(range)) {
        bounds.push_back(scalar(operand));
        if (!bounds.back()) return {};
    }
    return new_.rebuild(old_, range, bounds);
}

}  // namespace moo
