#include "moo/library/library_version.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/unit/frontend/library_fixture.h"

using namespace moo;
using Lines = std::vector<std::string>;

namespace {

// Writes library `Lib` with that version annotation.
void write_lib(LibraryFixture const& f, std::string const& folder, std::string const& annotation) {
    f.write(folder + "/package.mo", "within; package Lib annotation(" + annotation + "); end Lib;");
}

// Where `Lib` is found by a model that uses that version of it.
std::string file_for(LibraryFixture& f, std::string const& wanted, std::vector<std::string> const& folders = {"lib"}) {
    f.write("user.mo", "model M\n  annotation(uses(Lib(version = \"" + wanted + "\")));\nend M;");
    Library library = f.library(folders);
    f.add(library, "user.mo");
    return f.file_of(f.find(library, {"Lib"}));
}

}  // namespace

TEST_CASE("versions are ordered by number, pre-releases first, others before all") {
    std::vector<std::string> const ordered = {"Test 1",     "1.0",        "2.2", "2.2.1", "2.10",
                                              "3.1 Beta 1", "3.1 Beta 2", "3.1", "10"};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        for (std::size_t k = 0; k < ordered.size(); ++k) {
            INFO(ordered[i] << " < " << ordered[k]);
            CHECK(version_less(ordered[i], ordered[k]) == (i < k));
        }
    }
    CHECK(version_less("1.99999999999999999999", "1.100000000000000000000"));
    CHECK(same_version("4.0.0+build.1", "4.0.0"));
    CHECK(!same_version("4.0.0", "4.0"));
}

TEST_CASE("the version of the user's classes chooses among folders") {
    LibraryFixture f;
    write_lib(f, "lib/Lib 1.0.0", "version = \"1.0.0\"");
    write_lib(f, "lib/Lib 1.9.0", "version = \"1.9.0\"");
    write_lib(f, "lib/Lib 1.10.0+build.2", "version = \"1.10.0\"");
    SECTION("exactly") { CHECK(file_for(f, "1.0.0") == "lib/Lib 1.0.0/package.mo"); }
    SECTION("whatever its build is") { CHECK(file_for(f, "1.10.0") == "lib/Lib 1.10.0+build.2/package.mo"); }
    SECTION("and the newest serves who does not ask") {
        Library library = f.library({"lib"});
        CHECK(f.file_of(f.find(library, {"Lib"})) == "lib/Lib 1.10.0+build.2/package.mo");
        CHECK(library.file_count() == 1);
    }
    CHECK(f.reports().empty());
}

TEST_CASE("a version in a file name") {
    LibraryFixture f;
    f.write("lib/Lib 1.0.mo", "package Lib annotation(version = \"1.0\"); end Lib;");
    f.write("lib/Lib 2.0.mo", "package Lib annotation(version = \"2.0\"); end Lib;");
    CHECK(file_for(f, "1.0") == "lib/Lib 1.0.mo");
    CHECK(f.reports().empty());
}

TEST_CASE("folders without a version are known by their annotation") {
    LibraryFixture f;
    write_lib(f, "one/Lib", "version = \"2.1\"");
    write_lib(f, "two/Lib", "version = \"2.2\"");
    CHECK(file_for(f, "2.2", {"one", "two"}) == "two/Lib/package.mo");
    CHECK(file_for(f, "2.1", {"one", "two"}) == "one/Lib/package.mo");
    CHECK(f.reports().empty());
}

TEST_CASE("a library that needs no conversion from the version that is asked for") {
    LibraryFixture f;
    write_lib(f, "lib/Lib 1.0", "version = \"1.0\"");
    write_lib(f, "lib/Lib 1.2", "version = \"1.2\", conversion(noneFromVersion = \"1.0\", noneFromVersion = \"1.1\")");
    write_lib(f, "lib/Lib 2.0", "version = \"2.0\", conversion(from(version = {\"1.1\", \"1.2\"}, script = \"x\"))");
    CHECK(file_for(f, "1.1") == "lib/Lib 1.2/package.mo");
    CHECK(f.reports().empty());
}

TEST_CASE("another version than the one that is asked for") {
    LibraryFixture f;
    write_lib(f, "lib/Lib", "version = \"2.0\", conversion(from(version = {\"0.9\", \"1.0\"}, script = \"x\"))");
    CHECK(file_for(f, "1.0") == "lib/Lib/package.mo");
    CHECK(f.reports() ==
          Lines{"user.mo:2:19 warning `Lib` version 1.0 is requested, but version 2.0 is used [LibraryVersion]"});
    REQUIRE(f.diagnostics.items()[0].notes.size() == 1);
    CHECK(f.diagnostics.items()[0].notes[0].text() ==
          "the library has rules to convert models of version 1.0; they are not applied here");
}

TEST_CASE("a library says which versions of others it uses") {
    LibraryFixture f;
    write_lib(f, "lib/Lib 1.0", "version = \"1.0\"");
    write_lib(f, "lib/Lib 2.0", "version = \"2.0\"");
    f.write("lib/Base/package.mo", "within; package Base annotation(uses(Lib(version = \"1.0\"))); end Base;");
    Library library = f.library({"lib"});
    SECTION("and gets it") {
        f.find(library, {"Base"});
        CHECK(f.file_of(f.find(library, {"Lib"})) == "lib/Lib 1.0/package.mo");
        CHECK(f.reports().empty());
    }
    SECTION("but the user's wish comes first") {
        f.write("user.mo", "model M annotation(uses(Lib(version = \"2.0\"), Base(version = \"3\"))); end M;");
        f.add(library, "user.mo");
        CHECK(f.file_of(f.find(library, {"Lib"})) == "lib/Lib 2.0/package.mo");
        f.find(library, {"Base"});
        CHECK(f.reports() == Lines{"lib/Base/package.mo:1:38 warning `Lib` version 1.0 is requested, but version 2.0 "
                                   "is used [LibraryVersion]"});
    }
}

TEST_CASE("a user's own library is checked too") {
    LibraryFixture f;
    f.write("user.mo", "model M annotation(uses(Lib(version = \"1\"))); end M;");
    f.write("Lib.mo", "package Lib annotation(version = \"2\"); end Lib;");
    Library library = f.library({"nowhere"});
    f.add(library, "user.mo");
    f.add(library, "Lib.mo");
    f.find(library, {"Lib"});
    f.find(library, {"Lib"});
    CHECK(f.reports() ==
          Lines{"user.mo:1:25 warning `Lib` version 1 is requested, but version 2 is used [LibraryVersion]"});
}
