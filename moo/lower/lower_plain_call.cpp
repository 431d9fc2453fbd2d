#include "moo/lower/lower_plain_call.h"

#include <array>

#include "moo/lower/place_arguments.h"
#include "moo/lower/predefined.h"
#include "moo/lower/type_text.h"

namespace moo {

namespace {

constexpr Message<> reinit_of_expression{DiagnosticKind::WrongArguments,
                                         "the first argument of `reinit` is not a Real variable"};
constexpr Message<> not_a_call{
    DiagnosticKind::UnsupportedConstruct,
    "an expression that is not a call, such as `assert`, `terminate` or `reinit`, cannot be used on its own here"};
constexpr Message<std::string_view> condition_not_boolean{DiagnosticKind::TypeMismatch,
                                                          "the condition has type {}; expected Boolean"};
constexpr Message<> target_not_variable{DiagnosticKind::TypeMismatch,
                                        "the results of a call can only be assigned to variables"};
constexpr Message<std::string_view> spread_mismatch{
    DiagnosticKind::TypeMismatch,
    "the function is applied element by element, but a variable of type {} cannot take the results as its elements"};
constexpr Message<> results_ignored{DiagnosticKind::TypeMismatch,
                                    "a function that is applied element by element needs variables for its results"};
constexpr Message<std::size_t, std::size_t> too_many_targets{DiagnosticKind::WrongArguments,
                                                             "{} variables for the {} results of the call"};
constexpr Message<std::string_view, std::string_view> target_mismatch{
    DiagnosticKind::TypeMismatch, "a result of type {} cannot be assigned to a variable of type {}"};

constexpr std::array<std::string_view, 2> reinit_parameters{"x", "expr"};
constexpr std::array<std::string_view, 3> assert_parameters{"condition", "message", "level"};
constexpr std::array<std::string_view, 1> terminate_parameters{"message"};

struct PlainForm {
    PlainCallKind kind;
    CallForm form;
};

constexpr std::array<PlainForm, 3> forms = {{
    {PlainCallKind::reinit, {"reinit", 2, reinit_parameters}},
    {PlainCallKind::assertion, {"assert", 2, assert_parameters}},
    {PlainCallKind::terminate, {"terminate", 1, terminate_parameters}},
}};

using Arguments = std::vector<ast::ExprId>;

std::optional<PlainCall> lower_reinit(LoweringContext& context, Arguments const& arguments, SourceSpan span) {
    ExprStore& exprs = context.exprs;
    PlainCall result{PlainCallKind::reinit, lower_expression(context, arguments[0]), {}, {}};
    if (!result.a) return std::nullopt;
    TypeId const type = exprs.type(result.a);
    if (!exprs.is_reference(result.a) || exprs.types().element(type) != types::real) {
        context.diagnostics.error(span, reinit_of_expression);
        return std::nullopt;
    }
    result.b = lower_expression_as(context, arguments[1], type);
    return result.b ? std::optional(result) : std::nullopt;
}

std::optional<PlainCall> lower_assertion(LoweringContext& context, Arguments const& arguments) {
    PlainCall result{PlainCallKind::assertion,
                     lower_expression_as(context, arguments[0], types::boolean),
                     lower_expression_as(context, arguments[1], types::string),
                     {}};
    if (arguments[2]) {
        TypeId const level = assertion_level_type(context.exprs.types(), context.interner);
        result.c = lower_expression_as(context, arguments[2], level);
        if (!result.c) return std::nullopt;
    }
    return result.a && result.b ? std::optional(result) : std::nullopt;
}

}  // namespace

std::optional<PlainCall> lower_plain_call(LoweringContext& context, ast::ExprId call, SourceSpan span) {
    call = context.ast.strip(call);
    if (context.ast[call].kind != ast::ExprKind::call) {
        context.diagnostics.error(span, not_a_call);
        return std::nullopt;
    }
    auto const callee = context.ast.simple_callee(call);
    for (auto const& [kind, form] : forms) {
        if (!callee || context.interner.text(*callee) != form.name) continue;
        auto const arguments = place_arguments(context, call, form, span);
        if (!arguments) return std::nullopt;
        switch (kind) {
            case PlainCallKind::reinit: return lower_reinit(context, *arguments, span);
            case PlainCallKind::assertion: return lower_assertion(context, *arguments);
            case PlainCallKind::terminate:
            case PlainCallKind::call: break;
        }
        ExprId const message = lower_expression_as(context, (*arguments)[0], types::string);
        return message ? std::optional(PlainCall{PlainCallKind::terminate, message, {}, {}}) : std::nullopt;
    }
    ExprId const value = lower_call_with_outputs(context, call);
    if (value && context.exprs.kind(value) == ExprKind::reduction) {
        context.diagnostics.error(span, results_ignored);
        return std::nullopt;
    }
    return value ? std::optional(PlainCall{PlainCallKind::call, value, {}, {}}) : std::nullopt;
}

ExprId lower_condition(LoweringContext& context, ast::ExprId id, bool allow_vector) {
    ExprId const condition = lower_expression(context, id);
    if (!condition) return {};
    TypeTable const& types = context.exprs.types();
    TypeId const type = context.exprs.type(condition);
    bool const is_vector = types.rank(type) == 1 && types.element(type) == types::boolean;
    if (type == types::boolean || type == types::unknown || (allow_vector && is_vector)) return condition;
    // `when Clock() then` is a clocked when-clause.
    if (allow_vector && type == types::clock) return condition;
    context.diagnostics.error(context.ast[id].span, condition_not_boolean, type_text(types, type, context.interner));
    return {};
}

ExprId lower_targets(LoweringContext& context, ast::ExprId tuple) {
    std::vector<ExprId> members;
    bool good = true;
    bool const is_single = context.ast[tuple].kind == ast::ExprKind::group;
    std::vector<ast::ExprId> const single{is_single ? context.ast.strip(tuple) : tuple};
    for (ast::ExprId const id : is_single ? std::span(single) : context.ast.elements(tuple)) {
        if (!id) {
            members.push_back(context.exprs.whole());
            continue;
        }
        ExprId const member = lower_expression(context, id);
        good = good && member.has_value();
        if (!member) continue;
        // A variable that was split appears as the list of its elements.
        ExprKind const kind = context.exprs.kind(member);
        bool const is_list = kind == ExprKind::array || context.exprs.is_record(member);
        if (!context.exprs.is_reference(member) && !is_list) {
            context.diagnostics.error(context.ast[id].span, target_not_variable);
            good = false;
        }
        members.push_back(member);
    }
    return good ? context.exprs.tuple(members) : ExprId();
}

std::optional<std::vector<ReductionIterator>> spread_targets(LoweringContext& context, ExprId& targets, ExprId& call,
                                                             SourceSpan span) {
    ExprStore& exprs = context.exprs;
    std::vector<ReductionIterator> loops;
    if (exprs.kind(call) != ExprKind::reduction) return loops;
    std::vector<ExprId> subscripts;
    // The last iterator of a comprehension is the first dimension.
    for (std::size_t i = exprs.iterator_count(call); i-- > 0;) {
        loops.push_back(exprs.iterator_at(call, i));
        subscripts.push_back(exprs.iterator(loops.back().name));
    }
    TypeTable const& types = exprs.types();
    auto const sizes = types.dims(exprs.type(call));
    std::vector<ExprId> members;
    for (ExprId const member : exprs.operands(targets)) {
        if (exprs.kind(member) == ExprKind::whole) {
            members.push_back(member);
            continue;
        }
        auto const dims = types.dims(exprs.type(member));
        // A list of variables is taken apart later (unroll_spread.h).
        bool fits =
            dims.size() >= sizes.size() && (exprs.is_reference(member) || exprs.kind(member) == ExprKind::array);
        for (std::size_t d = 0; d < sizes.size() && fits; ++d) {
            bool const known = dims[d] != TypeTable::unknown_size && sizes[d] != TypeTable::unknown_size;
            fits = !known || dims[d] == sizes[d];
        }
        if (!fits) {
            context.diagnostics.error(span, spread_mismatch, type_text(types, exprs.type(member), context.interner));
            return std::nullopt;
        }
        members.push_back(exprs.subscript(member, subscripts));
    }
    targets = exprs.tuple(members);
    call = exprs.operand(call, 0);
    return loops;
}

bool check_targets(LoweringContext& context, ExprId targets, ExprId call, SourceSpan span) {
    ExprStore const& exprs = context.exprs;
    TypeTable const& types = exprs.types();
    TypeId const type = exprs.type(call);
    if (types.kind(type) == TypeKind::unknown) return true;
    bool const has_many = types.kind(type) == TypeKind::tuple;
    std::size_t const results = has_many ? types.members(type).size() : 1;
    Operands const members = exprs.operands(targets);
    if (members.size() > results) {
        context.diagnostics.error(span, too_many_targets, members.size(), results);
        return false;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        TypeId const target = exprs.type(members[i]);
        TypeId const result = has_many ? types.members(type)[i] : type;
        if (exprs.kind(members[i]) == ExprKind::whole || is_assignable(types, result, target)) continue;
        context.diagnostics.error(span, target_mismatch, type_text(types, result, context.interner),
                                  type_text(types, target, context.interner));
        return false;
    }
    return true;
}

}  // namespace moo
