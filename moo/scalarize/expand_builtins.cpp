// Built-in functions of arrays; all others go element by element.
#include <array>

#include "moo/expr/value_expr.h"
#include "moo/scalarize/expander.h"

namespace moo {

namespace {

// Functions that apply to each element of an array.
bool goes_by_element(Builtin builtin) {
    switch (builtin_info(builtin).type) {
        case TypeRule::real_shape:
        case TypeRule::integer_shape:
        case TypeRule::boolean_shape:
        case TypeRule::same:
        case TypeRule::second:
        case TypeRule::widest:
        case TypeRule::sample: return true;
        case TypeRule::unknown:
        case TypeRule::real:
        case TypeRule::integer:
        case TypeRule::boolean:
        case TypeRule::string:
        case TypeRule::clock:
        case TypeRule::widest_element:
        case TypeRule::element:
        case TypeRule::size:
        case TypeRule::vector:
        case TypeRule::matrix:
        case TypeRule::identity:
        case TypeRule::diagonal:
        case TypeRule::integer_sizes:
        case TypeRule::fill:
        case TypeRule::linspace:
        case TypeRule::real_pair:
        case TypeRule::transpose:
        case TypeRule::outer_product:
        case TypeRule::skew:
        case TypeRule::cat:
        case TypeRule::promote: return false;
    }
    return false;
}

}  // namespace

std::optional<std::int64_t> Expander::structural_integer(ExprId old_expr) {
    Value value = literal_value(new_, item_of(old_expr));
    if (!value.has_value()) value = known_.structural(old_expr);
    return value.kind() == ValueKind::integer ? std::optional(value.as_integer()) : std::nullopt;
}

bool Expander::compute_builtin(ExprId id) {
    Builtin const builtin = old_.builtin_of(id);
    Operands const operands = old_.operands(id);
    bool is_handled = false;
    if (!compute_array_builtin(id, builtin, is_handled)) return false;
    if (is_handled) return true;
    if (goes_by_element(builtin)) return compute_elementwise(id) && fold_integers(id);
    std::vector<ExprId> arguments;
    for (ExprId const operand : operands) arguments.push_back(whole_of(operand));
    ExprId const built = new_.builtin(builtin, arguments);
    return is_composite(id) ? finish_base(id, new_.type(built), built) : finish(id, built);
}

// Calls that an iterator has made constant: mod(3, 2). Reals are left to steps that may round.
bool Expander::fold_integers(ExprId id) {
    TypeId const type = old_.type(id);
    if (type != types::integer && type != types::boolean) return true;
    ExprId const item = item_of(id);
    if (new_.varies(item) || is_literal(new_.kind(item))) return true;
    ExprId const literal = value_to_expr(new_, evaluate_constant(new_, item).value, type);
    return !literal || finish(id, literal);
}

bool Expander::compute_array_builtin(ExprId id, Builtin builtin, bool& is_handled) {
    is_handled = true;
    Operands const operands = old_.operands(id);
    ExprId const first = operands.empty() ? ExprId() : operands[0];
    auto const items = [&] { return scalars_of(first).items; };
    auto const element = [&] { return types_.table().element(scalars_of(first).type); };
    switch (builtin) {
        case Builtin::size:
        case Builtin::ndims: return compute_sizes(id);
        case Builtin::scalar:
            if (items().size() != 1) return fail(EvaluateError::type_mismatch, id);
            return finish(id, items()[0]);
        case Builtin::vector: return reshape(id, {std::ssize(items())});
        case Builtin::matrix: {
            Dims dims = dims_of(first);
            dims.resize(2, 1);
            return reshape(id, dims);
        }
        case Builtin::promote: return compute_promote(id);
        case Builtin::zeros:
        case Builtin::ones: return compute_fill(id, 0, std::array{new_.integer(builtin == Builtin::ones ? 1 : 0)}, {});
        case Builtin::fill: return compute_fill(id, 1, items(), dims_of(first));
        case Builtin::identity: {
            auto const size = structural_integer(first);
            if (!size) return fail(EvaluateError::unknown_value, first);
            std::int64_t const checked = element_count(std::array{*size}, limits_.max_elements);
            if (checked < 0) return fail(EvaluateError::too_large, id);
            std::vector<ExprId> const ones(static_cast<std::size_t>(checked), new_.integer(1));
            return finish_layout(id, diagonal_layout(*size, array_limits_), ones, {});
        }
        case Builtin::diagonal:
            return finish_layout(id, diagonal_layout(std::ssize(items()), array_limits_), items(), first);
        case Builtin::linspace: return compute_linspace(id);
        case Builtin::transpose: return finish_layout(id, transpose_layout(dims_of(first)), items(), first);
        case Builtin::symmetric: return finish_layout(id, symmetric_layout(dims_of(first)), items(), first);
        case Builtin::outer_product: return compute_outer_product(id);
        case Builtin::cross: return compute_cross(id);
        case Builtin::skew: return compute_skew(id);
        case Builtin::cat: return compute_cat(id);
        case Builtin::sum: return finish(id, add_up(ExprKind::add, items(), zero(element())));
        case Builtin::product:
            return finish(id, add_up(ExprKind::mul, items(), as_element(new_.integer(1), element())));
        case Builtin::min:
        case Builtin::max:
            if (operands.size() != 1) break;
            if (items().empty()) return fail(EvaluateError::undefined, id);
            return finish(id, extremum(builtin, items()));
        default: break;
    }
    is_handled = false;
    return true;
}

bool Expander::compute_sizes(ExprId id) {
    Operands const operands = old_.operands(id);
    Dims const dims = dims_of(operands[0]);
    if (old_.builtin_of(id) == Builtin::ndims) return finish(id, new_.integer(std::ssize(dims)));
    if (operands.size() == 1) {
        std::vector<ExprId> sizes;
        for (std::int64_t const dim : dims) sizes.push_back(new_.integer(dim));
        return finish(id, types_.table().array(types::integer, Dims{std::ssize(dims)}), std::move(sizes));
    }
    auto const axis = structural_integer(operands[1]);
    if (!axis) return fail(EvaluateError::unknown_value, operands[1]);
    if (*axis < 1 || *axis > std::ssize(dims)) return fail(EvaluateError::subscript_out_of_range, id);
    return finish(id, new_.integer(dims[static_cast<std::size_t>(*axis - 1)]));
}

// The same elements with other sizes.
bool Expander::reshape(ExprId id, Dims const& dims) {
    ExprId const operand = old_.operand(id, 0);
    Scalars const scalars = scalars_of(operand);
    TypeId const type = types_.table().array(types_.table().element(scalars.type), dims);
    if (types_.count(type) != scalars.items.size()) return fail(EvaluateError::type_mismatch, id);
    return finish(id, type, {scalars.items.begin(), scalars.items.end()});
}

// Adds trailing dimensions of size 1.
bool Expander::compute_promote(ExprId id) {
    auto const rank = structural_integer(old_.operand(id, 1));
    if (!rank) return fail(EvaluateError::unknown_value, old_.operand(id, 1));
    Dims dims = dims_of(old_.operand(id, 0));
    constexpr std::int64_t largest_rank = 64;
    if (*rank < std::ssize(dims) || *rank > largest_rank) return fail(EvaluateError::type_mismatch, id);
    dims.resize(static_cast<std::size_t>(*rank), 1);
    return reshape(id, dims);
}

bool Expander::compute_fill(ExprId id, std::size_t first_size, std::span<ExprId const> items, Dims const& inner) {
    Operands const operands = old_.operands(id);
    Dims outer;
    for (std::size_t i = first_size; i < operands.size(); ++i) {
        auto const size = structural_integer(operands[i]);
        if (!size) return fail(EvaluateError::unknown_value, operands[i]);
        outer.push_back(*size);
    }
    return finish_layout(id, fill_layout(outer, inner, array_limits_), items, first_size == 0 ? ExprId() : operands[0]);
}

// first + i*((last - first)/(n - 1))
bool Expander::compute_linspace(ExprId id) {
    Operands const operands = old_.operands(id);
    auto const count = structural_integer(operands[2]);
    if (!count) return fail(EvaluateError::unknown_value, operands[2]);
    if (*count < 2) return fail(EvaluateError::undefined, id);
    if (*count > limits_.max_elements) return fail(EvaluateError::too_large, id);
    ExprId const first = as_element(item_of(operands[0]), types::real);
    ExprId const last = as_element(item_of(operands[1]), types::real);
    ExprId const step = new_.div(new_.sub(last, first), new_.real(static_cast<double>(*count - 1)));
    std::vector<ExprId> items{first};
    for (std::int64_t i = 1; i < *count; ++i) {
        items.push_back(new_.add(first, new_.mul(new_.real(static_cast<double>(i)), step)));
    }
    return finish(id, sized_type(id, {*count}, {}), std::move(items));
}

bool Expander::compute_outer_product(ExprId id) {
    Operands const operands = old_.operands(id);
    Dims const a = dims_of(operands[0]);
    Dims const b = dims_of(operands[1]);
    if (a.size() != 1 || b.size() != 1) return fail(EvaluateError::type_mismatch, id);
    MatrixProduct const layout = matrix_product_layout({a[0], 1}, {1, b[0]}, array_limits_);
    std::vector<ExprId> items;
    if (!multiply(id, layout, scalars_of(operands[0]).items, scalars_of(operands[1]).items, items)) return false;
    return finish(id, sized_type(id, layout.dims, operands[0]), std::move(items));
}

bool Expander::compute_cross(ExprId id) {
    Operands const operands = old_.operands(id);
    if (dims_of(operands[0]) != Dims{3} || dims_of(operands[1]) != Dims{3}) {
        return fail(EvaluateError::type_mismatch, id);
    }
    auto const x = scalars_of(operands[0]).items;
    auto const y = scalars_of(operands[1]).items;
    std::vector<ExprId> items;
    for (std::size_t k = 0; k < 3; ++k) {
        std::size_t const i = (k + 1) % 3;
        std::size_t const j = (k + 2) % 3;
        items.push_back(new_.sub(new_.mul(x[i], y[j]), new_.mul(x[j], y[i])));
    }
    return finish(id, sized_type(id, {3}, operands[0]), std::move(items));
}

// skew(x)*y is cross(x, y).
bool Expander::compute_skew(ExprId id) {
    ExprId const operand = old_.operand(id, 0);
    if (dims_of(operand) != Dims{3}) return fail(EvaluateError::type_mismatch, id);
    auto const x = scalars_of(operand).items;
    ExprId const none = zero(types_.table().element(scalars_of(operand).type));
    std::vector<ExprId> items{none, new_.neg(x[2]), x[1], x[2], none, new_.neg(x[0]), new_.neg(x[1]), x[0], none};
    return finish(id, sized_type(id, {3, 3}, operand), std::move(items));
}

bool Expander::compute_cat(ExprId id) {
    Operands const operands = old_.operands(id);
    auto const axis = structural_integer(operands[0]);
    if (!axis) return fail(EvaluateError::unknown_value, operands[0]);
    std::vector<Dims> dims;
    std::vector<ExprId> items;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        dims.push_back(dims_of(operands[i]));
        Scalars const scalars = scalars_of(operands[i]);
        items.insert(items.end(), scalars.items.begin(), scalars.items.end());
    }
    bool const fits = *axis >= 1 && *axis <= std::ssize(dims[0]);
    if (!fits) return fail(EvaluateError::type_mismatch, id);
    auto const place = static_cast<std::size_t>(*axis - 1);
    return finish_layout(id, concatenate_layout(place, dims, array_limits_), items, operands[1]);
}

}  // namespace moo
