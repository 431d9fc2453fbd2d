#include "moo/base/source.h"

#include <catch2/catch.hpp>

TEST_CASE("a position decodes to file, line and column") {
    moo::SourceManager sources;
    moo::FileId const first = sources.add("a.mo", "one\ntwo\r\nthree");
    moo::FileId const second = sources.add("b.mo", "x\n");
    moo::DecodedLoc const two = sources.decode(sources.loc(first, 5));
    CHECK(two.file == "a.mo");
    CHECK(two.line == 2);
    CHECK(two.column == 2);
    CHECK(two.line_text == "two");
    moo::DecodedLoc const end = sources.decode(sources.loc(first, 14));
    CHECK(end.file == "a.mo");
    CHECK(end.line == 3);
    CHECK(end.column == 6);
    CHECK(sources.decode(sources.loc(second, 0)).file == "b.mo");
    CHECK(sources.decode({}).line == 0);
}

TEST_CASE("a span gives its text") {
    moo::SourceManager sources;
    moo::FileId const file = sources.add("a.mo", "der(x) = y;");
    CHECK(sources.text({sources.loc(file, 4), sources.loc(file, 5)}) == "x");
    CHECK(sources.text(moo::SourceSpan{}).empty());
}

TEST_CASE("a position in a file that another tool read keeps its name, line and column") {
    moo::SourceManager sources;
    sources.add("flat.mo", "whatever");
    moo::SourceLoc const a = sources.add_remote("Tank.mo", 14, 3);
    moo::SourceLoc const b = sources.add_remote("Tank.mo", 15, 4);
    CHECK(sources.decode(a).file == "Tank.mo");
    CHECK(sources.decode(a).line == 14);
    CHECK(sources.decode(b).column == 4);
    CHECK(!sources.file_of(a).has_value());
    CHECK(sources.place_text(b) == "Tank.mo:15:4");
    CHECK(sources.place_text({}).empty());
}

TEST_CASE("a file that cannot be read gives the reason") {
    moo::SourceManager sources;
    CHECK(sources.load("/no/such/file.mo").error == "No such file or directory");
    CHECK(sources.load("/").error == "is a folder");
}
