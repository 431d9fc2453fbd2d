#include <catch2/catch.hpp>

#include "frontend/library/list_models.h"
#include "tests/unit/frontend/library_fixture.h"

using namespace moo;
using Names = std::vector<std::string>;

TEST_CASE("wildcards match any text") {
    CHECK(matches_wildcard("a.*", "a.b.c"));
    CHECK(!matches_wildcard("a.*", "a"));
    CHECK(matches_wildcard("*", ""));
    CHECK(matches_wildcard("*b*c", "abbcbc"));
    CHECK(!matches_wildcard("*b*c", "abbcb"));
    CHECK(matches_wildcard("abc", "abc"));
    CHECK(!matches_wildcard("abc", "abcd"));
    CHECK(!matches_wildcard("", "a"));
    CHECK(matches_wildcard("a?c", "abc"));
    CHECK(!matches_wildcard("a?c", "ac"));
    std::string const stars = "*a*a*a*a*a*a*a*a*a*a*a*a*b";
    CHECK(!matches_wildcard(stars, std::string(5000, 'a')));
}

TEST_CASE("the models of a library") {
    LibraryFixture f;
    f.write("A/package.mo", R"(within;
package A
  model Top end Top;
  partial model Base end Base;
  package Types type T = Real; function f end f; record R end R; end Types;
protected
  model Hidden end Hidden;
end A;)");
    f.write("A/package.order", "Top\nBase\nTypes\nHidden\nZ\nExamples\n");
    f.write("A/Z.mo", "within A; block Z model Inner end Inner; end Z;");
    f.write("A/Examples/package.mo", "within A; package Examples end Examples;");
    f.write("A/Examples/One.mo", "within A.Examples; model One annotation(experiment(StopTime = 1)); end One;");
    f.write("A/Examples/Two.mo", "within A.Examples; model Two = One annotation(experiment(Tolerance = 1)); ");
    f.write("AB.mo", "model AB end AB;");
    Library library = f.library();
    auto const list = [&](std::string_view pattern, bool only = false) {
        return list_models(library, f.interner, pattern, {only});
    };
    SECTION("all of it") {
        Names const all = {"A.Top", "A.Z", "A.Z.Inner", "A.Examples.One", "A.Examples.Two"};
        CHECK(list("A") == all);
        CHECK(list("A.*") == all);
        CHECK(library.file_count() == 5);
    }
    SECTION("by a pattern, without loading the rest") {
        CHECK(list("A.Ex*") == Names{"A.Examples.One", "A.Examples.Two"});
        CHECK(library.file_count() == 4);
        CHECK(list("A.Examples.One") == Names{"A.Examples.One"});
        CHECK(list("A.Examples.O").empty());
        CHECK(list("A.Examples.?wo") == Names{"A.Examples.Two"});
        CHECK(list("*.Two") == Names{"A.Examples.Two"});
        CHECK(list("A*") == Names{"A.Top", "A.Z", "A.Z.Inner", "A.Examples.One", "A.Examples.Two", "AB"});
    }
    SECTION("with a stop time") { CHECK(list("A", true) == Names{"A.Examples.One"}); }
    SECTION("with those that the user adds") {
        f.write("user.mo", "within A.Types; model Odd end Odd;");
        f.write("top.mo", "within A; model Top Real x; end Top; model New end New;");
        f.add(library, "user.mo");
        f.add(library, "top.mo");
        CHECK(list("A.T*") == Names{"A.Types.Odd", "A.Top"});
        CHECK(list("A.New") == Names{"A.New"});
    }
    CHECK(f.reports().empty());
}

TEST_CASE("a library that contains itself is listed in finite time") {
    LibraryFixture f;
    f.write("A/package.mo", "within; package A model M end M; end A;");
    std::filesystem::create_directory_symlink(f.root / "A", f.root / "A/A");
    Library library = f.library();
    CHECK(!list_models(library, f.interner, "A").empty());
    CHECK(f.diagnostics.has_errors());
}
