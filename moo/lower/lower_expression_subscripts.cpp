// Subscripts and `end`.
#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, int, int> too_many_subscripts{
    DiagnosticKind::TypeMismatch, "`{}` is of type {} with {} dimensions and takes no {} subscripts"};
constexpr Message<std::int64_t, int, std::string_view, std::string_view> out_of_range{
    DiagnosticKind::SubscriptOutOfRange, "subscript {} of dimension {} is outside of `{}`, which is of type {}"};
constexpr Message<> end_outside{DiagnosticKind::WrongArguments, "`end` stands outside of subscripts"};

// The place that a literal selects, from 1; none if it is no literal.
std::optional<std::int64_t> literal_subscript(ExprStore const& exprs, ExprId id) {
    ExprKind const kind = exprs.kind(id);
    if (kind == ExprKind::integer) return exprs.integer_value(id);
    if (kind == ExprKind::enumeration) return exprs.enumeration_ordinal(id);
    if (kind == ExprKind::boolean) return exprs.boolean_value(id) ? 2 : 1;
    return std::nullopt;
}

}  // namespace

ExprId ExpressionLowering::lower_end(ast::ExprId id) {
    if (context_.subscripted.empty()) {
        context_.diagnostics.error(ast_[id].span, end_outside);
        return {};
    }
    auto const [array, dimension] = context_.subscripted.back();
    auto const dims = types_.dims(exprs_.type(array));
    auto const at = static_cast<std::size_t>(dimension - 1);
    if (at < dims.size() && dims[at] != TypeTable::unknown_size) return exprs_.integer(dims[at]);
    return exprs_.builtin(Builtin::size, {array, exprs_.integer(dimension)});
}

ExprId ExpressionLowering::lower_subscripts(ExprId base, std::span<ast::ExprId const> subscripts, SourceSpan span) {
    if (subscripts.empty()) return base;
    if (!is_unknown(base) && subscripts.size() > rank_of(base)) {
        context_.diagnostics.error(span, too_many_subscripts, ast_.text(span), type_of(base),
                                   static_cast<int>(rank_of(base)), static_cast<int>(subscripts.size()));
        return {};
    }
    std::vector<ExprId> values;
    bool good = true;
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
        values.push_back(lower_subscript(base, i, subscripts[i], span));
        good = good && values.back().has_value();
    }
    return good ? exprs_.subscript(base, values) : ExprId();
}

ExprId ExpressionLowering::lower_subscript(ExprId base, std::size_t dimension, ast::ExprId id, SourceSpan span) {
    if (ast_[id].kind == ast::ExprKind::colon) return exprs_.whole();
    context_.subscripted.push_back({base, static_cast<std::int64_t>(dimension) + 1});
    ExprId const value = lower(id);
    context_.subscripted.pop_back();
    if (!value) return {};
    bool const is_index = is_integer(value) || is_boolean(value) || is_enumeration(value) || is_unknown(value);
    if (!is_index || rank_of(value) > 1) return mismatch(id, value, "Integer, Boolean, an enumeration or a vector");
    return check_subscript_range(base, dimension, value, id, span) ? value : ExprId();
}

bool ExpressionLowering::check_subscript_range(ExprId base, std::size_t dimension, ExprId subscript, ast::ExprId id,
                                               SourceSpan span) {
    auto const dims = types_.dims(exprs_.type(base));
    if (dimension >= dims.size() || dims[dimension] == TypeTable::unknown_size) return true;
    std::int64_t const size = dims[dimension];
    auto const is_inside = [&](ExprId value) {
        auto const place = literal_subscript(exprs_, value);
        if (!place || (*place >= 1 && *place <= size)) return true;
        context_.diagnostics.error(ast_[id].span, out_of_range, *place, static_cast<int>(dimension) + 1,
                                   ast_.text(span), type_of(base));
        return false;
    };
    ExprKind const kind = exprs_.kind(subscript);
    if (kind == ExprKind::array || kind == ExprKind::range) {
        // An empty range selects nothing, wherever its ends are.
        if (types_.dims(exprs_.type(subscript))[0] == 0) return true;
        Operands const parts = exprs_.operands(subscript);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            bool const is_step = kind == ExprKind::range && i == 1 && parts.size() == 3;
            if (!is_step && !is_inside(parts[i])) return false;
        }
        return true;
    }
    return is_inside(subscript);
}

}  // namespace moo
