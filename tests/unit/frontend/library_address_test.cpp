#include <catch2/catch.hpp>

#include "moo/library/resource_address.h"
#include "tests/unit/frontend/library_fixture.h"

using namespace moo;
namespace fs = std::filesystem;

TEST_CASE("class names are split at their dots, but not inside quotes") {
    using Parts = std::vector<std::string>;
    CHECK(split_class_name("A") == Parts{"A"});
    CHECK(split_class_name("A.B.C") == Parts{"A", "B", "C"});
    CHECK(split_class_name("A.'b.c'.D") == Parts{"A", "'b.c'", "D"});
    CHECK(split_class_name("'a\\'.b'.D") == Parts{"'a\\'.b'", "D"});
}

TEST_CASE("addresses of resources") {
    LibraryFixture f;
    f.write("A 1.0/package.mo", "within; package A end A;");
    f.write("A 1.0/B.mo", "within A; package B end B;");
    f.write("Single.mo", "package Single end Single;");
    Library library = f.library();
    auto const resolve = [&](std::string_view address) { return library.resolve_address(address); };
    SECTION("start at the folder of the class") {
        CHECK(resolve("modelica://A/Resources/x.png") == f.root / "A 1.0/Resources/x.png");
        CHECK(resolve("Modelica://A/Resources/x.png") == f.root / "A 1.0/Resources/x.png");
        CHECK(resolve("modelica:/A/Resources/x.png") == f.root / "A 1.0/Resources/x.png");
        CHECK(resolve("Modelica:/A.B/x.png") == f.root / "A 1.0/B/x.png");
        CHECK(resolve("modelica://A.B/Resources/x.png") == f.root / "A 1.0/B/Resources/x.png");
        CHECK(resolve("modelica://A.B.C/x") == f.root / "A 1.0/B/C/x");
        CHECK(resolve("modelica://A/a%20b/%C3%A4") == f.root / "A 1.0/a b/\xc3\xa4");
        CHECK(resolve("modelica://A/100%") == f.root / "A 1.0/100%");
    }
    SECTION("of a single file start at its folder") { CHECK(resolve("modelica://Single/x") == f.root / "x"); }
    SECTION("never leave the library") {
        CHECK(resolve("modelica://A/../secret").empty());
        CHECK(resolve("modelica://A/%2e%2e/secret").empty());
        CHECK(resolve("modelica://A.B/../../secret").empty());
        CHECK(resolve("modelica://A.B/../x") == f.root / "A 1.0/x");
        CHECK(resolve("modelica://A//etc/passwd") == f.root / "A 1.0/etc/passwd");
        CHECK(resolve("modelica://A/%2fetc/passwd") == f.root / "A 1.0/etc/passwd");
        CHECK(resolve("modelica://A.'%2fetc'/passwd") == f.root / "A 1.0/'/etc'/passwd");
        CHECK(resolve("modelica://A.'%2f..%2f..%2f..%2f'/passwd").empty());
        CHECK(resolve("modelica://A./x").empty());
        CHECK(resolve("modelica://A/x%00y").empty());
    }
    SECTION("that name no file") {
        CHECK(resolve("modelica://A.B").empty());
        CHECK(resolve("modelica:/A.B").empty());
        CHECK(resolve("modelica://Unknown/x").empty());
        CHECK(resolve("https://example.org/x").empty());
        CHECK(resolve("").empty());
    }
    SECTION("of files") {
        CHECK(resolve("file:///data/my%20x.txt") == "/data/my x.txt");
        CHECK(resolve("file://localhost/data/x.txt") == "/data/x.txt");
        CHECK(resolve("/data/50%25.txt") == "/data/50%25.txt");
        CHECK(resolve("data/../x.txt") == fs::current_path() / "x.txt");
    }
    CHECK(f.reports().empty());
}

TEST_CASE("resources of a package that the user keeps elsewhere") {
    LibraryFixture f;
    f.write("lib/A/package.mo", "within; package A end A;");
    f.write("mine/package.mo", "within A; package Extra end Extra;");
    Library library = f.library({"lib"});
    f.add(library, "mine/package.mo");
    CHECK(library.resolve_address("modelica://A.Extra/x") == f.root / "mine/x");
    CHECK(library.resolve_address("modelica://A.Extra.Inner/x") == f.root / "mine/Inner/x");
    CHECK(library.resolve_address("modelica://A/x") == f.root / "lib/A/x");
}
