#include <catch2/catch.hpp>

#include "backends/fmu/fmu_plan.h"
#include "backends/fmu/fmu_units.h"
#include "backends/fmu/fmu_xml.h"
#include "backends/fmu/zip_archive.h"

using namespace moo;

TEST_CASE("entries of an archive cannot lead out of it") {
    for (char const* const good : {"a", "a/b.txt", "binaries/linux64/M.so", "a..b/c", ".hidden", "a b"}) {
        CHECK(is_safe_entry_name(good));
    }
    for (char const* const bad :
         {"", "/a", "a//b", "a/", "..", "a/../b", "./a", "a/.", "c:\\x", "a\\b", "a\nb", "a:b"}) {
        INFO(bad);
        CHECK_FALSE(is_safe_entry_name(bad));
    }
    ZipArchive archive;
    CHECK(archive.add("a", "1").empty());
    CHECK_FALSE(archive.add("a", "2").empty());
    CHECK_FALSE(archive.add("../a", "2").empty());
    CHECK_FALSE(archive.add_file("b", "/not/there").empty());
}

TEST_CASE("an archive has the same bytes in whatever order it was filled") {
    ZipArchive first;
    ZipArchive second;
    REQUIRE(first.add("a", "text").empty());
    REQUIRE(first.add("b/c", std::string(100'000, 'x')).empty());
    REQUIRE(second.add("b/c", std::string(100'000, 'x')).empty());
    REQUIRE(second.add("a", "text").empty());
    ZipArchive::Bytes const bytes = first.bytes();
    REQUIRE(bytes.error.empty());
    CHECK(bytes.bytes.starts_with("PK"));
    CHECK(bytes.bytes.size() < 10'000);
    CHECK(bytes.bytes == second.bytes().bytes);
}

TEST_CASE("structured names") {
    for (char const* const good : {"x", "_a1", "a.b[2].c[1,3]", "der(a.b[1])"}) CHECK(is_structured_name(good));
    for (char const* const bad : {"", "1x", "a.", ".a", "a[", "a[]", "a[1,]", "a[x]", "a b", "'a'", "der(x", "a]"}) {
        INFO(bad);
        CHECK_FALSE(is_structured_name(bad));
    }
}

TEST_CASE("the radian counts as a base unit") {
    CHECK(radian_exponent("rad") == 1);
    CHECK(radian_exponent("rad/s") == 1);
    CHECK(radian_exponent("N.m/rad") == -1);
    CHECK(radian_exponent("N.m.s2/(rad.kg)") == -1);
    CHECK(radian_exponent("rad2") == 2);
    CHECK(radian_exponent("1/rad-2") == 2);
    CHECK(radian_exponent("rpm") == 1);
    CHECK(radian_exponent("mrad") == 1);
    CHECK(radian_exponent("m/s2") == 0);
    CHECK(radian_exponent("") == 0);
}

TEST_CASE("texts that XML cannot hold") {
    CHECK(xml_text("a<b&\"c\"\n") == "a<b&\"c\"\n");
    CHECK(xml_text(std::string_view("a\0b\x01", 4)) == "a?b?");
    CHECK(xml_text("\xc3\xa9\xff\xed\xa0\x80\xf0\x9f\x98\x80") == "\xc3\xa9????\xf0\x9f\x98\x80");
    CHECK(normalized_text("a\n\tb") == "a  b");
}
