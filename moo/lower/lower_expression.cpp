#include "moo/lower/lower_expression.h"

#include <charconv>

#include "moo/base/nearest_word.h"
#include "moo/expr/evaluate.h"
#include "moo/lower/lower_expression_impl.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_name{DiagnosticKind::UnknownName, "nothing named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view, std::string_view> type_mismatch{DiagnosticKind::TypeMismatch,
                                                                                      "`{}` has type {}; expected {}"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> types_differ{
    DiagnosticKind::TypeMismatch, "`{}` has type {}, but `{}` has type {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> no_such_field{
    DiagnosticKind::UnknownName, "`{}` has type {}, which has no field `{}`"};
constexpr Message<std::string_view, std::size_t, std::size_t> no_such_output{
    DiagnosticKind::UnknownName, "`{}` has {} results; there is no number {}"};
constexpr Message<std::string_view> unsupported_here{DiagnosticKind::UnsupportedConstruct, "{} are not supported here"};
constexpr Message<> tuple_as_value{DiagnosticKind::TypeMismatch,
                                   "a list of results is used where one value is expected"};

}  // namespace

// ---- reports and questions -------------------------------------------------------------------------

ExprId ExpressionLowering::refuse(ast::ExprId id, std::string_view what) {
    context_.diagnostics.error(ast_[id].span, unsupported_here, what);
    return {};
}

ExprId ExpressionLowering::mismatch(ast::ExprId id, ExprId value, std::string_view expected) {
    context_.diagnostics.error(ast_[id].span, type_mismatch, source_text(id), type_of(value), expected);
    return {};
}

ExprId ExpressionLowering::types_disagree(SourceSpan span, ast::ExprId a_id, ExprId a, ast::ExprId b_id, ExprId b) {
    context_.diagnostics.error(span, types_differ, source_text(a_id), type_of(a), source_text(b_id), type_of(b));
    return {};
}

std::string ExpressionLowering::source_text(ast::ExprId id) const {
    constexpr std::size_t longest = 60;
    std::string text = print(ast_, context_.interner, id);
    return text.size() <= longest ? text : text.substr(0, longest - 1) + "…";
}

std::vector<std::int64_t> ExpressionLowering::dims_of(ExprId value) const {
    auto const dims = types_.dims(exprs_.type(value));
    return {dims.begin(), dims.end()};
}

Value ExpressionLowering::evaluate(ExprId expr) {
    if (!exprs_.varies(expr)) return evaluate_constant(exprs_, expr).value;
    return context_.names.evaluate(context_, expr);
}

std::optional<std::int64_t> ExpressionLowering::evaluate_integer(ExprId expr) {
    if (exprs_.kind(expr) == ExprKind::integer) return exprs_.integer_value(expr);
    Value const value = evaluate(expr);
    if (value.kind() != ValueKind::integer) return std::nullopt;
    return value.as_integer();
}

// ---- dispatch --------------------------------------------------------------------------------------

ExprId ExpressionLowering::lower(ast::ExprId id) {
    ast::Expr const& expr = ast_[id];
    switch (expr.kind) {
        case ast::ExprKind::integer: return exprs_.integer(expr.integer);
        case ast::ExprKind::real: return exprs_.real(expr.real);
        case ast::ExprKind::boolean: return exprs_.boolean(expr.boolean);
        case ast::ExprKind::string: return exprs_.string(context_.interner.intern(ast_.string_value(id)));
        case ast::ExprKind::reference: return lower_reference(id);
        case ast::ExprKind::call: return lower_any_call(id, CallUse::value);
        case ast::ExprKind::unary: return lower_unary(id);
        case ast::ExprKind::chain: return lower_chain(id);
        case ast::ExprKind::conditional: return lower_conditional(id);
        case ast::ExprKind::array: return lower_array(id);
        case ast::ExprKind::matrix: return lower_matrix(id);
        case ast::ExprKind::range: return lower_range(id);
        case ast::ExprKind::group:
        case ast::ExprKind::decorated: return lower(ast_.operand(id));
        case ast::ExprKind::end: return lower_end(id);
        case ast::ExprKind::subscripted: {
            ExprId const base = lower(ast_.operand(id));
            return base ? lower_subscripts(base, ast_.elements(id), expr.span) : ExprId();
        }
        case ast::ExprKind::member: return lower_member(id);
        case ast::ExprKind::tuple: context_.diagnostics.error(expr.span, tuple_as_value); return {};
        case ast::ExprKind::partial_application: return refuse(id, "functions as arguments");
        case ast::ExprKind::comprehension: return refuse(id, "iterators outside of arrays and reductions");
        case ast::ExprKind::matrix_row: return refuse(id, "rows outside of a matrix");
        case ast::ExprKind::colon: return refuse(id, "colons outside of subscripts");
        case ast::ExprKind::break_: return refuse(id, "modifiers that remove a value with `break`");
    }
    return {};
}

ExprId ExpressionLowering::lower_as(ast::ExprId id, TypeId expected) {
    ExprId const value = lower(id);
    if (!value || is_assignable(types_, exprs_.type(value), expected)) return value;
    return mismatch(id, value, text_of(expected));
}

