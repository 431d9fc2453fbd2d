// Every kind of diagnostic has a golden case that shows it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "moo/base/diagnostics.h"

TEST_CASE("every kind of diagnostic has a golden") {
    std::string all;
    for (auto const& entry : std::filesystem::directory_iterator(MOO_TEST_DIAGNOSTICS)) {
        if (entry.path().extension() != ".expected") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        all += text.str();
    }
    // The small models of tests/language say in a comment which kind they show: `// expect: 3: UnknownName: …`.
    for (auto const& entry : std::filesystem::recursive_directory_iterator(MOO_TEST_LANGUAGE)) {
        if (entry.path().extension() != ".mo" || entry.path().parent_path().filename() != "bad") continue;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line) && line.starts_with("// expect: ");) {
            std::size_t const begin = line.find(": ", 11);
            std::size_t const end = line.find(':', begin + 2);
            if (begin != std::string::npos) all += "[" + line.substr(begin + 2, end - begin - 2) + "]";
        }
    }
    for (std::string_view const kind : moo::all_kind_names()) {
        INFO(kind);
        CHECK(all.find("[" + std::string(kind) + "]") != std::string::npos);
    }
}
