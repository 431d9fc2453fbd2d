#include "moo/external/source_tree.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names(SourceTree const& tree, std::set<fs::path> const& files) {
    std::vector<std::string> result;
    for (fs::path const& file : files) result.push_back(tree.name_of(file));
    return result;
}

}  // namespace

TEST_CASE("a source goes with all that it includes, whatever the conditions are") {
    test::ScratchFolder const folder;
    fs::path const source = folder.write("lib/a.c",
                                         "#include \"a.h\"\n"
                                         "#ifdef _WIN32\n"
                                         "  #  include  \"other/windows.h\"\n"
                                         "#endif\n"
                                         "#include <named.h>\n"
                                         "#include <stdio.h>\n"
                                         "#include SOMETHING\n"
                                         "// #include \"none.h\"\n");
    folder.write("lib/a.h", "#include \"inner.h\"\n");
    folder.write("lib/inner.h", "#include \"a.h\"\n");
    folder.write("lib/other/windows.h", "");
    folder.write("lib/unused.h", "");
    folder.write("include/named.h", "#include \"beside.h\"");
    folder.write("include/beside.h", "");
    fs::path const lib = folder.path() / "lib";
    fs::path const include = folder.path() / "include";
    SourceTree tree({lib, include});
    CHECK(names(tree, tree.add(source, {lib, include})) ==
          std::vector<std::string>{"2/beside.h", "2/named.h", "1/a.c", "1/a.h", "1/inner.h", "1/other/windows.h"});
    CHECK(tree.name_of(include) == "2");
    CHECK(tree.name_of(folder.path() / "elsewhere").empty());
}

TEST_CASE("the first folder with a header counts, and quotes look beside the file first") {
    test::ScratchFolder const folder;
    fs::path const source = folder.write("lib/a.c", "#include \"x.h\"\n#include <x.h>\n");
    for (char const* const name : {"lib/x.h", "one/x.h", "two/x.h"}) folder.write(name, "");
    fs::path const root = folder.path();
    SourceTree tree({root / "lib", root / "one", root / "two"});
    CHECK(names(tree, tree.add(source, {root / "two", root / "one"})) ==
          std::vector<std::string>{"1/a.c", "1/x.h", "3/x.h"});
    CHECK(names(tree, tree.add_included("#include \"x.h\"", {root / "one"})) == std::vector<std::string>{"2/x.h"});
}

TEST_CASE("a folder begins further up if its files include what lies beside it") {
    test::ScratchFolder const folder;
    fs::path const source = folder.write("Lib/C-Sources/a.c", "#include \"../Include/a.h\"\n");
    folder.write("Lib/Include/a.h", "");
    folder.write("Other/b.h", "");
    fs::path const root = folder.path();
    SourceTree tree({root / "Lib/C-Sources", root / "Other", root / "Lib/C-Sources/"});
    CHECK(tree.name_of(source) == "1/a.c");
    CHECK(names(tree, tree.add(source, {})) == std::vector<std::string>{"1/C-Sources/a.c", "1/Include/a.h"});
    CHECK(tree.name_of(root / "Other/b.h") == "2/b.h");
}
