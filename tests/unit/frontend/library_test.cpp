#include "frontend/library/library.h"

#include <catch2/catch.hpp>

#include "tests/unit/frontend/library_fixture.h"

using namespace moo;
using Lines = std::vector<std::string>;

TEST_CASE("a class is found in a file, a package folder, or a file inside one") {
    LibraryFixture f;
    f.write("Single.mo", "package Single model M end M; end Single;");
    f.write("Plant/package.mo", "within; package Plant end Plant;");
    f.write("Plant/Pump.mo", "within Plant; model Pump end Pump;");
    f.write("Plant/Valves/package.mo", "within Plant; package Valves model Ball end Ball; end Valves;");
    f.write("Plant/Valves/Gate.mo", "within Plant.Valves; model Gate end Gate;");
    f.write("Plant/Resources/x.txt", "not a class");
    Library library = f.library();
    CHECK(f.file_of(f.find(library, {"Single"})) == "Single.mo");
    CHECK(f.find(library, {"Single", "M"}) == nullptr);
    CHECK(f.file_of(f.find(library, {"Plant"})) == "Plant/package.mo");
    CHECK(f.file_of(f.find(library, {"Plant", "Pump"})) == "Plant/Pump.mo");
    CHECK(f.find(library, {"Plant", "Resources"}) == nullptr);
    CHECK(f.find(library, {"Plant", "package"}) == nullptr);
    StoredClass const* const gate = f.find(library, {"Plant", "Valves", "Gate"});
    REQUIRE(gate != nullptr);
    CHECK(gate->qualified_name == "Plant.Valves.Gate");
    CHECK(gate->root == f.root / "Plant");
    CHECK(gate->folder.empty());
    CHECK(f.find(library, {"Nothing"}) == nullptr);
    CHECK(f.reports().empty());
}

TEST_CASE("only what is asked for is parsed, and once") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A end A;");
    f.write("A/B.mo", "within A; model B end B;");
    f.write("A/Broken.mo", "within A; model Broken");
    f.write("C.mo", "model C");
    Library library = f.library();
    CHECK(library.top_level_names() == Lines{"A", "C"});
    CHECK(library.file_count() == 0);
    StoredClass const* const first = f.find(library, {"A", "B"});
    CHECK(first != nullptr);
    CHECK(f.find(library, {"A", "B"}) == first);
    CHECK(f.find(library, {"A", "X"}) == nullptr);
    CHECK(library.file_count() == 2);
    CHECK(f.reports().empty());
}

TEST_CASE("a listing is read once, so a file that comes later is not seen") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A end A;");
    Library library = f.library();
    CHECK(f.find(library, {"A", "B"}) == nullptr);
    f.write("A/B.mo", "within A; model B end B;");
    f.write("A/C.mo", "within A; model C end C;");
    CHECK(f.find(library, {"A", "B"}) == nullptr);
    CHECK(f.find(library, {"A", "C"}) == nullptr);
}

TEST_CASE("folders are searched in order, files before package folders") {
    LibraryFixture f;
    f.write("one/B/package.mo", "within; package B end B;");
    f.write("one/C.mo", "package C end C;");
    f.write("one/C/package.mo", "within; package C end C;");
    f.write("two/A.mo", "package A end A;");
    f.write("two/B.mo", "package B end B;");
    Library library = f.library({"missing", "one", "two"});
    CHECK(f.file_of(f.find(library, {"A"})) == "two/A.mo");
    CHECK(f.file_of(f.find(library, {"B"})) == "one/B/package.mo");
    CHECK(f.file_of(f.find(library, {"C"})) == "one/C.mo");
    CHECK(f.reports().empty());
}

