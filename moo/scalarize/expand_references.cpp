// Variables, their elements and fields, and what functions give.
#include <algorithm>
#include <utility>

#include "moo/scalarize/expander.h"

namespace moo {

namespace {

// Advances the indices to the next element, row by row; false after the last element.
bool advance(std::vector<std::size_t>& at, Dims const& dims) {
    for (std::size_t axis = at.size(); axis-- > 0;) {
        if (++at[axis] < static_cast<std::size_t>(dims[axis])) return true;
        at[axis] = 0;
    }
    return false;
}

// The elements of nested constructors, row by row.
void append_elements(ExprStore const& store, ExprId array, std::size_t rank, std::vector<ExprId>& out) {
    if (rank == 0) {
        out.push_back(array);
    } else if (store.kind(array) == ExprKind::array) {
        for (ExprId const element : store.operands(array)) append_elements(store, element, rank - 1, out);
    }
}

}  // namespace

// ---- leaves ----------------------------------------------------------------------------------------

bool Expander::compute_variable(ExprId id) {
    VarId const variable = old_.variable_of(id);
    VariableParts const parts = parts_[variable];
    TypeId const type = from_.variables[variable].type;
    if (parts.is_whole) {
        return finish_base(id, type, new_.variable(parts.first, type)) && insert_literals(id, variable);
    }
    if (types_.is_scalar(type)) return finish(id, new_.variable(parts.first, type));
    std::vector<ExprId> items;
    items.reserve(parts.count);
    for (std::uint32_t i = 0; i < parts.count; ++i) {
        VarId const part(parts.first.index() + i);
        items.push_back(new_.variable(part, to_.variables[part].type));
    }
    return finish(id, type, std::move(items));
}

// An element of a constant is its literal, if it has one.
bool Expander::insert_literals(ExprId id, VarId variable) {
    TypeId const type = from_.variables[variable].type;
    ExprId const binding = from_.variables[variable].binding;
    TypeId const element = types_.table().element(type);
    if (!binding || !types_.is_scalar(element) || types_.is_scalar(type)) return true;
    std::vector<ExprId> elements;
    append_elements(old_, binding, types_.table().rank(type), elements);
    std::vector<ExprId>& items = composite(id).items;
    if (elements.size() != items.size()) return true;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!is_literal(old_.kind(elements[i]))) continue;
        items[i] = as_element(new_.rebuild(old_, elements[i], {}), element);
    }
    return true;
}

bool Expander::compute_iterator(ExprId id) {
    Symbol const name = old_.symbol(id);
    for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
        if (binding->name == name) return finish(id, binding->value);
    }
    return fail(EvaluateError::unknown_value, id);
}

ExprId Expander::iterator_leaf(Symbol name, ExprId range) {
    return new_.iterator(name, types_.table().element(old_.type(range)));
}

// ---- what stays whole ------------------------------------------------------------------------------

void Expander::append_parts(ExprId base, TypeId type, std::vector<ExprId>& out) {
    TypeTable& table = types_.table();
    if (types_.is_scalar(type)) {
        out.push_back(base);
        return;
    }
    if (table.kind(type) == TypeKind::record) {
        // By index at each step: building may add types and so move the fields.
        for (std::size_t i = 0; i < table.fields(type).size(); ++i) {
            RecordField const field = table.fields(type)[i];
            append_parts(new_.field(base, field.name, field.type), field.type, out);
        }
        return;
    }
    if (types_.count(type) == 0) return;
    Dims const dims = types_.dims(type);
    TypeId const element = table.element(type);
    std::vector<std::size_t> at(dims.size(), 0);
    std::vector<ExprId> subscripts(dims.size());
    do {
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            subscripts[axis] = new_.integer(static_cast<std::int64_t>(at[axis]) + 1);
        }
        append_parts(new_.subscript(base, subscripts), element, out);
    } while (advance(at, dims));
}

