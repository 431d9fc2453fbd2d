#include "moo/trust/neighbour_code.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "moo/external/find_library.h"
#include "moo/external/library_code.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// Without links and `..`, so that the place is the real one.
fs::path real_path(fs::path const& path) {
    std::error_code error;
    fs::path const real = fs::weakly_canonical(path, error);
    return error ? fs::path() : real;
}

bool is_in_one_of(fs::path const& path, std::vector<fs::path> const& folders) {
    fs::path const real = real_path(path);
    return !real.empty() && std::ranges::any_of(folders, [&](fs::path const& folder) {
        fs::path const outside = real_path(folder);
        bool const is_inside =
            std::mismatch(outside.begin(), outside.end(), real.begin(), real.end()).first == outside.end();
        return !outside.empty() && is_inside;
    });
}

// The name in `#include "name"` or `#include <name>`; empty for any other line.
std::string included_name(std::string_view line) {
    auto const skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    auto const skip_word = [&](std::string_view word) {
        bool const is_there = line.starts_with(word);
        if (is_there) line.remove_prefix(word.size());
        skip_blanks();
        return is_there;
    };
    skip_blanks();
    if (!skip_word("#") || !skip_word("include") || line.empty()) return {};
    char const close = line.front() == '"' ? '"' : line.front() == '<' ? '>' : '\0';
    std::size_t const end = close == '\0' ? std::string_view::npos : line.find(close, 1);
    if (end == std::string_view::npos) return {};
    bool const is_last = line.find_first_not_of(" \t\r", end + 1) == std::string_view::npos;
    return is_last ? std::string(line.substr(1, end - 1)) : std::string();
}

// Nothing else is meant to be C: a model or a picture may be made such that a compiler accepts it, too.
bool is_c_file(fs::path const& path) {
    fs::path const extension = path.extension();
    return extension == ".h" || extension == ".c";
}

// Files of the user among those that the text includes; none if a line is something else. Every line has to include a
// file that is found in the include folders, or else in the folders of the compiler.
std::optional<std::size_t> count_own_includes(std::string const& text, std::vector<fs::path> const& include_folders,
                                              std::vector<fs::path> const& trusted) {
    std::size_t count = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        fs::path const name = included_name(line);
        bool const is_plain = !name.empty() && name.is_relative() && std::ranges::find(name, "..") == name.end();
        if (!is_plain) return std::nullopt;
        std::error_code error;
        auto const found = std::ranges::find_if(
            include_folders, [&](fs::path const& folder) { return fs::exists(folder / name, error); });
        if (found == include_folders.end()) continue;
        if (!is_c_file(name) || !is_in_one_of(*found / name, trusted)) return std::nullopt;
        ++count;
    }
    return count;
}

// A link in a folder of sources may lead elsewhere.
bool are_files_near(std::vector<fs::path> const& source_folders, std::vector<fs::path> const& trusted) {
    for (fs::path const& folder : existing_folders(source_folders)) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
            if (!is_in_one_of(entry->path(), trusted)) return false;
        }
        if (error) return false;
    }
    return true;
}

}  // namespace

std::optional<ExternalCode> neighbour_code(ExternalCode const& code, std::vector<fs::path> const& folders) {
    if (folders.empty()) return std::nullopt;
    auto const is_near = [&](fs::path const& path) { return is_in_one_of(path, folders); };
    for (auto const* const list : {&code.include_folders, &code.library_folders, &code.source_folders}) {
        if (!std::ranges::all_of(*list, is_near)) return std::nullopt;
    }
    std::size_t own_includes = 0;
    for (std::string const& text : code.includes) {
        auto const count = count_own_includes(text, code.include_folders, folders);
        if (!count) return std::nullopt;
        own_includes += *count;
    }
    if (!are_files_near(code.source_folders, folders)) return std::nullopt;
    ExternalCode near = code;
    near.libraries.clear();
    for (std::string const& name : code.libraries) {
        LibraryFile const file = find_library_file(code.library_folders, name);
        if (file.format != LibraryFormat::none && !is_near(file.path)) return std::nullopt;
        if (file.format != LibraryFormat::none) near.libraries.push_back(name);
    }
    bool const has_sources = !existing_folders(code.source_folders).empty();
    if (near.libraries.size() < code.libraries.size() && !has_sources) return std::nullopt;
    // Without a file of its own, it would be a function of the system, whatever header declares it.
    bool const has_files = !near.libraries.empty() || has_sources || own_includes > 0;
    return has_files ? std::optional(std::move(near)) : std::nullopt;
}

}  // namespace moo