TEST_CASE("the classes of the user's files come first") {
    LibraryFixture f;
    f.write("lib/A/package.mo", "within; package A end A;");
    f.write("lib/A/B.mo", "within A; model B end B;");
    f.write("lib/D.mo", "model D end D;");
    f.write("mine.mo", "model D end D; model E end E;");
    f.write("extra.mo", "within A; model B Real x; end B; model New end New;");
    f.write("deep.mo", "within A.Inner; model Deep end Deep;");
    Library library = f.library({"lib"});
    CHECK(f.add(library, "mine.mo").size() == 2);
    auto const extra = f.add(library, "extra.mo");
    REQUIRE(extra.size() == 2);
    CHECK(extra[0]->qualified_name == "A.B");
    f.add(library, "deep.mo");
    CHECK(f.file_of(f.find(library, {"D"})) == "mine.mo");
    CHECK(f.file_of(f.find(library, {"A"})) == "lib/A/package.mo");
    CHECK(f.find(library, {"A", "B"}) == extra[0]);
    CHECK(library.find_user_member("A.Inner", f.symbol("Deep")) != nullptr);
    CHECK(library.find_user_member("A", f.symbol("Deep")) == nullptr);
    CHECK(f.texts(library.member_names(*f.find(library, {"A"}))) == Lines{"B", "New"});
    CHECK(library.top_level_names() == Lines{"A", "D", "E"});
    CHECK(f.reports().empty());
}

TEST_CASE("two files of the user with the same class") {
    LibraryFixture f;
    f.write("a.mo", "model M end M;");
    f.write("b.mo", "\nmodel M end M; model N end N;");
    Library library = f.library();
    f.add(library, "a.mo");
    CHECK(f.add(library, "b.mo").size() == 1);
    CHECK(f.reports() == Lines{"b.mo:2:7 error class `M` is defined in two of the given files [DuplicateName]"});
}

TEST_CASE("a package.mo of the user brings its folder") {
    LibraryFixture f;
    f.write("checkout/package.mo", "within; package Mine end Mine;");
    f.write("checkout/M.mo", "within Mine; model M end M;");
    Library library = f.library({"nowhere"});
    auto const added = f.add(library, "checkout/package.mo");
    REQUIRE(added.size() == 1);
    CHECK(added[0]->root == f.root / "checkout");
    CHECK(f.file_of(f.find(library, {"Mine", "M"})) == "checkout/M.mo");
    CHECK(f.reports().empty());
}

TEST_CASE("a file that lies in a library brings the rest of it") {
    LibraryFixture f;
    f.write("work/Lib 1.0/package.mo", "within; package Lib end Lib;");
    f.write("work/Lib 1.0/Sub/package.mo", "within Lib; package Sub end Sub;");
    f.write("work/Lib 1.0/Sub/M.mo", "within Lib.Sub; model M end M;");
    f.write("work/Lib 1.0/Sub/N.mo", "within Lib.Sub; model N end N;");
    f.write("elsewhere/Lib/package.mo", "within; package Lib end Lib;");
    Library library = f.library({"elsewhere"});
    auto const added = f.add(library, "work/Lib 1.0/Sub/M.mo");
    REQUIRE(added.size() == 1);
    CHECK(added[0]->root == f.root / "work/Lib 1.0");
    CHECK(f.file_of(f.find(library, {"Lib"})) == "work/Lib 1.0/package.mo");
    CHECK(f.find(library, {"Lib", "Sub", "M"}) == added[0]);
    CHECK(f.file_of(f.find(library, {"Lib", "Sub", "N"})) == "work/Lib 1.0/Sub/N.mo");
    CHECK(library.file_count() == 4);
    CHECK(f.reports().empty());
}

TEST_CASE("within clauses are checked against the place of the file") {
    LibraryFixture f;
    f.write("A/package.mo", "within X;\npackage A end A;");
    f.write("A/B.mo", "within A.X;\nmodel B end B;");
    f.write("A/C.mo", "model C end C;");
    f.write("A/D.mo", "within;\nmodel D end D;");
    Library library = f.library();
    for (auto const* name : {"B", "C", "D"}) CHECK(f.find(library, {"A", name}) != nullptr);
    CHECK(f.reports() ==
          Lines{"A/package.mo:1:8 error the file says `within X`, but is in a folder of top-level "
                "classes [WrongWithin]",
                "A/B.mo:1:8 error the file says `within A.X`, but is in the folder of package `A` "
                "[WrongWithin]",
                "A/C.mo:1:1 warning the file is in the folder of package `A`, but has no `within` that says so "
                "[WrongWithin]",
                "A/D.mo:1:1 error the file says `within;`, but is in the folder of package `A` [WrongWithin]"});
}

