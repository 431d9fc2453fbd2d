#include "tests/survey/models.h"

#include <catch2/catch.hpp>

#include "tests/support/scratch_folder.h"

using namespace moo::survey;
using Names = std::vector<std::string>;

TEST_CASE("names of models are qualified identifiers") {
    CHECK(is_model_name("A"));
    CHECK(is_model_name("Modelica.Blocks.Examples.PID_Controller"));
    CHECK(is_model_name("A.'odd / name \\' here'.B"));
    for (char const* const wrong :
         {"", ".", "A.", ".A", "A..B", "-L", "1A", "A B", "A/B", "A.'x", "''", "A.mo:1", "'a\nb'"}) {
        INFO(wrong);
        CHECK_FALSE(is_model_name(wrong));
    }
}

TEST_CASE("a pattern without wildcards is a class and all that is in it") {
    CHECK(matches_pattern("A.B", "A.B"));
    CHECK(matches_pattern("A.B", "A.B.C"));
    CHECK_FALSE(matches_pattern("A.B", "A.BC"));
    CHECK_FALSE(matches_pattern("A.B", "A"));
}

TEST_CASE("a pattern with wildcards matches the whole name") {
    CHECK(matches_pattern("*.Examples.*", "A.Examples.B"));
    CHECK(matches_pattern("A*", "A"));
    CHECK(matches_pattern("A.?", "A.B"));
    CHECK(matches_pattern("*a*b*c", "xaxbxbxc"));
    CHECK_FALSE(matches_pattern("A.?", "A.BC"));
    CHECK_FALSE(matches_pattern("*.Examples", "A.Examples.B"));
    CHECK_FALSE(matches_pattern("*b", "abc"));
    // Many stars cost no more than the product of the lengths.
    CHECK_FALSE(matches_pattern(std::string(2000, '*') + "b", std::string(20000, 'a')));
}

TEST_CASE("a list of models has comments and no name twice") {
    ModelList const list = parse_model_list("# first\nA.B\n\n  C.D  # why\r\nA.B\n");
    CHECK(list.error.empty());
    CHECK(list.names == Names{"A.B", "C.D"});
    CHECK(parse_model_list("A\n--help\n").error == "line 2 of the list is not the name of a model");
}

TEST_CASE("a library is found by name, folder and file") {
    moo::test::ScratchFolder const folder;
    folder.write("Big/package.mo", "package Big end Big;");
    folder.write("Small.mo", "package Small end Small;");
    std::string const root = std::filesystem::canonical(folder.path()).string();

    LibraryPlace const by_name = find_library("Big", {root});
    CHECK(by_name.error.empty());
    CHECK(by_name.path == root + "/Big");
    CHECK(by_name.folders == std::vector<std::filesystem::path>{root});

    for (std::string const& given : {root + "/Big", root + "/Big/", root + "/Big/package.mo"}) {
        LibraryPlace const by_path = find_library(given, {});
        INFO(given << ": " << by_path.error);
        CHECK(by_path.error.empty());
        CHECK(by_path.name == "Big");
        CHECK(by_path.folders == std::vector<std::filesystem::path>{root});
    }
    LibraryPlace const by_file = find_library(root + "/Small.mo", {});
    CHECK(by_file.error.empty());
    CHECK(by_file.name == "Small");
    CHECK(by_file.path == root + "/Small.mo");

    CHECK(find_library("NoSuchLibraryAnywhere", {root})
              .error.starts_with("no library folder contains `NoSuchLibraryAnywhere`; looked in `" + root + "`"));
    CHECK(find_library("../x", {}).error.starts_with("`../x` is not a library"));
}

TEST_CASE("a version that the tools would not take is refused") {
    moo::test::ScratchFolder const folder;
    folder.write("Big 1.0/package.mo", "package Big end Big;");
    folder.write("Big 2.0/package.mo", "package Big end Big;");
    std::string const root = std::filesystem::canonical(folder.path()).string();
    CHECK(find_library(root + "/Big 2.0", {}).error.empty());
    CHECK(find_library(root + "/Big 2.0", {}).name == "Big");
    CHECK(find_library(root + "/Big 1.0", {}).error ==
          "`" + root + "/Big 1.0` cannot be surveyed: the tools take `" + root + "/Big 2.0` instead");
}

TEST_CASE("moflat is asked for the models") {
    moo::test::ScratchFolder const tools;
    tools.write_script("moflat",
                       "[ \"$*\" = '--list-models Big --with-experiment -L /lib' ] || exit 1\n"
                       "echo Big.A; echo Big.B; echo Bigger.C\n");
    LibraryPlace place;
    place.name = "Big";
    place.folders = {"/lib"};
    ModelList const list = list_models(place, tools.path(), {60.0, 0});
    CHECK(list.error.empty());
    CHECK(list.names == Names{"Big.A", "Big.B"});

    tools.write_script("moflat", "echo 'moflat: error: unknown option' >&2; exit 2\n");
    CHECK(list_models(place, tools.path(), {60.0, 0}).error == "`moflat --list-models` failed: unknown option");
    CHECK(list_models(place, "/nowhere", {60.0, 0}).error == "cannot run `/nowhere/moflat`: No such file or directory");
}
