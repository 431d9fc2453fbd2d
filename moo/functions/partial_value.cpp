#include "moo/functions/partial_value.h"

namespace moo {

namespace {

// An array that is written element by element in a function that is inlined is small.
constexpr std::int64_t most_elements = 1000;

// The type of a part along the first dimension.
TypeId element_type(TypeTable& types, TypeId type) {
    auto const dims = types.dims(type);
    std::vector<std::int64_t> const rest(dims.begin() + 1, dims.end());
    return types.array(types.element(type), rest);
}

TypeId part_type(TypeTable& types, TypeId type, PartStep step) {
    return step.kind == PartStep::Kind::field ? types.fields(type)[step.index].type : element_type(types, type);
}

bool has_parts(TypeTable const& types, TypeId type) {
    if (types.is_array(type)) return types.dims(type)[0] >= 0 && types.dims(type)[0] <= most_elements;
    return types.kind(type) == TypeKind::record;
}

// Replaces one expression by expressions for its parts.
bool split(ExprStore& store, PartialValue& value, TypeId type) {
    if (!value.parts.empty()) return true;
    if (!has_parts(store.types(), type)) return false;
    bool const is_array = store.types().is_array(type);
    std::size_t const count =
        is_array ? static_cast<std::size_t>(store.types().dims(type)[0]) : store.types().fields(type).size();
    if (count == 0) return false;
    value.parts.resize(count);
    for (std::size_t i = 0; i < count && value.whole; ++i) {
        if (is_array) {
            value.parts[i].whole = store.subscript(value.whole, {store.integer(static_cast<std::int64_t>(i) + 1)});
        } else {
            RecordField const field = store.types().fields(type)[i];
            value.parts[i].whole = store.field(value.whole, field.name);
        }
    }
    value.whole = {};
    return true;
}

}  // namespace

bool part_steps(ExprStore const& store, ExprId reference, TypeId root_type, std::vector<PartStep>& steps) {
    std::vector<ExprId> path;
    for (; !store.operands(reference).empty(); reference = store.operand(reference, 0)) path.push_back(reference);
    TypeTable const& types = store.types();
    // The element type, and the dimensions of it that no subscript was given for yet.
    TypeId element = types.element(root_type);
    auto dims = types.dims(root_type);
    for (; !path.empty(); path.pop_back()) {
        if (store.kind(path.back()) == ExprKind::field) {
            auto const index = types.field_index(element, store.symbol(path.back()));
            if (!dims.empty() || types.kind(element) != TypeKind::record || !index) return false;
            steps.push_back({PartStep::Kind::field, *index});
            TypeId const field = types.fields(element)[*index].type;
            element = types.element(field);
            dims = types.dims(field);
            continue;
        }
        Operands const operands = store.operands(path.back());
        if (operands.size() - 1 > dims.size()) return false;
        for (std::size_t i = 1; i < operands.size(); ++i) {
            if (store.kind(operands[i]) == ExprKind::whole) {
                steps.push_back({PartStep::Kind::all, 0});
            } else {
                if (store.kind(operands[i]) != ExprKind::integer) return false;
                std::int64_t const place = store.integer_value(operands[i]);
                if (place < 1 || (dims[i - 1] != TypeTable::unknown_size && place > dims[i - 1])) return false;
                steps.push_back({PartStep::Kind::place, static_cast<std::size_t>(place - 1)});
            }
        }
        dims = dims.subspan(operands.size() - 1);
    }
    return true;
}

ExprId joined(ExprStore& store, PartialValue const& value, TypeId type) {
    if (value.whole || value.parts.empty()) return value.whole;
    std::vector<ExprId> parts;
    bool const is_array = store.types().is_array(type);
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
        PartStep const step{is_array ? PartStep::Kind::place : PartStep::Kind::field, i};
        parts.push_back(joined(store, value.parts[i], part_type(store.types(), type, step)));
        if (!parts.back()) return {};
    }
    return is_array ? store.array(parts) : store.record(type, parts);
}

ExprId part_of(ExprStore& store, PartialValue const& value, TypeId type, std::span<PartStep const> steps) {
    if (steps.empty()) return joined(store, value, type);
    if (steps[0].kind == PartStep::Kind::all) return {};
    PartialValue copy = value;
    if (!split(store, copy, type) || steps[0].index >= copy.parts.size()) return {};
    return part_of(store, copy.parts[steps[0].index], part_type(store.types(), type, steps[0]), steps.subspan(1));
}

bool assign_part(ExprStore& store, PartialValue& value, TypeId type, std::span<PartStep const> steps, ExprId part) {
    bool rest_is_all = true;
    for (PartStep const& step : steps) rest_is_all = rest_is_all && step.kind == PartStep::Kind::all;
    if (rest_is_all) {
        value = {part, {}};
        return true;
    }
    if (!split(store, value, type)) return false;
    TypeId const inner = part_type(store.types(), type, steps[0]);
    if (steps[0].kind != PartStep::Kind::all) {
        if (steps[0].index >= value.parts.size()) return false;
        return assign_part(store, value.parts[steps[0].index], inner, steps.subspan(1), part);
    }
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
        ExprId const element = store.subscript(part, {store.integer(static_cast<std::int64_t>(i) + 1)});
        if (!assign_part(store, value.parts[i], inner, steps.subspan(1), element)) return false;
    }
    return true;
}

bool merge_values(ExprStore& store, ExprId condition, PartialValue const& yes, PartialValue const& no, TypeId type,
                  PartialValue& merged) {
    if (yes.parts.empty() && no.parts.empty()) {
        merged.parts.clear();
        if (!yes.whole || !no.whole) {
            merged.whole = {};
            return true;
        }
        merged.whole = yes.whole == no.whole ? yes.whole : store.if_else(condition, yes.whole, no.whole);
        return store.type(merged.whole) != types::unknown;
    }
    PartialValue a = yes;
    PartialValue b = no;
    if (!split(store, a, type) || !split(store, b, type)) return false;
    PartialValue result;
    result.parts.resize(a.parts.size());
    bool const is_array = store.types().is_array(type);
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
        PartStep const step{is_array ? PartStep::Kind::place : PartStep::Kind::field, i};
        TypeId const inner = part_type(store.types(), type, step);
        if (!merge_values(store, condition, a.parts[i], b.parts[i], inner, result.parts[i])) return false;
    }
    merged = std::move(result);
    return true;
}

}  // namespace moo
