#include "backends/template/lexer.h"

#include <array>
#include <charconv>
#include <string_view>

#include "backends/template/characters.h"

namespace moo::tmpl {

namespace {

bool starts_name(char c) { return is_letter(c) || c == '_'; }

constexpr Message<std::string_view> unexpected_character{DiagnosticKind::UnexpectedCharacter,
                                                         "`{}` has no meaning in a tag"};
constexpr Message<> unterminated_string{DiagnosticKind::UnterminatedString, "this string has no end"};
constexpr Message<> unterminated_comment{DiagnosticKind::UnterminatedComment, "this comment has no `#}`"};
constexpr Message<std::string_view> unterminated_tag{DiagnosticKind::TemplateUnterminated, "this tag has no `{}`"};
constexpr Message<> unterminated_raw{DiagnosticKind::TemplateUnterminated, "`raw` has no `{% endraw %}`"};
constexpr Message<std::string_view> unknown_escape{DiagnosticKind::UnknownEscape, "`{}` is not an escape sequence"};
constexpr Message<> number_too_large{DiagnosticKind::NumberMalformed, "this number is too large"};

constexpr std::array<std::string_view, 6> two_character_symbols = {"**", "//", "==", "!=", "<=", ">="};
constexpr std::string_view one_character_symbols = "+-*/%~<>=.,:|()[]{}";

class Lexer {
public:
    Lexer(FileId file, SourceManager const& sources, Diagnostics& diagnostics)
        : file_(file), sources_(sources), diagnostics_(diagnostics), text_(sources.text(file)) {}

    std::vector<Token> run() {
        while (at_ < text_.size() && !gives_up()) lex_text();
        add(TokenKind::end, text_.size(), text_.size());
        return std::move(tokens_);
    }

private:
    [[nodiscard]] bool gives_up() const { return diagnostics_.error_count() > max_errors; }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    [[nodiscard]] SourceSpan span(std::size_t begin, std::size_t end) const {
        return {sources_.loc(file_, begin), sources_.loc(file_, end)};
    }

    Token& add(TokenKind kind, std::size_t begin, std::size_t end) {
        tokens_.push_back({kind, span(begin, end), {}});
        return tokens_.back();
    }
    void add_text(std::size_t begin, std::size_t end) {
        if (begin < end) add(TokenKind::text, begin, end).text = text_.substr(begin, end - begin);
    }

    // ---- outside of tags ----

    // The text up to the next tag, then that tag.
    void lex_text() {
        std::size_t const begin = at_;
        std::size_t open = text_.find('{', at_);
        while (open != std::string_view::npos &&
               std::string_view("{%#").find(char_at(open + 1)) == std::string_view::npos)
            open = text_.find('{', open + 1);
        if (open == std::string_view::npos) {
            add_text(begin, text_.size());
            at_ = text_.size();
            return;
        }
        char const kind = text_[open + 1];
        add_text(begin, end_of_text(begin, open, kind));
        at_ = open + 2;
        if (peek() == '-' || peek() == '+') ++at_;
        if (kind == '#') return skip_comment(open);
        if (kind == '%' && lex_raw(open)) return;
        lex_tag(open, kind);
    }

    // A NUL is neither part of a tag nor of its ends.
    [[nodiscard]] char char_at(std::size_t at) const {
        return at < text_.size() && text_[at] != '\0' ? text_[at] : ' ';
    }

    // Where the text before a tag ends, by the rules for white space.
    [[nodiscard]] std::size_t end_of_text(std::size_t begin, std::size_t open, char kind) const {
        std::size_t end = open;
        char const control = char_at(open + 2);
        if (control == '-') {
            while (end > begin && is_space(text_[end - 1])) --end;
            return end;
        }
        if (control == '+' || kind == '{') return open;
        while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
        bool const starts_line = end == 0 || text_[end - 1] == '\n';
        return starts_line ? end : open;
    }

    // Behind a tag; `control` is the character before its end.
    void skip_space(char control, char kind) {
        if (control == '-') {
            while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        } else if (control != '+' && kind != '{') {
            if (looking_at("\r\n")) ++at_;
            if (peek() == '\n') ++at_;
        }
    }

    void skip_comment(std::size_t open) {
        std::size_t const close = text_.find("#}", at_);
        if (close == std::string_view::npos) {
            diagnostics_.error(span(open, open + 2), unterminated_comment);
            at_ = text_.size();
            return;
        }
        char const control = close > at_ ? text_[close - 1] : ' ';
        at_ = close + 2;
        skip_space(control, '#');
    }

    // ---- raw ----

    // `%}` or `-%}` at the current place after a word; returns the control character, or NUL if there is none.
    char take_tag_end() {
        while (is_space(peek())) ++at_;
        char const control = peek() == '-' || peek() == '+' ? text_[at_++] : ' ';
        if (!looking_at("%}")) return '\0';
        at_ += 2;
        return control;
    }

    bool take_word(std::string_view word) {
        while (is_space(peek())) ++at_;
        if (!looking_at(word) || starts_name(peek(word.size())) || is_digit(peek(word.size()))) return false;
        at_ += word.size();
        return true;
    }