TEST_CASE("a file of a library defines the class that it is named after, and no other") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A end A;");
    f.write("A/B.mo", "within A;\nmodel C end C;");
    f.write("A/D.mo", "within A;\nmodel E end E;\nmodel D end D;");
    Library library = f.library();
    CHECK(f.find(library, {"A", "B"}) == nullptr);
    CHECK(f.find(library, {"A", "D"}) != nullptr);
    CHECK(f.reports() ==
          Lines{"A/B.mo:2:7 error class `C` is in a file that should define `B` [WrongFileName]",
                "A/D.mo:3:7 error class `D` is the second class in a library file, which should define only one "
                "[WrongFileName]"});
}

TEST_CASE("files that cannot be read or are no text") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A end A;");
    std::filesystem::create_symlink(f.root / "gone.mo", f.root / "A/B.mo");
    f.write("A/C.mo", "within A;\nmodel C \"\xff\" end C;");
    f.write("A/D.mo", "within A; model D");
    Library library = f.library();
    CHECK(f.find(library, {"A", "B"}) == nullptr);
    CHECK(f.find(library, {"A", "B"}) == nullptr);
    f.find(library, {"A", "C"});
    f.find(library, {"A", "D"});
    auto const reports = f.reports();
    REQUIRE(reports.size() == 3);
    CHECK(reports[0] == "error cannot read `A/B.mo`: No such file or directory [FileUnreadable]");
    CHECK(reports[1].starts_with("A/C.mo:2:10 error "));
    CHECK(reports[1].ends_with("[InvalidUtf8]"));
    CHECK(reports[2].starts_with("A/D.mo:1:"));
}

TEST_CASE("a class that is both a file and a folder") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A end A;");
    f.write("A/B.mo", "within A; package B end B;");
    f.write("A/B/package.mo", "within A; package B end B;");
    Library library = f.library();
    CHECK(f.file_of(f.find(library, {"A", "B"})) == "A/B.mo");
    CHECK(f.texts(library.member_names(*f.find(library, {"A"}))) == Lines{"B"});
    REQUIRE(f.reports().size() == 1);
    CHECK(f.reports()[0].starts_with("warning class `B` is stored twice in "));
}

TEST_CASE("members come in the order of package.order") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A constant Real c = 1; model M end M; end A;");
    for (auto const* name : {"X", "Y", "Z"}) {
        f.write(std::string("A/") + name + ".mo", std::string("within A; model ") + name + " end " + name + ";");
    }
    f.write("A/Sub/package.mo", "within A; package Sub end Sub;");
    f.write("A/Resources/R.mo", "model R end R;");
    Library library = f.library();
    StoredClass const& a = *f.find(library, {"A"});
    SECTION("which is complete") {
        f.write("A/package.order", "Z\r\nM\r\n\r\n Sub\nc\nX\nY");
        CHECK(f.texts(library.member_names(a)) == Lines{"Z", "Sub", "X", "Y"});
        CHECK(f.reports().empty());
    }
    SECTION("which is absent") {
        CHECK(f.texts(library.member_names(a)) == Lines{"Sub", "X", "Y", "Z"});
        CHECK(f.reports().empty());
    }
    SECTION("which has too little and too much") {
        f.write("A/package.order", "Z\n  Q\nX\nc\nZ\n");
        CHECK(f.texts(library.member_names(a)) == Lines{"Z", "X", "Sub", "Y"});
        library.member_names(a);
        CHECK(f.reports() ==
              Lines{"A/package.order:2:3 warning package `A` has no class or constant `Q` [PackageOrder]",
                    "A/package.order:5:1 warning `Z` is listed a second time [PackageOrder]",
                    "A/package.order:1:1 warning `Sub` of package `A` is not listed in its package.order "
                    "[PackageOrder]",
                    "A/package.order:1:1 warning `Y` of package `A` is not listed in its package.order "
                    "[PackageOrder]",
                    "A/package.order:1:1 warning `M` of package `A` is not listed in its package.order "
                    "[PackageOrder]"});
    }
    CHECK(library.file_count() == 1);
}
