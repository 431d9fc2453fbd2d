// Places in source texts as numbers, and the lines of text that they refer to.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/show/json_writer.h"
#include "moo/base/source.h"

namespace moo {

class Places {
public:
    explicit Places(SourceManager const& sources) : sources_(sources) {}

    // `[file, line, column]`; a field that is left out for a place that is nowhere.
    void field(JsonWriter& out, std::string_view name, SourceSpan span);
    // The same without a field, for a place that is somewhere.
    void write(JsonWriter& out, SourceSpan span);
    // Whether both begin at the same place. Each mention of a place in a file has a position of its own.
    [[nodiscard]] bool is_same(SourceSpan x, SourceSpan y) const;
    // The text of the line, without the space around it; empty if it is not known.
    [[nodiscard]] std::string line_text(SourceSpan span);
    [[nodiscard]] std::string place_text(SourceSpan span) const { return sources_.place_text(span.begin); }

    // The names of the files so far, by their numbers.
    [[nodiscard]] std::vector<std::string> const& files() const { return names_; }
    // The chunk `sources`: lines of places so far, and those around them.
    [[nodiscard]] std::string sources_chunk();

private:
    struct File {
        bool is_read = false;
        std::vector<std::string> lines;
        std::set<std::uint32_t> wanted;  // from 1, with those around them
    };
    std::size_t file_of(std::string_view name);
    std::vector<std::string> const& lines_of(std::size_t file);

    SourceManager const& sources_;
    std::vector<std::string> names_;
    std::vector<File> files_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace moo
