#include "moo/lower/lower_expression.h"

#include "moo/base/nearest_word.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_name{DiagnosticKind::UnknownName, "nothing named `{}` is declared here"};
constexpr Message<std::string_view> unknown_function{DiagnosticKind::UnknownName,
                                                     "no function named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view, std::string_view> type_mismatch{DiagnosticKind::TypeMismatch,
                                                                                      "`{}` has type {}; expected {}"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> types_differ{
    DiagnosticKind::TypeMismatch, "`{}` has type {}, but `{}` has type {}"};
constexpr Message<std::string_view, std::string_view, int> wrong_arguments{DiagnosticKind::WrongArguments,
                                                                           "`{}` takes {}, not {}"};
constexpr Message<std::string_view> needs_variable{DiagnosticKind::WrongArguments,
                                                   "`{}` is applied to something that is not a variable"};
constexpr Message<std::string_view> unsupported{DiagnosticKind::UnsupportedConstruct, "{} are not supported yet"};

class ExpressionLowering {
public:
    explicit ExpressionLowering(LoweringContext& context)
        : context_(context), ast_(context.ast), exprs_(context.exprs) {}

    // The depth of the tree is bounded by ParseOptions::max_nesting.
    ExprId lower(ast::ExprId id) {
        ast::Expr const& expr = ast_[id];
        switch (expr.kind) {
            case ast::ExprKind::integer: return exprs_.integer(expr.integer);
            case ast::ExprKind::real: return exprs_.real(expr.real);
            case ast::ExprKind::boolean: return exprs_.boolean(expr.boolean);
            case ast::ExprKind::string: return exprs_.string(context_.interner.intern(ast_.string_value(id)));
            case ast::ExprKind::reference: return lower_reference(id);
            case ast::ExprKind::call: return lower_call(id);
            case ast::ExprKind::unary: return lower_unary(id);
            case ast::ExprKind::chain: return lower_chain(id);
            case ast::ExprKind::conditional: return lower_conditional(id);
            case ast::ExprKind::array: return lower_array(id);
            case ast::ExprKind::group:
            case ast::ExprKind::decorated: return lower(ast_.operand(id));
            case ast::ExprKind::partial_application: return refuse(id, "functions as arguments");
            case ast::ExprKind::range: return refuse(id, "ranges");
            case ast::ExprKind::matrix:
            case ast::ExprKind::matrix_row: return refuse(id, "matrix constructors");
            case ast::ExprKind::comprehension: return refuse(id, "array comprehensions");
            case ast::ExprKind::tuple: return refuse(id, "lists of results");
            case ast::ExprKind::subscripted:
            case ast::ExprKind::end:
            case ast::ExprKind::colon: return refuse(id, "array subscripts");
            case ast::ExprKind::break_: return refuse(id, "modifiers that remove a value with `break`");
        }
        return {};
    }

    ExprId lower_as(ast::ExprId id, TypeId expected) {
        ExprId const value = lower(id);
        if (!value || is_assignable(exprs_.types(), exprs_.type(value), expected)) return value;
        return mismatch(id, value, type_text(exprs_.types(), expected, context_.interner));
    }

private:
    ExprId refuse(ast::ExprId id, std::string_view what) {
        context_.diagnostics.error(ast_[id].span, unsupported, what);
        return {};
    }

    ExprId mismatch(ast::ExprId id, ExprId value, std::string_view expected) {
        context_.diagnostics.error(ast_[id].span, type_mismatch, source_text(id), type_of(value), expected);
        return {};
    }

    [[nodiscard]] std::string type_of(ExprId value) const {
        return type_text(exprs_.types(), exprs_.type(value), context_.interner);
    }
    // As written, but on one line and of a length that suits a message.
    [[nodiscard]] std::string source_text(ast::ExprId id) const {
        constexpr std::size_t longest = 60;
        std::string text = print(ast_, context_.interner, id);
        return text.size() <= longest ? text : text.substr(0, longest - 1) + "…";
    }

    ExprId lower_reference(ast::ExprId id) {
        for (ast::ReferencePart const& part : ast_.reference_parts(id)) {
            if (!part.subscripts.empty()) return refuse(id, "array subscripts");
        }
        if (ExprId const found = context_.names.resolve(ast_, id)) return found;
        std::string const name = source_text(id);
        auto report = context_.diagnostics.error(ast_[id].span, unknown_name, name);
        std::string_view const nearest = nearest_word(name, context_.names.candidates());
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        return {};
    }

    // ---- operators ----

    ExprId lower_unary(ast::ExprId id) {
        ast::ExprId const operand_id = ast_.operand(id);
        ExprId const operand = lower(operand_id);
        if (!operand) return {};
        if (ast_[id].op == ast::Operator::not_) {
            if (!is_boolean(operand)) return mismatch(operand_id, operand, "Boolean");
            return exprs_.logical_not(operand);
        }
        if (!is_numeric(operand)) return mismatch(operand_id, operand, "a number");
        bool const negate = ast_[id].op == ast::Operator::sub || ast_[id].op == ast::Operator::sub_elementwise;
        return negate ? exprs_.neg(operand) : operand;
    }

    ExprId lower_chain(ast::ExprId id) {
        ast::ExprId const first_id = ast_.operand(id);
        ExprId value = lower(first_id);
        for (ast::Term const& term : ast_.terms(id)) {
            ExprId const operand = lower(term.operand);
            // Report what is wrong in every operand before giving up on the chain.
            if (!value || !operand) {
                value = {};
                continue;
            }
            value = lower_binary(term.op, first_id, value, term.operand, operand);
        }
        return value;
    }

    ExprId lower_binary(ast::Operator op, ast::ExprId a_id, ExprId a, ast::ExprId b_id, ExprId b) {
        ExprKind const kind = binary_kind(op);
        if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) {
            if (!is_boolean(a)) return mismatch(a_id, a, "Boolean");
            if (!is_boolean(b)) return mismatch(b_id, b, "Boolean");
            return exprs_.binary(kind, a, b);
        }
        if (is_relation(kind)) {
            bool const same = exprs_.type(a) == exprs_.type(b) || (is_numeric(a) && is_numeric(b));
            if (!same || !is_scalar(a) || !is_scalar(b)) {
                context_.diagnostics.error(ast_[b_id].span, types_differ, source_text(a_id), type_of(a),
                                           source_text(b_id), type_of(b));
                return {};
            }
            return exprs_.binary(kind, a, b);
        }
        bool const joins_strings = kind == ExprKind::add && is_string(a) && is_string(b);
        if (!joins_strings) {
            if (!is_numeric(a)) return mismatch(a_id, a, "a number");
            if (!is_numeric(b)) return mismatch(b_id, b, "a number");
        }
        return exprs_.binary(kind, a, b);
    }

    static ExprKind binary_kind(ast::Operator op) {
        switch (op) {
            case ast::Operator::add: return ExprKind::add;
            case ast::Operator::sub: return ExprKind::sub;
            case ast::Operator::add_elementwise: return ExprKind::element_add;
            case ast::Operator::sub_elementwise: return ExprKind::element_sub;
            case ast::Operator::mul: return ExprKind::mul;
            case ast::Operator::div: return ExprKind::div;
            case ast::Operator::mul_elementwise: return ExprKind::element_mul;
            case ast::Operator::div_elementwise: return ExprKind::element_div;
            case ast::Operator::pow: return ExprKind::pow;
            case ast::Operator::pow_elementwise: return ExprKind::element_pow;
            case ast::Operator::less: return ExprKind::less;
            case ast::Operator::less_equal: return ExprKind::less_equal;
            case ast::Operator::greater: return ExprKind::greater;
            case ast::Operator::greater_equal: return ExprKind::greater_equal;
            case ast::Operator::equal: return ExprKind::equal;
            case ast::Operator::not_equal: return ExprKind::not_equal;
            case ast::Operator::and_: return ExprKind::logical_and;
            case ast::Operator::or_: return ExprKind::logical_or;
            case ast::Operator::none:
            case ast::Operator::not_: break;
        }
        return ExprKind::add;  // the parser puts no other operator into a chain
    }

    ExprId lower_conditional(ast::ExprId id) {
        auto const parts = ast_.elements(id);
        // c1, x1, c2, x2, …, else: built from the end, because an elseif is an if in the else.
        ast::ExprId const else_id = parts.back();
        ExprId result = lower(else_id);
        for (std::size_t at = parts.size() - 1; at >= 2; at -= 2) {
            ExprId const condition = lower_as(parts[at - 2], types::boolean);
            ExprId const value = lower(parts[at - 1]);
            if (!condition || !value || !result) {
                result = {};
                continue;
            }
            bool const same = exprs_.type(value) == exprs_.type(result) || (is_numeric(value) && is_numeric(result));
            if (!same) {
                context_.diagnostics.error(ast_[else_id].span, types_differ, source_text(parts[at - 1]), type_of(value),
                                           source_text(else_id), type_of(result));
                return {};
            }
            result = exprs_.if_else(condition, value, result);
        }
        return result;
    }

    ExprId lower_array(ast::ExprId id) {
        std::vector<ExprId> elements;
        bool good = true;
        for (ast::ExprId const element : ast_.elements(id)) {
            elements.push_back(lower(element));
            good = good && elements.back().has_value();
        }
        return good ? exprs_.array(elements) : ExprId();
    }

    // ---- calls ----

    ExprId lower_call(ast::ExprId id) {
        std::string const name = source_text(ast_.callee(id));
        std::vector<ExprId> arguments;
        auto const given = ast_.arguments(id);
        bool const is_der = name == "der";
        bool const is_pre = name == "pre";
        auto const builtin = find_builtin(name);
        if (!is_der && !is_pre && !builtin) {
            context_.diagnostics.error(ast_[ast_.callee(id)].span, unknown_function, name);
            return {};
        }
        for (ast::Argument const& argument : given) {
            if (argument.name.symbol) return refuse(id, "named arguments of built-in functions");
            ExprId const value = lower(argument.value);
            if (!value) return {};
            arguments.push_back(value);
        }
        if (is_der || is_pre) {
            if (arguments.size() != 1) return wrong_count(id, name, "1 argument", arguments.size());
            return is_der ? lower_der(id, arguments[0]) : lower_pre(id, arguments[0]);
        }
        BuiltinInfo const& info = builtin_info(*builtin);
        if (arguments.size() < info.fewest || (info.most != BuiltinInfo::many && arguments.size() > info.most)) {
            return wrong_count(id, name, argument_count_text(info), arguments.size());
        }
        if (!check_arguments(id, *builtin, arguments)) return {};
        return exprs_.builtin(*builtin, arguments);
    }

    ExprId lower_der(ast::ExprId id, ExprId argument) {
        ast::ExprId const argument_id = ast_.arguments(id)[0].value;
        if (exprs_.type(argument) != types::real) return mismatch(argument_id, argument, "Real");
        if (exprs_.is_reference(argument)) return exprs_.der(argument);
        return refuse(id, "derivatives of expressions");
    }

    ExprId lower_pre(ast::ExprId id, ExprId argument) {
        if (exprs_.is_reference(argument)) return exprs_.pre(argument);
        context_.diagnostics.error(ast_[id].span, needs_variable, "pre");
        return {};
    }

    ExprId wrong_count(ast::ExprId id, std::string const& name, std::string_view expected, std::size_t count) {
        context_.diagnostics.error(ast_[id].span, wrong_arguments, name, expected, static_cast<int>(count));
        return {};
    }

    static std::string argument_count_text(BuiltinInfo const& info) {
        std::string const fewest = std::to_string(info.fewest);
        if (info.most == BuiltinInfo::many) return "at least " + fewest + " arguments";
        if (info.most != info.fewest) return fewest + " to " + std::to_string(info.most) + " arguments";
        return fewest + (info.fewest == 1 ? " argument" : " arguments");
    }

    // Functions of numbers take numbers; edge and change take variables.
    bool check_arguments(ast::ExprId id, Builtin builtin, std::vector<ExprId> const& arguments) {
        auto const given = ast_.arguments(id);
        if (builtin == Builtin::edge || builtin == Builtin::change) {
            if (!exprs_.is_reference(arguments[0])) {
                context_.diagnostics.error(ast_[id].span, needs_variable, builtin_info(builtin).name);
                return false;
            }
            if (builtin == Builtin::edge && !is_boolean(arguments[0])) {
                mismatch(given[0].value, arguments[0], "Boolean");
                return false;
            }
        }
        DerivativeRule const rule = builtin_info(builtin).derivative;
        bool const is_numeric_function =
            rule == DerivativeRule::chain || builtin == Builtin::abs || builtin == Builtin::sign ||
            builtin == Builtin::floor || builtin == Builtin::ceil || builtin == Builtin::integer ||
            builtin == Builtin::atan2 || builtin == Builtin::div || builtin == Builtin::mod || builtin == Builtin::rem;
        if (!is_numeric_function) return true;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (is_numeric(arguments[i])) continue;
            mismatch(given[i].value, arguments[i], "a number");
            return false;
        }
        return true;
    }

    [[nodiscard]] bool is_boolean(ExprId value) const { return exprs_.type(value) == types::boolean; }
    [[nodiscard]] bool is_string(ExprId value) const { return exprs_.type(value) == types::string; }
    [[nodiscard]] bool is_numeric(ExprId value) const { return exprs_.types().is_numeric(exprs_.type(value)); }
    [[nodiscard]] bool is_scalar(ExprId value) const { return !exprs_.types().is_array(exprs_.type(value)); }

    LoweringContext& context_;
    ast::Ast const& ast_;
    ExprStore& exprs_;
};

}  // namespace

ExprId lower_expression(LoweringContext& context, ast::ExprId expr) { return ExpressionLowering(context).lower(expr); }

ExprId lower_expression_as(LoweringContext& context, ast::ExprId expr, TypeId expected) {
    return ExpressionLowering(context).lower_as(expr, expected);
}

}  // namespace moo
