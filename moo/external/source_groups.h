// Which C sources of a library belong together, so that a function does not need all of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace moo {

// Two sources belong together if one uses a name that the other defines, or if both define the same name. The groups
// that follow from this have nothing in common: each source is in one group, so its static variables exist once,
// whichever functions are called.
//
// The texts are read without a preprocessor, so a group may contain more than is needed. If a definition is hidden in a
// macro, it may contain less; then it cannot be linked, and who builds it has to take all sources.
class SourceGroups {
public:
    // `headers` are read for their macros.
    SourceGroups(std::vector<std::filesystem::path> const& sources, std::vector<std::filesystem::path> const& headers);

    // The sources of the group that defines the first of these names that is defined; empty if none is.
    [[nodiscard]] std::vector<std::filesystem::path> sources_for(std::vector<std::string> const& names) const;

private:
    std::vector<std::filesystem::path> sources_;
    std::vector<std::uint32_t> group_;                          // of each source
    std::unordered_map<std::string, std::uint32_t> source_of_;  // that defines a name
};

}  // namespace moo
