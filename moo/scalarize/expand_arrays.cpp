// Constructors, ranges and the operators of linear algebra.
#include <array>

#include "moo/expr/evaluate_rules.h"
#include "moo/expr/value_expr.h"
#include "moo/scalarize/expander.h"

namespace moo {

namespace {

// `base + offset` for an Integer expression; a base is missing for a literal.
struct Shifted {
    ExprId base;
    std::int64_t offset = 0;
};

Shifted shifted(ExprStore const& store, ExprId expr) {
    ExprKind const kind = store.kind(expr);
    if (kind == ExprKind::integer) return {{}, store.integer_value(expr)};
    if (kind != ExprKind::add && kind != ExprKind::sub) return {expr, 0};
    ExprId const left = store.operand(expr, 0);
    ExprId const right = store.operand(expr, 1);
    // Small offsets only, so that nothing overflows below.
    constexpr std::int64_t largest = std::int64_t{1} << 40;
    auto const offset_of = [&](ExprId id) -> std::optional<std::int64_t> {
        if (store.kind(id) != ExprKind::integer) return std::nullopt;
        std::int64_t const value = store.integer_value(id);
        return value > -largest && value < largest ? std::optional(value) : std::nullopt;
    };
    if (auto const offset = offset_of(right)) return {left, kind == ExprKind::add ? *offset : -*offset};
    auto const offset = kind == ExprKind::add ? offset_of(left) : std::nullopt;
    return offset ? Shifted{right, *offset} : Shifted{expr, 0};
}

}  // namespace

// ---- elements --------------------------------------------------------------------------------------

ExprId Expander::zero(TypeId type) { return type == types::real ? new_.real(0) : new_.integer(0); }

ExprId Expander::as_element(ExprId item, TypeId element) {
    bool const widens = element == types::real && new_.kind(item) == ExprKind::integer;
    return widens ? new_.real(new_.number_value(item)) : item;
}

// a + b + c, from left to right as it is evaluated.
ExprId Expander::add_up(ExprKind kind, std::span<ExprId const> items, ExprId empty) {
    if (items.empty()) return empty;
    ExprId result = items[0];
    for (ExprId const item : items.subspan(1)) result = new_.binary(kind, result, item);
    return result;
}

// min(min(a, b), min(c, d)): a long chain would nest as deep as it is long.
ExprId Expander::extremum(Builtin builtin, std::span<ExprId const> items) {
    std::vector<ExprId> level(items.begin(), items.end());
    while (level.size() > 1) {
        std::vector<ExprId> next;
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
            next.push_back(new_.builtin(builtin, {level[i], level[i + 1]}));
        }
        if (level.size() % 2 == 1) next.push_back(level.back());
        level = std::move(next);
    }
    return level[0];
}

bool Expander::finish_layout(ExprId id, ArrayLayout const& layout, std::span<ExprId const> items, ExprId operand) {
    if (layout.error != EvaluateError::none) return fail(layout.error, id);
    TypeId const type = sized_type(id, layout.dims, operand);
    TypeId const element = types_.table().element(type);
    std::size_t const width = layout.places.empty() ? 0 : types_.count(element).value_or(0);
    std::vector<ExprId> result;
    result.reserve(layout.places.size() * width);
    for (std::size_t const place : layout.places) {
        for (std::size_t i = 0; i < width; ++i) {
            bool const is_zero = place == ArrayLayout::zero;
            result.push_back(is_zero ? zero(element) : as_element(items[place * width + i], element));
        }
    }
    return finish(id, type, std::move(result));
}

// ---- constructors ----------------------------------------------------------------------------------

bool Expander::compute_array(ExprId id) {
    Operands const operands = old_.operands(id);
    if (operands.empty()) return finish(id, old_.type(id), {});
    Dims const inner = dims_of(operands[0]);
    Dims dims{std::ssize(operands)};
    dims.insert(dims.end(), inner.begin(), inner.end());
    TypeId const type = sized_type(id, dims, operands[0]);
    TypeId const element = types_.table().element(type);
    std::vector<ExprId> items;
    for (ExprId const operand : operands) {
        Scalars const scalars = scalars_of(operand);
        bool const fits = scalars.items.size() == scalars_of(operands[0]).items.size() && dims_of(operand) == inner;
        if (!fits) return fail(EvaluateError::type_mismatch, id);
        for (ExprId const item : scalars.items) items.push_back(as_element(item, element));
    }
    return finish(id, type, std::move(items));
}

// The elements of a row side by side, the rows below each other.
bool Expander::compute_matrix(ExprId id) {
    std::vector<Dims> dims;
    std::vector<ExprId> items;
    Operands const operands = old_.operands(id);
    for (ExprId const operand : operands) {
        dims.push_back(dims_of(operand));
        if (dims.back().size() > 2) return fail(EvaluateError::type_mismatch, operand);
        dims.back().resize(2, 1);
        Scalars const scalars = scalars_of(operand);
        items.insert(items.end(), scalars.items.begin(), scalars.items.end());
    }
    if (operands.empty()) return fail(EvaluateError::type_mismatch, id);
    std::size_t const axis = old_.kind(id) == ExprKind::matrix ? 0 : 1;
    return finish_layout(id, concatenate_layout(axis, dims, array_limits_), items, operands[0]);
}

// ---- ranges ----------------------------------------------------------------------------------------

