#include "backends/common/resource_file.h"

#include <filesystem>

namespace moo {

bool is_resource_file(std::string const& path) {
    if (!path.starts_with("/") || path.find("/Resources/") == std::string::npos) return false;
    if (path.find("/../") != std::string::npos) return false;
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace moo
