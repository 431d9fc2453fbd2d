#include <algorithm>

#include "backends/template/parser.h"
#include "backends/template/token_cursor.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> unexpected_token{DiagnosticKind::UnexpectedToken, "expected {}"};
constexpr Message<std::int64_t> expression_too_deep{DiagnosticKind::NestingTooDeep,
                                                    "this is nested more than {} levels deep"};
constexpr Message<> chained{DiagnosticKind::UnexpectedToken,
                            "comparisons cannot be chained; combine two of them with `and`"};
constexpr Message<> positional_late{DiagnosticKind::WrongArguments,
                                    "an argument without a name comes after an argument with a name"};

bool is_keyword(std::string_view word) {
    static constexpr std::string_view keywords[] = {"and", "or", "not", "in", "is", "if", "else"};
    return std::ranges::find(keywords, word) != std::end(keywords);
}

class ExpressionParser {
public:
    ExpressionParser(TokenCursor& cursor, Store<ExprId, Expr>& exprs) : cursor_(cursor), exprs_(exprs) {}

    ExprId parse_conditional() {
        Deeper const level(*this);
        ExprId const value = parse_or();
        if (!cursor_.take_word("if")) return value;
        ExprId const condition = parse_or();
        cursor_.expect_word("else");
        return make(ExprKind::conditional, {condition, value, parse_conditional()});
    }

    ExprId parse_or() {
        ExprId left = parse_and();
        while (cursor_.take_word("or")) left = make(ExprKind::logical_or, {left, parse_and()});
        return left;
    }

private:
    // Counts the levels that the parser itself has entered.
    struct Deeper {
        explicit Deeper(ExpressionParser& parser) : parser_(parser) {
            if (++parser_.level_ > max_nesting) {
                parser_.cursor_.fail(parser_.cursor_.peek().span, expression_too_deep, std::int64_t{max_nesting});
            }
        }
        ~Deeper() { --parser_.level_; }
        Deeper(Deeper const&) = delete;
        Deeper& operator=(Deeper const&) = delete;
        ExpressionParser& parser_;
    };

    ExprId add(Expr expr) {
        for (ExprId const operand : expr.operands) include_in(expr, operand);
        for (ArgumentSyntax const& argument : expr.arguments) include_in(expr, argument.value);
        if (expr.depth > 5 * max_nesting) cursor_.fail(expr.span, expression_too_deep, std::int64_t{5 * max_nesting});
        return exprs_.add(std::move(expr));
    }
    void include_in(Expr& expr, ExprId part) const {
        if (part) expr.depth = std::max(expr.depth, exprs_[part].depth + 1);
    }
    // From the first operand's begin to the last one's end.
    ExprId make(ExprKind kind, std::vector<ExprId> operands, std::string text = {}) {
        SourceLoc begin = exprs_[operands.front()].span.begin;
        if (kind == ExprKind::conditional) begin = exprs_[operands[1]].span.begin;
        SourceSpan const span = {begin, exprs_[operands.back()].span.end};
        return add({kind, span, std::move(text), {}, std::move(operands), {}});
    }

    ExprId parse_and() {
        ExprId left = parse_not();
        while (cursor_.take_word("and")) left = make(ExprKind::logical_and, {left, parse_not()});
        return left;
    }

    ExprId parse_not() {
        if (!cursor_.at_word("not")) return parse_comparison();
        Deeper const level(*this);
        SourceLoc const begin = cursor_.next().span.begin;
        ExprId const operand = parse_not();
        return add({ExprKind::logical_not, {begin, exprs_[operand].span.end}, {}, {}, {operand}, {}});
    }

    // The comparison at the cursor, empty if there is none.
    std::string take_comparison() {
        if (cursor_.take_word("in")) return "in";
        if (cursor_.at_word("not") && cursor_.peek(1).kind == TokenKind::name && cursor_.peek(1).text == "in") {
            cursor_.next();
            cursor_.next();
            return "not in";
        }
        for (char const* const symbol : {"==", "!=", "<=", ">=", "<", ">"}) {
            if (cursor_.take_symbol(symbol)) return symbol;
        }
        return {};
    }

    ExprId parse_comparison() {
        ExprId left = parse_sum();
        std::string comparison = take_comparison();
        if (comparison.empty()) return left;
        left = make(ExprKind::binary, {left, parse_sum()}, std::move(comparison));
        SourceSpan const second = cursor_.peek().span;
        if (!take_comparison().empty()) cursor_.fail(second, chained);
        return left;
    }

