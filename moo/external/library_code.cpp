#include "moo/external/library_code.h"

#include <algorithm>

namespace moo {

namespace fs = std::filesystem;

Macros library_macros(std::vector<fs::path> const& header_folders) {
    Macros macros = {{"NDEBUG", "1"},      {"HAVE_UNISTD_H", "1"}, {"HAVE_STDARG_H", "1"},
                     {"HAVE_MEMCPY", "1"}, {"TABLE_SHARE", "1"},   {"DUMMY_FUNCTION_USERTAB", "1"}};
    bool const has_zlib = std::any_of(header_folders.begin(), header_folders.end(), [](fs::path const& folder) {
        std::error_code ignored;
        return fs::exists(folder / "zlib.h", ignored);
    });
    if (has_zlib) macros.emplace_back("HAVE_ZLIB", "1");
    return macros;
}

std::vector<std::string> macro_options(Macros const& macros) {
    std::vector<std::string> options;
    for (auto const& [name, value] : macros) {
        std::string option = "-D";
        option += name;
        option += "=";
        option += value;
        options.push_back(std::move(option));
    }
    return options;
}

std::vector<std::string> const& shared_object_flags() {
    static std::vector<std::string> const flags = {"-shared", "-fPIC", "-Wl,--no-undefined"};
    return flags;
}

std::vector<fs::path> existing_folders(std::vector<fs::path> const& folders) {
    std::vector<fs::path> existing;
    std::error_code ignored;
    for (fs::path const& folder : folders) {
        if (fs::is_directory(folder, ignored)) existing.push_back(folder);
    }
    return existing;
}

std::vector<fs::path> with_folders_inside(std::vector<fs::path> const& folders) {
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::path const& folder : folders) {
        std::size_t const first = all.size();
        for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            if (it->is_directory(error)) all.push_back(it->path());
        }
        std::sort(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(first), folder);
    }
    return all;
}

namespace {

std::vector<fs::path> files_in(std::vector<fs::path> const& folders, char const* extension) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::path const& folder : folders) {
        std::size_t const first = files.size();
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            if (it->path().extension() == extension && it->is_regular_file(error)) files.push_back(it->path());
        }
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
    }
    return files;
}

}  // namespace

std::vector<fs::path> c_files_in(std::vector<fs::path> const& folders) { return files_in(folders, ".c"); }

std::vector<fs::path> headers_in(std::vector<fs::path> const& folders) { return files_in(folders, ".h"); }

}  // namespace moo
