#include "moo/io/json/read.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "moo/io/document/read_sections.h"
#include "moo/io/json/json_tree.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_json{DiagnosticKind::MooMalformed, "this is not JSON: {}"};
constexpr Message<> no_json_version{DiagnosticKind::MooMalformed,
                                    "a MOO file in JSON begins with {\"moo\": \"version\""};

// Where the parser is. It reads through this iterator, of which it makes copies.
struct Cursor {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = char const*;
    using reference = char const&;
    char const** at;
    char const* end;  // set only in the iterator after the last character
    char const& operator*() const { return **at; }
    Cursor& operator++() {
        ++*at;
        return *this;
    }
    Cursor operator++(int) {
        Cursor const before = *this;
        ++*at;
        return before;
    }
    friend bool operator==(Cursor const& a, Cursor const& b) { return *a.at == (b.end != nullptr ? b.end : *b.at); }
    friend bool operator!=(Cursor const& a, Cursor const& b) { return !(a == b); }
};

// Takes the events of the parser, makes the tree of one row and hands it over when it is complete.
class Handler {
public:
    Handler(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document)
        : sources_(sources),
          file_(file),
          diagnostics_(diagnostics),
          begin_(sources.text(file).data()),
          at_(begin_),
          sections_(document, sources, interner, diagnostics),
          tree_(sources, file) {
        tree_.set_interner(interner);
    }

    void run() {
        std::string_view const text = sources_.text(file_);
        char const* const end = begin_ + text.size();
        bool const is_complete = nlohmann::json::sax_parse(Cursor{&at_, nullptr}, Cursor{&at_, end}, this,
                                                           nlohmann::json::input_format_t::json);
        if (is_complete) sections_.finish(here());
    }

    // ---- what the parser calls; false ends it ----

    bool null() { return add(of_kind(JsonTree::Kind::null)); }
    bool boolean(bool value) {
        JsonTree::Node node = of_kind(JsonTree::Kind::boolean);
        node.boolean = value;
        return add(node);
    }
    bool number_integer(std::int64_t value) {
        JsonTree::Node node = of_kind(JsonTree::Kind::integer);
        node.integer = value;
        return add(node);
    }
    bool number_unsigned(std::uint64_t value) {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return number_integer(static_cast<std::int64_t>(value));
        }
        return fail("the number is too large");
    }
    bool number_float(double value, std::string const&) {
        if (!std::isfinite(value)) return fail("the number is too large");
        JsonTree::Node node = of_kind(JsonTree::Kind::real);
        node.real = value;
        return add(node);
    }
    bool string(std::string& value) {
        if (level_ == 1 && is_version_) return take_version(value);
        if (value.find('\0') != std::string::npos) return fail("a text has a NUL character");
        JsonTree::Node node = of_kind(JsonTree::Kind::string);
        node.first = tree_.add_text(value);
        node.size = static_cast<std::uint32_t>(value.size());
        return add(node);
    }
    bool binary(nlohmann::json::binary_t&) { return false; }

    bool start_object(std::size_t) {
        if (level_ == 0) {
            ++level_;
            mark();
            return true;
        }
        return open(JsonTree::Kind::object);
    }
    bool end_object() { return close(); }
    bool start_array(std::size_t) {
        bool const is_section = level_ == 1 && section_ != nullptr && section_->shape == SectionShape::rows;
        if (is_section) {
            ++level_;
            mark();
            return true;
        }
        if (level_ == 0) return fail("a MOO file in JSON is an object");
        return open(JsonTree::Kind::list);
    }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        // Inside a section that is one object the names are those of its fields.
        if (level_ == 1 && open_.empty()) return begin_section(name);
        key_ = tree_.add_text(name);
        key_size_ = static_cast<std::uint32_t>(name.size());
        mark();
        return true;
    }

    bool parse_error(std::size_t position, std::string const& token, nlohmann::json::exception const& error) {
        std::string const text = error.what();
        // The text after its own name and place: `[json.exception.parse_error.101] parse error at line 1: …`
        std::size_t const colon = text.find(": ");
        SourceLoc const place =
            sources_.loc(file_, std::min(position == 0 ? 0 : position - 1, sources_.text(file_).size()));
        static_cast<void>(token);
        diagnostics_.error({place, place}, not_json, colon == std::string::npos ? text : text.substr(colon + 2));
        return false;
    }

