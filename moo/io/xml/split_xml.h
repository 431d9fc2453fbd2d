// Finds the elements of an XML text without making a tree of them, so that a large file can be read row by row.
#pragma once

#include <string>
#include <string_view>

namespace moo {

// Looks at brackets, quotes, comments and entities only; whether tags match is seen when an element is parsed.
class XmlSplitter {
public:
    explicit XmlSplitter(std::string_view text) : text_(text) {}

    struct Tag {
        std::string_view name;
        std::size_t begin = 0;  // of `<`
        std::size_t end = 0;    // behind `>`
        bool is_empty = false;  // `<a/>`
    };

    // The next start tag behind white space, comments and processing instructions; false at an end tag, at the end of
    // the text, or after an error.
    bool next_start(Tag& tag);
    // Consumes `</name>`; false, with an error, if something else stands there.
    bool take_end(std::string_view name);
    // Goes behind the element that `tag` begins.
    bool skip_element(Tag const& tag);
    // Nothing but white space and comments is left.
    bool at_end();

    [[nodiscard]] std::size_t position() const { return at_; }
    // Empty as long as all is well.
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