bool Expander::compute_range(ExprId id) {
    Operands const operands = old_.operands(id);
    ExprId const start = item_of(operands[0]);
    ExprId const stop = item_of(operands[operands.size() - 1]);
    ExprId const step = operands.size() == 3 ? item_of(operands[1]) : new_.integer(1);
    TypeId const element = types_.table().element(old_.type(id));
    // `i:i + 2` has three elements, whatever i is.
    if (element == types::integer && new_.kind(step) == ExprKind::integer) {
        Shifted const first = shifted(new_, start);
        Shifted const last = shifted(new_, stop);
        std::int64_t const by = new_.integer_value(step);
        if (first.base && first.base == last.base && by != 0) {
            std::int64_t const count = std::max<std::int64_t>(0, (last.offset - first.offset) / by + 1);
            if (count > limits_.max_elements) return fail(EvaluateError::too_large, id);
            std::vector<ExprId> items;
            for (std::int64_t i = 0; i < count; ++i) {
                items.push_back(new_.add(first.base, new_.integer(first.offset + i * by)));
            }
            return finish(id, sized_type(id, {count}, {}), std::move(items));
        }
    }
    auto const value_of = [&](ExprId old_operand, ExprId item) {
        Value const literal = literal_value(new_, item);
        return literal.has_value() ? literal : known_.structural(old_operand);
    };
    Value const first = value_of(operands[0], start);
    Value const last = value_of(operands[operands.size() - 1], stop);
    Value const by = operands.size() == 3 ? value_of(operands[1], step) : Value::integer(1);
    if (!first.has_value() || !last.has_value() || !by.has_value()) return fail(EvaluateError::unknown_value, id);
    OpResult const range = evaluate_range(first, by, last, array_limits_);
    if (range.error != EvaluateError::none) return fail(range.error, id);
    // The number of elements is fixed, but a parameter in the bounds of a Real range is not.
    bool const is_symbolic = element == types::real && (!new_.is_number(start) || !new_.is_number(step));
    std::vector<ExprId> items;
    for (Value const& value : range.value.elements()) {
        auto const number = static_cast<std::int64_t>(items.size());
        ExprId const symbolic = number == 0 ? start : new_.add(start, new_.mul(new_.integer(number), step));
        items.push_back(is_symbolic ? symbolic : value_to_expr(new_, value, element));
    }
    return finish(id, sized_type(id, range.value.dims(), {}), std::move(items));
}

// ---- linear algebra --------------------------------------------------------------------------------

bool Expander::multiply(ExprId id, MatrixProduct const& layout, std::span<ExprId const> a, std::span<ExprId const> b,
                        std::vector<ExprId>& out) {
    if (layout.error != EvaluateError::none) return fail(layout.error, id);
    if (!charge(layout.rows * layout.columns * layout.inner, id)) return false;
    TypeId const element = types_.table().element(old_.type(id));
    std::vector<ExprId> terms(layout.inner);
    for (std::size_t i = 0; i < layout.rows; ++i) {
        for (std::size_t j = 0; j < layout.columns; ++j) {
            for (std::size_t k = 0; k < layout.inner; ++k) {
                terms[k] = new_.mul(a[i * layout.inner + k], b[k * layout.columns + j]);
            }
            out.push_back(add_up(ExprKind::add, terms, zero(element)));
        }
    }
    return true;
}

bool Expander::compute_product(ExprId id) {
    Operands const operands = old_.operands(id);
    MatrixProduct const layout = matrix_product_layout(dims_of(operands[0]), dims_of(operands[1]), array_limits_);
    std::vector<ExprId> items;
    if (!multiply(id, layout, scalars_of(operands[0]).items, scalars_of(operands[1]).items, items)) return false;
    return finish(id, sized_type(id, layout.dims, operands[0]), std::move(items));
}

// A^n by repeated squaring.
bool Expander::compute_power(ExprId id) {
    Operands const operands = old_.operands(id);
    Dims const dims = dims_of(operands[0]);
    bool const is_square = dims.size() == 2 && dims[0] == dims[1];
    auto const exponent = structural_integer(operands[1]);
    if (is_square && !exponent) return fail(EvaluateError::unknown_value, operands[1]);
    if (!is_square || *exponent < 0) return fail(EvaluateError::type_mismatch, id);
    MatrixProduct const layout = matrix_product_layout(dims, dims, array_limits_);
    std::vector<ExprId> square(scalars_of(operands[0]).items.begin(), scalars_of(operands[0]).items.end());
    std::vector<ExprId> power;
    for (std::int64_t rest = *exponent; rest > 0; rest /= 2) {
        std::vector<ExprId> next;
        if (rest % 2 != 0 && power.empty()) {
            power = square;
        } else if (rest % 2 != 0) {
            if (!multiply(id, layout, power, square, next)) return false;
            power = std::move(next);
        }
        next.clear();
        if (rest > 1 && !multiply(id, layout, square, square, next)) return false;
        if (rest > 1) square = std::move(next);
    }
    TypeId const type = sized_type(id, dims, operands[0]);
    if (*exponent > 0) return finish(id, type, std::move(power));
    ExprId const one = as_element(new_.integer(1), types_.table().element(type));
    std::vector<ExprId> const ones(static_cast<std::size_t>(dims[0]), one);
    return finish_layout(id, diagonal_layout(dims[0], array_limits_), ones, operands[0]);
}

}  // namespace moo
