// A zip archive whose bytes depend only on its contents: entries are sorted and have one fixed time.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace moo {

class ZipArchive {
public:
    // The name is a path with `/` relative to the archive. Refuses names that could lead out of the folder into which
    // the archive is unpacked, and names that are used already. Returns an error text, empty on success.
    [[nodiscard]] std::string add(std::string const& name, std::string content);
    [[nodiscard]] std::string add_file(std::string const& name, std::string const& path);
    [[nodiscard]] bool has(std::string const& name) const { return entries_.contains(name); }

    // The archive, to be written by `write_file`.
    struct Bytes {
        std::string bytes;
        std::string error;
    };
    [[nodiscard]] Bytes bytes() const;

private:
    std::map<std::string, std::string> entries_;
};

// Relative, without empty parts, `.`, `..`, backslashes, colons and control characters.
[[nodiscard]] bool is_safe_entry_name(std::string_view name);

}  // namespace moo
