// The common part of the parsers of expressions and of statements: the tokens, and the reporting of mistakes.
#pragma once

#include <string_view>
#include <vector>

#include "backends/template/lexer.h"
#include "backends/template/syntax.h"

namespace moo::tmpl {

// Thrown after a mistake was reported; the parser of the tag catches it and continues with the next tag.
struct SyntaxFault {};

class TokenCursor {
public:
    TokenCursor(std::vector<Token> tokens, Diagnostics& diagnostics)
        : diagnostics_(diagnostics), tokens_(std::move(tokens)) {}

    [[nodiscard]] Token const& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    Token const& next() {
        Token const& token = peek();
        if (at_ + 1 < tokens_.size()) ++at_;
        return token;
    }
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    [[nodiscard]] bool at_symbol(std::string_view symbol) const {
        return at(TokenKind::symbol) && peek().text == symbol;
    }
    [[nodiscard]] bool at_word(std::string_view word) const { return at(TokenKind::name) && peek().text == word; }
    bool take_symbol(std::string_view symbol) { return at_symbol(symbol) && (next(), true); }
    bool take_word(std::string_view word) { return at_word(word) && (next(), true); }

    void expect_symbol(std::string_view symbol);
    void expect_word(std::string_view word);
    // A name that may be given to something; `what` says to what.
    std::string const& expect_name(std::string_view what);
    // Reports that something else was expected here.
    [[noreturn]] void fail_expecting(std::string_view what);

    template <class... Args>
    [[noreturn]] void fail(SourceSpan span, Message<Args...> const& message,
                           std::type_identity_t<Args> const&... args) {
        diagnostics_.error(span, message, args...);
        throw SyntaxFault();
    }

    // Gives up: mistakes in the rest do not matter.
    void skip_all() {
        at_ = tokens_.size() - 1;
        skipped_all_ = true;
    }
    [[nodiscard]] bool skipped_all() const { return skipped_all_; }

    [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

private:
    Diagnostics& diagnostics_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    bool skipped_all_ = false;
};

// The expression at the cursor, and the arguments after an opening parenthesis up to the closing one.
[[nodiscard]] ExprId parse_expression(TokenCursor& cursor, Store<ExprId, Expr>& exprs);
// An expression without `if … else`: the list in `for x in xs if c`.
[[nodiscard]] ExprId parse_unconditional(TokenCursor& cursor, Store<ExprId, Expr>& exprs);

}  // namespace moo::tmpl
