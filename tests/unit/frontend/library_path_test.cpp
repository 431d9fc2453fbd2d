#include "frontend/library/library_path.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

namespace fs = std::filesystem;

namespace {

struct LibraryFolder {
    fs::path root;
    LibraryFolder() {
        std::string pattern = (fs::temp_directory_path() / "library.XXXXXX").string();
        root = ::mkdtemp(pattern.data());
    }
    ~LibraryFolder() { fs::remove_all(root); }
    void add(std::string const& file) const {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << "package P end P;";
    }
};

}  // namespace

TEST_CASE("a class is found in a file, a package folder, or a file inside one") {
    LibraryFolder const library;
    library.add("Single.mo");
    library.add("Plant/package.mo");
    library.add("Plant/Pump.mo");
    library.add("Plant/Valves/package.mo");
    std::vector<fs::path> const folders = {library.root};
    CHECK(moo::find_class_file(folders, "Single") == library.root / "Single.mo");
    CHECK(moo::find_class_file(folders, "Single.Inner") == library.root / "Single.mo");
    CHECK(moo::find_class_file(folders, "Plant") == library.root / "Plant/package.mo");
    CHECK(moo::find_class_file(folders, "Plant.Pump") == library.root / "Plant/Pump.mo");
    CHECK(moo::find_class_file(folders, "Plant.Valves.Ball") == library.root / "Plant/Valves/package.mo");
    CHECK(!moo::find_class_file(folders, "Nothing"));
}

TEST_CASE("a package folder may carry its version") {
    LibraryFolder const library;
    library.add("Plant 1.0.0/package.mo");
    library.add("Plant 1.2.0/package.mo");
    CHECK(moo::find_class_file({library.root}, "Plant") == library.root / "Plant 1.2.0/package.mo");
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
