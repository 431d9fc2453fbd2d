// Functions of scalars applied to arrays, element by element (Modelica 3.6, section 12.4.6).
#include <algorithm>
#include <memory>

#include "moo/expr/free_variables.h"
#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

// Calls that are written out; beyond that they become one comprehension.
constexpr std::int64_t most_calls = 4096;
// Operators that an element is taken inside of; each is a level of the C++ stack.
constexpr int deepest = 32;

// A function of one scalar.
bool is_mapped(Builtin builtin) {
    TypeRule const rule = builtin_info(builtin).type;
    bool const keeps_shape =
        rule == TypeRule::real_shape || rule == TypeRule::integer_shape || rule == TypeRule::boolean_shape;
    if (keeps_shape) return builtin_info(builtin).most == 1;
    return builtin == Builtin::no_event || builtin == Builtin::abs;
}

}  // namespace

ExprId ExpressionLowering::element(ExprId value, std::span<ExprId const> subscripts, int depth) {
    if (is_scalar(value) || subscripts.empty()) return value;
    Operands const operands = exprs_.operands(value);
    ExprKind const kind = exprs_.kind(value);
    bool const is_sum = kind == ExprKind::add || kind == ExprKind::sub || kind == ExprKind::neg ||
                        (kind >= ExprKind::element_add && kind <= ExprKind::element_pow) ||
                        kind == ExprKind::logical_and || kind == ExprKind::logical_or ||
                        kind == ExprKind::logical_not || kind == ExprKind::der || kind == ExprKind::pre ||
                        kind == ExprKind::if_else;
    bool const scales = kind == ExprKind::mul || kind == ExprKind::div;
    bool const is_product = scales && (is_scalar(operands[0]) || is_scalar(operands[1]));
    bool const maps = kind == ExprKind::builtin && is_mapped(exprs_.builtin_of(value));
    if (depth > deepest || (!is_sum && !is_product && !maps)) return exprs_.subscript(value, subscripts);
    std::vector<ExprId> parts;
    for (ExprId const operand : operands) parts.push_back(element(operand, subscripts, depth + 1));
    return exprs_.rebuild(value, parts);
}

ExprId ExpressionLowering::vectorize(BoundCall bound, std::size_t extra, CallUse use) {
    auto const spread = std::make_unique<bool[]>(bound.values.size());
    std::vector<std::int64_t> dims(extra, TypeTable::unknown_size);
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        spread[i] = !does_argument_fit(bound.values[i], bound.signature->inputs[i].type, 0);
        if (!spread[i]) continue;
        auto const leading = types_.dims(exprs_.type(bound.values[i]));
        for (std::size_t k = 0; k < extra; ++k) {
            if (dims[k] == TypeTable::unknown_size) dims[k] = leading[k];
        }
    }
    std::span<bool const> const flags(spread.get(), bound.values.size());
    if (use == CallUse::all_outputs && bound.signature->outputs.size() > 1) {
        return vectorize_symbolic(bound, flags, extra, use);
    }
    std::int64_t count = 1;
    bool is_small = true;
    for (std::int64_t const size : dims) {
        is_small = is_small && size != TypeTable::unknown_size && size <= most_calls;
        count = is_small ? count * size : 0;
        is_small = is_small && count <= most_calls;
    }
    return is_small ? vectorize_unrolled(bound, flags, dims) : vectorize_symbolic(bound, flags, extra);
}

// {f(a[1]), f(a[2]), …}, nested for several dimensions.
ExprId ExpressionLowering::vectorize_unrolled(BoundCall& bound, std::span<bool const> spread,
                                              std::span<std::int64_t const> dims) {
    std::vector<ExprId> const whole = bound.values;
    std::vector<std::int64_t> at(dims.size(), 1);
    std::vector<ExprId> results;
    bool const is_empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
    if (is_empty) return vectorize_symbolic(bound, spread, dims.size());
    for (bool done = false; !done;) {
        std::vector<ExprId> subscripts;
        for (std::int64_t const k : at) subscripts.push_back(exprs_.integer(k));
        for (std::size_t i = 0; i < whole.size(); ++i) {
            if (spread[i]) bound.values[i] = element(whole[i], subscripts);
        }
        results.push_back(build_call(bound, CallUse::value));
        done = true;
        for (std::size_t k = dims.size(); k-- > 0 && done;) {
            done = ++at[k] > dims[k];
            if (done) at[k] = 1;
        }
    }
    for (std::size_t k = dims.size(); k-- > 0;) {
        auto const size = static_cast<std::size_t>(dims[k]);
        std::vector<ExprId> groups;
        std::span<ExprId const> const all = results;
        for (std::size_t i = 0; i < results.size(); i += size) groups.push_back(exprs_.array(all.subspan(i, size)));
        results = std::move(groups);
    }
    return results[0];
}

// {f(a[i, j]) for j in 1:size(a, 2), i in 1:size(a, 1)}: the last iterator is the first dimension.
ExprId ExpressionLowering::vectorize_symbolic(BoundCall& bound, std::span<bool const> spread, std::size_t extra,
                                              CallUse use) {
    std::vector<Symbol> taken;
    ExprId leader;
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        auto const names = mentioned_iterators(exprs_, bound.values[i]);
        taken.insert(taken.end(), names.begin(), names.end());
        if (spread[i] && !leader) leader = bound.values[i];
    }
    std::vector<ReductionIterator> iterators;
    std::vector<ExprId> subscripts;
    for (int number = 1; subscripts.size() < extra; ++number) {
        Symbol const name = context_.interner.intern("$i" + std::to_string(number));
        if (std::find(taken.begin(), taken.end(), name) != taken.end()) continue;
        auto const dimension = static_cast<std::int64_t>(subscripts.size()) + 1;
        auto const size = types_.dims(exprs_.type(leader))[subscripts.size()];
        ExprId const stop = size != TypeTable::unknown_size
                                ? exprs_.integer(size)
                                : exprs_.builtin(Builtin::size, {leader, exprs_.integer(dimension)});
        iterators.insert(iterators.begin(), {name, exprs_.range(exprs_.integer(1), stop)});
        subscripts.push_back(exprs_.iterator(name));
    }
    for (std::size_t i = 0; i < bound.values.size(); ++i) {
        if (spread[i]) bound.values[i] = element(bound.values[i], subscripts);
    }
    ExprId body = build_call(bound, use);
    // `spread_targets` takes the iterators of a call with all its outputs together.
    if (use == CallUse::all_outputs) return exprs_.reduction(Reduction::array, body, iterators);
    for (ReductionIterator const& iterator : iterators) body = exprs_.reduction(Reduction::array, body, {&iterator, 1});
    return body;
}

}  // namespace moo
