// Folding of subscripts, fields and sizes.
#include <algorithm>

#include "moo/expr/fold.h"
#include "moo/expr/type_rules.h"

namespace moo {

namespace {

// Nested constructors and conditionals that are looked into; each level is a level of the C++ stack.
constexpr int deepest = 32;
// The number of elements that one fold may build; folding larger slices of literal arrays does not pay off.
constexpr std::int64_t most_elements = 4096;

// The place, from 0, that a literal subscript selects; none if it is not a literal or out of range.
std::optional<std::size_t> literal_place(ExprStore const& store, ExprId subscript, std::size_t size) {
    ExprKind const kind = store.kind(subscript);
    std::int64_t place = 0;
    if (kind == ExprKind::integer) place = store.integer_value(subscript);
    if (kind == ExprKind::enumeration) place = store.enumeration_ordinal(subscript);
    if (kind == ExprKind::boolean) place = store.boolean_value(subscript) ? 2 : 1;
    if (place < 1 || place > static_cast<std::int64_t>(size)) return std::nullopt;
    return static_cast<std::size_t>(place - 1);
}

bool is_whole(ExprStore const& store, ExprId id) { return store.kind(id) == ExprKind::whole; }

ExprId with_subscripts(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    return subscripts.empty() ? base : store.subscript(base, subscripts);
}

// The elements of an array constructor that the first subscript selects; empty if they are not known.
std::vector<ExprId> selected_elements(ExprStore const& store, ExprId array, ExprId subscript) {
    Operands const elements = store.operands(array);
    std::vector<ExprId> result;
    if (is_whole(store, subscript)) {
        elements.copy_to(result);
    } else if (store.kind(subscript) == ExprKind::array) {
        for (ExprId const one : store.operands(subscript)) {
            auto const place = literal_place(store, one, elements.size());
            if (!place) return {};
            result.push_back(elements[*place]);
        }
    } else if (store.kind(subscript) == ExprKind::range && store.operands(subscript).size() == 2) {
        auto const first = literal_place(store, store.operand(subscript, 0), elements.size());
        auto const last = literal_place(store, store.operand(subscript, 1), elements.size());
        if (!first || !last) return {};
        for (std::size_t i = *first; i <= *last; ++i) result.push_back(elements[i]);
    }
    return result;
}

ExprId subscript_of_array(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    if (auto const place = literal_place(store, subscripts[0], store.operands(base).size())) {
        ExprId const element = store.operand(base, *place);
        TypeTable const& types = store.types();
        // An element that is narrower than the array, as in {1, 2.5}, would change the type.
        if (types.element(store.type(element)) != types.element(store.type(base))) {
            bool const is_literal = store.kind(element) == ExprKind::integer && store.type(base) != types::unknown;
            return is_literal ? store.real(store.number_value(element)) : ExprId();
        }
        return with_subscripts(store, element, subscripts.subspan(1));
    }
    std::vector<ExprId> elements = selected_elements(store, base, subscripts[0]);
    if (elements.empty() || static_cast<std::int64_t>(elements.size()) > most_elements) return {};
    for (ExprId& element : elements) element = with_subscripts(store, element, subscripts.subspan(1));
    ExprId const result = store.array(elements);
    return store.type(result) == subscript_type(store, base, subscripts) ? result : ExprId();
}

// fill(x, 3)[2], zeros(3)[2]: literal subscripts within the sizes, one for each.
ExprId subscript_of_fill(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    Builtin const builtin = store.builtin_of(base);
    bool const is_fill = builtin == Builtin::fill;
    if (!is_fill && builtin != Builtin::zeros && builtin != Builtin::ones) return {};
    Operands const operands = store.operands(base);
    std::size_t const first_size = is_fill ? 1 : 0;
    if (subscripts.size() != operands.size() - first_size) return {};
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
        ExprId const size = operands[first_size + i];
        if (store.kind(size) != ExprKind::integer || store.integer_value(size) < 0) return {};
        if (!literal_place(store, subscripts[i], static_cast<std::size_t>(store.integer_value(size)))) return {};
    }
    if (is_fill) return operands[0];
    return store.integer(builtin == Builtin::ones ? 1 : 0);
}

// The subscript of x that x[inner][outer] selects by; none if it cannot be written as one.
ExprId joined_subscript(ExprStore& store, ExprId inner, ExprId outer) {
    if (is_whole(store, inner)) return outer;
    if (is_whole(store, outer)) return inner;
    if (store.kind(inner) != ExprKind::range) {
        // `{2, 1}[i]` stays what it is unless it folds.
        ExprId const chosen = store.subscript(inner, {outer});
        return store.kind(inner) == ExprKind::array && store.kind(chosen) == ExprKind::subscript ? ExprId() : chosen;
    }
    if (store.type(outer) != types::integer) return {};
    if (store.types().element(store.type(inner)) != types::integer) return {};
    bool const is_literal = store.kind(outer) == ExprKind::integer;
    std::int64_t const size = store.types().dims(store.type(inner))[0];
    bool const is_known = size != TypeTable::unknown_size;
    if (is_literal && (!is_known || store.integer_value(outer) < 1 || store.integer_value(outer) > size)) return {};
    Operands const range = store.operands(inner);
    ExprId const first = range[0];
    if (range.size() == 3) return store.add(first, store.mul(store.sub(outer, store.integer(1)), range[1]));
    if (store.kind(first) != ExprKind::integer) return store.sub(store.add(first, outer), store.integer(1));
    std::int64_t const before = store.integer_value(first) - 1;
    return before == 0 ? outer : store.add(outer, store.integer(before));
}

// x[1][2] is x[1, 2], and x[2:4][i] is x[i + 1].
ExprId subscript_of_subscript(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    Operands const operands = store.operands(base);
    std::vector<ExprId> all;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        bool const is_slice = is_whole(store, operands[i]) || store.types().is_array(store.type(operands[i]));
        if (!is_slice || subscripts.empty()) {
            all.push_back(operands[i]);
            continue;
        }
        all.push_back(joined_subscript(store, operands[i], subscripts.front()));
        if (!all.back()) return {};
        subscripts = subscripts.subspan(1);
    }
    if (store.types().rank(store.type(operands[0])) < all.size() + subscripts.size()) return {};
    all.insert(all.end(), subscripts.begin(), subscripts.end());
    return store.subscript(operands[0], all);
}

