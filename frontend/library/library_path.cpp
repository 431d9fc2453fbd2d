#include "frontend/library/library_path.h"

#include <cstdlib>
#include <system_error>

namespace moo {

namespace fs = std::filesystem;

namespace {

bool is_file(fs::path const& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

// The folder of a top-level package: `A`, or the last of `A 4.0.0`, `A 4.1.0` in the order of their names.
std::optional<fs::path> package_folder(fs::path const& in, std::string const& name) {
    if (is_file(in / name / "package.mo")) return in / name;
    std::optional<fs::path> best;
    std::error_code error;
    for (auto const& entry : fs::directory_iterator(in, error)) {
        bool const fits =
            entry.path().filename().string().starts_with(name + " ") && is_file(entry.path() / "package.mo");
        if (fits && (!best || *best < entry.path())) best = entry.path();
    }
    return best;
}

std::vector<std::string> split_name(std::string_view name) {
    std::vector<std::string> parts;
    while (true) {
        std::size_t const dot = name.find('.');
        parts.emplace_back(name.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        name.remove_prefix(dot + 1);
    }
}

}  // namespace

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
    std::vector<std::string> const parts = split_name(class_name);
    for (fs::path const& root : folders) {
        if (is_file(root / (parts[0] + ".mo"))) return root / (parts[0] + ".mo");
        auto const top = package_folder(root, parts[0]);
        if (!top) continue;
        fs::path folder = *top;
        fs::path found = folder / "package.mo";
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (is_file(folder / (parts[i] + ".mo"))) return folder / (parts[i] + ".mo");
            if (!is_file(folder / parts[i] / "package.mo")) break;
            folder /= parts[i];
            found = folder / "package.mo";
        }
        return found;
    }
    return std::nullopt;
}

}  // namespace moo
