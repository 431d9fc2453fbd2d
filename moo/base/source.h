// Source texts and 32-bit positions in them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "moo/base/file_identity.h"
#include "moo/base/id.h"

namespace moo {

using FileId = Id<struct FileTag>;

// A position in any source text: an offset into the concatenation of all texts of the source manager. It is decoded to
// file, line and column only on request. Zero is "nowhere". It is important that this type remains small.
struct SourceLoc {
    std::uint32_t offset = 0;
    [[nodiscard]] bool has_value() const { return offset != 0; }
    friend bool operator==(SourceLoc, SourceLoc) = default;
};

// Half open: `end` is the position after the last character.
struct SourceSpan {
    SourceLoc begin;
    SourceLoc end;
    friend bool operator==(SourceSpan, SourceSpan) = default;
};

struct DecodedLoc {
    std::string_view file;
    std::uint32_t line = 0;    // from 1; 0 if the position is nowhere
    std::uint32_t column = 0;  // from 1, in bytes
    std::string_view line_text;
};

// What may be read: a file that the user names may be a pipe, as in `moflat <(make_model)`. Whatever else is searched
// for, such as the files of a library, has to be a regular file, because opening a pipe or a device can block forever.
enum class ReadableFiles { any, regular };

// Owns the texts. Each is followed by a NUL, so that a lexer needs no bounds check.
class SourceManager {
public:
    FileId add(std::string name, std::string text);
    // Returns an error text instead if the file cannot be read or is too large for positions.
    struct LoadResult {
        FileId file;
        std::string error;
    };
    LoadResult load(std::string const& path, ReadableFiles readable = ReadableFiles::any);
    LoadResult load_stdin();

    // Whether a text comes from this file, under whatever name: then nothing must be written there.
    [[nodiscard]] bool has_read(FileIdentity file) const;
    // A file that something else reads is an input too.
    void add_input(std::string const& path);

    [[nodiscard]] std::string_view text(FileId file) const;
    [[nodiscard]] std::string_view name(FileId file) const;
    [[nodiscard]] SourceLoc start_of(FileId file) const;
    [[nodiscard]] SourceLoc loc(FileId file, std::size_t offset) const;
    [[nodiscard]] std::optional<FileId> file_of(SourceLoc loc) const;
    // The text between two positions of the same file.
    [[nodiscard]] std::string_view text(SourceSpan span) const;
    [[nodiscard]] DecodedLoc decode(SourceLoc loc) const;
    // `file:line:column`, empty for a position that is nowhere.
    [[nodiscard]] std::string place_text(SourceLoc loc) const;

    // A position in a file that another tool has read: name, line and column are known, but not the text. Used for the
    // `@n` decorations of Base Modelica and the provenance of MOO.
    SourceLoc add_remote(std::string_view file, std::uint32_t line, std::uint32_t column);
    // The same for many places in one file, whose name may become known later.
    std::uint32_t add_remote_file();
    void name_remote_file(std::uint32_t file, std::string_view name) { remote_names_[file] = name; }
    SourceLoc add_remote(std::uint32_t file, std::uint32_t line, std::uint32_t column);

private:
    struct File {
        std::string name;
        std::string text;
        std::uint32_t start;
        mutable std::vector<std::uint32_t> line_starts;  // filled at the first decode
    };
    struct RemoteLoc {
        std::uint32_t name;
        std::uint32_t line;
        std::uint32_t column;
    };

    LoadResult load_descriptor(int descriptor, std::string name);

    std::vector<std::unique_ptr<File>> files_;
    std::vector<FileIdentity> inputs_;
    std::uint32_t next_ = 1;
    // Remote positions count down from the top of the 32-bit range.
    std::vector<RemoteLoc> remote_;
    std::vector<std::string> remote_names_;
};

}  // namespace moo