    template <class Operand>
    ExprId parse_binary(std::initializer_list<char const*> symbols, Operand const& operand) {
        ExprId left = operand();
        while (true) {
            auto const found = std::ranges::find_if(symbols, [&](auto symbol) { return cursor_.at_symbol(symbol); });
            if (found == symbols.end()) return left;
            cursor_.next();
            left = make(ExprKind::binary, {left, operand()}, *found);
        }
    }
    ExprId parse_sum() {
        return parse_binary({"+", "-"}, [&] { return parse_concatenation(); });
    }
    ExprId parse_concatenation() {
        return parse_binary({"~"}, [&] { return parse_product(); });
    }
    ExprId parse_product() {
        return parse_binary({"*", "//", "/", "%"}, [&] { return parse_power(); });
    }
    ExprId parse_power() {
        return parse_binary({"**"}, [&] { return parse_filters(parse_unary()); });
    }

    ExprId parse_unary() {
        bool const is_minus = cursor_.at_symbol("-");
        if (!is_minus && !cursor_.at_symbol("+")) return parse_postfix(parse_primary());
        Deeper const level(*this);
        SourceLoc const begin = cursor_.next().span.begin;
        ExprId const operand = parse_unary();
        if (!is_minus) return operand;
        return add({ExprKind::negate, {begin, exprs_[operand].span.end}, {}, {}, {operand}, {}});
    }

    // `|name(…)` and `is name(…)`.
    ExprId parse_filters(ExprId operand) {
        while (true) {
            if (cursor_.take_symbol("|")) {
                operand = parse_named(ExprKind::filter, operand);
            } else if (cursor_.take_word("is")) {
                bool const negated = cursor_.take_word("not");
                operand = parse_named(ExprKind::test, operand);
                if (negated) operand = add({ExprKind::logical_not, exprs_[operand].span, {}, {}, {operand}, {}});
            } else {
                return operand;
            }
        }
    }

    ExprId parse_named(ExprKind kind, ExprId operand) {
        if (!cursor_.at(TokenKind::name)) cursor_.fail_expecting(kind == ExprKind::filter ? "a filter" : "a test");
        Token const& name = cursor_.next();
        Expr expr = {kind, name.span, name.text, {}, {operand}, {}};
        if (cursor_.take_symbol("(")) {
            parse_arguments(expr);
        } else if (kind == ExprKind::test && begins_operand()) {
            // `is divisibleby 3`
            expr.arguments.push_back({{}, parse_postfix(parse_primary())});
        }
        return add(std::move(expr));
    }

    [[nodiscard]] bool begins_operand() const {
        Token const& token = cursor_.peek();
        if (token.kind == TokenKind::name) return !is_keyword(token.text);
        return token.kind == TokenKind::integer || token.kind == TokenKind::real || token.kind == TokenKind::string;
    }

    // Behind `(`, up to `)`.
    void parse_arguments(Expr& expr) {
        while (!cursor_.at_symbol(")")) {
            bool const is_named =
                cursor_.at(TokenKind::name) && cursor_.peek(1).kind == TokenKind::symbol && cursor_.peek(1).text == "=";
            std::string name;
            if (is_named) {
                name = cursor_.next().text;
                cursor_.next();
            } else if (!expr.arguments.empty() && !expr.arguments.back().name.empty()) {
                cursor_.fail(cursor_.peek().span, positional_late);
            }
            ExprId const value = parse_conditional();
            expr.arguments.push_back({std::move(name), value});
            if (!cursor_.take_symbol(",")) break;
        }
        expr.span.end = cursor_.peek().span.end;
        cursor_.expect_symbol(")");
    }

    ExprId parse_postfix(ExprId base) {
        while (true) {
            if (cursor_.take_symbol(".")) {
                if (!cursor_.at(TokenKind::name)) cursor_.fail_expecting("a member");
                Token const& name = cursor_.next();
                base = add({ExprKind::attribute, {exprs_[base].span.begin, name.span.end}, name.text, {}, {base}, {}});
            } else if (cursor_.take_symbol("[")) {
                base = parse_subscript(base);
            } else if (cursor_.take_symbol("(")) {
                Expr call = {ExprKind::call, exprs_[base].span, {}, {}, {base}, {}};
                parse_arguments(call);
                base = add(std::move(call));
            } else {
                return base;
            }
        }
    }

