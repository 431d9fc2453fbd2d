#include "moo/syntax/parser.h"

namespace moo {

using ast::ExprKind;
using ast::List;
using ast::Statement;
using ast::StatementId;
using ast::StatementKind;

namespace {

constexpr Message<std::string_view> equal_in_statement{
    DiagnosticKind::UnexpectedToken, "`{}` in an algorithm; statements assign with `:=`, and `=` makes an equation"};
constexpr Message<> not_assignable{DiagnosticKind::UnexpectedToken, "nothing can be assigned to this expression"};
constexpr Message<> outputs_need_call{DiagnosticKind::UnexpectedToken,
                                      "only a function call can assign several outputs"};

}  // namespace

List<StatementId> Parser::parse_statements() {
    ListScope<StatementId> statements(builder_);
    while (!at_body_end() && !failed_) {
        statements.add(parse_statement());
        expect_semicolon();
        recover();
    }
    return statements.finish();
}

StatementId Parser::parse_statement() {
    Nesting const nesting(*this);
    if (!nesting.is_fine()) return builder_.add(Statement());
    std::uint32_t const begin = current_.begin;
    Statement statement;
    statement.decoration = parse_decoration();
    if (at(TokenKind::kw_if)) {
        statement.kind = StatementKind::if_;
        statement.branches = parse_branches(TokenKind::kw_if, &Parser::parse_statements);
    } else if (at(TokenKind::kw_when)) {
        statement.kind = StatementKind::when;
        statement.branches = parse_branches(TokenKind::kw_when, &Parser::parse_statements);
    } else if (accept(TokenKind::kw_for)) {
        statement.kind = StatementKind::for_;
        statement.iterators = parse_iterators();
        expect_head_end(TokenKind::kw_loop);
        statement.body = parse_statements();
        expect_block_end(TokenKind::kw_for, begin);
    } else if (accept(TokenKind::kw_while)) {
        statement.kind = StatementKind::while_;
        statement.lhs = parse_expression();
        expect_head_end(TokenKind::kw_loop);
        statement.body = parse_statements();
        expect_block_end(TokenKind::kw_while, begin);
    } else if (accept(TokenKind::kw_break)) {
        statement.kind = StatementKind::break_;
    } else if (accept(TokenKind::kw_return)) {
        statement.kind = StatementKind::return_;
    } else {
        parse_plain_statement(statement);
    }
    statement.comment = parse_comment();
    statement.span = span_from(begin);
    return builder_.add(statement);
}

void Parser::parse_plain_statement(Statement& statement) {
    if (!at(TokenKind::identifier) && !at(TokenKind::dot) && !at(TokenKind::left_paren)) {
        unexpected("a statement");
        return;
    }
    statement.lhs = parse_primary();
    if (at(TokenKind::equal) || at(TokenKind::equal_equal)) {
        complain(span_of(current_), equal_in_statement, text_of(current_));
        if (failed_) return;
        current_.kind = TokenKind::assign;
    }
    if (failed_ || !statement.lhs) return;
    ExprKind const left = tree_[statement.lhs].kind;
    bool const outputs = left == ExprKind::tuple || left == ExprKind::group;
    if (at(TokenKind::assign)) {
        if (!outputs && left != ExprKind::reference) complain(tree_[statement.lhs].span, not_assignable);
        accept(TokenKind::assign);
        statement.rhs = parse_expression();
        if (!failed_ && outputs && tree_[tree_.strip(statement.rhs)].kind != ExprKind::call) {
            complain(tree_[statement.rhs].span, outputs_need_call);
        }
        return;
    }
    statement.kind = StatementKind::call;
    if (left != ExprKind::call) unexpected("`:=`");
}

}  // namespace moo
