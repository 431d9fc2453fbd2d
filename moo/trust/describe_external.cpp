#include "moo/trust/describe_external.h"

#include <algorithm>
#include <sstream>

namespace moo {

namespace {

constexpr std::size_t most_shown_lines = 8;
constexpr std::size_t most_shown_characters = 120;

// A text from a stranger must not control the terminal.
std::string shown(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }, ' ');
    if (text.size() > most_shown_characters) text = text.substr(0, most_shown_characters) + "…";
    return text;
}

template <class Items>
std::string shown_list(Items const& items) {
    std::string text;
    for (auto const& item : items) {
        text += text.empty() ? "`" : ", `";
        text += shown(std::filesystem::path(item).string()) + "`";
    }
    return text;
}

}  // namespace

ExternalCode external_code(FlatExternal const& external, Interner const& interner) {
    ExternalCode code;
    bool const is_fortran = external.language && interner.text(external.language) == "FORTRAN 77";
    code.language = is_fortran ? ExternalLanguage::fortran77 : ExternalLanguage::c;
    code.function = interner.text(external.function);
    code.includes = external.includes;
    code.libraries = external.libraries;
    code.include_folders.assign(external.include_directories.begin(), external.include_directories.end());
    code.library_folders.assign(external.library_directories.begin(), external.library_directories.end());
    code.source_folders.assign(external.source_directories.begin(), external.source_directories.end());
    return code;
}

std::vector<std::string> describe_external(ExternalCode const& code) {
    std::vector<std::string> lines;
    if (!code.libraries.empty()) lines.push_back("it uses the libraries " + shown_list(code.libraries));
    if (!code.source_folders.empty()) lines.push_back("its sources are in " + shown_list(code.source_folders));
    if (!code.include_folders.empty()) lines.push_back("its headers are in " + shown_list(code.include_folders));
    if (code.includes.empty()) return lines;
    std::vector<std::string> texts;
    for (std::string const& include : code.includes) {
        std::istringstream stream(include);
        for (std::string line; std::getline(stream, line);) texts.push_back("    " + shown(line));
    }
    lines.emplace_back("it compiles this text:");
    bool const is_long = texts.size() > most_shown_lines;
    lines.insert(lines.end(), texts.begin(),
                 texts.begin() + static_cast<std::ptrdiff_t>(std::min(texts.size(), most_shown_lines)));
    if (is_long) lines.push_back("    and " + std::to_string(texts.size() - most_shown_lines) + " more lines");
    return lines;
}

}  // namespace moo
