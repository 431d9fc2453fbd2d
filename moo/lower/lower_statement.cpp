#include "moo/lower/lower_statement.h"

#include "moo/expr/value_expr.h"
#include "moo/lower/loop_range.h"
#include "moo/lower/lower_plain_call.h"
#include "moo/lower/scattered_target.h"
#include "moo/lower/type_text.h"
#include "moo/lower/unroll_spread.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> cannot_assign{
    DiagnosticKind::TypeMismatch, "a value of type {} cannot be assigned to a variable of type {}"};
constexpr Message<std::string_view> assigned_iterator{DiagnosticKind::TypeMismatch,
                                                      "the iterator `{}` of a loop cannot be assigned to"};
constexpr Message<> not_a_variable{DiagnosticKind::TypeMismatch, "only variables can be assigned to"};

// Iterations that are written out; a loop with more chooses the elements when it runs.
constexpr std::size_t most_iterations = 100'000;

class StatementLowering {
public:
    StatementLowering(LoweringContext& context, LocateSource const& locate)
        : context_(context), ast_(context.ast), locate_(locate) {}

    // The depth of the tree is bounded by ParseOptions::max_nesting.
    std::optional<FlatStatement> lower(ast::StatementId id) {
        ast::Statement const& statement = ast_[id];
        FlatStatement result;
        result.source = locate_({statement.decoration, statement.comment.annotation, statement.span}).span;
        result.description = context_.interner.intern(ast_.description_text(statement.comment.description));
        bool good = true;
        switch (statement.kind) {
            case ast::StatementKind::assignment: good = lower_assignment(statement, result); break;
            case ast::StatementKind::call: good = lower_call(statement, result); break;
            case ast::StatementKind::break_: result.kind = FlatStatementKind::break_; break;
            case ast::StatementKind::return_: result.kind = FlatStatementKind::return_; break;
            case ast::StatementKind::if_: good = lower_branches(statement, FlatStatementKind::if_, result); break;
            case ast::StatementKind::when: good = lower_branches(statement, FlatStatementKind::when, result); break;
            case ast::StatementKind::for_: break;  // several statements if it is unrolled: `lower_loop`
            case ast::StatementKind::while_: good = lower_while(statement, result); break;
        }
        return good ? std::optional(std::move(result)) : std::nullopt;
    }

    bool lower_all(std::span<ast::StatementId const> statements, std::vector<FlatStatement>& target) {
        bool good = true;
        for (ast::StatementId const id : statements) {
            ast::Statement const& syntax = ast_[id];
            if (syntax.kind == ast::StatementKind::for_) {
                FlatStatement head;
                head.source = locate_({syntax.decoration, syntax.comment.annotation, syntax.span}).span;
                head.description = context_.interner.intern(ast_.description_text(syntax.comment.description));
                good = lower_loop(syntax, 0, head, target) && good;
                continue;
            }
            auto statement = lower(id);
            good = good && statement && append(std::move(*statement), target);
        }
        return good;
    }

private:
    bool append(FlatStatement statement, std::vector<FlatStatement>& target) {
        std::vector<FlatStatement> parts;
        append_unrolled(context_.exprs, std::move(statement), FlatStatementKind::for_, parts);
        bool good = true;
        for (FlatStatement& part : parts) good = assign_scattered(context_, std::move(part), target) && good;
        return good;
    }

    bool lower_assignment(ast::Statement const& statement, FlatStatement& result) {
        result.kind = FlatStatementKind::assignment;
        ast::ExprId const left_id = ast_.strip(statement.lhs);
        // `({x1, x2}) := f(y)` gives an array to variables that are declared one by one.
        bool const is_list = ast_[left_id].kind == ast::ExprKind::array || ast_[left_id].kind == ast::ExprKind::call;
        bool const is_single = ast_[statement.lhs].kind == ast::ExprKind::group && is_list;
        if (ast_[left_id].kind == ast::ExprKind::tuple || is_single) {
            result.a = lower_targets(context_, is_single ? statement.lhs : left_id);
            result.b = lower_call_with_outputs(context_, statement.rhs);
            if (!result.a || !result.b) return false;
            auto const loops = spread_targets(context_, result.a, result.b, statement.span);
            if (!loops || !check_targets(context_, result.a, result.b, statement.span)) return false;
            wrap_in_loops(result, *loops, FlatStatementKind::for_);
            return true;
        }
        result.a = lower_expression(context_, statement.lhs);
        result.b = lower_expression(context_, statement.rhs);
        if (!result.a || !result.b) return false;
        ExprStore const& exprs = context_.exprs;
        // A variable that was split appears as the list of its elements (scattered_target.h).
        ExprId const whole = exprs.kind(result.a) == ExprKind::subscript ? exprs.operand(result.a, 0) : result.a;
        bool const is_taken_apart = exprs.kind(whole) == ExprKind::array || exprs.is_record(result.a);
        if (!exprs.is_reference(result.a) && !is_taken_apart) {
            context_.diagnostics.error(ast_[left_id].span, not_a_variable);
            return false;
        }
        if (exprs.kind(result.a) == ExprKind::iterator && is_loop_iterator(exprs.symbol(result.a))) {
            context_.diagnostics.error(ast_[left_id].span, assigned_iterator,
                                       context_.interner.text(exprs.symbol(result.a)));
            return false;
        }
        TypeTable const& types = exprs.types();
        if (is_assignable(types, exprs.type(result.b), exprs.type(result.a))) return true;
        context_.diagnostics.error(statement.span, cannot_assign,
                                   type_text(types, exprs.type(result.b), context_.interner),
                                   type_text(types, exprs.type(result.a), context_.interner));
        return false;
    }

