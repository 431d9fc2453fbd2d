// sources/buildDescription.xml: how the sources of an FMU are compiled.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace moo {

// Sources that are compiled with the same options. Names are relative to `sources/`.
struct SourceSet {
    std::string language;  // `C++17`, `C99`
    std::vector<std::string> files;
    std::vector<std::pair<std::string, std::string>> macros;  // names and values
    std::vector<std::string> include_folders;
};

struct FmuSources {
    std::vector<SourceSet> sets;
    std::vector<std::string> libraries;  // system libraries, without `lib`
};

// FMI 3.0 requires this file; importers of FMI 2.0 may read it too (FMI 2.0.4, section 2.3).
[[nodiscard]] std::string describe_build(std::string const& identifier, FmuSources const& sources);

}  // namespace moo
