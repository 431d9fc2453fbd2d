#include "tests/roundtrip/library_files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace moo::tests {

std::filesystem::path library_folder() {
    if (char const* data_home = std::getenv("XDG_DATA_HOME"); data_home != nullptr && *data_home != '\0') {
        return std::filesystem::path(data_home) / "modelica";
    }
    char const* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : ".") / ".local" / "share" / "modelica";
}

std::vector<std::filesystem::path> modelica_files(std::filesystem::path const& folder) {
    std::vector<std::filesystem::path> files;
    if (!std::filesystem::is_directory(folder)) return files;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() == ".mo") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string read_file(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace moo::tests