    // Behind `[`.
    ExprId parse_subscript(ExprId base) {
        Expr expr = {ExprKind::subscript, exprs_[base].span, {}, {}, {base}, {}};
        auto const part = [&] {
            bool const is_missing = cursor_.at_symbol(":") || cursor_.at_symbol("]");
            expr.operands.push_back(is_missing ? ExprId() : parse_conditional());
        };
        if (cursor_.at_symbol(":")) {
            expr.operands.emplace_back();
        } else {
            expr.operands.push_back(parse_conditional());
        }
        while (expr.operands.size() < 4 && cursor_.take_symbol(":")) {
            expr.kind = ExprKind::slice;
            part();
        }
        expr.span.end = cursor_.peek().span.end;
        cursor_.expect_symbol("]");
        if (expr.kind == ExprKind::slice) expr.operands.resize(4);
        return add(std::move(expr));
    }

    ExprId parse_primary() {
        Token const& token = cursor_.peek();
        Expr expr = {ExprKind::literal, token.span, {}, {}, {}, {}};
        if (token.kind == TokenKind::integer) {
            expr.literal = token.integer;
        } else if (token.kind == TokenKind::real) {
            expr.literal = token.real;
        } else if (token.kind == TokenKind::string) {
            expr.literal = token.text;
        } else if (token.kind == TokenKind::name && !is_keyword(token.text)) {
            return parse_name();
        } else if (cursor_.take_symbol("(")) {
            return parse_parentheses();
        } else if (cursor_.take_symbol("[")) {
            return parse_items(std::move(expr), "]");
        } else if (cursor_.take_symbol("{")) {
            return parse_dict(std::move(expr));
        } else {
            cursor_.fail_expecting("an expression");
        }
        cursor_.next();
        return add(std::move(expr));
    }

    ExprId parse_name() {
        Token const& token = cursor_.next();
        Expr expr = {ExprKind::literal, token.span, {}, {}, {}, {}};
        if (token.text == "true" || token.text == "True") {
            expr.literal = true;
        } else if (token.text == "false" || token.text == "False") {
            expr.literal = false;
        } else if (token.text == "none" || token.text == "None") {
            expr.literal = nullptr;
        } else {
            expr.kind = ExprKind::name;
            expr.text = token.text;
        }
        return add(std::move(expr));
    }

    // Behind `(`: one expression, or a list of several.
    ExprId parse_parentheses() {
        SourceSpan const first = cursor_.peek().span;
        Expr list = {ExprKind::list, first, {}, {}, {}, {}};
        if (cursor_.at_symbol(")")) return parse_items(std::move(list), ")");
        ExprId const value = parse_conditional();
        if (cursor_.take_symbol(")")) return value;
        cursor_.expect_symbol(",");
        list.operands.push_back(value);
        return parse_items(std::move(list), ")");
    }

    ExprId parse_items(Expr list, std::string_view close) {
        list.kind = ExprKind::list;
        while (!cursor_.at_symbol(close)) {
            list.operands.push_back(parse_conditional());
            if (!cursor_.take_symbol(",")) break;
        }
        list.span.end = cursor_.peek().span.end;
        cursor_.expect_symbol(close);
        return add(std::move(list));
    }

    ExprId parse_dict(Expr dict) {
        dict.kind = ExprKind::dict;
        while (!cursor_.at_symbol("}")) {
            dict.operands.push_back(parse_conditional());
            cursor_.expect_symbol(":");
            dict.operands.push_back(parse_conditional());
            if (!cursor_.take_symbol(",")) break;
        }
        dict.span.end = cursor_.peek().span.end;
        cursor_.expect_symbol("}");
        return add(std::move(dict));
    }

    TokenCursor& cursor_;
    Store<ExprId, Expr>& exprs_;
    std::uint32_t level_ = 0;
};

}  // namespace

void TokenCursor::expect_symbol(std::string_view symbol) {
    if (!take_symbol(symbol)) fail_expecting("`" + std::string(symbol) + "`");
}

void TokenCursor::expect_word(std::string_view word) {
    if (!take_word(word)) fail_expecting("`" + std::string(word) + "`");
}

std::string const& TokenCursor::expect_name(std::string_view what) {
    if (!at(TokenKind::name) || is_keyword(peek().text)) fail_expecting(what);
    return next().text;
}

void TokenCursor::fail_expecting(std::string_view what) { fail(peek().span, unexpected_token, what); }

ExprId parse_expression(TokenCursor& cursor, Store<ExprId, Expr>& exprs) {
    return ExpressionParser(cursor, exprs).parse_conditional();
}

ExprId parse_unconditional(TokenCursor& cursor, Store<ExprId, Expr>& exprs) {
    return ExpressionParser(cursor, exprs).parse_or();
}

}  // namespace moo::tmpl
