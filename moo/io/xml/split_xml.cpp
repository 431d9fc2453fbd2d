#include "moo/io/xml/split_xml.h"

#include <algorithm>

namespace moo {

namespace {

constexpr std::string_view space = " \t\r\n";

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':';
}

}  // namespace

bool XmlSplitter::fail(std::string text) {
    if (error_.empty()) error_ = std::move(text);
    return false;
}

// White space, comments and processing instructions.
bool XmlSplitter::skip_between() {
    while (true) {
        at_ = std::min(text_.find_first_not_of(space, at_), text_.size());
        std::string_view const rest = text_.substr(at_);
        bool const is_comment = rest.starts_with("<!--");
        if (!is_comment && !rest.starts_with("<?")) return true;
        std::string_view const end = is_comment ? "-->" : "?>";
        std::size_t const found = text_.find(end, at_ + 2);
        if (found == std::string_view::npos)
            return fail(is_comment ? "a comment never ends" : "an instruction never ends");
        at_ = found + end.size();
    }
}

// Only what every XML reader knows: `&lt;` and its like, and numbers of characters.
bool XmlSplitter::check_entity() {
    std::size_t const end = text_.find(';', at_);
    std::string_view const name =
        end == std::string_view::npos ? std::string_view() : text_.substr(at_ + 1, end - at_ - 1);
    bool const is_known = name == "lt" || name == "gt" || name == "amp" || name == "quot" || name == "apos";
    bool const is_number = name.size() > 1 && name.size() < 10 && name[0] == '#';
    if (!is_known && !is_number) return fail("an entity that is not declared");
    at_ = end + 1;
    return true;
}

bool XmlSplitter::read_tag(Tag& tag) {
    tag.begin = at_;
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_name_character(text_[end])) ++end;
    tag.name = text_.substr(at_ + 1, end - at_ - 1);
    if (tag.name.empty()) {
        return fail(text_.substr(at_).starts_with("<!") ? "document types and CDATA sections are not read"
                                                        : "a tag without a name");
    }
    at_ = end;
    char quote = '\0';
    while (at_ < text_.size()) {
        char const c = text_[at_];
        if (c == '&') {
            if (!check_entity()) return false;
            continue;
        }
        if (quote != '\0') {
            if (c == quote) quote = '\0';
            if (c == '<') return fail("`<` in the value of an attribute");
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            tag.is_empty = text_[at_ - 1] == '/';
            tag.end = ++at_;
            return true;
        } else if (c == '<') {
            break;
        }
        ++at_;
    }
    return fail("a tag never ends");
}

bool XmlSplitter::next_start(Tag& tag) {
    if (!error_.empty() || !skip_between()) return false;
    if (at_ == text_.size() || text_.substr(at_).starts_with("</")) return false;
    if (text_[at_] != '<') return fail("text where an element is expected");
    return read_tag(tag);
}

bool XmlSplitter::take_end(std::string_view name) {
    if (!error_.empty() || !skip_between()) return false;
    std::string_view const rest = text_.substr(at_);
    bool const fits = rest.starts_with("</") && rest.substr(2).starts_with(name);
    std::size_t const end = fits ? text_.find_first_not_of(space, at_ + 2 + name.size()) : std::string_view::npos;
    if (end == std::string_view::npos || text_[end] != '>') return fail("`</" + std::string(name) + ">` is missing");
    at_ = end + 1;
    return true;
}

bool XmlSplitter::skip_element(Tag const& tag) {
    std::size_t depth = tag.is_empty ? 0 : 1;
    while (depth > 0) {
        std::size_t const next = text_.find_first_of("<&", at_);
        if (next == std::string_view::npos) return fail("`</" + std::string(tag.name) + ">` is missing");
        at_ = next;
        if (text_[at_] == '&') {
            if (!check_entity()) return false;
            continue;
        }
        std::string_view const rest = text_.substr(at_, 4);
        if (rest.starts_with("<!--") || rest.starts_with("<?")) {
            if (!skip_between()) return false;
        } else if (rest.starts_with("</")) {
            std::size_t const end = text_.find('>', at_);
            if (end == std::string_view::npos) return fail("a tag never ends");
            at_ = end + 1;
            --depth;
        } else {
            Tag inner;
            if (!read_tag(inner)) return false;
            if (!inner.is_empty) ++depth;
        }
    }
    return true;
}

bool XmlSplitter::at_end() { return error_.empty() && skip_between() && at_ == text_.size(); }

}  // namespace moo
