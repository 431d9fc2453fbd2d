#include <array>

#include "moo/syntax/literal.h"
#include "moo/syntax/parser.h"

namespace moo {

using ast::ExprId;
using ast::ExprKind;
using ast::List;
using ast::Operator;

namespace {

constexpr Message<std::string_view> number_too_large{DiagnosticKind::NumberMalformed, "the number `{}` is too large"};
constexpr Message<std::string_view> not_associative{
    DiagnosticKind::UnexpectedToken, "a second `{}` at the same level; parentheses must say which comes first"};
constexpr Message<> positional_after_named{DiagnosticKind::UnexpectedToken,
                                           "this argument has no name, but an argument before it has one"};

// Precedence levels, the loosest first.
enum Level : int {
    no_level = 0,
    or_level,
    and_level,
    not_level,
    relation_level,
    sum_level,
    product_level,
    power_level,
    primary_level,
};

struct BinaryOperator {
    Operator op = Operator::none;
    std::uint8_t level = no_level;
};

constexpr std::array<BinaryOperator, 128> binary_operators = [] {
    std::array<BinaryOperator, 128> table{};
    auto const set = [&](TokenKind kind, Operator op, Level level) {
        table[static_cast<std::size_t>(kind)] = {op, static_cast<std::uint8_t>(level)};
    };
    set(TokenKind::kw_or, Operator::or_, or_level);
    set(TokenKind::kw_and, Operator::and_, and_level);
    set(TokenKind::less, Operator::less, relation_level);
    set(TokenKind::less_equal, Operator::less_equal, relation_level);
    set(TokenKind::greater, Operator::greater, relation_level);
    set(TokenKind::greater_equal, Operator::greater_equal, relation_level);
    set(TokenKind::equal_equal, Operator::equal, relation_level);
    set(TokenKind::not_equal, Operator::not_equal, relation_level);
    set(TokenKind::plus, Operator::add, sum_level);
    set(TokenKind::minus, Operator::sub, sum_level);
    set(TokenKind::dot_plus, Operator::add_elementwise, sum_level);
    set(TokenKind::dot_minus, Operator::sub_elementwise, sum_level);
    set(TokenKind::star, Operator::mul, product_level);
    set(TokenKind::slash, Operator::div, product_level);
    set(TokenKind::dot_star, Operator::mul_elementwise, product_level);
    set(TokenKind::dot_slash, Operator::div_elementwise, product_level);
    set(TokenKind::caret, Operator::pow, power_level);
    set(TokenKind::dot_caret, Operator::pow_elementwise, power_level);
    return table;
}();

BinaryOperator binary_operator(TokenKind kind) { return binary_operators[static_cast<std::size_t>(kind)]; }

}  // namespace

ExprId Parser::add_expr(ExprKind expr_kind, std::uint32_t begin, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    ast::Expr expr;
    expr.kind = expr_kind;
    expr.span = span_from(begin);
    expr.pair = {a, b};
    expr.c = c;
    return builder_.add(expr);
}

ExprId Parser::parse_lone_expression() {
    ExprId const root = parse_expression();
    if (!at(TokenKind::end_of_file)) unexpected("the end of the expression");
    finish();
    return root;
}

ExprId Parser::parse_expression() {
    Nesting const nesting(*this);
    if (!nesting.is_fine()) return {};
    ExprId const expr = at(TokenKind::kw_if) ? parse_conditional() : parse_simple_expression();
    return at(TokenKind::at) ? parse_decorated(expr) : expr;
}

ExprId Parser::parse_decorated(ExprId expr) {
    ast::Decoration const decoration = parse_decoration();
    if (!decoration.has_value()) return expr;
    return add_expr(ExprKind::decorated, begin_of(expr), decoration.value, 0, expr.index());
}

ExprId Parser::parse_simple_expression() {
    ExprId const first = parse_operators(or_level);
    if (!at(TokenKind::colon)) return first;
    ListScope<ExprId> parts(builder_);
    parts.add(first);
    while (parts.size() < 3 && accept(TokenKind::colon)) parts.add(parse_operators(or_level));
    return add_expr(ExprKind::range, begin_of(first), parts.finish());
}

// Operators of at least the given level. A run of operators of one level becomes one chain, so the
// recursion is no deeper than the number of levels between two brackets.
ExprId Parser::parse_operators(int min_level) {
    ExprId expr = parse_prefixed(min_level);
    while (true) {
        int const level = binary_operator(kind()).level;
        if (level == no_level || level < min_level) return expr;
        expr = parse_chain(expr, level);
    }
}

ExprId Parser::parse_chain(ExprId first, int level) {
    std::uint32_t const begin = begin_of(first);
    bool const associative = level != relation_level && level != power_level;
    ListScope<ast::Term> terms(builder_);
    while (binary_operator(kind()).level == level) {
        if (terms.size() > 0 && !associative) complain(span_of(current_), not_associative, text_of(current_));
        if (failed_) break;
        Operator const op = binary_operator(kind()).op;
        advance();
        terms.add({op, parse_operators(level + 1)});
    }
    return add_expr(ExprKind::chain, begin, terms.finish(), first);
}

ExprId Parser::parse_prefixed(int min_level) {
    bool const sign = binary_operator(kind()).level == sum_level;
    if (!sign && !at(TokenKind::kw_not)) return parse_primary();
    // `a * -0.0` is in files that OpenModelica writes.
    bool const is_number =
        options_.base_modelica && at(TokenKind::minus) && (peek() == TokenKind::integer || peek() == TokenKind::real);
    if (!is_number && (sign ? min_level > sum_level : min_level > not_level)) {
        unexpected("an operand", sign ? "a signed operand after an operator needs parentheses, as in `a * (-b)`"
                                      : "`not` after an operator needs parentheses, as in `a == (not b)`");
        return {};
    }
    std::uint32_t const begin = current_.begin;
    Operator const op = sign ? binary_operator(kind()).op : Operator::not_;
    advance();
    ast::Expr expr;
    expr.kind = ExprKind::unary;
    expr.op = op;
    bool const is_inside = sign && min_level > sum_level;
    expr.c = (is_inside ? parse_primary() : parse_operators(sign ? product_level : relation_level)).index();
    expr.span = span_from(begin);
    return builder_.add(expr);
}

ExprId Parser::parse_primary() {
    TokenKind const first = kind();
    if (first == TokenKind::integer || first == TokenKind::real) return parse_number();
    if (first == TokenKind::identifier || first == TokenKind::dot) return parse_reference_or_call();
    if (first == TokenKind::string) return parse_literal(ExprKind::string);
    if (first == TokenKind::left_brace) return parse_array();
    if (first == TokenKind::left_paren) return parse_parenthesized();
    if (first == TokenKind::kw_true || first == TokenKind::kw_false) return parse_literal(ExprKind::boolean);
    if (first == TokenKind::left_bracket) return parse_matrix();
    if (first == TokenKind::kw_end) return parse_literal(ExprKind::end);
    if (first == TokenKind::kw_der || first == TokenKind::kw_initial || first == TokenKind::kw_pure) {
        return parse_keyword_call();
    }
    unexpected("an expression",
               first == TokenKind::kw_if ? "an `if` expression after an operator needs parentheses" : "");
    return {};
}

ExprId Parser::parse_literal(ExprKind literal_kind) {
    ast::Expr expr;
    expr.kind = literal_kind;
    expr.boolean = at(TokenKind::kw_true);
    expr.span = span_of(current_);
    advance();
    return builder_.add(expr);
}

ExprId Parser::parse_number() {
    ast::Expr expr;
    expr.span = span_of(current_);
    std::string_view const text = text_of(current_);
    bool fits = true;
    if (at(TokenKind::integer)) {
        auto const value = read_integer(text);
        fits = value.has_value();
        expr.kind = ExprKind::integer;
        expr.integer = value.value_or(0);
    } else {
        auto const value = read_real(text);
        fits = value.has_value();
        expr.kind = ExprKind::real;
        expr.real = value.value_or(0);
    }
    if (!fits) complain(expr.span, number_too_large, text.substr(0, 60));
    advance();
    return builder_.add(expr);
}

ExprId Parser::parse_conditional() {
    std::uint32_t const begin = current_.begin;
    ListScope<ExprId> parts(builder_);
    std::uint32_t count = 0;
    do {
        if (++count == most_branches + 1) report_many_branches(current_.begin);
        advance();
        parts.add(parse_expression());
        if (!accept(TokenKind::kw_then)) {
            unexpected("`then`", at(TokenKind::equal) ? "`==` compares, `=` does not" : "");
        }
        parts.add(parse_expression());
    } while (at(TokenKind::kw_elseif));
    expect(TokenKind::kw_else, "`else`; an `if` expression always has one");
    parts.add(parse_expression());
    return add_expr(ExprKind::conditional, begin, parts.finish());
}

ExprId Parser::parse_reference() {
    std::uint32_t const begin = current_.begin;
    ast::Expr expr;
    expr.kind = ExprKind::reference;
    expr.is_global = accept(TokenKind::dot);
    ListScope<ast::ReferencePart> parts(builder_);
    do {
        ast::ReferencePart part;
        part.begin = loc(current_.begin);
        part.name = expect_identifier("an identifier").symbol;
        if (failed_) return {};
        if (at(TokenKind::left_bracket)) part.subscripts = parse_subscripts();
        parts.add(part);
    } while (accept(TokenKind::dot));
    auto const list = parts.finish();
    expr.pair = {list.begin, list.count};
    expr.span = span_from(begin);
    return builder_.add(expr);
}

ExprId Parser::parse_reference_or_call() {
    ExprId const reference = parse_reference();
    return at(TokenKind::left_paren) ? parse_call(reference) : reference;
}

// `der(x)`, `initial()`, `pure(f(x))`: keywords that are called like functions.
ExprId Parser::parse_keyword_call() {
    std::uint32_t const begin = current_.begin;
    ListScope<ast::ReferencePart> parts(builder_);
    parts.add({interner_.intern(text_of(current_)), loc(begin), {}});
    advance();
    ExprId const callee = add_expr(ExprKind::reference, begin, parts.finish());
    if (!at(TokenKind::left_paren)) {
        unexpected("`(`");
        return {};
    }
    return parse_call(callee);
}

ExprId Parser::parse_call(ExprId callee) {
    ListScope<ast::Argument> arguments(builder_);
    parse_arguments(arguments);
    return add_expr(ExprKind::call, begin_of(callee), arguments.finish(), callee);
}

void Parser::parse_arguments(ListScope<ast::Argument>& arguments) {
    std::uint32_t const opening = current_.begin;
    advance();
    if (accept(TokenKind::right_paren)) return;
    bool named = false;
    do {
        ast::Argument argument;
        if (at(TokenKind::identifier) && peek() == TokenKind::equal) {
            named = true;
            argument.name = take_identifier();
            advance();
        } else if (named) {
            complain(span_of(current_), positional_after_named);
        }
        argument.value = parse_argument_value();
        if (at(TokenKind::kw_for) && arguments.size() == 0 && !named) {
            argument.value = parse_comprehension(argument.value);
        }
        arguments.add(argument);
    } while (accept(TokenKind::comma));
    expect_closing(TokenKind::right_paren, opening, "`,` or `)`");
}

ExprId Parser::parse_argument_value() {
    return at(TokenKind::kw_function) ? parse_partial_application() : parse_expression();
}

ExprId Parser::parse_partial_application() {
    Nesting const nesting(*this);
    if (!nesting.is_fine()) return {};
    std::uint32_t const begin = current_.begin;
    advance();
    ExprId const function = parse_reference();
    ListScope<ast::Argument> arguments(builder_);
    if (at(TokenKind::left_paren)) {
        parse_arguments(arguments);
    } else {
        unexpected("`(`");
    }
    return add_expr(ExprKind::partial_application, begin, arguments.finish(), function);
}

ExprId Parser::parse_parenthesized() {
    std::uint32_t const begin = current_.begin;
    advance();
    ListScope<ExprId> parts(builder_);
    bool commas = false;
    while (!at(TokenKind::right_paren)) {
        parts.add(at(TokenKind::comma) ? ExprId() : parse_expression());
        if (!accept(TokenKind::comma)) break;
        commas = true;
        // `(a, )` has a missing output after the comma.
        if (at(TokenKind::right_paren)) parts.add(ExprId());
    }
    expect_closing(TokenKind::right_paren, begin, commas ? "`,` or `)`" : "`)`");
    ExprId const expr = parts.size() == 1 && !commas ? add_expr(ExprKind::group, begin, 0, 0, parts.front().index())
                                                     : add_expr(ExprKind::tuple, begin, parts.finish());
    return parse_postfix(begin, expr);
}

// Subscripts or a member of an expression in parentheses: `(x)[1]`, `(x).y`; in Base Modelica several: `(x)[1].y[2]`.
ExprId Parser::parse_postfix(std::uint32_t begin, ExprId expr) {
    // Each is a level of the tree, and no record is nested as deep as this.
    int const most = options_.base_modelica ? 32 : 1;
    for (int i = 0; i < most; ++i) {
        if (at(TokenKind::left_bracket)) {
            List<ExprId> const subscripts = parse_subscripts();
            expr = add_expr(ExprKind::subscripted, begin, subscripts, expr);
        } else if (accept(TokenKind::dot)) {
            ast::Ident const name = expect_identifier("the name of a field");
            if (!name.symbol) return expr;
            expr = add_expr(ExprKind::member, begin, name.symbol.index(), 0, expr.index());
        } else {
            break;
        }
    }
    return expr;
}

ExprId Parser::parse_array() {
    std::uint32_t const begin = current_.begin;
    advance();
    ListScope<ExprId> parts(builder_);
    do {
        ExprId const part = parse_expression();
        parts.add(at(TokenKind::kw_for) && parts.size() == 0 ? parse_comprehension(part) : part);
    } while (accept(TokenKind::comma));
    expect_closing(TokenKind::right_brace, begin, "`,` or `}`");
    return add_expr(ExprKind::array, begin, parts.finish());
}

ExprId Parser::parse_matrix() {
    std::uint32_t const begin = current_.begin;
    advance();
    ++open_matrices_;
    ListScope<ExprId> rows(builder_);
    do {
        std::uint32_t const row_begin = current_.begin;
        List<ExprId> const row = parse_expression_list(TokenKind::end_of_file);
        rows.add(add_expr(ExprKind::matrix_row, row_begin, row));
    } while (accept(TokenKind::semicolon));
    expect_closing(TokenKind::right_bracket, begin, "`,`, `;` or `]`");
    --open_matrices_;
    return add_expr(ExprKind::matrix, begin, rows.finish());
}

ExprId Parser::parse_comprehension(ExprId body) {
    advance();
    List<ast::Iterator> const iterators = parse_iterators();
    return add_expr(ExprKind::comprehension, begin_of(body), iterators, body);
}

List<ExprId> Parser::parse_expression_list(TokenKind end) {
    ListScope<ExprId> parts(builder_);
    if (at(end)) return {};
    do parts.add(parse_expression());
    while (accept(TokenKind::comma));
    return parts.finish();
}

List<ExprId> Parser::parse_subscripts() {
    std::uint32_t const opening = current_.begin;
    advance();
    ListScope<ExprId> parts(builder_);
    do {
        bool const whole = at(TokenKind::colon) && (peek() == TokenKind::comma || peek() == TokenKind::right_bracket);
        parts.add(whole ? parse_literal(ExprKind::colon) : parse_expression());
    } while (accept(TokenKind::comma));
    expect_closing(TokenKind::right_bracket, opening, "`,` or `]`");
    return parts.finish();
}

}  // namespace moo
