#include "backends/common/resource_file.h"

#include <filesystem>

namespace moo {

namespace {

bool is_below_resources(std::string const& path) {
    std::size_t const at = path.find("/Resources/");
    bool const leads_out = path.find("/../") != std::string::npos || path.ends_with("/..");
    return path.starts_with("/") && at != std::string::npos && path.back() != '.' && !leads_out;
}

}  // namespace

bool is_resource_file(std::string const& path) {
    std::error_code ignored;
    return is_below_resources(path) && std::filesystem::is_regular_file(path, ignored);
}

bool is_resource_folder(std::string const& path) {
    std::error_code ignored;
    bool const is_all = path.ends_with("/Resources/");
    return is_below_resources(path) && !is_all && std::filesystem::is_directory(path, ignored);
}

}  // namespace moo
