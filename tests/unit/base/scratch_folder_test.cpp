#include "moo/base/scratch_folder.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

namespace fs = std::filesystem;

TEST_CASE("a scratch folder is one's own and vanishes with what is in it") {
    fs::path path;
    {
        moo::ScratchFolder const folder("unit");
        moo::ScratchFolder const other("unit");
        path = folder.path();
        REQUIRE(fs::is_directory(path));
        CHECK(path != other.path());
        CHECK(path.filename().string().rfind("unit.", 0) == 0);
        fs::create_directory(path / "inside");
        std::ofstream(path / "inside" / "file") << "text";
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("without a place for temporary files there is no scratch folder") {
    char const* const before = std::getenv("TMPDIR");
    std::string const kept = before != nullptr ? before : "";
    ::setenv("TMPDIR", "/not/there", 1);
    CHECK(moo::ScratchFolder("unit").path().empty());
    if (before != nullptr) {
        ::setenv("TMPDIR", kept.c_str(), 1);
    } else {
        ::unsetenv("TMPDIR");
    }
}
