#include "moo/functions/derivative_record.h"

#include <algorithm>
#include <vector>

#include "moo/expr/type_rules.h"

namespace moo {

namespace {

bool is_record(TypeTable const& types, TypeId type) { return types.kind(types.element(type)) == TypeKind::record; }

// Sizes may be known in one place and unknown in the other.
bool same_shape(TypeTable const& types, TypeId a, TypeId b) {
    auto const x = types.dims(a);
    auto const y = types.dims(b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](std::int64_t one, std::int64_t other) {
        return one == other || one == TypeTable::unknown_size || other == TypeTable::unknown_size;
    });
}

bool is_same_record(TypeTable const& types, TypeId a, TypeId b) {
    return types.name(types.element(a)) == types.name(types.element(b));
}

// Applies `convert` to each record of an array, whose sizes have to be known.
template <class Convert>
ExprId for_each_record(ExprStore& store, ExprId value, Convert const& convert) {
    TypeId const type = store.type(value);
    if (!store.types().is_array(type)) return convert(value, ExprId());
    std::int64_t const size = store.types().dims(type)[0];
    if (size == TypeTable::unknown_size) return {};
    std::vector<ExprId> elements;
    for (std::int64_t i = 1; i <= size; ++i) {
        ExprId const place = store.integer(i);
        elements.push_back(convert(store.subscript(value, {place}), place));
        if (!elements.back()) return {};
    }
    return store.array(elements);
}

}  // namespace

bool is_derivative_type(TypeTable const& types, TypeId type, TypeId derivative) {
    if (!same_shape(types, type, derivative)) return false;
    if (!is_record(types, type)) return types.element(type) == types.element(derivative);
    if (!is_record(types, derivative)) return false;
    if (is_same_record(types, type, derivative)) return true;
    auto const given = types.fields(types.element(derivative));
    std::size_t at = 0;
    for (RecordField const& field : types.fields(types.element(type))) {
        if (!contains_real(types, field.type)) continue;
        if (at == given.size() || given[at].name != field.name) return false;
        if (!is_derivative_type(types, field.type, given[at].type)) return false;
        ++at;
    }
    return at == given.size();
}

ExprId to_derivative_type(ExprStore& store, ExprId derivative, TypeId type) {
    if (!is_record(store.types(), type) || is_same_record(store.types(), store.type(derivative), type)) {
        return derivative;
    }
    TypeId const record = store.types().element(type);
    return for_each_record(store, derivative, [&](ExprId value, ExprId place) -> ExprId {
        // Of an array of arrays this is still an array.
        if (place && store.types().is_array(store.type(value))) return to_derivative_type(store, value, type);
        std::vector<ExprId> fields;
        for (std::size_t i = 0; i < store.types().fields(record).size(); ++i) {
            RecordField const field = store.types().fields(record)[i];
            fields.push_back(to_derivative_type(store, store.field(value, field.name), field.type));
            if (!fields.back()) return {};
        }
        return store.record(record, fields);
    });
}

ExprId from_derivative_type(ExprStore& store, ExprId derivative, ExprId original) {
    TypeId const type = store.type(original);
    if (!is_record(store.types(), type) || is_same_record(store.types(), store.type(derivative), type)) {
        return derivative;
    }
    TypeId const record = store.types().element(type);
    return for_each_record(store, derivative, [&](ExprId value, ExprId place) -> ExprId {
        ExprId const whole = place ? store.subscript(original, {place}) : original;
        if (store.types().is_array(store.type(value))) return from_derivative_type(store, value, whole);
        std::vector<ExprId> fields;
        for (std::size_t i = 0; i < store.types().fields(record).size(); ++i) {
            RecordField const field = store.types().fields(record)[i];
            ExprId const part = store.field(whole, field.name, field.type);
            bool const moves = contains_real(store.types(), field.type);
            fields.push_back(moves ? from_derivative_type(store, store.field(value, field.name), part) : part);
            if (!fields.back()) return {};
        }
        return store.record(record, fields);
    });
}

}  // namespace moo
