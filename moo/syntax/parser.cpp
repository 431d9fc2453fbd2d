#include "moo/syntax/parser.h"

#include <algorithm>

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> unexpected_token{DiagnosticKind::UnexpectedToken,
                                                                       "found {}, expected {}"};
constexpr Message<std::string_view> missing_semicolon{DiagnosticKind::UnexpectedToken, "`;` is missing before {}"};
constexpr Message<std::int64_t> nesting_too_deep{DiagnosticKind::NestingTooDeep,
                                                 "nested more than {} levels deep; the rest of the file is not read"};
constexpr Message<std::int64_t> many_branches{DiagnosticKind::NestingTooDeep, "`if` or `when` with more than {} branches"};
constexpr NoteText<std::string_view> hint_text{"{}"};
constexpr NoteText<> string_began{"the string before it began here; is its closing `\"` missing?"};
constexpr NoteText<std::string_view> opened_here{"to match this `{}`"};

constexpr TokenSet class_openers{
    TokenKind::kw_encapsulated, TokenKind::kw_partial,  TokenKind::kw_class,      TokenKind::kw_model,
    TokenKind::kw_record,       TokenKind::kw_block,    TokenKind::kw_expandable, TokenKind::kw_connector,
    TokenKind::kw_type,         TokenKind::kw_package,  TokenKind::kw_pure,       TokenKind::kw_impure,
    TokenKind::kw_operator,     TokenKind::kw_function,
};
constexpr TokenSet section_starts{TokenKind::kw_equation, TokenKind::kw_algorithm, TokenKind::kw_public,
                                  TokenKind::kw_protected};
// The tokens that follow an `end` that closes something; `end` is also an expression.
constexpr TokenSet closed_by_end{TokenKind::identifier, TokenKind::kw_if, TokenKind::kw_for, TokenKind::kw_when,
                                 TokenKind::kw_while};

}  // namespace

Parser::Parser(FileId file, SourceManager const& sources, ast::Ast& tree, Interner& interner, Diagnostics& diagnostics,
               ParseOptions const& options)
    : source_(sources.text(file)),
      start_(sources.start_of(file)),
      tree_(tree),
      builder_(tree),
      interner_(interner),
      diagnostics_(diagnostics),
      options_(options),
      lexer_(source_, start_, interner, diagnostics),
      errors_before_(diagnostics.error_count()) {
    if (!lexer_.base_version().empty()) {
        options_.base_modelica = true;
        builder_.set_base_version(lexer_.base_version());
    }
    current_ = lexer_.next();
    next_ = lexer_.next();
}

// ---- tokens ----------------------------------------------------------------------------------------

bool Parser::expect(TokenKind kind, std::string_view expected) {
    if (accept(kind)) return true;
    unexpected(expected);
    return false;
}

bool Parser::expect(TokenKind kind) {
    if (accept(kind)) return true;
    unexpected(code(token_text(kind)));
    return false;
}

void Parser::expect_closing(TokenKind kind, std::uint32_t opening, std::string_view expected) {
    if (!accept(kind)) unexpected(expected, {}, opening);
}

ast::Ident Parser::take_identifier() {
    ast::Ident const ident{current_.symbol, span_of(current_)};
    advance();
    return ident;
}

ast::Ident Parser::expect_identifier(std::string_view expected) {
    if (at(TokenKind::identifier)) return take_identifier();
    unexpected(expected);
    return {};
}

void Parser::expect_semicolon() {
    if (accept(TokenKind::semicolon)) {
        doubtful_ = false;
        return;
    }
    if (failed_) return;
    bool const next_construct = newline_before_current() || at(TokenKind::end_of_file) || at_recovery_point();
    if (!next_construct || at(TokenKind::error)) {
        unexpected("`;`", at(TokenKind::equal_equal) ? "`==` compares; `=` gives a value" : "");
        return;
    }
    if (at(TokenKind::end_of_file) && lexer_.reached_end_inside_token()) return;
    if (doubtful_ && errors_seen_ == doubt_errors_) doubtful_ = false;
    complain(span(previous_.end, previous_.end), missing_semicolon, describe(current_));
    doubtful_ = true;
    doubt_errors_ = errors_seen_;
}

void Parser::expect_head_end(TokenKind keyword) {
    if (accept(keyword)) return;
    unexpected(code(token_text(keyword)), at(TokenKind::equal) ? "`==` compares, `=` does not" : "");
    if (gave_up_) return;
    // The body is worth reading if the head ends on this side of the next `;`.
    current_ = failed_at_;
    failed_ = false;
    while (!at(keyword) && !at(TokenKind::semicolon) && !at(TokenKind::end_of_file) && !at_recovery_point()) advance();
    if (accept(keyword)) {
        lexer_.set_quiet(false);
    } else {
        fail();
    }
}