// ---- fields ----

// A record value, or an array or conditional of such.
bool is_record_value(ExprStore const& store, ExprId id, int depth) {
    if (depth > deepest) return false;
    // A chain of elseif may be long, so the else is not a level.
    while (store.kind(id) == ExprKind::if_else) {
        if (!is_record_value(store, store.operand(id, 1), depth + 1)) return false;
        id = store.operand(id, 2);
    }
    if (store.is_record(id)) return true;
    if (store.kind(id) != ExprKind::array) return false;
    for (ExprId const element : store.operands(id)) {
        if (!is_record_value(store, element, depth + 1)) return false;
    }
    return true;
}

// Each branch, from the last to the first.
ExprId field_of_if(ExprStore& store, ExprId id, Symbol name) {
    std::vector<ExprId> chain;
    for (; store.kind(id) == ExprKind::if_else; id = store.operand(id, 2)) chain.push_back(id);
    ExprId result = store.field(id, name);
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
        result = store.if_else(store.operand(*it, 0), store.field(store.operand(*it, 1), name), result);
    }
    return result;
}

// ---- sizes ----

ExprId fold_size(ExprStore& store, std::span<ExprId const> arguments) {
    TypeTable const& types = store.types();
    TypeId const type = store.type(arguments[0]);
    if (type == types::unknown || !types.has_known_sizes(type)) return {};
    auto const dims = types.dims(type);
    if (arguments.size() == 2) {
        auto const place = literal_place(store, arguments[1], dims.size());
        return place ? store.integer(dims[*place]) : ExprId();
    }
    if (dims.empty()) return {};
    std::vector<std::int64_t> const copy(dims.begin(), dims.end());
    std::vector<ExprId> sizes;
    for (std::int64_t const size : copy) sizes.push_back(store.integer(size));
    return store.array(sizes);
}

}  // namespace

ExprId fold_subscript(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    TypeTable const& types = store.types();
    if (subscripts.size() > types.rank(store.type(base))) return {};
    if (std::all_of(subscripts.begin(), subscripts.end(), [&](ExprId id) { return is_whole(store, id); })) return base;
    ExprKind const kind = store.kind(base);
    if (kind == ExprKind::array) return subscript_of_array(store, base, subscripts);
    if (kind == ExprKind::builtin) return subscript_of_fill(store, base, subscripts);
    if (kind == ExprKind::subscript) return subscript_of_subscript(store, base, subscripts);
    return {};
}

ExprId fold_field(ExprStore& store, ExprId record, Symbol name) {
    ExprKind const kind = store.kind(record);
    if (kind == ExprKind::call) {
        if (!store.is_record(record)) return {};
        auto const index = store.types().field_index(store.type(record), name);
        return index ? store.operand(record, *index) : ExprId();
    }
    if (kind == ExprKind::array) {
        TypeId const type = store.type(record);
        if (!store.types().field_index(store.types().element(type), name)) return {};
        std::vector<ExprId> elements;
        for (ExprId const element : store.operands(record)) elements.push_back(store.field(element, name));
        return store.array(elements);
    }
    if (kind == ExprKind::if_else && is_record_value(store, record, 0)) return field_of_if(store, record, name);
    return {};
}

ExprId fold_builtin(ExprStore& store, Builtin builtin, std::span<ExprId const> arguments) {
    if (builtin == Builtin::size) return fold_size(store, arguments);
    if (builtin == Builtin::ndims && store.type(arguments[0]) != types::unknown) {
        return store.integer(static_cast<std::int64_t>(store.types().rank(store.type(arguments[0]))));
    }
    return {};
}

}  // namespace moo