    [[nodiscard]] bool is_loop_iterator(Symbol name) const {
        for (auto const& iterator : context_.iterators) {
            if (iterator.name == name) return true;
        }
        return false;
    }

    bool lower_call(ast::Statement const& statement, FlatStatement& result) {
        auto const call = lower_plain_call(context_, statement.lhs, statement.span);
        if (!call) return false;
        switch (call->kind) {
            case PlainCallKind::reinit: result.kind = FlatStatementKind::reinit; break;
            case PlainCallKind::assertion: result.kind = FlatStatementKind::assertion; break;
            case PlainCallKind::terminate: result.kind = FlatStatementKind::terminate; break;
            case PlainCallKind::call: result.kind = FlatStatementKind::call; break;
        }
        result.a = call->a;
        result.b = call->b;
        result.c = call->c;
        return true;
    }

    bool lower_branches(ast::Statement const& statement, FlatStatementKind kind, FlatStatement& result) {
        result.kind = kind;
        bool good = true;
        bool const outside = context_.allows_impure;
        if (kind == FlatStatementKind::when) context_.allows_impure = true;
        for (ast::StatementBranch const& branch : ast_.items(statement.branches)) {
            FlatStatementBranch lowered;
            if (branch.condition) {
                lowered.condition = lower_condition(context_, branch.condition, kind == FlatStatementKind::when);
                good = good && lowered.condition.has_value();
            }
            good = lower_all(ast_.items(branch.body), lowered.body) && good;
            result.branches.push_back(std::move(lowered));
        }
        context_.allows_impure = outside;
        return good;
    }

    // The loop over iterator `index`, with the loops over the later ones inside. `head` is a statement without content.
    bool lower_loop(ast::Statement const& statement, std::size_t index, FlatStatement const& head,
                    std::vector<FlatStatement>& target) {
        auto const iterators = ast_.items(statement.iterators);
        if (index == iterators.size()) return lower_all(ast_.items(statement.body), target);
        LoopRange range(context_, iterators[index]);
        if (!range.is_good()) return false;
        FlatStatement result = head;
        result.kind = FlatStatementKind::for_;
        result.iterator = range.name();
        bool const outer = context_.names.exchange_unrolling(false);
        FlatStatementBranch body;
        bool const good = lower_loop(statement, index + 1, head, body.body);
        bool const must_unroll = context_.names.exchange_unrolling(outer);
        result.branches.push_back(std::move(body));
        if (!good) return false;
        std::vector<ExprId> uses;
        collect_expressions(result.branches, uses);
        result.a = range.finish(uses);
        if (!result.a) return false;
        if (must_unroll && !has_break(ast_.items(statement.body))) {
            if (context_.exprs.has_iterator(result.a)) {
                // The range depends on a surrounding loop, which is unrolled first.
                context_.names.exchange_unrolling(true);
            } else if (Value const values = context_.names.evaluate(context_, result.a);
                       values.is_array() && values.elements().size() <= most_iterations) {
                TypeId const element = context_.exprs.types().element(context_.exprs.type(result.a));
                for (Value const& value : values.elements()) {
                    context_.iterators.back().value = value_to_expr(context_.exprs, value, element);
                    if (!lower_loop(statement, index + 1, head, target)) return false;
                }
                return true;
            }
        }
        target.push_back(std::move(result));
        return true;
    }

    // Whether the loop around can be left in the middle.
    bool has_break(std::span<ast::StatementId const> statements) const {
        for (ast::StatementId const id : statements) {
            ast::Statement const& statement = ast_[id];
            if (statement.kind == ast::StatementKind::break_) return true;
            for (ast::StatementBranch const& branch : ast_.items(statement.branches)) {
                if (has_break(ast_.items(branch.body))) return true;
            }
        }
        return false;
    }

    bool lower_while(ast::Statement const& statement, FlatStatement& result) {
        result.kind = FlatStatementKind::while_;
        result.a = lower_condition(context_, statement.lhs, false);
        FlatStatementBranch body;
        bool const good = lower_all(ast_.items(statement.body), body.body);
        result.branches.push_back(std::move(body));
        return good && result.a.has_value();
    }

    LoweringContext& context_;
    ast::Ast const& ast_;
    LocateSource const& locate_;
};

}  // namespace

bool lower_statements(LoweringContext& context, std::span<ast::StatementId const> statements,
                      LocateSource const& locate, std::vector<FlatStatement>& target) {
    return StatementLowering(context, locate).lower_all(statements, target);
}

FlatAlgorithm lower_algorithm(LoweringContext& context, ast::Section const& section, LocateSource const& locate) {
    FlatAlgorithm algorithm;
    algorithm.source = section.span;
    auto const statements = context.ast.items(section.statements);
    if (!statements.empty()) {
        ast::Statement const& first = context.ast[statements.front()];
        SourcePlace const place = locate({first.decoration, first.comment.annotation, first.span});
        algorithm.instance = place.instance;
        algorithm.source = place.span;
    }
    lower_statements(context, statements, locate, algorithm.statements);
    return algorithm;
}

}  // namespace moo
