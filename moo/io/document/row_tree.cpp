#include "moo/io/document/row_tree.h"

namespace moo {

bool RowTree::reals(Item list, std::vector<double>& numbers) const {
    std::vector<Item> items;
    if (!elements(list, {}, items)) return false;
    for (Item const item : items) {
        auto const number = real(item);
        if (!number) return false;
        numbers.push_back(*number);
    }
    return true;
}

bool RowTree::sizes(Item, std::vector<std::int64_t>&) const { return false; }

std::optional<TypeId> read_type(RowTree const& tree, Item item, DocumentNames const& names, TypeTable& types) {
    if (auto const name = tree.text(item)) return names.type_named(*name, types);
    Item const element_name = tree.is_object(item, {}) ? tree.find(item, "element") : Item();
    if (!element_name.has_value()) return std::nullopt;
    auto const element = read_type(tree, element_name, names, types);
    std::vector<std::int64_t> sizes;
    Item const list = tree.find(item, "sizes");
    bool const has_sizes = list.has_value() && tree.sizes(list, sizes) && !sizes.empty();
    if (!element || types.is_array(*element) || !has_sizes) return std::nullopt;
    return types.array(*element, sizes);
}

void ApplyTree::push(Item item, ExpressionBuilder& builder) {
    if (used_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[used_++];
    frame.item = item;
    frame.head.form = ExpressionHead::Form::failed;
    frame.head.operands.clear();
    frame.head.iterators.clear();
    frame.head.type = {};
    frame.done = 0;
    frame.first_value = values_.size();
    take_apart(item, builder, frame.head);
}

// An explicit stack: the depth is the file's.
ExprId ApplyTree::expression(Item root, ExpressionBuilder& builder) {
    using Form = ExpressionHead::Form;
    used_ = 0;
    values_.clear();
    std::size_t bound = 0;
    wrong_ = root;
    auto const give_up = [&](Item where) {
        wrong_ = where;
        builder.unbind(bound);
        return ExprId();
    };
    push(root, builder);
    while (used_ > 0) {
        Frame& frame = frames_[used_ - 1];
        ExpressionHead const& head = frame.head;
        if (head.form == Form::failed) return give_up(frame.item);
        if (frame.done < head.operands.size()) {
            if (used_ > deepest_read) {
                builder.fail("the expression is nested too deep");
                return give_up(frame.item);
            }
            // The body of a reduction comes last: it sees the iterators. The range of an iterator may use the iterators
            // after it.
            std::size_t const next = head.form == Form::reduction ? head.operands.size() - 1 - frame.done : frame.done;
            ++frame.done;
            push(head.operands[next], builder);
            continue;
        }
        ExprId const value = finish(frame, builder);
        if (!value || !builder.check_type(value, head.type)) return give_up(frame.item);
        if (head.form == Form::reduction) {
            builder.unbind(head.iterators.size());
            bound -= head.iterators.size();
        }
        values_.resize(frame.first_value);
        values_.push_back(value);
        --used_;
        if (used_ == 0) break;
        Frame const& parent = frames_[used_ - 1];
        if (parent.head.form == Form::reduction && parent.done < parent.head.operands.size()) {
            builder.bind_iterator(parent.head.iterators[parent.head.iterators.size() - parent.done], value);
            ++bound;
        }
    }
    return values_.back();
}

ExprId ApplyTree::finish(Frame& frame, ExpressionBuilder& builder) {
    using Form = ExpressionHead::Form;
    ExpressionHead const& head = frame.head;
    std::span<ExprId const> const operands = std::span(values_).subspan(frame.first_value);
    switch (head.form) {
        case Form::failed: return {};
        case Form::value: return head.value;
        case Form::apply: return builder.apply(head.kind, operands);
        case Form::builtin: return builder.builtin(head.builtin, operands);
        case Form::call: return builder.call(head.name, operands);
        case Form::record: return builder.record(head.name, operands);
        case Form::field: return builder.field(operands[0], head.name);
        case Form::output: return builder.output(operands[0], head.number);
        case Form::remembered: {
            bool const is_known = !builder.remember(head.remembered, head.number, operands[0]);
            if (!is_known) builder.place_remembered(place(frame.item));
            return operands[0];
        }
        case Form::reduction: {
            // The ranges are there from the last to the first, then the body.
            std::vector<ReductionIterator> iterators;
            for (std::size_t i = 0; i < head.iterators.size(); ++i) {
                iterators.push_back({head.iterators[i], operands[head.iterators.size() - 1 - i]});
            }
            return builder.reduction(head.reduction, operands.back(), iterators);
        }
    }
    return {};
}

}  // namespace moo
