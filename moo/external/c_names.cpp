#include "moo/external/c_names.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace moo {

namespace {

bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_word(char c) { return begins_word(c) || (c >= '0' && c <= '9'); }

class CNameReader {
public:
    explicit CNameReader(std::string_view text) : text_(text) {}

    CNames read() {
        while (at_ < text_.size()) step();
        end_old_style(false);
        return std::move(names_);
    }

private:
    [[nodiscard]] char here() const { return text_[at_]; }
    [[nodiscard]] char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

    // ---- the text ----

    void step() {
        char const c = here();
        if (c == '\n') {
            is_line_begin_ = true;
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
        } else if (c == '/' && (next() == '/' || next() == '*')) {
            skip_comment();
        } else if (c == '#' && is_line_begin_) {
            directive();
        } else {
            is_line_begin_ = false;
            token();
        }
    }

    void skip_comment() {
        bool const is_line = next() == '/';
        std::size_t const end = text_.find(is_line ? "\n" : "*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + (is_line ? 0 : 2);
    }

    void skip_literal() {
        char const quote = here();
        for (++at_; at_ < text_.size() && here() != quote && here() != '\n'; ++at_) {
            if (here() == '\\') ++at_;
        }
        ++at_;
    }

    std::string_view word() {
        std::size_t const begin = at_;
        while (at_ < text_.size() && continues_word(here())) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // ---- directives ----

    // With the lines that continue it.
    std::string_view whole_line() {
        std::size_t const begin = at_;
        for (; at_ < text_.size(); ++at_) {
            if (here() != '\n') continue;
            std::string_view const line = text_.substr(begin, at_ - begin);
            if (!line.ends_with('\\') && !line.ends_with("\\\r")) break;
        }
        return text_.substr(begin, at_ - begin);
    }

    // Branches of a condition may each contain an opening brace; only one of them is compiled.
    void directive() {
        std::string_view line = whole_line().substr(1);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with("if")) {
            depths_.push_back(depth_);
        } else if (line.starts_with("el") && !depths_.empty()) {
            depth_ = depths_.back();
        } else if (line.starts_with("endif") && !depths_.empty()) {
            depths_.pop_back();
        } else if (line.starts_with("define")) {
            std::vector<std::string_view> const words = words_of(line.substr(6));
            if (words.empty()) return;
            std::vector<std::string_view>& body = names_.macros[words[0]];
            body.insert(body.end(), words.begin() + 1, words.end());
        }
    }

    static std::vector<std::string_view> words_of(std::string_view text) {
        std::vector<std::string_view> words;
        for (std::size_t i = 0; i < text.size();) {
            std::size_t const begin = i;
            while (i < text.size() && continues_word(text[i])) ++i;
            if (i > begin && begins_word(text[begin])) words.push_back(text.substr(begin, i - begin));
            if (i == begin) ++i;
        }
        return words;
    }

    // ---- declarations ----

    void token() {
        char const c = here();
        if (c == '"' || c == '\'') {
            if (is_outside() && !words_.empty() && words_.back() == "extern") is_linkage_ = true;
            return skip_literal();
        }
        if (!continues_word(c)) {
            ++at_;
            return punctuation(c);
        }
        std::string_view const name = word();
        if (!begins_word(c)) return;
        names_.used.insert(name);
        if (!is_outside()) return;
        // After the parameters of a prototype comes `;` or `,`.
        if (has_parameters_) define(true);
        has_parameters_ = false;
        words_.push_back(name);
    }

    [[nodiscard]] bool is_outside() const { return depth_ == 0 && nesting_ == 0 && !is_value_; }

    // The last word is the name.
    void define(bool is_old_style) {
        bool const is_extern = std::ranges::find(words_, "extern") != words_.end();
        if (words_.empty() || (is_extern && !has_parameters_)) return;
        bool const may_be_parameter = is_after_old_style_ && !has_parameters_;
        if (!may_be_parameter) end_old_style(false);
        std::vector<CNames::Definition>& list = may_be_parameter ? parameters_ : names_.defined;
        list.push_back({words_.back(), {words_.begin(), words_.end() - 1}, is_old_style});
        if (is_old_style) is_after_old_style_ = true;
    }

    // What looks like variables was the types of parameters, if a body follows.
    void end_old_style(bool has_body) {
        if (!has_body) names_.defined.insert(names_.defined.end(), parameters_.begin(), parameters_.end());
        parameters_.clear();
        is_after_old_style_ = false;
    }

    void end_declaration() {
        words_.clear();
        has_parameters_ = false;
        is_value_ = false;
    }

    void punctuation(char c) {
        switch (c) {
            case '{': return open_brace();
            case '}':
                if (depth_ > 0) --depth_;
                return;
            default: break;
        }
        if (depth_ > 0) return;
        if (c == '(' || c == '[') {
            if (is_outside() && c == '[' && !has_parameters_) {
                take_variable();
                is_value_ = true;
            }
            ++nesting_;
        } else if (c == ')' || c == ']') {
            if (nesting_ > 0) --nesting_;
            if (is_outside() && c == ')' && !words_.empty()) has_parameters_ = true;
        } else if (nesting_ == 0 && (c == '=' || c == ',' || c == ';')) {
            if (!is_value_ && !has_parameters_) take_variable();
            has_parameters_ = false;
            is_value_ = c == '=';
            if (c == ';') end_declaration();
        }
    }

    // A type comes before the name of a variable; alone, it is a type.
    void take_variable() {
        if (words_.size() < 2) return;
        define(false);
        words_.pop_back();
    }

    void open_brace() {
        if (depth_ == 0 && is_linkage_) {  // extern "C" { is not a block
            is_linkage_ = false;
            return end_declaration();
        }
        if (depth_ == 0 && has_parameters_) {
            define(false);
            end_declaration();
        } else if (is_outside() && words_.empty()) {
            end_old_style(true);
        } else if (is_outside() && words_.back() != "struct" && words_.back() != "union" && words_.back() != "enum") {
            words_.pop_back();  // the name of a type
        }
        ++depth_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool is_line_begin_ = true;
    std::uint32_t depth_ = 0;              // of braces
    std::vector<std::uint32_t> depths_;    // at the beginning of each open condition
    std::uint32_t nesting_ = 0;            // of parentheses and brackets
    std::vector<std::string_view> words_;  // of the declaration so far, outside of parentheses
    bool has_parameters_ = false;          // after the last word
    bool is_value_ = false;                // after `=` or `[`
    bool is_linkage_ = false;              // after `extern "C"`
    bool is_after_old_style_ = false;      // after a definition in the old style, before its body
    std::vector<CNames::Definition> parameters_;
    CNames names_;
};

}  // namespace

CNames read_c_names(std::string_view text) { return CNameReader(text).read(); }

}  // namespace moo
