// The external functions that the libraries on the library path declare.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "moo/external/external_code.h"

namespace moo {

// Finds declarations by the name of the C function. Files are read when they are first needed, and only those that
// contain both an external clause and the name are parsed: a library has hundreds of files, and few declare functions.
class ExternalDeclarations {
public:
    // The folders that contain libraries, in the order of the search.
    explicit ExternalDeclarations(std::vector<std::filesystem::path> const& folders);

    // What a library declares for the same function: same language and name, the same include texts and libraries. The
    // folders are those of the library, whatever `code` says. A text without include texts also matches, and so do
    // fewer libraries, because other tools leave them out. If several libraries match, the one that contains the
    // folders of `code` counts, or else the first.
    [[nodiscard]] std::optional<ExternalCode> find(ExternalCode const& code);

private:
    // A file with an external clause that has not been parsed.
    struct Text {
        std::filesystem::path path;
        std::string content;
    };
    struct Root {
        std::string name;              // of the top-level package
        std::filesystem::path file;    // its file
        std::filesystem::path folder;  // where its `Resources` are
        bool has_folder = false;       // it consists of all files below `folder`
        bool is_read = false;
        std::vector<Text> texts;
        std::multimap<std::string, ExternalCode> declared;
    };

    void read(Root& root) const;
    void parse(Root& root, Text const& text) const;
    void add_declarations(Root& root, std::string const& function) const;
    [[nodiscard]] std::vector<std::filesystem::path> folders_of(Root const& root,
                                                                std::vector<std::string> const& addresses,
                                                                std::vector<std::string> const& defaults) const;
    [[nodiscard]] std::filesystem::path resolve(std::string const& address) const;

    std::vector<Root> roots_;
};

}  // namespace moo
