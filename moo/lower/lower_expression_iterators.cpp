// Array comprehensions and reductions (Modelica 3.6, sections 10.3.4.1, 10.4.1 and 11.2.2).
#include <unordered_set>

#include "moo/expr/free_variables.h"
#include "moo/expr/substitute.h"
#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

constexpr Message<std::string_view> range_unknown{
    DiagnosticKind::WrongArguments, "the range of `{}` is not given and does not follow from its use as a subscript"};
// Iterations that are written out where the body selects from a list.
constexpr std::int64_t most_unrolled = 4096;
constexpr Message<std::int64_t> cannot_unroll{
    DiagnosticKind::WrongArguments,
    "the iterators choose components: their ranges must be known, with at most {} elements together"};

// Calls `make` for each choice of values, the innermost iterator first and fastest.
template <class Make>
std::vector<ExprId> iterate(IterationValues const& values, Make const& make) {
    std::vector<std::size_t> at(values.size(), 0);
    std::vector<ExprId> terms;
    for (bool done = false; !done;) {
        terms.push_back(make(at));
        done = true;
        for (std::size_t i = 0; i < at.size() && done; ++i) {
            done = ++at[i] == values[i].size();
            if (done) at[i] = 0;
        }
    }
    return terms;
}

}  // namespace

ExprId ExpressionLowering::lower_iteration_range(ast::ExprId range) {
    ast::ExprId const bare = ast_.strip(range);
    if (ast_[bare].kind == ast::ExprKind::reference) {
        auto const parts = ast_.reference_parts(bare);
        bool const is_plain = parts.size() == 1 && parts[0].subscripts.empty();
        if (is_plain && context_.interner.text(parts[0].name) == "Boolean") {
            return exprs_.array({exprs_.boolean(false), exprs_.boolean(true)});
        }
    }
    ExprId const value = lower(range);
    if (!value || is_unknown(value) || rank_of(value) == 1) return value;
    return mismatch(range, value, "a vector");
}

ExprId ExpressionLowering::deduce_range(Symbol iterator, std::span<ExprId const> uses) {
    std::vector<ExprId> stack(uses.begin(), uses.end());
    std::unordered_set<ExprId> seen;
    ExprId found;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!exprs_.has_iterator(id) || !seen.insert(id).second) continue;
        Operands const operands = exprs_.operands(id);
        bool const is_subscript = exprs_.kind(id) == ExprKind::subscript;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            stack.push_back(operands[i]);
            bool const is_use = is_subscript && i > 0 && exprs_.kind(operands[i]) == ExprKind::iterator &&
                                exprs_.symbol(operands[i]) == iterator;
            if (!is_use) continue;
            auto const dims = types_.dims(exprs_.type(operands[0]));
            std::int64_t const size = i <= dims.size() ? dims[i - 1] : TypeTable::unknown_size;
            ExprId const stop =
                size != TypeTable::unknown_size
                    ? exprs_.integer(size)
                    : exprs_.builtin(Builtin::size, {operands[0], exprs_.integer(static_cast<std::int64_t>(i))});
            // Two sizes that are only known at run time may be equal; two literals are not.
            bool const literals =
                found && exprs_.kind(found) == ExprKind::integer && exprs_.kind(stop) == ExprKind::integer;
            if (literals && found != stop) return {};
            if (!found || exprs_.kind(stop) == ExprKind::integer) found = stop;
        }
    }
    return found ? exprs_.range(exprs_.integer(1), found) : ExprId();
}