private:
    [[nodiscard]] SourceSpan here() const {
        SourceLoc const place = sources_.loc(file_, std::min(offset(), sources_.text(file_).size()));
        return {place, place};
    }
    [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
    void mark() { marked_ = static_cast<std::uint32_t>(offset()); }
    bool fail(std::string const& text) {
        sections_.report(here(), text);
        return false;
    }

    bool take_version(std::string const& version) {
        is_version_ = false;
        has_version_ = true;
        bool const good = sections_.check_version(version, here());
        mark();
        return good;
    }

    bool begin_section(std::string const& name) {
        if (!has_version_) {
            is_version_ = name == "moo";
            if (!is_version_) diagnostics_.error(here(), no_json_version);
            mark();
            return is_version_;
        }
        section_ = sections_.begin_section(name, here());
        mark();
        return section_ != nullptr;
    }

    // ---- trees ----

    static JsonTree::Node of_kind(JsonTree::Kind kind) {
        JsonTree::Node node;
        node.kind = kind;
        return node;
    }

    bool add(JsonTree::Node node) {
        if (level_ == 0) return fail("a MOO file in JSON is an object");
        if (level_ == 1 && is_version_) return fail("the version is not a text");
        std::uint32_t const index = link(node);
        mark();
        return open_.empty() ? finish_row(index) : true;
    }

    std::uint32_t link(JsonTree::Node& node) {
        node.offset = marked_;
        node.key = key_;
        node.key_size = key_size_;
        key_size_ = 0;
        std::uint32_t const index = tree_.add(node);
        if (open_.empty()) return index;
        Open& parent = open_.back();
        if (parent.last == no_node) {
            tree_.node(parent.index).first = index;
        } else {
            tree_.node(parent.last).next = index;
        }
        parent.last = index;
        ++tree_.node(parent.index).size;
        return index;
    }

    bool open(JsonTree::Kind kind) {
        if (level_ == 1 && is_version_) return fail("the version is not a text");
        if (open_.size() > deepest_json) return fail("this is nested too deep");
        JsonTree::Node node = of_kind(kind);
        std::uint32_t const index = link(node);
        open_.push_back({index, no_node});
        // The bracket is where the first child begins to look for its place.
        mark();
        return true;
    }

    bool close() {
        if (!open_.empty()) {
            std::uint32_t const index = open_.back().index;
            open_.pop_back();
            mark();
            return open_.empty() ? finish_row(index) : true;
        }
        --level_;
        mark();
        return true;
    }

    // A row of a list, or a section that is not a list.
    bool finish_row(std::uint32_t index) {
        bool const is_row = level_ == 2;
        if (!is_row && section_->shape == SectionShape::rows) return fail("the section is not a list");
        if (sections_.read(*section_, tree_, JsonTree::item(index))) tree_.keep();
        tree_.forget();
        return diagnostics_.error_count() < most_errors;
    }

    static constexpr std::uint32_t no_node = 0xffffffffu;
    static constexpr std::size_t most_errors = 50;
    // Lists in lists: two for each level of an expression, and a few around it.
    static constexpr std::size_t deepest_json = 2 * deepest_read + 100;

    struct Open {
        std::uint32_t index;
        std::uint32_t last;
    };

    SourceManager& sources_;
    FileId file_;
    Diagnostics& diagnostics_;
    char const* begin_;
    char const* at_;
    SectionReader sections_;
    JsonTree tree_;
    std::vector<Open> open_;  // objects and lists of the row around the current place
    int level_ = 0;           // 1 in the document, 2 in a section that is a list
    ReadSection* section_ = nullptr;
    std::uint32_t marked_ = 0;
    std::uint32_t key_ = 0;
    std::uint32_t key_size_ = 0;
    bool is_version_ = false;
    bool has_version_ = false;
};

}  // namespace

void read_json(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document) {
    Handler(file, sources, interner, diagnostics, document).run();
}

}  // namespace moo