    // The text between `{% raw %}` and `{% endraw %}` as it is.
    bool lex_raw(std::size_t open) {
        std::size_t const start = at_;
        char const control = take_word("raw") ? take_tag_end() : '\0';
        if (control == '\0') {
            at_ = start;
            return false;
        }
        skip_space(control, '%');
        std::size_t const begin = at_;
        for (std::size_t next = text_.find("{%", begin); next != std::string_view::npos;
             next = text_.find("{%", next + 2)) {
            at_ = next + 2;
            if (peek() == '-' || peek() == '+') ++at_;
            char const end_control = take_word("endraw") ? take_tag_end() : '\0';
            if (end_control == '\0') continue;
            add_text(begin, end_of_text(begin, next, '%'));
            skip_space(end_control, '%');
            return true;
        }
        diagnostics_.error(span(open, open + 2), unterminated_raw);
        at_ = text_.size();
        return true;
    }

    // ---- inside of tags ----

    void lex_tag(std::size_t open, char kind) {
        bool const is_output = kind == '{';
        std::string_view const close = is_output ? "}}" : "%}";
        add(is_output ? TokenKind::output_begin : TokenKind::statement_begin, open, open + 2);
        std::size_t braces = 0;
        while (at_ < text_.size() && !gives_up()) {
            if (is_space(peek())) {
                ++at_;
                continue;
            }
            bool const has_control = (peek() == '-' || peek() == '+') && text_.substr(at_ + 1).starts_with(close);
            if (braces == 0 && (looking_at(close) || has_control)) {
                char const control = peek();
                std::size_t const begin = at_;
                at_ += has_control ? 3 : 2;
                add(is_output ? TokenKind::output_end : TokenKind::statement_end, begin, at_);
                skip_space(control, kind);
                return;
            }
            if (peek() == '{') ++braces;
            if (peek() == '}' && braces > 0) --braces;
            lex_token();
        }
        if (!gives_up()) diagnostics_.error(span(open, open + 2), unterminated_tag, close);
        add(is_output ? TokenKind::output_end : TokenKind::statement_end, at_, at_);
    }

    void lex_token() {
        char const c = peek();
        std::size_t const begin = at_;
        if (starts_name(c)) {
            while (starts_name(peek()) || is_digit(peek())) ++at_;
            add(TokenKind::name, begin, at_).text = text_.substr(begin, at_ - begin);
            return;
        }
        if (is_digit(c)) return lex_number();
        if (c == '"' || c == '\'') return lex_string();
        for (std::string_view const symbol : two_character_symbols) {
            if (!looking_at(symbol)) continue;
            at_ += 2;
            add(TokenKind::symbol, begin, at_).text = symbol;
            return;
        }
        ++at_;
        if (one_character_symbols.find(c) != std::string_view::npos) {
            add(TokenKind::symbol, begin, at_).text = c;
            return;
        }
        while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xc0) == 0x80) ++at_;
        diagnostics_.error(span(begin, at_), unexpected_character, text_.substr(begin, at_ - begin));
    }

    void lex_number() {
        std::size_t const begin = at_;
        auto const skip_digits = [&] {
            while (is_digit(peek())) ++at_;
        };
        skip_digits();
        bool is_real = false;
        if (peek() == '.' && is_digit(peek(1))) {
            is_real = true;
            ++at_;
            skip_digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            std::size_t const sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
            if (is_digit(peek(1 + sign))) {
                is_real = true;
                at_ += 1 + sign;
                skip_digits();
            }
        }
        Token& token = add(is_real ? TokenKind::real : TokenKind::integer, begin, at_);
        char const* const first = text_.data() + begin;
        char const* const last = text_.data() + at_;
        auto const result =
            is_real ? std::from_chars(first, last, token.real) : std::from_chars(first, last, token.integer);
        if (result.ec != std::errc()) diagnostics_.error(token.span, number_too_large);
    }

    void lex_string() {
        std::size_t const begin = at_;
        char const quote = text_[at_++];
        std::string value;
        while (at_ < text_.size() && text_[at_] != quote) {
            char const c = text_[at_++];
            value += c == '\\' ? lex_escape() : c;
        }
        if (at_ == text_.size()) {
            diagnostics_.error(span(begin, begin + 1), unterminated_string);
        } else {
            ++at_;
        }
        add(TokenKind::string, begin, at_).text = std::move(value);
    }

    // Behind the backslash.
    char lex_escape() {
        std::size_t const backslash = at_ - 1;
        char const c = peek();
        if (at_ < text_.size()) ++at_;
        switch (c) {
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case '\\':
            case '\'':
            case '"': return c;
            default:
                diagnostics_.error(span(backslash, at_), unknown_escape, text_.substr(backslash, at_ - backslash));
                return c;
        }
    }

    FileId file_;
    SourceManager const& sources_;
    Diagnostics& diagnostics_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(FileId file, SourceManager const& sources, Diagnostics& diagnostics) {
    return Lexer(file, sources, diagnostics).run();
}

}  // namespace moo::tmpl
