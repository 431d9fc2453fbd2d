#include "moo/lower/lower_equation.h"

#include "moo/lower/type_text.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> sides_differ{
    DiagnosticKind::TypeMismatch, "the left side of this equation has type {}, the right side {}"};
constexpr Message<std::string_view, std::string_view, int> wrong_arguments{DiagnosticKind::WrongArguments,
                                                                           "`{}` takes {}, not {}"};
constexpr Message<> reinit_of_expression{DiagnosticKind::WrongArguments,
                                         "the first argument of `reinit` is not a variable"};
constexpr Message<> not_an_equation{DiagnosticKind::UnsupportedConstruct,
                                    "an expression that is neither `assert`, `terminate` nor `reinit` stands as an "
                                    "equation"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct, "{} are not supported yet"};
constexpr Message<std::string_view> condition_not_boolean{DiagnosticKind::TypeMismatch,
                                                          "the condition has type {}; expected Boolean"};

class EquationLowering {
public:
    EquationLowering(LoweringContext& context, LocateSource const& locate)
        : context_(context), ast_(context.ast), locate_(locate) {}

    // The depth of the tree is bounded by ParseOptions::max_nesting.
    std::optional<FlatEquation> lower(ast::EquationId id) {
        ast::Equation const& equation = ast_[id];
        FlatEquation result;
        result.source = locate_(equation.decoration, equation.span);
        result.description = context_.interner.intern(ast_.description_text(equation.comment.description));
        bool good = false;
        switch (equation.kind) {
            case ast::EquationKind::equality: good = lower_equality(equation, result); break;
            case ast::EquationKind::expression: good = lower_call(equation, result); break;
            case ast::EquationKind::if_: good = lower_branches(equation, FlatEquationKind::if_, result); break;
            case ast::EquationKind::when: good = lower_branches(equation, FlatEquationKind::when, result); break;
            case ast::EquationKind::connect: good = refuse(equation, "connections"); break;
            case ast::EquationKind::for_: good = refuse(equation, "for-equations"); break;
        }
        return good ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    bool refuse(ast::Equation const& equation, std::string_view what) {
        context_.diagnostics.error(equation.span, unsupported, what);
        return false;
    }

    bool lower_equality(ast::Equation const& equation, FlatEquation& result) {
        result.kind = FlatEquationKind::equality;
        result.a = lower_expression(context_, equation.lhs);
        result.b = lower_expression(context_, equation.rhs);
        if (!result.a || !result.b) return false;
        TypeTable const& types = context_.exprs.types();
        TypeId const left = context_.exprs.type(result.a);
        TypeId const right = context_.exprs.type(result.b);
        if (is_assignable(types, left, right) || is_assignable(types, right, left)) return true;
        context_.diagnostics.error(equation.span, sides_differ, type_text(types, left, context_.interner),
                                   type_text(types, right, context_.interner));
        return false;
    }

    bool lower_call(ast::Equation const& equation, FlatEquation& result) {
        ast::ExprId const call = ast_.strip(equation.lhs);
        std::string_view name;
        if (ast_[call].kind == ast::ExprKind::call) {
            if (auto const callee = ast_.simple_callee(call)) name = context_.interner.text(*callee);
        }
        if (name == "reinit") return lower_reinit(equation, call, result);
        if (name == "assert") {
            result.kind = FlatEquationKind::assertion;
            return lower_arguments(equation, call, name, {types::boolean, types::string}, result);
        }
        if (name == "terminate") {
            result.kind = FlatEquationKind::terminate;
            return lower_arguments(equation, call, name, {types::string}, result);
        }
        context_.diagnostics.error(equation.span, not_an_equation);
        return false;
    }

    bool lower_reinit(ast::Equation const& equation, ast::ExprId call, FlatEquation& result) {
        result.kind = FlatEquationKind::reinit;
        if (!lower_arguments(equation, call, "reinit", {types::real, types::real}, result)) return false;
        if (context_.exprs.is_reference(result.a)) return true;
        context_.diagnostics.error(equation.span, reinit_of_expression);
        return false;
    }

    bool lower_arguments(ast::Equation const& equation, ast::ExprId call, std::string_view name,
                         std::vector<TypeId> const& expected, FlatEquation& result) {
        auto const arguments = ast_.arguments(call);
        bool const has_level = name == "assert" && arguments.size() == 3;
        if (arguments.size() != expected.size() && !has_level) {
            std::string const count =
                std::to_string(expected.size()) + (expected.size() == 1 ? " argument" : " arguments");
            context_.diagnostics.error(equation.span, wrong_arguments, name, count, static_cast<int>(arguments.size()));
            return false;
        }
        if (has_level) return refuse(equation, "assertions with a level");
        for (ast::Argument const& argument : arguments) {
            if (argument.name.symbol) return refuse(equation, "named arguments of built-in functions");
        }
        result.a = lower_expression_as(context_, arguments[0].value, expected[0]);
        if (expected.size() > 1) result.b = lower_expression_as(context_, arguments[1].value, expected[1]);
        return result.a.has_value() && (expected.size() < 2 || result.b.has_value());
    }

    bool lower_branches(ast::Equation const& equation, FlatEquationKind kind, FlatEquation& result) {
        result.kind = kind;
        bool good = true;
        for (ast::EquationBranch const& branch : ast_.items(equation.branches)) {
            FlatBranch lowered;
            if (branch.condition) {
                lowered.condition = lower_condition(branch.condition, kind);
                good = good && lowered.condition.has_value();
            }
            for (ast::EquationId const inner : ast_.items(branch.body)) {
                auto body = lower(inner);
                good = good && body.has_value();
                if (body) lowered.body.push_back(std::move(*body));
            }
            result.branches.push_back(std::move(lowered));
        }
        return good;
    }

    // A when-clause may have an array of conditions, each of which triggers it.
    ExprId lower_condition(ast::ExprId id, FlatEquationKind kind) {
        ExprId const condition = lower_expression(context_, id);
        if (!condition) return {};
        ExprStore& exprs = context_.exprs;
        TypeId const type = exprs.type(condition);
        bool const is_vector = kind == FlatEquationKind::when && exprs.types().is_array(type) &&
                               exprs.types().element(type) == types::boolean && exprs.types().rank(type) == 1;
        if (type == types::boolean || is_vector) return condition;
        context_.diagnostics.error(ast_[id].span, condition_not_boolean,
                                   type_text(exprs.types(), type, context_.interner));
        return {};
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
