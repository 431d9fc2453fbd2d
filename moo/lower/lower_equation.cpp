#include "moo/lower/lower_equation.h"

#include "moo/lower/loop_range.h"
#include "moo/lower/lower_plain_call.h"
#include "moo/lower/shared_messages.h"
#include "moo/lower/type_text.h"
#include "moo/lower/unroll_spread.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> sides_differ{
    DiagnosticKind::TypeMismatch, "the left side of this equation has type {}, the right side {}"};

class EquationLowering {
public:
    EquationLowering(LoweringContext& context, LocateSource const& locate)
        : context_(context), ast_(context.ast), locate_(locate) {}

    // The depth of the tree is bounded by ParseOptions::max_nesting.
    std::optional<FlatEquation> lower(ast::EquationId id) {
        ast::Equation const& equation = ast_[id];
        FlatEquation result;
        SourcePlace const place = locate_({equation.decoration, equation.comment.annotation, equation.span});
        result.source = place.span;
        result.instance = place.instance;
        result.origin = place.origin;
        result.description = context_.interner.intern(ast_.description_text(equation.comment.description));
        bool good = false;
        switch (equation.kind) {
            case ast::EquationKind::equality: good = lower_equality(equation, result); break;
            case ast::EquationKind::expression: good = lower_call(equation, result); break;
            case ast::EquationKind::if_: good = lower_branches(equation, FlatEquationKind::if_, result); break;
            case ast::EquationKind::when: good = lower_branches(equation, FlatEquationKind::when, result); break;
            case ast::EquationKind::connect:
                context_.diagnostics.error(equation.span, lower_messages::not_supported_yet, "connections");
                break;
            case ast::EquationKind::for_: good = lower_loop(equation, 0, result); break;
        }
        return good ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    bool lower_equality(ast::Equation const& equation, FlatEquation& result) {
        result.kind = FlatEquationKind::equality;
        ast::ExprId const left_id = ast_.strip(equation.lhs);
        if (ast_[left_id].kind == ast::ExprKind::tuple) {
            result.a = lower_targets(context_, left_id);
            result.b = lower_call_with_outputs(context_, equation.rhs);
            if (!result.a || !result.b) return false;
            auto const loops = spread_targets(context_, result.a, result.b, equation.span);
            if (!loops || !check_targets(context_, result.a, result.b, equation.span)) return false;
            wrap_in_loops(result, *loops, FlatEquationKind::for_);
            return true;
        }
        result.a = lower_expression(context_, equation.lhs);
        result.b = lower_expression(context_, equation.rhs);
        if (!result.a || !result.b) return false;
        TypeTable const& types = context_.exprs.types();
        TypeId const left = context_.exprs.type(result.a);
        TypeId const right = context_.exprs.type(result.b);
        // A record may take the place of one with fewer fields as an argument, but not in an equation (section 6.7).
        TypeId const left_element = types.element(left);
        TypeId const right_element = types.element(right);
        bool const are_records =
            types.kind(left_element) == TypeKind::record && types.kind(right_element) == TypeKind::record;
        bool const fits = !are_records || types.fields(left_element).size() == types.fields(right_element).size();
        if (fits && (is_assignable(types, left, right) || is_assignable(types, right, left))) return true;
        context_.diagnostics.error(equation.span, sides_differ, type_text(types, left, context_.interner),
                                   type_text(types, right, context_.interner));
        return false;
    }

    bool lower_call(ast::Equation const& equation, FlatEquation& result) {
        auto const call = lower_plain_call(context_, equation.lhs, equation.span);
        if (!call) return false;
        switch (call->kind) {
            case PlainCallKind::reinit: result.kind = FlatEquationKind::reinit; break;
            case PlainCallKind::assertion: result.kind = FlatEquationKind::assertion; break;
            case PlainCallKind::terminate: result.kind = FlatEquationKind::terminate; break;
            case PlainCallKind::call: result.kind = FlatEquationKind::call; break;
        }
        result.a = call->a;
        result.b = call->b;
        result.c = call->c;
        return true;
    }

    bool lower_body(ast::List<ast::EquationId> body, std::vector<FlatEquation>& target) {
        bool good = true;
        for (ast::EquationId const id : ast_.items(body)) {
            auto equation = lower(id);
            good = good && equation.has_value();
            if (equation) append_unrolled(context_.exprs, std::move(*equation), FlatEquationKind::for_, target);
        }
        return good;
    }

    bool lower_branches(ast::Equation const& equation, FlatEquationKind kind, FlatEquation& result) {
        result.kind = kind;
        bool good = true;
        for (ast::EquationBranch const& branch : ast_.items(equation.branches)) {
            FlatBranch lowered;
            if (branch.condition) {
                lowered.condition = lower_condition(context_, branch.condition, kind == FlatEquationKind::when);
                good = good && lowered.condition.has_value();
            }
            good = lower_body(branch.body, lowered.body) && good;
            result.branches.push_back(std::move(lowered));
        }
        return good;
    }

    // The loop over iterator `index`, with the loops over the later ones inside.
    bool lower_loop(ast::Equation const& equation, std::size_t index, FlatEquation& result) {
        auto const iterators = ast_.items(equation.iterators);
        result.kind = FlatEquationKind::for_;
        LoopRange range(context_, iterators[index]);
        if (!range.is_good()) return false;
        FlatBranch body;
        bool good = true;
        if (index + 1 < iterators.size()) {
            FlatEquation inner;
            inner.source = result.source;
            inner.instance = result.instance;
            inner.origin = result.origin;
            inner.description = result.description;
            good = lower_loop(equation, index + 1, inner);
            body.body.push_back(std::move(inner));
        } else {
            good = lower_body(equation.body, body.body);
        }
        result.branches.push_back(std::move(body));
        result.iterator = range.name();
        result.a = good ? range.finish(expressions_of(result.branches)) : ExprId();
        return result.a.has_value();
    }

    static std::vector<ExprId> expressions_of(std::vector<FlatBranch> const& branches) {
        std::vector<ExprId> found;
        collect_expressions(branches, found);
        return found;
    }

    LoweringContext& context_;
    ast::Ast const& ast_;
    LocateSource const& locate_;
};

}  // namespace

std::optional<FlatEquation> lower_equation(LoweringContext& context, ast::EquationId equation,
                                           LocateSource const& locate) {
    return EquationLowering(context, locate).lower(equation);
}

}  // namespace moo
