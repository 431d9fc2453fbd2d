#include "moo/external/find_library.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"

using namespace moo;

TEST_CASE("library files lie in the folder or in that of the platform") {
    test::ScratchFolder const folder;
    folder.write("a/libboth.a", "");
    folder.write("b/libboth.so", "");
    folder.write("b/libstatic.a", "");
    folder.write("outside.so", "");
    std::vector<std::filesystem::path> const folders{folder.path() / "a", folder.path() / "b"};
    CHECK(find_library_file(folders, "both").format == LibraryFormat::archive);
    CHECK(find_library_file(folders, "both").path == folder.path() / "a/libboth.a");
    CHECK(find_library_file(folders, "static").path == folder.path() / "b/libstatic.a");
    CHECK(find_library_file(folders, "none").format == LibraryFormat::none);
    CHECK(find_library_file(folders, "/../outside").format == LibraryFormat::none);
    CHECK(find_library_file(folders, "").format == LibraryFormat::none);
#if defined(__linux__) && defined(__x86_64__)
    folder.write("a/linux64/libboth.so", "");
    CHECK(find_library_file(folders, "both").path == folder.path() / "a/linux64/libboth.so");
#endif
}

TEST_CASE("libraries of the system are found without what linking needs") {
    SharedObject const math = load_system_library("m");
    REQUIRE(math.is_loaded());
    CHECK(math.find("cbrt") != nullptr);
    CHECK(math.find("no_such_function") == nullptr);
    CHECK(math.path().is_absolute());
    CHECK_FALSE(load_system_library("there_is_no_such_library").is_loaded());
    CHECK_FALSE(load_system_library("../m").is_loaded());
}