std::optional<std::vector<ExprId>> ExpressionLowering::lower_all(std::span<ast::ExprId const> ids) {
    std::vector<ExprId> values;
    bool good = true;
    for (ast::ExprId const id : ids) {
        values.push_back(lower(id));
        good = good && values.back().has_value();
    }
    if (!good) return std::nullopt;
    return values;
}

// An iterator, which may be a record or array, or what the resolver knows.
ExprId ExpressionLowering::lower_reference(ast::ExprId id) {
    auto const parts = ast_.reference_parts(id);
    ExprId value;
    if (!ast_[id].is_global) {
        for (auto it = context_.iterators.rbegin(); it != context_.iterators.rend() && !value; ++it) {
            if (it->name == parts[0].name) value = it->value;
        }
    }
    if (!value) return context_.names.resolve(context_, id);
    for (std::size_t i = 0; i < parts.size() && value; ++i) {
        if (i > 0) {
            Symbol const field = plain_name(parts[i].name);
            if (!types_.field_index(element_of(value), field)) {
                context_.diagnostics.error(ast_[id].span, no_such_field, source_text(id), type_of(value),
                                           context_.interner.text(field));
                return {};
            }
            value = exprs_.field(value, field);
        }
        auto const subscripts = ast_.items(parts[i].subscripts);
        if (!subscripts.empty()) value = lower_subscripts(value, subscripts, ast_[id].span);
    }
    return value;
}

// The number in `_2`, which is not the name of a field: names of the model are in quotes.
std::optional<std::size_t> ExpressionLowering::output_number(Symbol written) const {
    std::string_view const text = context_.interner.text(written);
    std::size_t number = 0;
    if (text.size() < 2 || text[0] != '_') return std::nullopt;
    auto const [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// `(f(x)).re`, and `(f(x))._2` for the second of several results.
ExprId ExpressionLowering::lower_member(ast::ExprId id) {
    auto const number = output_number(ast_.member_name(id));
    ast::ExprId const operand = ast_.strip(ast_.operand(id));
    bool const is_output = number && ast_[operand].kind == ast::ExprKind::call;
    ExprId const value = is_output ? lower_any_call(operand, CallUse::all_outputs) : lower(operand);
    if (!value) return {};
    if (is_output && types_.kind(exprs_.type(value)) == TypeKind::tuple) {
        std::size_t const results = types_.members(exprs_.type(value)).size();
        if (*number >= 1 && *number <= results) return exprs_.output(value, *number);
        context_.diagnostics.error(ast_[id].span, no_such_output, source_text(operand), results, *number);
        return {};
    }
    Symbol const field = plain_name(ast_.member_name(id));
    if (is_record(value) && types_.field_index(element_of(value), field)) return exprs_.field(value, field);
    context_.diagnostics.error(ast_[id].span, no_such_field, source_text(ast_.operand(id)), type_of(value),
                               context_.interner.text(field));
    return {};
}

// ---- the interface ---------------------------------------------------------------------------------

ExprId lower_expression(LoweringContext& context, ast::ExprId expr) { return ExpressionLowering(context).lower(expr); }

ExprId lower_expression_as(LoweringContext& context, ast::ExprId expr, TypeId expected) {
    return ExpressionLowering(context).lower_as(expr, expected);
}

ExprId lower_subscripts(LoweringContext& context, ExprId base, std::span<ast::ExprId const> subscripts, SourceSpan span,
                        std::span<TypeId const> index_types) {
    return ExpressionLowering(context).lower_subscripts(base, subscripts, span, index_types);
}

bool check_index_type(LoweringContext& context, ExprId subscript, TypeId index, ast::ExprId id) {
    return ExpressionLowering(context).check_index_type(subscript, index, id);
}

ExprId lower_function_call(LoweringContext& context, ast::ExprId call,
                           std::span<FunctionSignature const* const> candidates) {
    return ExpressionLowering(context).lower_function_call(call, candidates, CallUse::value);
}

ExprId call_function(LoweringContext& context, std::span<ExprId const> arguments,
                     std::span<FunctionSignature const* const> candidates) {
    return ExpressionLowering(context).call_function(arguments, candidates);
}

ExprId lower_call_with_outputs(LoweringContext& context, ast::ExprId call) {
    return ExpressionLowering(context).lower_any_call(call, CallUse::all_outputs);
}

ExprId lower_iteration_range(LoweringContext& context, ast::ExprId range) {
    return ExpressionLowering(context).lower_iteration_range(range);
}

ExprId deduce_range(LoweringContext& context, Symbol iterator, std::span<ExprId const> uses) {
    return ExpressionLowering(context).deduce_range(iterator, uses);
}

void report_unknown_name(LoweringContext& context, ast::ExprId reference,
                         std::vector<std::string_view> const& candidates) {
    std::string const name = print(context.ast, context.interner, reference);
    auto report = context.diagnostics.error(context.ast[reference].span, unknown_name, name);
    std::string_view const nearest = nearest_word(name, candidates);
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
}

}  // namespace moo
