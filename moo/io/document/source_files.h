// Places in source texts as MOO files write them: `3:14:5` is line 14, column 5 of the third file of the section
// `files`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/base/text_writer.h"
#include "moo/model/document.h"

namespace moo {

// The files that a document mentions, in the order of their first mention.
class WrittenFiles {
public:
    WrittenFiles(Document const& document, SourceManager const& sources);

    [[nodiscard]] std::vector<std::string_view> const& names() const { return names_; }
    // Empty for a place that is nowhere.
    void write_place(TextWriter& out, SourceSpan span) const;
    [[nodiscard]] bool has_place(SourceSpan span) const { return span.begin.has_value(); }

private:
    friend struct FileCollector;
    std::uint32_t number_of(std::string_view file) const;

    SourceManager const& sources_;
    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
    mutable std::string_view last_;
    mutable std::uint32_t last_number_ = 0;
};

// Used while a document is read. MOO text names its files after the places in them, so a number may be used before its
// name is known.
class ReadFiles {
public:
    ReadFiles(SourceManager& sources, Diagnostics& diagnostics) : sources_(sources), diagnostics_(diagnostics) {}

    void add_name(std::string_view name);
    // None if the text is not of the form `file:line:column`.
    [[nodiscard]] std::optional<SourceSpan> place(std::string_view text, SourceSpan where);
    // Reports numbers without a name.
    void finish();

private:
    struct Remote {
        std::uint32_t id = 0;
        SourceSpan first_use;
    };
    Remote& remote(std::uint32_t number);

    SourceManager& sources_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::uint32_t, Remote> files_;  // by number, from 1
    std::uint32_t named_ = 0;
    std::uint32_t last_number_ = 0;
    std::uint32_t last_id_ = 0;
};

}  // namespace moo
