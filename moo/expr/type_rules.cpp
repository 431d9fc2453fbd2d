#include "moo/expr/type_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace moo {

namespace {

using Dims = std::vector<std::int64_t>;
constexpr std::int64_t unknown_size = TypeTable::unknown_size;

Dims dims_of(TypeTable const& types, TypeId type) {
    auto const dims = types.dims(type);
    return {dims.begin(), dims.end()};
}

std::int64_t literal_size(ExprStore const& store, ExprId id) {
    return store.kind(id) == ExprKind::integer ? store.integer_value(id) : unknown_size;
}

TypeId widest_scalar(TypeId a, TypeId b) {
    if (a == b) return a;
    bool const a_number = a == types::real || a == types::integer;
    bool const b_number = b == types::real || b == types::integer;
    return a_number && b_number ? types::real : types::unknown;
}

// As above; an array without elements has no element type of its own, and records are compared by name, because the
// sizes of their fields may be known here and unknown there.
TypeId widest_element(TypeTable const& types, TypeId a, TypeId b) {
    TypeId const x = types.element(a);
    TypeId const y = types.element(b);
    if (x == types::unknown && types.is_array(a)) return y;
    if (y == types::unknown && types.is_array(b)) return x;
    bool const same_record =
        types.kind(x) == TypeKind::record && types.kind(y) == TypeKind::record && types.name(x) == types.name(y);
    return same_record ? x : widest_scalar(x, y);
}

// The product of linear algebra: vector * vector, matrix * vector, vector * matrix, matrix * matrix.
TypeId matrix_product_type(TypeTable& types, TypeId element, TypeId a, TypeId b) {
    Dims const x = dims_of(types, a);
    Dims const y = dims_of(types, b);
    if (x.size() > 2 || y.size() > 2) return types::unknown;
    Dims result(x.begin(), x.end() - 1);
    result.insert(result.end(), y.begin() + 1, y.end());
    return types.array(element, result);
}

TypeId mul_type(TypeTable& types, TypeId a, TypeId b) {
    TypeId const element = widest_scalar(types.element(a), types.element(b));
    if (element == types::unknown) return element;
    if (types.is_array(a) && types.is_array(b)) return matrix_product_type(types, element, a, b);
    return types.with_element(types.is_array(a) ? a : b, element);
}

TypeId pow_type(TypeTable& types, TypeId a, TypeId b) {
    if (!types.is_numeric(a) || !types.is_numeric(b)) return types::unknown;
    // A power of a matrix is a product, of the same type (Modelica 3.6, section 10.6.8).
    return types.is_array(a) ? a : types::real;
}

TypeId sizes_type(ExprStore& store, TypeId element, std::span<ExprId const> sizes) {
    Dims dims;
    for (ExprId const size : sizes) dims.push_back(literal_size(store, size));
    return store.types().array(element, dims);
}

TypeId widest_of(ExprStore& store, std::span<ExprId const> arguments) {
    TypeId result = store.type(arguments[0]);
    for (ExprId const argument : arguments.subspan(1)) {
        result = widest_type(store.types(), result, store.type(argument));
    }
    return result;
}

TypeId cat_type(ExprStore& store, std::span<ExprId const> arguments) {
    TypeTable& types = store.types();
    std::int64_t const along = literal_size(store, arguments[0]);
    Dims dims = dims_of(types, store.type(arguments[1]));
    TypeId element = types.element(store.type(arguments[1]));
    if (along < 1 || along > static_cast<std::int64_t>(dims.size())) return types::unknown;
    auto const axis = static_cast<std::size_t>(along - 1);
    for (ExprId const argument : arguments.subspan(2)) {
        auto const other = types.dims(store.type(argument));
        if (other.size() != dims.size()) return types::unknown;
        element = widest_scalar(element, types.element(store.type(argument)));
        bool const known = dims[axis] != unknown_size && other[axis] != unknown_size;
        dims[axis] = known ? dims[axis] + other[axis] : unknown_size;
    }
    return types.array(element, dims);
}

// vector(A) and matrix(A): A has at most one, or two, dimensions of a size other than 1.
TypeId vector_type(TypeTable& types, TypeId type) {
    std::int64_t size = 1;
    for (std::int64_t const dim : types.dims(type)) {
        if (dim == unknown_size) {
            size = unknown_size;
            break;
        }
        size = std::max(size, dim);
    }
    return types.array(types.element(type), Dims{size});
}

TypeId matrix_of_type(TypeTable& types, TypeId type) {
    Dims dims = dims_of(types, type);
    dims.resize(2, 1);
    return types.array(types.element(type), dims);
}

TypeId size_type(ExprStore& store, std::span<ExprId const> arguments) {
    if (arguments.size() == 2) return types::integer;
    auto const rank = static_cast<std::int64_t>(store.types().rank(store.type(arguments[0])));
    return store.types().array(types::integer, Dims{rank});
}

TypeId outer_product_type(ExprStore& store, std::span<ExprId const> arguments) {
    TypeTable& types = store.types();
    TypeId const a = store.type(arguments[0]);
    TypeId const b = store.type(arguments[1]);
    if (types.rank(a) != 1 || types.rank(b) != 1) return types::unknown;
    return types.array(widest_scalar(types.element(a), types.element(b)), Dims{types.dims(a)[0], types.dims(b)[0]});
}

TypeId transpose_type(TypeTable& types, TypeId type) {
    Dims dims = dims_of(types, type);
    if (dims.size() < 2) return types::unknown;
    std::swap(dims[0], dims[1]);
    return types.array(types.element(type), dims);
}

// The place of a literal on the number line: Booleans and enumerations have one too.
std::optional<double> literal_position(ExprStore const& store, ExprId id) {
    ExprKind const kind = store.kind(id);
    if (store.is_number(id)) return store.number_value(id);
    if (kind == ExprKind::boolean) return store.boolean_value(id) ? 1.0 : 0.0;
    if (kind == ExprKind::enumeration) return store.enumeration_ordinal(id);
    return std::nullopt;
}

// The number of elements of a range between literals.
std::int64_t range_size(ExprStore const& store, ExprId start, ExprId step, ExprId stop) {
    auto const first = literal_position(store, start);
    auto const last = literal_position(store, stop);
    auto const by = step ? literal_position(store, step) : std::optional(1.0);
    if (!first || !last || !by || *by == 0) return unknown_size;
    // In floating point: Integer bounds may be at both ends of their range. A Real range whose length is an integer up
    // to rounding includes its end.
    bool const is_real = store.kind(start) == ExprKind::real || store.kind(stop) == ExprKind::real ||
                         (step && store.kind(step) == ExprKind::real);
    double const slack = is_real ? 1e-9 : 0;
    double const count = std::floor((*last - *first) / *by + slack) + 1;
    constexpr double exact_limit = 9007199254740992.0;
    if (!(std::fabs(count) < exact_limit)) return unknown_size;
    return static_cast<std::int64_t>(std::max(0.0, count));
}

TypeId promote_type(ExprStore& store, std::span<ExprId const> arguments) {
    std::int64_t const rank = literal_size(store, arguments[1]);
    TypeTable& types = store.types();
    Dims dims = dims_of(types, store.type(arguments[0]));
    constexpr std::int64_t largest_rank = 64;
    if (rank < static_cast<std::int64_t>(dims.size()) || rank > largest_rank) return types::unknown;
    dims.resize(static_cast<std::size_t>(rank), 1);
    return types.array(types.element(store.type(arguments[0])), dims);
}

}  // namespace