ExprId Expander::copy(ExprId expr) {
    std::vector<ExprId> pending{expr};
    std::vector<ExprId> operands;
    while (!pending.empty()) {
        ExprId const id = pending.back();
        operands.clear();
        bool waits = false;
        for (ExprId const operand : old_.operands(id)) {
            operands.push_back(copies_.get(operand));
            if (operands.back()) continue;
            pending.push_back(operand);
            waits = true;
        }
        if (waits) continue;
        pending.pop_back();
        if (copies_.get(id)) continue;
        bool const is_variable = old_.kind(id) == ExprKind::variable;
        ExprId const built = is_variable ? whole(id) : new_.rebuild(old_, id, operands);
        if (!built) return {};
        copies_[id] = built;
    }
    return copies_.get(expr);
}

// ---- subscripts ------------------------------------------------------------------------------------

// What one subscript selects: positions from 0, or expressions whose values are known later.
struct Expander::Axis {
    struct Choice {
        std::size_t place = 0;
        ExprId later;
    };
    std::size_t extent = 0;
    bool is_slice = false;
    std::vector<Choice> choices;
};

std::optional<std::int64_t> Expander::known_place(ExprId old_subscript, ExprId item) {
    Value value = literal_value(new_, item);
    if (!value.has_value()) value = known_.settled(old_subscript);
    switch (value.kind()) {
        case ValueKind::integer:
        case ValueKind::enumeration: return value.as_integer();
        case ValueKind::boolean: return value.as_boolean() ? 2 : 1;
        case ValueKind::none:
        case ValueKind::real:
        case ValueKind::string:
        case ValueKind::object:
        case ValueKind::array:
        case ValueKind::record: return std::nullopt;
    }
    return std::nullopt;
}

bool Expander::read_axis(ExprId subscript, Axis& axis) {
    if (!subscript || old_.kind(subscript) == ExprKind::whole) {
        axis.is_slice = true;
        for (std::size_t i = 0; i < axis.extent; ++i) axis.choices.push_back({i, {}});
        return true;
    }
    Scalars const scalars = scalars_of(subscript);
    Dims const dims = types_.dims(scalars.type);
    axis.is_slice = !dims.empty();
    bool const fits = dims.size() <= 1 && (axis.is_slice || scalars.items.size() == 1);
    if (!fits) return fail(EvaluateError::type_mismatch, subscript);
    Value known;  // of a vector with elements that are not literals
    for (std::size_t i = 0; i < scalars.items.size(); ++i) {
        ExprId const item = scalars.items[i];
        std::optional<std::int64_t> place;
        if (!axis.is_slice || is_literal(new_.kind(item))) {
            place = known_place(subscript, item);
        } else {
            if (!known.has_value()) known = known_.settled(subscript);
            bool const has_place =
                known.is_array() && i < known.elements().size() && known.elements()[i].kind() == ValueKind::integer;
            if (has_place) place = known.elements()[i].as_integer();
        }
        if (place && (*place < 1 || *place > static_cast<std::int64_t>(axis.extent))) {
            return fail(EvaluateError::subscript_out_of_range, subscript);
        }
        axis.choices.push_back(place ? Axis::Choice{static_cast<std::size_t>(*place - 1), {}} : Axis::Choice{0, item});
    }
    return true;
}

bool Expander::compute_subscript(ExprId id) {
    Operands const operands = old_.operands(id);
    Dims const dims = dims_of(operands[0]);
    if (operands.size() - 1 > dims.size()) return fail(EvaluateError::type_mismatch, id);
    std::vector<Axis> axes(dims.size());
    bool is_known = true;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        axes[i].extent = static_cast<std::size_t>(dims[i]);
        if (!read_axis(i + 1 < operands.size() ? operands[i + 1] : ExprId(), axes[i])) return false;
        for (Axis::Choice const& choice : axes[i].choices) is_known = is_known && !choice.later;
    }
    Dims result;
    Dims counts;
    for (Axis const& axis : axes) {
        counts.push_back(std::ssize(axis.choices));
        if (axis.is_slice) result.push_back(std::ssize(axis.choices));
    }
    TypeId const element = types_.table().element(scalars_of(operands[0]).type);
    std::size_t const width = types_.count(element).value_or(0);
    std::vector<ExprId> items;
    bool const is_base = is_composite(operands[0]) && composite(operands[0]).is_base;
    std::vector<std::size_t> at(axes.size(), 0);
    std::int64_t const count = element_count(counts, limits_.max_elements);
    if (count < 0) return fail(EvaluateError::too_large, id);
    for (bool more = count > 0; more; more = advance(at, counts)) {
        if (!is_known && is_base) {
            append_choice_of_base(operands[0], axes, at, items);
            continue;
        }
        std::size_t place = 0;
        for (std::size_t i = 0; i < axes.size(); ++i) place = place * axes[i].extent + axes[i].choices[at[i]].place;
        for (std::size_t component = 0; component < width; ++component) {
            ExprId const item = is_known ? scalars_of(operands[0]).items[place * width + component]
                                         : choice(operands[0], axes, at, width, component);
            if (!item) return false;
            items.push_back(item);
        }
    }
    if (result.empty() && types_.is_scalar(element)) {
        return items.size() == 1 ? finish(id, items[0]) : fail(EvaluateError::subscript_out_of_range, id);
    }
    return finish(id, types_.table().array(element, result), std::move(items));
}

