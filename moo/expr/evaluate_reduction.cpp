#include <array>
#include <utility>

#include "moo/expr/evaluate.h"
#include "moo/expr/evaluate_rules.h"
#include "moo/expr/value_expr.h"

namespace moo {

bool Evaluator::compute_reduction(ExprId id) {
    std::vector<Value> ranges;
    std::vector<std::int64_t> counts;
    std::int64_t total = 1;
    for (std::size_t i = 0; i < store_.iterator_count(id); ++i) {
        ranges.push_back(value_of(store_.iterator_at(id, i).range));
        if (!ranges.back().is_array() || ranges.back().dims().size() != 1) {
            return fail(EvaluateError::type_mismatch, store_.iterator_at(id, i).range);
        }
        counts.push_back(ranges.back().dims()[0]);
        if (__builtin_mul_overflow(total, counts.back(), &total)) return fail(EvaluateError::too_large, id);
    }
    if (total > limits_.max_elements - iterations_ || nesting_ >= limits_.max_nesting) {
        return fail(EvaluateError::too_large, id);
    }
    iterations_ += total;
    std::vector<Value> results;
    return iterate(id, ranges, total, results) && fold_reduction(id, counts, std::move(results));
}

// Runs through all combinations of the iterators; the first iterator changes fastest.
bool Evaluator::iterate(ExprId id, std::vector<Value> const& ranges, std::int64_t total, std::vector<Value>& results) {
    ++nesting_;
    std::uint64_t const outer_stamp = iterator_stamp_;
    std::size_t const outer_bindings = bindings_.size();
    for (std::size_t i = 0; i < ranges.size(); ++i) bindings_.push_back({store_.iterator_at(id, i).name, Value()});
    ExprId const body = store_.operand(id, 0);
    for (std::int64_t step = 0; step < total; ++step) {
        auto rest = static_cast<std::size_t>(step);
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            std::vector<Value> const& range = ranges[i].elements();
            bindings_[outer_bindings + i].value = range[rest % range.size()];
            rest /= range.size();
        }
        iterator_stamp_ = ++last_stamp_;
        if (!run(body)) return false;
        results.push_back(value_of(body));
    }
    bindings_.resize(outer_bindings);
    iterator_stamp_ = outer_stamp;
    --nesting_;
    return true;
}

bool Evaluator::fold_reduction(ExprId id, std::vector<std::int64_t> const& counts, std::vector<Value> results) {
    Reduction const reduction = store_.reduction_of(id);
    if (reduction == Reduction::array) return finish_array(id, {counts.rbegin(), counts.rend()}, results);
    OpResult result(EvaluateError::undefined);
    if (!results.empty()) {
        // The sum of arrays starts with the first of them.
        result = results[0];
    } else if (reduction == Reduction::sum) {
        result = Value::integer(0);
    } else if (reduction == Reduction::product) {
        result = Value::integer(1);
    } else {
        result = extreme_value(store_.types(), store_.type(id), reduction == Reduction::min);
        if (!result.value.has_value()) return fail(EvaluateError::undefined, id);
    }
    for (std::size_t i = 1; i < results.size(); ++i) {
        std::array const pair{result.value, results[i]};
        switch (reduction) {
            case Reduction::sum: result = evaluate_binary(ExprKind::add, pair[0], pair[1], limits_); break;
            case Reduction::product: result = evaluate_binary(ExprKind::mul, pair[0], pair[1], limits_); break;
            case Reduction::min: result = scalar_builtin(Builtin::min, pair); break;
            case Reduction::max: result = scalar_builtin(Builtin::max, pair); break;
            case Reduction::array: break;
        }
        if (result.error != EvaluateError::none) return fail(result.error, id);
    }
    return finish_or_fail(id, std::move(result));
}

// An array of these sizes whose elements are the results, which may be arrays themselves. Without results, the type
// of the node says what the further dimensions are.
bool Evaluator::finish_array(ExprId id, std::vector<std::int64_t> dims, std::vector<Value> const& results) {
    OpResult const stacked = stack_values(results, limits_);
    if (stacked.error != EvaluateError::none) return fail(stacked.error, id);
    std::vector<std::int64_t> const& inner = stacked.value.dims();
    dims.insert(dims.end(), inner.begin() + 1, inner.end());
    auto const known = store_.types().dims(store_.type(id));
    for (std::size_t i = dims.size(); results.empty() && i < known.size(); ++i) {
        dims.push_back(known[i] == TypeTable::unknown_size ? 0 : known[i]);
    }
    return finish(id, Value::array(std::move(dims), stacked.value.elements()));
}

}  // namespace moo