bool contains_real(TypeTable const& types, TypeId type) {
    TypeId const element = types.element(type);
    auto const field_has = [&](RecordField const& field) { return contains_real(types, field.type); };
    auto const member_has = [&](TypeId member) { return contains_real(types, member); };
    switch (types.kind(element)) {
        case TypeKind::real: return true;
        case TypeKind::record: return std::ranges::any_of(types.fields(element), field_has);
        case TypeKind::tuple: return std::ranges::any_of(types.members(element), member_has);
        case TypeKind::unknown:
        case TypeKind::integer:
        case TypeKind::boolean:
        case TypeKind::string:
        case TypeKind::clock:
        case TypeKind::enumeration:
        case TypeKind::external_object:
        case TypeKind::array: return false;
    }
    return false;
}

TypeId widest_type(TypeTable& types, TypeId a, TypeId b) {
    if (a == b) return a;
    TypeId const element = widest_element(types, a, b);
    if (element == types::unknown) return element;
    if (!types.is_array(a) || !types.is_array(b)) return types.with_element(types.is_array(a) ? a : b, element);
    Dims dims = dims_of(types, a);
    auto const other = types.dims(b);
    if (other.size() != dims.size()) return types::unknown;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == unknown_size) dims[i] = other[i];
    }
    return types.array(element, dims);
}

