#include "moo/library/library_path.h"

#include <cstdlib>

#include "moo/library/folder_listing.h"
#include "moo/library/resource_address.h"

namespace moo {

namespace fs = std::filesystem;

std::vector<fs::path> library_folders(std::vector<std::string> const& named) {
    std::vector<fs::path> folders(named.begin(), named.end());
    auto const variable = [](char const* name) {
        char const* const value = std::getenv(name);
        return std::string(value != nullptr ? value : "");
    };
    std::string path = variable("MODELICAPATH");
    while (!path.empty()) {
        std::size_t const colon = path.find(':');
        if (colon != 0) folders.emplace_back(path.substr(0, colon));
        path = colon == std::string::npos ? "" : path.substr(colon + 1);
    }
    if (std::string const data = variable("XDG_DATA_HOME"); !data.empty()) {
        folders.push_back(fs::path(data) / "modelica");
    } else if (std::string const home = variable("HOME"); !home.empty()) {
        folders.push_back(fs::path(home) / ".local" / "share" / "modelica");
    }
    return folders;
}

std::optional<fs::path> find_class_file(std::vector<fs::path> const& folders, std::string_view class_name) {
    std::vector<std::string> const parts = split_class_name(class_name);
    for (fs::path const& root : folders) {
        auto stored = FolderListing(root).stored_names(parts[0]);
        if (stored.empty()) continue;
        FolderListing::StoredName found = std::move(stored[0]);
        for (std::size_t i = 1; i < parts.size() && found.has_folder; ++i) {
            auto members = FolderListing(found.file.parent_path()).stored_names(parts[i]);
            // Only a library has its version in the name of its file.
            if (members.empty() || !members[0].version.empty()) break;
            found = std::move(members[0]);
        }
        return found.file;
    }
    return std::nullopt;
}

}  // namespace moo
