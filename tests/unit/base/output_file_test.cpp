#include "moo/base/output_file.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    fs::path path;
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "output_file.XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder() { fs::remove_all(path); }
};

std::string read(fs::path const& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a file is replaced and nothing else is left in the folder") {
    TemporaryFolder const folder;
    std::string const path = folder.path / "out.txt";
    CHECK(moo::write_file(path, "one").empty());
    CHECK(moo::write_file(path, "two").empty());
    CHECK(read(path) == "two");
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("a folder that does not exist gives the reason") {
    TemporaryFolder const folder;
    CHECK(moo::write_file(folder.path / "none" / "out.txt", "x") == "No such file or directory");
}

TEST_CASE("a device is written in place") {
    CHECK(moo::write_file("/dev/null", "x").empty());
    CHECK(moo::write_file("/dev/full", "x") == "No space left on device");
    CHECK(fs::is_character_file("/dev/null"));
}