TypeId binary_type(TypeTable& types, ExprKind kind, TypeId a, TypeId b) {
    if (kind >= ExprKind::less) return types::boolean;
    if (kind >= ExprKind::logical_and) return types.with_element(types.is_array(a) ? a : b, types::boolean);
    if (a == types::real && b == types::real) return types::real;
    if (a == types::unknown || b == types::unknown) return types::unknown;
    if (kind == ExprKind::mul) return mul_type(types, a, b);
    if (kind == ExprKind::pow) return pow_type(types, a, b);
    TypeId const widest = widest_type(types, a, b);
    bool const is_real = kind == ExprKind::div || kind == ExprKind::element_div || kind == ExprKind::element_pow;
    if (is_real && types.is_numeric(widest)) return types.with_element(widest, types::real);
    return widest;
}

TypeId builtin_type(ExprStore& store, Builtin builtin, std::span<ExprId const> arguments) {
    TypeTable& types = store.types();
    TypeId const first = arguments.empty() ? types::unknown : store.type(arguments[0]);
    TypeId const element = types.element(first);
    switch (builtin_info(builtin).type) {
        case TypeRule::unknown: return types::unknown;
        case TypeRule::real: return types::real;
        case TypeRule::integer: return types::integer;
        case TypeRule::boolean: return types::boolean;
        case TypeRule::string: return types::string;
        case TypeRule::clock: return types::clock;
        case TypeRule::real_shape: return types.with_element(first, types::real);
        case TypeRule::integer_shape: return types.with_element(first, types::integer);
        case TypeRule::boolean_shape: return types.with_element(first, types::boolean);
        case TypeRule::same: return first;
        case TypeRule::second: return store.type(arguments[1]);
        case TypeRule::widest: return widest_of(store, arguments);
        case TypeRule::widest_element: return types.element(widest_of(store, arguments));
        case TypeRule::element: return element;
        case TypeRule::sample: {
            bool const ticks = arguments.size() == 2 && store.type(arguments[1]) != types::clock;
            return ticks ? types::boolean : first;
        }
        case TypeRule::size: return size_type(store, arguments);
        case TypeRule::vector: return vector_type(types, first);
        case TypeRule::matrix: return matrix_of_type(types, first);
        case TypeRule::identity: {
            std::int64_t const size = literal_size(store, arguments[0]);
            return types.array(types::integer, Dims{size, size});
        }
        case TypeRule::diagonal: {
            if (types.rank(first) != 1) return types::unknown;
            std::int64_t const size = types.dims(first)[0];
            return types.array(element, Dims{size, size});
        }
        case TypeRule::integer_sizes: return sizes_type(store, types::integer, arguments);
        case TypeRule::fill: return sizes_type(store, first, arguments.subspan(1));
        case TypeRule::linspace: return sizes_type(store, types::real, arguments.subspan(2));
        case TypeRule::real_pair: return types.tuple(std::array{types::real, types::real});
        case TypeRule::transpose: return transpose_type(types, first);
        case TypeRule::outer_product: return outer_product_type(store, arguments);
        case TypeRule::skew: return types.array(element, Dims{3, 3});
        case TypeRule::cat: return cat_type(store, arguments);
        case TypeRule::promote: return promote_type(store, arguments);
    }
    return types::unknown;
}