// `e for i in r, j in s` is `(e for i in r) for j in s`: the range of an iterator may use the iterators after it.
ExprId ExpressionLowering::lower_comprehension(ast::ExprId id, Reduction reduction) {
    auto const written = ast_.iterators(id);
    std::vector<ReductionIterator> iterators(written.size());
    std::size_t const outer = context_.iterators.size();
    bool good = true;
    for (std::size_t i = written.size(); i-- > 0;) {
        TypeId type = types::integer;
        iterators[i].name = plain_name(written[i].name.symbol);
        if (written[i].range) {
            iterators[i].range = lower_iteration_range(written[i].range);
            good = good && iterators[i].range.has_value();
            if (iterators[i].range) type = element_of(iterators[i].range);
        }
        context_.iterators.push_back({written[i].name.symbol, exprs_.iterator(iterators[i].name, type)});
    }
    bool const outer_unrolling = context_.names.exchange_unrolling(false);
    ExprId const body = lower(ast_.operand(id));
    bool const must_unroll = context_.names.exchange_unrolling(outer_unrolling);
    context_.iterators.resize(outer);
    if (!good) return {};
    if (!body) return must_unroll ? lower_unrolled(id, reduction, iterators) : ExprId();
    if (must_unroll) context_.names.exchange_unrolling(true);
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i].range) continue;
        iterators[i].range = deduce_range(iterators[i].name, {&body, 1});
        if (!iterators[i].range) {
            context_.diagnostics.error(written[i].name.span, range_unknown, context_.interner.text(iterators[i].name));
            return {};
        }
    }
    if (reduction == Reduction::sum && is_record(body)) {
        return sum_of_records(id, build_reduction(Reduction::array, body, iterators));
    }
    bool const is_ordered = is_numeric(body) || is_boolean(body) || is_enumeration(body) || is_unknown(body);
    bool const adds = reduction == Reduction::sum || reduction == Reduction::product;
    if (adds && !is_numeric(body) && !is_unknown(body)) return mismatch(ast_.operand(id), body, "a number");
    bool const compares = reduction == Reduction::min || reduction == Reduction::max;
    if (compares && (!is_ordered || !is_scalar(body)))
        return mismatch(ast_.operand(id), body, "a scalar with an order");
    return build_reduction(reduction, body, iterators);
}

ExprId ExpressionLowering::build_reduction(Reduction reduction, ExprId body,
                                           std::span<ReductionIterator const> iterators) {
    if (!depend_on_each_other(iterators) && should_unroll(body, iterators)) {
        if (ExprId const result = unroll(reduction, body, iterators)) return result;
    }
    // One iterator each, the last one outermost: Base Modelica has no others.
    for (ReductionIterator const& iterator : iterators) body = exprs_.reduction(reduction, body, {&iterator, 1});
    return body;
}

bool ExpressionLowering::depend_on_each_other(std::span<ReductionIterator const> iterators) const {
    for (ReductionIterator const& iterator : iterators) {
        if (!exprs_.has_iterator(iterator.range)) continue;
        for (Symbol const name : mentioned_iterators(exprs_, iterator.range)) {
            for (ReductionIterator const& other : iterators) {
                if (other.name == name) return true;
            }
        }
    }
    return false;
}

// A body that selects from a list of expressions, such as an array of components, is better written out; so are
// records, whose fields are then available.
bool ExpressionLowering::should_unroll(ExprId body, std::span<ReductionIterator const> iterators) const {
    std::int64_t count = 1;
    for (ReductionIterator const& iterator : iterators) {
        auto const dims = types_.dims(exprs_.type(iterator.range));
        if (dims.size() != 1 || dims[0] < 1 || dims[0] > most_unrolled) return false;
        count *= dims[0];
        if (count > most_unrolled) return false;
    }
    std::vector<ExprId> stack{body};
    std::unordered_set<ExprId> seen;
    while (!stack.empty()) {
        ExprId const id = stack.back();
        stack.pop_back();
        if (!exprs_.has_iterator(id) || !seen.insert(id).second) continue;
        ExprKind const kind = exprs_.kind(id);
        if (kind == ExprKind::subscript && exprs_.kind(exprs_.operand(id, 0)) == ExprKind::array) return true;
        for (ExprId const operand : exprs_.operands(id)) stack.push_back(operand);
    }
    return is_record(body);
}

