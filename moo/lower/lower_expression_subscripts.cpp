// Subscripts and `end`.
#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, int, int> too_many_subscripts{
    DiagnosticKind::TypeMismatch, "`{}` is of type {} with {} dimensions and takes no {} subscripts"};
constexpr Message<std::int64_t, int, std::string_view, std::string_view> out_of_range{
    DiagnosticKind::SubscriptOutOfRange, "subscript {} of dimension {} is outside of `{}`, which is of type {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> other_index{
    DiagnosticKind::TypeMismatch, "the subscript `{}` has type {}, but subscripts of this dimension have type {}"};
constexpr Message<> end_outside{DiagnosticKind::WrongArguments, "`end` is used outside of subscripts"};

// The position that a literal selects, from 1; none if it is not a literal.
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
    auto const [array, dimension, index] = context_.subscripted.back();
    // The last value of a type that is a dimension: `B[end]` of `Real B[Boolean]` is `B[true]`.
    if (index == types::boolean) return exprs_.boolean(true);
    if (types_.kind(index) == TypeKind::enumeration) {
        return exprs_.enumeration(index, static_cast<std::uint32_t>(types_.literals(index).size()));
    }
    auto const dims = types_.dims(exprs_.type(array));
    auto const at = static_cast<std::size_t>(dimension - 1);
    if (at < dims.size() && dims[at] != TypeTable::unknown_size) return exprs_.integer(dims[at]);
    return exprs_.builtin(Builtin::size, {array, exprs_.integer(dimension)});
}

ExprId ExpressionLowering::lower_subscripts(ExprId base, std::span<ast::ExprId const> subscripts, SourceSpan span,
                                            std::span<TypeId const> index_types) {
    if (subscripts.empty()) return base;
    if (!is_unknown(base) && subscripts.size() > rank_of(base)) {
        context_.diagnostics.error(span, too_many_subscripts, ast_.text(span), type_of(base),
                                   static_cast<int>(rank_of(base)), static_cast<int>(subscripts.size()));
        return {};
    }
    std::vector<ExprId> values;
    bool good = true;
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
        TypeId const index = i < index_types.size() ? index_types[i] : types::unknown;
        values.push_back(lower_subscript(base, i, subscripts[i], span, index));
        good = good && values.back().has_value();
    }
    return good ? exprs_.subscript(base, values) : ExprId();
}

// The type `Real x[E]` gives to subscripts of `x` is that of the declaration (section 10.1).
bool ExpressionLowering::check_index_type(ExprId subscript, TypeId index, ast::ExprId id) {
    TypeId const given = element_of(subscript);
    if (index == types::unknown || given == types::unknown || given == index) return true;
    context_.diagnostics.error(ast_[id].span, other_index, source_text(id), text_of(given), text_of(index));
    return false;
}

ExprId ExpressionLowering::lower_subscript(ExprId base, std::size_t dimension, ast::ExprId id, SourceSpan span,
                                           TypeId index) {
    if (ast_[id].kind == ast::ExprKind::colon) return exprs_.whole();
    context_.subscripted.push_back({base, static_cast<std::int64_t>(dimension) + 1, index});
    ExprId const value = lower(id);
    context_.subscripted.pop_back();
    if (!value) return {};
    bool const is_index = is_integer(value) || is_boolean(value) || is_enumeration(value) || is_unknown(value);
    if (!is_index || rank_of(value) > 1) return mismatch(id, value, "Integer, Boolean, an enumeration or a vector");
    if (!check_index_type(value, index, id)) return {};
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