TypeId array_type(ExprStore& store, std::span<ExprId const> elements) {
    TypeId const element = elements.empty() ? types::unknown : widest_of(store, elements);
    return store.types().array(element, Dims{static_cast<std::int64_t>(elements.size())});
}

// The elements are placed side by side: `[a, b]` is cat(2, matrix(a), matrix(b)).
TypeId matrix_row_type(ExprStore& store, std::span<ExprId const> elements) {
    TypeTable& types = store.types();
    if (elements.empty()) return types::unknown;
    TypeId element = types.element(store.type(elements[0]));
    std::int64_t columns = 0;
    std::int64_t rows = 1;
    for (ExprId const id : elements) {
        TypeId const type = store.type(id);
        element = widest_scalar(element, types.element(type));
        Dims dims = dims_of(types, type);
        dims.resize(2, 1);
        rows = dims[0];
        columns = columns == unknown_size || dims[1] == unknown_size ? unknown_size : columns + dims[1];
    }
    return types.array(element, Dims{rows, columns});
}

TypeId matrix_type(ExprStore& store, std::span<ExprId const> rows) {
    TypeTable& types = store.types();
    if (rows.empty()) return types::unknown;
    TypeId element = types.element(store.type(rows[0]));
    std::int64_t count = 0;
    std::int64_t columns = unknown_size;
    for (ExprId const id : rows) {
        TypeId const type = store.type(id);
        if (types.rank(type) != 2) return types::unknown;
        element = widest_scalar(element, types.element(type));
        count =
            count == unknown_size || types.dims(type)[0] == unknown_size ? unknown_size : count + types.dims(type)[0];
        columns = types.dims(type)[1];
    }
    return types.array(element, Dims{count, columns});
}

TypeId subscript_type(ExprStore& store, ExprId base, std::span<ExprId const> subscripts) {
    TypeTable& types = store.types();
    TypeId const type = store.type(base);
    if (type == types::unknown) return type;
    Dims const dims = dims_of(types, type);
    if (subscripts.size() > dims.size()) return types::unknown;
    Dims result;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (i >= subscripts.size() || store.kind(subscripts[i]) == ExprKind::whole) {
            result.push_back(dims[i]);
        } else if (types.is_array(store.type(subscripts[i]))) {
            result.push_back(types.dims(store.type(subscripts[i]))[0]);
        }
    }
    return types.array(types.element(type), result);
}

TypeId field_type(TypeTable& types, TypeId record, Symbol name) {
    TypeId const scalar = types.element(record);
    auto const index = types.field_index(scalar, name);
    if (!index) return types::unknown;
    return types.array(types.fields(scalar)[*index].type, dims_of(types, record));
}

TypeId range_type(ExprStore& store, ExprId start, ExprId step, ExprId stop) {
    TypeTable& types = store.types();
    TypeId element = widest_type(types, store.type(start), store.type(stop));
    if (step) element = widest_type(types, element, store.type(step));
    return types.array(element, Dims{range_size(store, start, step, stop)});
}

TypeId reduction_type(ExprStore& store, Reduction reduction, ExprId body,
                      std::span<ReductionIterator const> iterators) {
    TypeId const type = store.type(body);
    if (reduction != Reduction::array) return type;
    // The last iterator runs over the outermost dimension.
    Dims dims;
    for (auto it = iterators.rbegin(); it != iterators.rend(); ++it) {
        auto const range = store.types().dims(store.type(it->range));
        dims.push_back(range.size() == 1 ? range[0] : unknown_size);
    }
    return store.types().array(type, dims);
}

}  // namespace moo
