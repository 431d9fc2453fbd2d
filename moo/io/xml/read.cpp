#include "moo/io/xml/read.h"

#include <deque>
#include <memory>

#include "moo/io/document/read_sections.h"
#include "moo/io/xml/split_xml.h"
#include "moo/io/xml/xml_tree.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_xml{DiagnosticKind::MooMalformed, "this is not XML that MOO uses: {}"};
constexpr Message<> no_xml_version{DiagnosticKind::MooMalformed, "a MOO file in XML begins with <moo version=\"…\""};

class XmlReader {
public:
    XmlReader(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document)
        : sources_(sources),
          file_(file),
          interner_(interner),
          diagnostics_(diagnostics),
          text_(sources.text(file)),
          splitter_(text_),
          sections_(document, sources, interner, diagnostics) {
        new_tree();
    }

    void run() {
        bool const good = read_all();
        if (!splitter_.error().empty()) diagnostics_.error(at(splitter_.position()), not_xml, splitter_.error());
        if (good) sections_.finish(at(text_.size()));
    }

private:
    bool read_all() {
        XmlSplitter::Tag root;
        if (!splitter_.next_start(root)) return missing_root();
        if (root.name != "moo") {
            diagnostics_.error(at(root.begin), no_xml_version);
            return false;
        }
        if (!read_root(root)) return false;
        XmlSplitter::Tag section;
        while (!root.is_empty && splitter_.next_start(section)) {
            if (!read_section(section) || diagnostics_.error_count() >= most_errors) return false;
        }
        if (!root.is_empty && !splitter_.take_end("moo")) return false;
        if (!splitter_.at_end()) {
            diagnostics_.error(at(splitter_.position()), not_xml, "there is something after the end of the document");
            return false;
        }
        return true;
    }

    bool missing_root() {
        if (splitter_.error().empty()) diagnostics_.error(at(0), no_xml_version);
        return false;
    }

    // The attributes of the root: version, name, and what else is a text at the top.
    bool read_root(XmlSplitter::Tag const& root) {
        std::string text(text_.substr(root.begin, root.end - root.begin));
        if (!root.is_empty) text.replace(text.size() - 1, 1, "/>");
        if (!parse(text, root.begin)) return false;
        Item const element = tree_->root();
        auto const version = tree_->text(tree_->find(element, "version"));
        if (!tree_->find(element, "version").has_value() || !version) {
            diagnostics_.error(at(root.begin), no_xml_version);
            return false;
        }
        if (!sections_.check_version(*version, tree_->place(tree_->find(element, "version")))) return false;
        std::vector<RowField> fields;
        tree_->fields(element, fields);
        std::size_t used = 1;
        for (char const* const name : {"name", "description", "generator"}) {
            Item const value = tree_->find(element, name);
            if (!value.has_value()) continue;
            ReadSection* const section = sections_.begin_section(name, tree_->place(value));
            if (section == nullptr) return false;
            sections_.read(*section, *tree_, value);
            ++used;
        }
        if (used != fields.size()) {
            sections_.report(at(root.begin), "`moo` has an attribute that is not known, or one twice");
            return false;
        }
        return true;
    }

    bool read_section(XmlSplitter::Tag const& tag) {
        ReadSection* const section = sections_.begin_section(tag.name, at(tag.begin));
        if (section == nullptr) return false;
        if (section->shape == SectionShape::object) return read_element(*section, tag, {});
        if (section->shape == SectionShape::value) {
            sections_.report(at(tag.begin), "`" + std::string(tag.name) + "` is an attribute of `moo`");
            return false;
        }
        XmlSplitter::Tag row;
        while (!tag.is_empty && splitter_.next_start(row)) {
            if (!read_element(*section, row, section->row)) return false;
            if (diagnostics_.error_count() >= most_errors) return false;
        }
        return tag.is_empty || splitter_.take_end(tag.name);
    }

    // An element that is parsed as a whole.
    bool read_element(ReadSection& section, XmlSplitter::Tag const& tag, std::string_view expected) {
        if (!splitter_.skip_element(tag)) return false;
        if (!expected.empty() && tag.name != expected) {
            sections_.report(at(tag.begin),
                             "expected `" + std::string(expected) + "`, found `" + std::string(tag.name) + "`");
            return false;
        }
        if (!parse(text_.substr(tag.begin, splitter_.position() - tag.begin), tag.begin)) return false;
        if (sections_.read(section, *tree_, tree_->root())) new_tree();
        return true;
    }

    bool parse(std::string_view element, std::size_t offset) {
        if (tree_->parse(element, offset)) return true;
        diagnostics_.error(at(tree_->error_offset()), not_xml, tree_->error());
        return false;
    }

    // Rows that are needed again keep theirs.
    void new_tree() { tree_ = &trees_.emplace_back(sources_, file_, interner_); }

    [[nodiscard]] SourceSpan at(std::size_t offset) const {
        SourceLoc const place = sources_.loc(file_, std::min(offset, text_.size()));
        return {place, place};
    }

    static constexpr std::size_t most_errors = 50;

    SourceManager& sources_;
    FileId file_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::string_view text_;
    XmlSplitter splitter_;
    SectionReader sections_;
    std::deque<XmlTree> trees_;
    XmlTree* tree_ = nullptr;
};

}  // namespace

void read_xml(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document) {
    XmlReader(file, sources, interner, diagnostics, document).run();
}

}  // namespace moo
