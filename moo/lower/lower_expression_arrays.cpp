// Constructors of arrays, concatenation and ranges (Modelica 3.6, section 10.4).
#include <algorithm>

#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> sizes_differ{
    DiagnosticKind::TypeMismatch, "`{}` of type {} does not fit next to `{}` of type {} in this matrix"};
constexpr Message<int, int> row_lengths_differ{DiagnosticKind::TypeMismatch,
                                               "a row of this matrix has {} elements, but the first row has {}"};
constexpr Message<> zero_step{DiagnosticKind::WrongArguments, "the step of a range is zero"};

bool agree(std::int64_t a, std::int64_t b) {
    return a == b || a == TypeTable::unknown_size || b == TypeTable::unknown_size;
}

}  // namespace

ExprId ExpressionLowering::lower_array(ast::ExprId id) {
    auto const elements = ast_.elements(id);
    if (elements.size() == 1 && ast_[elements[0]].kind == ast::ExprKind::comprehension) {
        return lower_comprehension(elements[0], Reduction::array);
    }
    auto const values = lower_all(elements);
    return values ? array_of(elements, *values) : ExprId();
}

ExprId ExpressionLowering::array_of(std::span<ast::ExprId const> ids, std::span<ExprId const> values) {
    for (std::size_t i = 1; i < values.size(); ++i) {
        TypeId const first = exprs_.type(values[0]);
        TypeId const type = exprs_.type(values[i]);
        if (first == types::unknown || type == types::unknown) continue;
        if (have_equal_shapes(types_, first, type) && have_common_element(types_, first, type)) continue;
        return types_disagree(ast_[ids[i]].span, ids[0], values[0], ids[i], values[i]);
    }
    return exprs_.array(values);
}

// `[a, b; c, d]`: the parts are promoted to matrices and put side by side, then one below the other. A matrix of
// scalars is an array of arrays.
ExprId ExpressionLowering::lower_matrix(ast::ExprId id) {
    std::vector<std::vector<Operand>> rows;
    std::size_t rank = 2;
    bool all_scalar = true;
    bool good = true;
    for (ast::ExprId const row_id : ast_.elements(id)) {
        auto& row = rows.emplace_back();
        for (ast::ExprId const element : ast_.elements(row_id)) {
            Operand const operand{element, lower(element)};
            row.push_back(operand);
            good = good && operand.value.has_value();
            if (!operand.value) continue;
            rank = std::max(rank, rank_of(operand.value));
            all_scalar = all_scalar && is_scalar(operand.value);
        }
    }
    if (!good) return {};
    auto const row_ids = ast_.elements(id);
    std::vector<Operand> joined;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (all_scalar && rows[i].size() != rows[0].size()) {
            context_.diagnostics.error(ast_[row_ids[i]].span, row_lengths_differ, static_cast<int>(rows[i].size()),
                                       static_cast<int>(rows[0].size()));
            return {};
        }
        ExprId value;
        if (all_scalar) {
            std::vector<ast::ExprId> ids;
            std::vector<ExprId> values;
            for (Operand const& operand : rows[i]) {
                ids.push_back(operand.id);
                values.push_back(operand.value);
            }
            value = array_of(ids, values);
        } else {
            value = concatenate(ast_[row_ids[i]].span, 2, rows[i], rank);
        }
        if (!value) return {};
        joined.push_back({row_ids[i], value});
    }
    if (!all_scalar) return concatenate(ast_[id].span, 1, joined, rank);
    std::vector<ExprId> values;
    for (Operand const& operand : joined) values.push_back(operand.value);
    return array_of(row_ids, values);
}

// Along dimension 1 or 2 of a matrix constructor.
ExprId ExpressionLowering::concatenate(SourceSpan span, std::size_t axis, std::span<Operand const> parts,
                                       std::size_t rank) {
    std::vector<ExprId> values;
    std::vector<std::int64_t> first = dims_of(parts[0].value);
    first.resize(rank, 1);
    for (Operand const& part : parts) {
        std::vector<std::int64_t> dims = dims_of(part.value);
        dims.resize(rank, 1);
        bool fits = have_common_element(types_, exprs_.type(parts[0].value), exprs_.type(part.value));
        for (std::size_t i = 0; i < rank; ++i) fits = fits && (i + 1 == axis || agree(first[i], dims[i]));
        if (!fits) {
            context_.diagnostics.error(span, sizes_differ, source_text(part.id), type_of(part.value),
                                       source_text(parts[0].id), type_of(parts[0].value));
            return {};
        }
        bool const promotes = rank > 2 && rank_of(part.value) < rank;
        ExprId const size = exprs_.integer(static_cast<std::int64_t>(rank));
        values.push_back(promotes ? exprs_.builtin(Builtin::promote, {part.value, size}) : part.value);
    }
    if (rank == 2) return axis == 2 ? exprs_.matrix_row(values) : exprs_.matrix(values);
    if (values.size() == 1) return values[0];
    values.insert(values.begin(), exprs_.integer(static_cast<std::int64_t>(axis)));
    return exprs_.builtin(Builtin::cat, values);
}

// The literal of a value that is known at translation; otherwise what was given.
ExprId ExpressionLowering::literal_if_known(ExprId value) {
    if (is_literal(exprs_.kind(value))) return value;
    Value const known = evaluate(value);
    switch (known.kind()) {
        case ValueKind::real: return exprs_.real(known.as_real());
        case ValueKind::integer: return exprs_.integer(known.as_integer());
        case ValueKind::boolean: return exprs_.boolean(known.as_boolean());
        case ValueKind::enumeration:
            return exprs_.enumeration(exprs_.type(value), static_cast<std::uint32_t>(known.as_integer()));
        case ValueKind::none:
        case ValueKind::string:
        case ValueKind::object:
        case ValueKind::array:
        case ValueKind::record: break;
    }
    return value;
}

ExprId ExpressionLowering::lower_range(ast::ExprId id) {
    auto const ids = ast_.elements(id);
    auto const lowered = lower_all(ids);
    if (!lowered) return {};
    std::vector<ExprId> parts = *lowered;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ExprId const part = parts[i];
        bool const has_step = parts.size() == 3;
        bool const counts = is_numeric(part) || (!has_step && (is_boolean(part) || is_enumeration(part)));
        if (!is_scalar(part) || (!counts && !is_unknown(part))) {
            return mismatch(ids[i], part, has_step ? "a number" : "a number, Boolean or an enumeration");
        }
        if (!have_common_element(types_, exprs_.type(parts[0]), exprs_.type(part))) {
            return types_disagree(ast_[ids[i]].span, ids[0], parts[0], ids[i], part);
        }
    }
    auto const build = [&] {
        return parts.size() == 2 ? exprs_.range(parts[0], parts[1]) : exprs_.range(parts[0], parts[1], parts[2]);
    };
    if (parts.size() == 3 && exprs_.is_zero(parts[1])) {
        context_.diagnostics.error(ast_[ids[1]].span, zero_step);
        return {};
    }
    ExprId const range = build();
    if (types_.has_known_sizes(exprs_.type(range))) return range;
    for (ExprId& part : parts) part = literal_if_known(part);
    // If not all are known the size is not, and the range stays as it was written.
    return std::all_of(parts.begin(), parts.end(), [&](ExprId part) { return is_literal(exprs_.kind(part)); }) ? build()
                                                                                                               : range;
}

}  // namespace moo