// `f(x)[i, 2]`
void Expander::append_choice_of_base(ExprId base, std::vector<Axis> const& axes, std::vector<std::size_t> const& at,
                                     std::vector<ExprId>& items) {
    std::vector<ExprId> subscripts;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        Axis::Choice const& choice = axes[i].choices[at[i]];
        subscripts.push_back(choice.later ? choice.later : new_.integer(static_cast<std::int64_t>(choice.place) + 1));
    }
    TypeId const element = types_.table().element(composite(base).type);
    append_parts(new_.subscript(composite(base).whole, subscripts), element, items);
}

// `{x1, x2, x3}[i]`: what is known selects the elements to choose from.
ExprId Expander::choice(ExprId base, std::vector<Axis> const& axes, std::vector<std::size_t> const& at,
                        std::size_t width, std::size_t component) {
    Dims dims;
    std::vector<ExprId> subscripts;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        ExprId const later = axes[i].choices[at[i]].later;
        if (!later) continue;
        dims.push_back(static_cast<std::int64_t>(axes[i].extent));
        subscripts.push_back(later);
    }
    bool const is_all = dims.size() == axes.size() && width == 1;
    if (is_all && !scalars_of(base).items.empty()) return new_.subscript(whole_of(base), subscripts);
    std::int64_t const count = element_count(dims, limits_.max_elements);
    if (count < 1 || !charge(static_cast<std::size_t>(count), base)) {
        fail(count == 0 ? EvaluateError::subscript_out_of_range : EvaluateError::too_large, base);
        return {};
    }
    std::vector<ExprId> elements;
    std::vector<std::size_t> inner(dims.size(), 0);
    do {
        std::size_t place = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            Axis::Choice const& chosen = axes[i].choices[at[i]];
            place = place * axes[i].extent + (chosen.later ? inner[next++] : chosen.place);
        }
        elements.push_back(scalars_of(base).items[place * width + component]);
    } while (advance(inner, dims));
    if (subscripts.empty()) return elements[0];
    TypeId const type = types_.table().array(new_.type(elements[0]), dims);
    return new_.subscript(assemble(type, elements), subscripts);
}

// ---- records and calls -----------------------------------------------------------------------------

bool Expander::compute_field(ExprId id) {
    TypeTable& table = types_.table();
    ExprId const operand = old_.operand(id, 0);
    Scalars const scalars = scalars_of(operand);
    TypeId const record = table.element(scalars.type);
    bool const is_record = table.kind(record) == TypeKind::record;
    auto const index = is_record ? table.field_index(record, old_.symbol(id)) : std::nullopt;
    if (!index) return fail(EvaluateError::type_mismatch, id);
    TypeId const field = table.fields(record)[*index].type;
    std::size_t const offset = types_.field_offset(record, *index);
    std::size_t const width = types_.count(record).value_or(0);
    std::size_t const count = types_.count(field).value_or(0);
    std::vector<ExprId> items;
    for (std::size_t i = 0; i < scalars.items.size(); i += width) {
        auto const part = scalars.items.subspan(i + offset, count);
        items.insert(items.end(), part.begin(), part.end());
    }
    Dims const dims = types_.dims(scalars.type);
    if (!finish(id, table.array(field, dims), std::move(items))) return false;
    bool const is_base = is_composite(id) && dims.empty() && composite(operand).is_base;
    if (!is_base) return true;
    composite(id).whole = new_.field(composite(operand).whole, old_.symbol(id), field);
    composite(id).is_base = true;
    return true;
}