bool Parser::at_word(std::string_view word) const { return at(TokenKind::identifier) && text_of(current_) == word; }

bool Parser::newline_before_current() const {
    return source_.substr(previous_.end, current_.begin - previous_.end).find('\n') != std::string_view::npos;
}

// ---- errors and recovery ---------------------------------------------------------------------------

std::string Parser::describe(Token const& token) const {
    constexpr std::size_t longest = 60;
    constexpr TokenSet without_text{TokenKind::string, TokenKind::end_of_file, TokenKind::error};
    if (without_text.contains(token.kind)) return std::string(token_text(token.kind));
    std::string_view const text = text_of(token);
    std::string out = token.kind == TokenKind::integer || token.kind == TokenKind::real ? "the number " : "";
    out += code(text.substr(0, longest), text.size() > longest ? "…" : "");
    return out;
}

std::string Parser::code(std::string_view first, std::string_view second) {
    std::string out = "`";
    out += first;
    out += second;
    out += '`';
    return out;
}

void Parser::unexpected(std::string_view expected, std::string_view hint, std::uint32_t opening) {
    // The lexer has said what is wrong with an unreadable token or a string that never ends.
    bool const known = at(TokenKind::error) || (at(TokenKind::end_of_file) && lexer_.reached_end_inside_token());
    if (silent() || known) {
        fail();
        return;
    }
    auto report = diagnostics_.error(span_of(current_), unexpected_token, describe(current_), expected);
    if (!hint.empty()) report.note({}, hint_text, hint);
    if (opening != no_opening) report.note(span(opening, opening + 1), opened_here, source_.substr(opening, 1));
    if (previous_.kind == TokenKind::string && text_of(previous_).find('\n') != std::string_view::npos) {
        report.note(span(previous_.begin, previous_.begin + 1), string_began);
        quote_suspected_ = true;
    }
    count_error();
    if (at(TokenKind::end_of_file)) give_up();
    fail();
}

void Parser::count_error() {
    ++errors_seen_;
    if (diagnostics_.error_count() - errors_before_ >= options_.max_errors) give_up();
}

void Parser::fail() {
    if (failed_) return;
    ++errors_seen_;
    failed_ = true;
    failed_at_ = current_;
    failed_in_matrix_ = open_matrices_ > 0;
    current_.kind = TokenKind::error;
    lexer_.set_quiet(true);
    // The lexer's complaints count too.
    if (diagnostics_.error_count() - errors_before_ >= options_.max_errors) give_up();
}

void Parser::give_up() {
    gave_up_ = true;
    lexer_.stop();
    auto const end = static_cast<std::uint32_t>(source_.size());
    next_ = {TokenKind::end_of_file, end, end, Symbol()};
    failed_ = true;
    failed_at_ = next_;
    current_.kind = TokenKind::error;
}

void Parser::recover() {
    if (!failed_) return;
    failed_ = false;
    doubtful_ = false;
    current_ = failed_at_;
    if (gave_up_) return;
    // Recovery already stopped here the last time, and nothing could be parsed.
    if (current_.begin == last_recovery_ && !at(TokenKind::end_of_file)) advance();
    std::uint32_t brackets = failed_in_matrix_ ? 1 : 0;
    while (!at(TokenKind::end_of_file) && !at_recovery_point()) {
        if (at(TokenKind::semicolon) && brackets == 0) {
            advance();
            break;
        }
        if (at(TokenKind::left_bracket)) ++brackets;
        if (at(TokenKind::right_bracket) && brackets > 0) --brackets;
        advance();
    }
    last_recovery_ = current_.begin;
    lexer_.set_quiet(false);
}

bool Parser::at_recovery_point() const {
    if (section_starts.contains(kind())) return true;
    if (at(TokenKind::kw_initial)) return peek() == TokenKind::kw_equation || peek() == TokenKind::kw_algorithm;
    if (at(TokenKind::kw_end)) return closed_by_end.contains(peek());
    return class_openers.contains(kind()) && newline_before_current() &&
           (peek() == TokenKind::identifier || class_openers.contains(peek()));
}

void Parser::finish() {
    if (!gave_up_ && !quote_suspected_) lexer_.report_unfinished();
}

bool Parser::report_too_deep() {
    if (!gave_up_) {
        diagnostics_.error(span_of(failed_ ? failed_at_ : current_), nesting_too_deep, options_.max_nesting);
        give_up();
    }
    return false;
}

void Parser::report_many_branches(std::uint32_t begin) { complain(span_from(begin), many_branches, most_branches); }

}  // namespace moo
