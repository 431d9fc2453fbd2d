// Loops and reductions.
#include "moo/expr/value_expr.h"
#include "moo/program/program_lowering.h"

namespace moo {

ProgramLowering::LoopRange ProgramLowering::loop_range(ExprId range) {
    LoopRange made;
    bool const is_counted =
        exprs_.kind(range) == ExprKind::range && element_type(exprs_.type(range)) == ScalarType::integer;
    if (!is_counted) {
        made.values = array(range);
        // The body may change the array that the loop runs over.
        bool const is_variable = made.values < first_constant_array && !f_.arrays[made.values].name.empty();
        if (is_variable && !f_.arrays[made.values].is_input) {
            std::uint32_t const copy = new_array(array_type(made.values), 1);
            emit_array(ArrayOperation::copy, copy, {made.values});
            made.values = copy;
        }
        made.count = held(make(ProgramOp::count, ScalarType::integer, {}, made.values));
        return made;
    }
    auto const operands = exprs_.operands(range);
    // The body may change variables that the bounds depend on.
    auto const fixed = [&](ExprId id) {
        Expr const value = scalar(id);
        if (c_.program.nodes[value].op == ProgramOp::number) return value;
        std::uint32_t const kept = new_scalar(ScalarType::integer);
        emit_assign(kept, value);
        return local(kept);
    };
    made.is_counted = true;
    made.first = fixed(operands[0]);
    made.step = operands.size() == 3 ? fixed(operands[1]) : integer(1);
    made.last = fixed(operands[operands.size() - 1]);
    return made;
}

void ProgramLowering::count_loop(Expr first, Expr step, Expr last, std::function<void(Expr)> const& body) {
    std::uint32_t const counter = new_scalar(ScalarType::integer);
    Block inner = block([&] { body(local(counter)); });
    ProgramStatement& statement = emit(ProgramStatementKind::loop);
    statement.target = counter;
    statement.scalars = {first, step, last};
    statement.body = std::move(inner);
}

void ProgramLowering::loop(LoopRange const& range, Symbol iterator, TypeId type, std::function<void()> const& body) {
    auto const with_value = [&](Leaf const& leaf) {
        names_.push_back({iterator, {leaf}});
        body();
        names_.pop_back();
    };
    if (range.is_counted) {
        std::uint32_t const counter = new_scalar(ScalarType::integer, c_.text(iterator));
        Block inner = block([&] { with_value({false, local(counter), ScalarType::integer, 0}); });
        ProgramStatement& statement = emit(ProgramStatementKind::loop);
        statement.target = counter;
        statement.scalars = {range.first, range.step, range.last};
        statement.body = std::move(inner);
        return;
    }
    ScalarType const element = type == types::unknown ? array_type(range.values) : element_type(type);
    Expr const last = make(ProgramOp::sub, ScalarType::integer, {range.count, integer(1)});
    count_loop(integer(0), integer(1), last, [&](Expr place) {
        std::uint32_t const value = new_scalar(element, c_.text(iterator));
        emit_assign(value, make(ProgramOp::place, array_type(range.values), {place}, range.values));
        with_value({false, local(value), element, 0});
    });
}

// ---- reductions ------------------------------------------------------------------------------------

// The first iterator varies fastest.
void ProgramLowering::nested_loops(ExprId id, std::vector<LoopRange> const& ranges, std::size_t level,
                                   std::function<void()> const& body) {
    if (level == 0) return body();
    ReductionIterator const iterator = exprs_.iterator_at(id, level - 1);
    TypeId const type = types_.element(exprs_.type(iterator.range));
    loop(ranges[level - 1], iterator.name, type, [&] { nested_loops(id, ranges, level - 1, body); });
}

Leaves ProgramLowering::reduction(ExprId id) {
    std::vector<LoopRange> ranges;
    for (std::size_t i = 0; i < exprs_.iterator_count(id); ++i) {
        ranges.push_back(loop_range(exprs_.iterator_at(id, i).range));
    }
    Reduction const reduction = exprs_.reduction_of(id);
    if (reduction == Reduction::array) return array_reduction(id, ranges);
    ExprId const body = exprs_.operand(id, 0);
    TypeId const type = exprs_.type(body);
    if (types_.kind(types_.element(type)) == TypeKind::record ||
        (types_.is_array(type) && reduction != Reduction::sum)) {
        report("a reduction of such values cannot be computed");
        return broken(exprs_.type(id));
    }
    ScalarType const element = element_type(type);
    if (types_.is_array(type)) {
        Leaf const total = temporary(element, types_.rank(type));
        std::uint32_t const is_first = new_scalar(ScalarType::boolean);
        emit_assign(is_first, number(1.0, ScalarType::boolean));
        nested_loops(id, ranges, ranges.size(), [&] {
            std::uint32_t const term = array(body);
            Block first = block([&] {
                emit_array(ArrayOperation::copy, total.index, {term});
                emit_assign(is_first, number(0.0, ScalarType::boolean));
            });
            Block further = block([&] {
                emit_array(ArrayOperation::same_shape, total.index, {term});
                Expr const last = make(ProgramOp::sub, ScalarType::integer,
                                       {make(ProgramOp::count, ScalarType::integer, {}, term), integer(1)});
                count_loop(integer(0), integer(1), last, [&](Expr place) {
                    Expr const sum = make(ProgramOp::add, element,
                                          {make(ProgramOp::place, element, {place}, total.index),
                                           convert(make(ProgramOp::place, array_type(term), {place}, term), element)});
                    ProgramStatement& store = emit(ProgramStatementKind::place);
                    store.target = total.index;
                    store.value = sum;
                    store.scalars = {place};
                });
            });
            Expr const condition = local(is_first);
            ProgramStatement& statement = emit(ProgramStatementKind::if_);
            statement.value = condition;
            statement.body = std::move(first);
            statement.otherwise = std::move(further);
        });
        return {total};
    }
    std::uint32_t const result = new_scalar(element);
    double start = reduction == Reduction::product ? 1.0 : 0.0;
    if (reduction == Reduction::min || reduction == Reduction::max) {
        Value const extreme = extreme_value(types_, type, reduction == Reduction::min);
        start = extreme.kind() == ValueKind::real ? extreme.as_real() : static_cast<double>(extreme.as_integer());
    }
    emit_assign(result, number(start, element));
    nested_loops(id, ranges, ranges.size(), [&] {
        Expr const value = scalar(body, element);
        Expr next = 0;
        switch (reduction) {
            case Reduction::sum:
            case Reduction::array: next = make(ProgramOp::add, element, {local(result), value}); break;
            case Reduction::product: next = make(ProgramOp::mul, element, {local(result), value}); break;
            case Reduction::min:
            case Reduction::max:
                next = make(reduction == Reduction::min ? ProgramOp::min : ProgramOp::max, element,
                            {local(result), value});
                break;
        }
        emit_assign(result, next);
    });
    return {{false, local(result), element, 0}};
}

Leaves ProgramLowering::array_reduction(ExprId id, std::vector<LoopRange> const& ranges) {
    ExprId const body = exprs_.operand(id, 0);
    std::vector<Expr> sizes;
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        if (!range->is_counted) {
            sizes.push_back(range->count);
            continue;
        }
        Expr const span = make(ProgramOp::sub, ScalarType::integer, {range->last, range->first});
        bool const is_plain =
            c_.program.nodes[range->step].op == ProgramOp::number && c_.program.nodes[range->step].number == 1.0;
        Expr const steps =
            is_plain ? span
                     : make(ProgramOp::quotient, ScalarType::integer, {span, range->step});
        // If the step leads away from the end, there are no elements. For a range shorter than a step, div gives 0.
        Expr const count = make(ProgramOp::add, ScalarType::integer, {steps, integer(1)});
        Expr const is_against = make(ProgramOp::less, ScalarType::boolean,
                                     {make(ProgramOp::mul, ScalarType::integer, {span, range->step}), integer(0)});
        sizes.push_back(held(make(ProgramOp::if_else, ScalarType::integer, {is_against, integer(0), count})));
    }
    Leaves results;
    for (LeafType const& leaf : c_.leaf_types(exprs_.type(body))) {
        results.push_back(temporary(leaf.type, leaf.sizes.size() + ranges.size()));
        emit_array(ArrayOperation::clear, results.back().index);
    }
    Leaves last;
    nested_loops(id, ranges, ranges.size(), [&] {
        Leaves const values = leaves(body);
        for (std::size_t i = 0; i < results.size() && i < values.size(); ++i) {
            if (values[i].is_array) {
                emit_array(ArrayOperation::append_array, results[i].index, {values[i].index});
            } else {
                emit_array(ArrayOperation::append, results[i].index, {}, {convert(values[i].index, results[i].type)});
            }
        }
        last = values;
    });
    for (std::size_t i = 0; i < results.size() && i < last.size(); ++i) {
        std::vector<std::uint32_t> element;
        if (last[i].is_array) element.push_back(last[i].index);
        emit_array(ArrayOperation::stack, results[i].index, element, sizes);
    }
    return results;
}

}  // namespace moo