bool Expander::compute_call(ExprId id) {
    if (old_.is_record(id)) return compute_record(id);
    std::vector<ExprId> arguments;
    for (ExprId const operand : old_.operands(id)) arguments.push_back(whole_of(operand));
    TypeId const type = call_type(id);
    return finish_base(id, type, new_.call(old_.symbol(id), arguments, type));
}

// Where the type of the record leaves sizes open, the fields that are given know them.
bool Expander::compute_record(ExprId id) {
    TypeTable& table = types_.table();
    TypeId const declared = old_.type(id);
    Operands const operands = old_.operands(id);
    std::vector<RecordField> fields(table.fields(declared).begin(), table.fields(declared).end());
    if (fields.size() != operands.size()) return fail(EvaluateError::type_mismatch, id);
    std::vector<ExprId> items;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Scalars const given = scalars_of(operands[i]);
        if (!types_.is_sized(fields[i].type)) fields[i].type = given.type;
        if (types_.count(fields[i].type) != given.items.size()) return fail(EvaluateError::type_mismatch, id);
        TypeId const element = table.element(fields[i].type);
        for (ExprId const item : given.items) items.push_back(as_element(item, element));
    }
    return finish(id, types_.is_sized(declared) ? declared : table.record(table.name(declared), fields),
                  std::move(items));
}

bool Expander::compute_output(ExprId id) {
    ExprId const call = old_.operand(id, 0);
    TypeTable const& table = types_.table();
    TypeId const results = composite(call).type;
    std::size_t const number = old_.output_number(id);
    bool const fits = table.kind(results) == TypeKind::tuple && number <= table.members(results).size();
    if (!fits) return fail(EvaluateError::type_mismatch, id);
    return finish_base(id, table.members(results)[number - 1], new_.output(composite(call).whole, number));
}

std::optional<Scalars> Expander::expand_output(ExprId call, std::size_t number) {
    if (!run(call)) return std::nullopt;
    TypeTable const& table = types_.table();
    TypeId const results = scalars_of(call).type;
    bool const has_many = table.kind(results) == TypeKind::tuple;
    if (!has_many && number == 1) return scalars_of(call);
    TypeId const type =
        has_many && number <= table.members(results).size() ? table.members(results)[number - 1] : TypeId();
    auto const count = type ? types_.count(type) : std::nullopt;
    if (!count || static_cast<std::int64_t>(*count) > limits_.max_elements || !charge(*count, call)) {
        fail(!type    ? EvaluateError::type_mismatch
             : !count ? EvaluateError::unknown_value
                      : EvaluateError::too_large,
             call);
        return std::nullopt;
    }
    output_items_.clear();
    append_parts(new_.output(composite(call).whole, number), type, output_items_);
    return Scalars{type, output_items_};
}

// Where the declaration leaves sizes open, the arguments determine them.
TypeId Expander::call_type(ExprId id) {
    TypeId const declared = old_.type(id);
    FlatFunction const* const function = types_.is_sized(declared) ? nullptr : find_function(old_.symbol(id));
    bool const has_result = function != nullptr && std::any_of(function->variables.begin(), function->variables.end(),
                                                              [](FunctionVariable const& variable) {
                                                                  return variable.role == FunctionRole::output;
                                                              });
    if (!has_result) return declared;
    std::vector<Value> arguments;
    for (ExprId const operand : old_.operands(id)) {
        Value value = known_.settled(operand);
        arguments.push_back(value.has_value() ? std::move(value) : shapes_.shape_of(scalars_of(operand).type));
    }
    TypeId const type = shapes_.call_type(*function, declared, arguments);
    if (types_.is_sized(type)) return type;
    // Only now values of parameters that users could change, because it takes that from them.
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Value value = known_.structural(old_.operand(id, i));
        if (value.has_value()) arguments[i] = std::move(value);
    }
    return shapes_.call_type(*function, declared, arguments);
}

}  // namespace moo
