// A library of small files in a temporary folder.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/library/library.h"

namespace moo {

struct LibraryFixture {
    std::filesystem::path root;
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;

    LibraryFixture() {
        std::string pattern = (std::filesystem::temp_directory_path() / "moo_library_XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        root = pattern;
    }
    ~LibraryFixture() {
        std::error_code ignored;
        std::filesystem::remove_all(root, ignored);
    }
    LibraryFixture(LibraryFixture const&) = delete;
    LibraryFixture& operator=(LibraryFixture const&) = delete;

    void write(std::string const& file, std::string_view text) const {
        std::filesystem::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text;
    }
    // A library that looks in the folders of these names, or in the root if there are none.
    [[nodiscard]] Library library(std::vector<std::string> const& folders = {}) {
        std::vector<std::filesystem::path> paths;
        for (auto const& folder : folders) paths.push_back(root / folder);
        if (folders.empty()) paths.push_back(root);
        return Library(sources, interner, diagnostics, paths);
    }
    std::vector<StoredClass const*> add(Library& library, std::string const& file) {
        return library.add_file(sources.load((root / file).string()).file);
    }

    Symbol symbol(std::string_view name) { return interner.intern(name); }
    StoredClass const* find(Library& library, std::vector<std::string> const& path) {
        StoredClass const* found = library.find_top_level(symbol(path[0]));
        for (std::size_t i = 1; found != nullptr && i < path.size(); ++i) {
            found = library.find_member(*found, symbol(path[i]));
        }
        return found;
    }
    // The file that a class was read from, relative to the root; empty if it was not found.
    [[nodiscard]] std::string file_of(StoredClass const* found) const {
        if (found == nullptr) return {};
        return std::filesystem::path(sources.name(found->ast->file())).lexically_relative(root).string();
    }
    // `file:line:column severity text [Kind]` without the folder; one for each diagnostic.
    [[nodiscard]] std::vector<std::string> reports() const {
        std::vector<std::string> lines;
        for (Diagnostic const& item : diagnostics.items()) {
            std::string line = sources.place_text(item.span.begin);
            line += line.empty() ? "" : " ";
            line += severity_name(item.severity);
            line += ' ' + item.text() + " [" + std::string(kind_name(item.kind)) + ']';
            std::string const folder = root.string() + '/';
            for (auto at = line.find(folder); at != std::string::npos; at = line.find(folder)) {
                line.erase(at, folder.size());
            }
            lines.push_back(std::move(line));
        }
        return lines;
    }
    [[nodiscard]] std::vector<std::string> texts(std::vector<Symbol> const& symbols) const {
        std::vector<std::string> all;
        for (Symbol const s : symbols) all.emplace_back(interner.text(s));
        return all;
    }
};

}  // namespace moo
