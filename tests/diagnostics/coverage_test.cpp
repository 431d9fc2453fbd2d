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
    for (std::string_view const kind : moo::all_kind_names()) {
        INFO(kind);
        CHECK(all.find("[" + std::string(kind) + "]") != std::string::npos);
    }
}
