// Finds the elements of an XML text without making a tree of them, so that a large file can be read row by row.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// Looks only at brackets, quotes, comments and entities; whether tags match is checked when an element is parsed.
class XmlSplitter {
public:
    explicit XmlSplitter(std::string_view text) : text_(text) {}

    struct Tag {
        std::string_view name;
        std::size_t begin = 0;  // of `<`
        std::size_t end = 0;    // after `>`
        bool is_empty = false;  // `<a/>`
    };

    // The next start tag after white space, comments and processing instructions; false at an end tag, at the end of
    // the text, or after an error.
    bool next_start(Tag& tag);
    // Consumes `</name>`; false, with an error, if there is something else.
    bool take_end(std::string_view name);
    // Skips the element that `tag` begins.
    bool skip_element(Tag const& tag);
    // Nothing but white space and comments is left.
    bool at_end();

    [[nodiscard]] std::size_t position() const { return at_; }
    // Empty if there was no error.
    [[nodiscard]] std::string const& error() const { return error_; }

private:
    bool fail(std::string text);
    bool skip_between();
    bool read_tag(Tag& tag);
    bool check_entity();

    std::string_view text_;
    std::size_t at_ = 0;
    std::string error_;
};

}  // namespace moo
