#include "moo/library/library_path.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/unit/frontend/library_fixture.h"

namespace fs = std::filesystem;

TEST_CASE("the place of a class is known without reading a file") {
    moo::LibraryFixture const f;
    for (auto const* file : {"Single.mo", "Plant/package.mo", "Plant/Pump.mo", "Plant/Pump 2.mo",
                             "Plant/Valves/package.mo", "Plant/Empty/x"}) {
        f.write(file, "");
    }
    std::vector<fs::path> const folders = {f.root};
    CHECK(moo::find_class_file(folders, "Single") == f.root / "Single.mo");
    CHECK(moo::find_class_file(folders, "Single.Inner") == f.root / "Single.mo");
    CHECK(moo::find_class_file(folders, "Plant") == f.root / "Plant/package.mo");
    CHECK(moo::find_class_file(folders, "Plant.Pump") == f.root / "Plant/Pump.mo");
    CHECK(moo::find_class_file(folders, "Plant.Empty") == f.root / "Plant/package.mo");
    CHECK(moo::find_class_file(folders, "Plant.Valves.Ball") == f.root / "Plant/Valves/package.mo");
    CHECK(!moo::find_class_file(folders, "Nothing"));
}

TEST_CASE("a package folder may carry its version, and the newest is found") {
    moo::LibraryFixture const f;
    f.write("Plant 1.9.0/package.mo", "");
    f.write("Plant 1.10.0/package.mo", "");
    CHECK(moo::find_class_file({f.root}, "Plant") == f.root / "Plant 1.10.0/package.mo");
}

TEST_CASE("folders come from the user, MODELICAPATH and the data folder, in that order") {
    ::setenv("MODELICAPATH", "/a:/b", 1);
    ::setenv("XDG_DATA_HOME", "/data", 1);
    CHECK(moo::library_folders({"/mine"}) == std::vector<fs::path>{"/mine", "/a", "/b", "/data/modelica"});
    ::unsetenv("MODELICAPATH");
    ::unsetenv("XDG_DATA_HOME");
    ::setenv("HOME", "/home/me", 1);
    CHECK(moo::library_folders({}) == std::vector<fs::path>{"/home/me/.local/share/modelica"});
}
