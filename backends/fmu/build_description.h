// sources/buildDescription.xml: how the sources of an FMU are compiled.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace moo {

// Sources that are compiled alike. Names are below `sources/`.
struct SourceSet {
    std::string language;  // `C++17`, `C99`
    std::vector<std::string> files;
    std::vector<std::pair<std::string, std::string>> macros;  // and their values
    std::vector<std::string> include_folders;
};

struct FmuSources {
    std::vector<SourceSet> sets;
    std::vector<std::string> libraries;  // that the system has to have, without `lib`
};

// FMI 3.0 asks for it; importers of FMI 2.0 may read it, too (FMI 2.0.4, section 2.3).
[[nodiscard]] std::string describe_build(std::string const& identifier, FmuSources const& sources);

}  // namespace moo
