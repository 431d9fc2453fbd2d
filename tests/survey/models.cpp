#include "tests/survey/models.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "moo/library/library_path.h"
#include "tests/survey/judge.h"

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the identifier at the beginning of `text`; 0 if there is none.
std::size_t identifier_end(std::string_view text) {
    if (text.empty()) return 0;
    if (text[0] != '\'') {
        if (!is_letter(text[0])) return 0;
        auto const end = std::find_if(text.begin(), text.end(), [](char c) { return !is_letter(c) && !is_digit(c); });
        return static_cast<std::size_t>(end - text.begin());
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (static_cast<unsigned char>(text[i]) < 0x20) return 0;
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '\'') {
            return i > 1 ? i + 1 : 0;
        }
    }
    return 0;
}

// `Modelica 4.1.0` is the folder of `Modelica`.
std::string package_name(fs::path const& path) {
    std::string name = path.extension() == ".mo" ? path.stem().string() : path.filename().string();
    return name.substr(0, name.find(' '));
}

bool is_below(fs::path const& file, fs::path const& root) {
    fs::path const relative = file.lexically_relative(root);
    return !relative.empty() && *relative.begin() != "..";
}

// The library's folder or file, from a file of it and the package's name.
fs::path top_of(fs::path const& file) { return file.filename() == "package.mo" ? file.parent_path() : file; }

ModelList ask_for_models(LibraryPlace const& library, fs::path const& tools, ChildLimits const& limits) {
    ChildCommand command;
    command.words = {(tools / "moflat").string(), "--list-models", library.name, "--with-experiment"};
    for (fs::path const& folder : library.folders) {
        command.words.insert(command.words.end(), {"-L", folder.string()});
    }
    ChildResult const result = run_child(command, limits);
    ModelList list;
    if (result.ending == ChildEnding::exited && result.code == 0) return parse_model_list(result.output);
    list.error = "`moflat --list-models` failed";
    if (result.ending == ChildEnding::not_started) {
        list.error = "cannot run `" + command.words[0] + "`: " + std::strerror(result.code);
    } else if (result.ending == ChildEnding::out_of_time) {
        list.error += ": it took too long";
    } else if (auto const problem = first_error(result.errors)) {
        list.error += ": " + problem->message;
    }
    return list;
}

}  // namespace

bool is_model_name(std::string_view name) {
    while (true) {
        std::size_t const end = identifier_end(name);
        if (end == 0) return false;
        name.remove_prefix(end);
        if (name.empty()) return true;
        if (name[0] != '.') return false;
        name.remove_prefix(1);
    }
}

bool matches_pattern(std::string_view pattern, std::string_view model) {
    if (pattern.find_first_of("*?") == std::string_view::npos) {
        return model.starts_with(pattern) && (model.size() == pattern.size() || model[pattern.size()] == '.');
    }
    // The last star is where to try again: linear in practice, the product of the lengths at worst.
    std::size_t p = 0;
    std::size_t m = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (m < model.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = m;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == model[m])) {
            ++p;
            ++m;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            m = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

ModelList parse_model_list(std::string_view text) {
    ModelList list;
    std::set<std::string, std::less<>> seen;
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = line.substr(0, line.find('#'));
        while (!line.empty() && std::strchr(" \t\r", line.front()) != nullptr) line.remove_prefix(1);
        while (!line.empty() && std::strchr(" \t\r", line.back()) != nullptr) line.remove_suffix(1);
        if (line.empty()) continue;
        if (!is_model_name(line)) {
            list.error = "line " + std::to_string(number) + " of the list is not the name of a model";
            return list;
        }
        if (seen.emplace(line).second) list.names.emplace_back(line);
    }
    return list;
}

LibraryPlace find_library(std::string const& library, std::vector<std::string> const& named_folders) {
    LibraryPlace place;
    std::error_code error;
    for (std::string const& folder : named_folders) place.folders.push_back(fs::absolute(folder).lexically_normal());
    bool const is_path = fs::is_regular_file(library, error) || fs::exists(fs::path(library) / "package.mo", error);
    fs::path given;
    if (is_path) {
        given = top_of(fs::canonical(library, error));
        place.name = package_name(given);
        place.folders.insert(place.folders.begin(), given.parent_path());
    } else {
        place.name = library;
    }
    if (!is_model_name(place.name) || place.name.find('.') != std::string::npos) {
        place.error = "`" + library + "` is not a library: it is neither the name of a package nor its folder or file";
        return place;
    }
    std::vector<std::string> named;
    for (fs::path const& folder : place.folders) named.push_back(folder.string());
    place.search = library_folders(named);
    auto const found = find_class_file(place.search, place.name);
    if (!found) {
        place.error = "no library folder contains `" + place.name + "`; looked in";
        for (fs::path const& folder : place.search) place.error += " `" + folder.string() + "`";
        return place;
    }
    place.path = top_of(*found);
    if (is_path && !is_below(place.path, given)) {
        place.error =
            "`" + given.string() + "` cannot be surveyed: the tools take `" + place.path.string() + "` instead";
    }
    return place;
}

ModelList list_models(LibraryPlace const& library, fs::path const& tools, ChildLimits const& limits) {
    ModelList list = ask_for_models(library, tools, limits);
    std::erase_if(list.names, [&](std::string const& name) { return !matches_pattern(library.name, name); });
    return list;
}

}  // namespace moo::survey
