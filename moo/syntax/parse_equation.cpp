#include "moo/syntax/parser.h"

namespace moo {

using ast::Equation;
using ast::EquationId;
using ast::EquationKind;
using ast::ExprId;
using ast::ExprKind;
using ast::List;

namespace {

constexpr Message<> assign_in_equation{DiagnosticKind::UnexpectedToken,
                                       "`:=` in an equation; equations have `=`, and `:=` belongs to algorithms"};
constexpr Message<> compare_in_equation{DiagnosticKind::UnexpectedToken,
                                        "this equation has no `=`; `==` compares, `=` makes an equation"};
constexpr Message<> not_an_equation{DiagnosticKind::UnexpectedToken, "this is neither an equation with `=` nor a call"};
constexpr Message<std::string_view, std::string_view> block_end_mismatch{DiagnosticKind::EndNameMismatch,
                                                                         "found `end {}`, expected `end {}`"};
constexpr NoteText<std::string_view> block_began{"the `{}` that it closes begins here"};

constexpr TokenSet body_ends{
    TokenKind::kw_end,      TokenKind::kw_else,       TokenKind::kw_elseif,   TokenKind::kw_elsewhen,
    TokenKind::kw_public,   TokenKind::kw_protected,  TokenKind::kw_equation, TokenKind::kw_algorithm,
    TokenKind::kw_external, TokenKind::kw_annotation, TokenKind::end_of_file,
};
constexpr TokenSet block_keywords{TokenKind::kw_if, TokenKind::kw_for, TokenKind::kw_when, TokenKind::kw_while};
// Tokens with which a declaration begins, but an equation cannot.
constexpr TokenSet declaration_starts{
    TokenKind::kw_parameter, TokenKind::kw_constant, TokenKind::kw_discrete,    TokenKind::kw_flow,
    TokenKind::kw_stream,    TokenKind::kw_input,    TokenKind::kw_output,      TokenKind::kw_model,
    TokenKind::kw_function,  TokenKind::kw_extends,  TokenKind::kw_import,      TokenKind::kw_final,
    TokenKind::kw_inner,     TokenKind::kw_outer,    TokenKind::kw_replaceable, TokenKind::kw_redeclare,
};

}  // namespace

bool Parser::at_body_end() const {
    if (body_ends.contains(kind())) return true;
    if (at(TokenKind::kw_initial)) return peek() == TokenKind::kw_equation || peek() == TokenKind::kw_algorithm;
    return options_.base_modelica && (at_word("partition") || at_word("subpartition"));
}

List<EquationId> Parser::parse_equations() {
    ListScope<EquationId> equations(builder_);
    while (!at_body_end() && !failed_) {
        equations.add(parse_equation());
        expect_semicolon();
        recover();
    }
    return equations.finish();
}

EquationId Parser::parse_equation() {
    Nesting const nesting(*this);
    if (!nesting.is_fine()) return builder_.add(Equation());
    std::uint32_t const begin = current_.begin;
    Equation equation;
    equation.decoration = parse_decoration();
    if (at(TokenKind::kw_if)) {
        equation.kind = EquationKind::if_;
        equation.branches = parse_branches(TokenKind::kw_if, &Parser::parse_equations);
    } else if (at(TokenKind::kw_when)) {
        equation.kind = EquationKind::when;
        equation.branches = parse_branches(TokenKind::kw_when, &Parser::parse_equations);
    } else if (accept(TokenKind::kw_for)) {
        equation.kind = EquationKind::for_;
        equation.iterators = parse_iterators();
        expect_head_end(TokenKind::kw_loop);
        equation.body = parse_equations();
        expect_block_end(TokenKind::kw_for, begin);
    } else if (at(TokenKind::kw_connect)) {
        equation.kind = EquationKind::connect;
        parse_connect(equation.lhs, equation.rhs);
    } else if (declaration_starts.contains(kind())) {
        unexpected("an equation", "declarations must come before `equation`, or after `public` or `protected`");
    } else {
        parse_plain_equation(equation);
    }
    equation.comment = parse_comment();
    equation.span = span_from(begin);
    return builder_.add(equation);
}

void Parser::parse_plain_equation(Equation& equation) {
    equation.lhs = parse_simple_expression();
    if (at(TokenKind::at)) equation.lhs = parse_decorated(equation.lhs);
    if (at(TokenKind::assign)) {
        complain(span_of(current_), assign_in_equation);
        if (failed_) return;
        current_.kind = TokenKind::equal;
    }
    if (accept(TokenKind::equal)) {
        equation.rhs = parse_expression();
        return;
    }
    equation.kind = EquationKind::expression;
    if (failed_ || !equation.lhs || options_.base_modelica) return;
    ast::Expr const& lhs = tree_[equation.lhs];
    if (lhs.kind == ExprKind::call) return;
    if (at(TokenKind::identifier)) {
        unexpected("`=`",
                   newline_before_current()
                       ? ""
                       : "if this is a declaration, it must come before `equation`, or after `public` or `protected`");
    } else if (lhs.kind == ExprKind::chain && tree_.terms(equation.lhs).front().op == ast::Operator::equal) {
        complain(lhs.span, compare_in_equation);
    } else {
        complain(lhs.span, not_an_equation);
    }
}

void Parser::expect_block_end(TokenKind keyword, std::uint32_t begin) {
    std::string_view const word = token_text(keyword);
    if (at(TokenKind::kw_end) && peek() == keyword) {
        advance();
        advance();
        return;
    }
    if (at(TokenKind::kw_end) && (block_keywords.contains(peek()) || peek() == TokenKind::identifier)) {
        SourceSpan const place = span(current_.begin, next_.end);
        if (!silent()) {
            diagnostics_.error(place, block_end_mismatch, text_of(next_), word)
                .note(span(begin, begin + static_cast<std::uint32_t>(word.size())), block_began, word);
            count_error();
        }
        if (block_keywords.contains(peek()) && !failed_) {
            advance();
            advance();
        }
        // The end of a class is left to the class; there is no `;` to miss then.
        doubtful_ = true;
        doubt_errors_ = errors_seen_ + 1;
        return;
    }
    unexpected(code("end ", word));
}

void Parser::parse_connect(ExprId& from, ExprId& to) {
    advance();
    std::uint32_t const opening = current_.begin;
    expect(TokenKind::left_paren, "`(` after `connect`");
    from = parse_reference();
    expect(TokenKind::comma);
    to = parse_reference();
    expect_closing(TokenKind::right_paren, opening, "`)`");
}

List<ast::Iterator> Parser::parse_iterators() {
    ListScope<ast::Iterator> iterators(builder_);
    do {
        ast::Iterator iterator;
        iterator.name = expect_identifier("the name of an iterator");
        if (accept(TokenKind::kw_in)) iterator.range = parse_expression();
        iterators.add(iterator);
    } while (accept(TokenKind::comma));
    return iterators.finish();
}

}  // namespace moo
