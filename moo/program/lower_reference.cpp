// References: variables of a function, their elements and fields, read and written.
#include <algorithm>

#include "moo/program/program_lowering.h"

namespace moo {

std::optional<Leaves> ProgramLowering::find(Symbol name) const {
    for (auto named = names_.rbegin(); named != names_.rend(); ++named) {
        if (named->name == name) return named->leaves;
    }
    return std::nullopt;
}

// Subscripts are collected until it is known to which leaf they apply: `a[i].b[j]` is one element of the array of all
// b.
ProgramLowering::View ProgramLowering::view(ExprId id) {
    View found;
    found.type = exprs_.type(id);
    found.open = types_.rank(found.type);
    if (auto const given = given_.find(id); given != given_.end()) {
        found.leaves = {given->second};
        return found;
    }
    ExprKind const kind = exprs_.kind(id);
    if (kind == ExprKind::iterator) {
        if (auto const named = find(exprs_.symbol(id))) {
            found.leaves = *named;
        } else {
            report("`" + c_.text(exprs_.symbol(id)) + "` is not known here");
            found.leaves = broken(found.type);
        }
        return found;
    }
    if (kind == ExprKind::variable) {
        found.leaves = global(exprs_.variable_of(id));
        return found;
    }
    if (kind == ExprKind::field) {
        View base = view(exprs_.operand(id, 0));
        TypeId const record = types_.element(exprs_.type(exprs_.operand(id, 0)));
        auto const field =
            types_.kind(record) == TypeKind::record ? types_.field_index(record, exprs_.symbol(id)) : std::nullopt;
        if (!field) {
            report("there is no such field");
            found.leaves = broken(found.type);
            return found;
        }
        base.subscripts.resize(base.subscripts.size() + base.open);
        std::size_t first = 0;
        for (std::size_t i = 0; i < *field; ++i) first += c_.leaf_types(types_.fields(record)[i].type).size();
        std::size_t const count = c_.leaf_types(types_.fields(record)[*field].type).size();
        if (first + count > base.leaves.size()) {
            found.leaves = broken(found.type);
            return found;
        }
        found.leaves.assign(base.leaves.begin() + static_cast<std::ptrdiff_t>(first),
                            base.leaves.begin() + static_cast<std::ptrdiff_t>(first + count));
        found.subscripts = std::move(base.subscripts);
        found.open = types_.rank(types_.fields(record)[*field].type);
        return found;
    }
    if (kind == ExprKind::subscript) {
        ExprId const array = exprs_.operand(id, 0);
        View base = view(array);
        // A part of a part: the first part has to be computed before.
        if (base.open == 0) {
            base.leaves = finish(std::move(base));
            base.subscripts.clear();
            base.open = types_.rank(exprs_.type(array));
        }
        auto const operands = exprs_.operands(id);
        std::size_t const first = base.subscripts.size();
        std::size_t const rank = base.open;
        if (operands.size() - 1 > rank || base.leaves.empty()) {
            report("there are more subscripts than dimensions");
            found.leaves = broken(found.type);
            return found;
        }
        for (std::size_t i = 1; i < operands.size(); ++i) {
            base.subscripts.push_back(subscript(operands[i], base.leaves[0], first + i - 1));
        }
        base.subscripts.resize(first + rank);
        found.leaves = std::move(base.leaves);
        found.subscripts = std::move(base.subscripts);
        found.open = 0;
        return found;
    }
    found.leaves = leaves(id);
    return found;
}

ProgramSubscript ProgramLowering::subscript(ExprId id, Leaf const& leaf, std::size_t axis) {
    ProgramSubscript made;
    if (exprs_.kind(id) == ExprKind::whole) return made;
    end_arrays_.push_back(leaf);
    end_axes_.push_back(axis);
    auto const operands = exprs_.operands(id);
    if (exprs_.kind(id) == ExprKind::range && element_type(exprs_.type(id)) == ScalarType::integer) {
        made.kind = SubscriptKind::range;
        made.first = held(scalar(operands[0]));
        made.step = operands.size() == 3 ? held(scalar(operands[1])) : integer(1);
        made.last = held(scalar(operands[operands.size() - 1]));
    } else if (types_.is_array(exprs_.type(id))) {
        made.kind = SubscriptKind::list;
        made.values = array(id);
    } else {
        made.kind = SubscriptKind::single;
        made.first = scalar(id);
        if (type_of(made.first) == ScalarType::boolean) {
            made.first = make(ProgramOp::if_else, ScalarType::integer, {made.first, integer(2), integer(1)});
        }
    }
    end_arrays_.pop_back();
    end_axes_.pop_back();
    return made;
}

Leaf ProgramLowering::finish_leaf(Leaf const& leaf, std::vector<ProgramSubscript> subscripts) {
    auto const is_kind = [](SubscriptKind kind) {
        return [kind](ProgramSubscript const& each) { return each.kind == kind; };
    };
    subscripts.resize(leaf.rank);
    if (std::all_of(subscripts.begin(), subscripts.end(), is_kind(SubscriptKind::whole))) return leaf;
    if (std::all_of(subscripts.begin(), subscripts.end(), is_kind(SubscriptKind::single))) {
        std::vector<Expr> operands;
        for (ProgramSubscript const& each : subscripts) operands.push_back(each.first);
        ProgramNode node;
        node.op = ProgramOp::element;
        node.type = leaf.type;
        node.index = leaf.index;
        return {false, c_.make(node, operands), leaf.type, 0};
    }
    auto const rank = static_cast<std::size_t>(std::count_if(
        subscripts.begin(), subscripts.end(), [](auto const& each) { return each.kind != SubscriptKind::single; }));
    Leaf const made = temporary(leaf.type, rank);
    emit_array(ArrayOperation::slice, made.index, {leaf.index}).subscripts = std::move(subscripts);
    return made;
}

Leaves ProgramLowering::finish(View view) {
    Leaves found;
    for (Leaf const& leaf : view.leaves) found.push_back(leaf.is_array ? finish_leaf(leaf, view.subscripts) : leaf);
    return found;
}

// ---- assignment ------------------------------------------------------------------------------------

void ProgramLowering::assign(ExprId target, Leaves values, bool is_fresh) {
    View to = view(target);
    if (to.leaves.size() > values.size()) return report("a value does not fit what it is assigned to");
    // The new value may contain old parts of the target.
    if (to.leaves.size() > 1 && !is_fresh) {
        for (Leaf& value : values) {
            Leaf const copy = temporary(value.type, value.rank);
            store_leaf(copy, value);
            value = copy;
        }
    }
    for (std::size_t i = 0; i < to.leaves.size(); ++i) {
        Leaf const& leaf = to.leaves[i];
        std::vector<ProgramSubscript> subscripts = to.subscripts;
        subscripts.resize(leaf.rank);
        bool const is_whole = std::all_of(subscripts.begin(), subscripts.end(),
                                          [](auto const& each) { return each.kind == SubscriptKind::whole; });
        bool const is_local = leaf.is_array || c_.program.nodes[leaf.index].op == ProgramOp::local;
        if (!is_local || (leaf.is_array && leaf.index >= first_constant_array)) {
            return report("what is assigned to is not a variable of the function");
        }
        bool const is_element =
            !subscripts.empty() && std::all_of(subscripts.begin(), subscripts.end(),
                                               [](auto& each) { return each.kind == SubscriptKind::single; });
        if (is_whole) {
            store_leaf(leaf, values[i]);
        } else if (is_element && !values[i].is_array) {
            std::vector<Expr> places;
            for (ProgramSubscript const& each : subscripts) places.push_back(each.first);
            Expr const value = convert(values[i].index, leaf.type);
            ProgramStatement& statement = emit(ProgramStatementKind::store);
            statement.target = leaf.index;
            statement.value = value;
            statement.scalars = std::move(places);
        } else if (!is_element && values[i].is_array) {
            std::uint32_t from = values[i].index;
            if (from == leaf.index) {
                from = new_array(leaf.type, leaf.rank);
                emit_array(ArrayOperation::copy, from, {leaf.index});
            }
            emit_array(ArrayOperation::store_slice, leaf.index, {from}).subscripts = std::move(subscripts);
        } else {
            report("a value has other dimensions than its place");
        }
    }
}

}  // namespace moo