// A body that has no meaning while its iterators are open, such as `inStream(ports[i].h)`, is lowered anew for each of
// their values.
ExprId ExpressionLowering::lower_unrolled(ast::ExprId id, Reduction reduction,
                                          std::span<ReductionIterator const> iterators) {
    auto const written = ast_.iterators(id);
    bool is_open = false;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        if (!iterators[i].range) {
            context_.diagnostics.error(written[i].name.span, range_unknown, context_.interner.text(iterators[i].name));
            return {};
        }
        is_open = is_open || exprs_.has_iterator(iterators[i].range);
    }
    if (is_open) {
        // A range depends on a surrounding loop, which is unrolled first.
        context_.names.exchange_unrolling(true);
        return {};
    }
    auto const values = iteration_values(iterators);
    std::int64_t count = values ? 1 : most_unrolled + 1;
    for (std::size_t i = 0; values && i < values->size() && count <= most_unrolled; ++i) {
        count *= static_cast<std::int64_t>((*values)[i].size());
    }
    if (count > most_unrolled) {
        context_.diagnostics.error(ast_[id].span, cannot_unroll, most_unrolled);
        return {};
    }
    if (count == 0) {
        if (reduction == Reduction::product) return exprs_.real(1.0);
        return reduction == Reduction::sum ? exprs_.real(0.0)
                                           : exprs_.builtin(Builtin::fill, {exprs_.real(0.0), exprs_.integer(0)});
    }
    std::size_t const outer = context_.iterators.size();
    bool good = true;
    auto const terms = iterate(*values, [&](std::span<std::size_t const> at) {
        for (std::size_t i = at.size(); i-- > 0;) {
            context_.iterators.push_back({written[i].name.symbol, (*values)[i][at[i]]});
        }
        ExprId const term = lower(ast_.operand(id));
        context_.iterators.resize(outer);
        good = good && term.has_value();
        return term;
    });
    return good ? combine(reduction, terms, *values) : ExprId();
}

ExprId ExpressionLowering::unroll(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators) {
    auto const values = iteration_values(iterators);
    if (!values) return {};
    auto const terms = iterate(*values, [&](std::span<std::size_t const> at) {
        Substitution substitution(exprs_);
        for (std::size_t i = 0; i < at.size(); ++i) substitution.set(iterators[i].name, (*values)[i][at[i]]);
        return substitution.apply(body);
    });
    return combine(reduction, terms, *values);
}

// The values of each iterator as literals; none if they are not known.
std::optional<IterationValues> ExpressionLowering::iteration_values(std::span<ReductionIterator const> iterators) {
    IterationValues values;
    for (ReductionIterator const& iterator : iterators) {
        auto& list = values.emplace_back();
        TypeId const type = element_of(iterator.range);
        if (exprs_.kind(iterator.range) == ExprKind::array) {
            exprs_.operands(iterator.range).copy_to(list);
            continue;
        }
        Value const known = evaluate(iterator.range);
        if (!known.is_array()) return std::nullopt;
        for (Value const& value : known.elements()) {
            if (value.kind() == ValueKind::integer && type == types::integer) {
                list.push_back(exprs_.integer(value.as_integer()));
            } else if (value.is_number()) {
                list.push_back(exprs_.real(value.as_real()));
            } else if (value.kind() == ValueKind::boolean) {
                list.push_back(exprs_.boolean(value.as_boolean()));
            } else if (value.kind() == ValueKind::enumeration) {
                list.push_back(exprs_.enumeration(type, static_cast<std::uint32_t>(value.as_integer())));
            } else {
                return std::nullopt;
            }
        }
    }
    return values;
}

// The terms of all iterations together, which are at least one.
ExprId ExpressionLowering::combine(Reduction reduction, std::vector<ExprId> terms, IterationValues const& values) {
    if (reduction == Reduction::sum || reduction == Reduction::product) {
        ExprId result = terms[0];
        ExprKind const kind = reduction == Reduction::sum ? ExprKind::add : ExprKind::mul;
        for (std::size_t i = 1; i < terms.size(); ++i) result = exprs_.binary(kind, result, terms[i]);
        return result;
    }
    if (reduction != Reduction::array) {
        return exprs_.builtin(reduction == Reduction::min ? Builtin::min : Builtin::max, {exprs_.array(terms)});
    }
    // Groups of the size of the innermost iterator, then groups of these.
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::vector<ExprId> groups;
        std::span<ExprId const> const all = terms;
        for (std::size_t k = 0; k < terms.size(); k += values[i].size()) {
            groups.push_back(exprs_.array(all.subspan(k, values[i].size())));
        }
        terms = std::move(groups);
    }
    return terms[0];
}

}  // namespace moo
