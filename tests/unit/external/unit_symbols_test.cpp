#include "moo/external/unit_symbols.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "moo/external/c_compiler.h"
#include "tests/support/scratch_folder.h"

using namespace moo;
namespace fs = std::filesystem;

using Numbers = std::vector<std::size_t>;

TEST_CASE("units are taken as linkers take members of archives") {
    std::vector<UnitSymbols> const units = {
        {{"a"}, {"b", "printf"}}, {{"b"}, {"c"}}, {{"c"}, {"a"}}, {{"b", "d"}, {}}, {{"unused"}, {"a"}}};
    CHECK(needed_units(units, {{{}, {"c"}}}) == Numbers{0, 1, 2});
    CHECK(needed_units(units, {{{}, {"d"}}}) == Numbers{3});
    CHECK(needed_units(units, {{{"a"}, {"c"}}}) == Numbers{2});
    CHECK(needed_units(units, {{{"b"}, {}}, {{}, {"a"}}}) == Numbers{0});
    CHECK(needed_units(units, {}).empty());
}

TEST_CASE("symbols of objects: what is global and what is missing") {
    auto const compiler = find_c_compiler();
    REQUIRE(compiler);
    test::ScratchFolder const folder;
    fs::path const source = folder.write("a.c",
                                         "extern int given; extern int maybe(void) __attribute__((weak));\n"
                                         "static int hidden(void) { return given; }\n"
                                         "int shown(void) { return hidden() + (maybe ? maybe() : 0); }\n"
                                         "int number = 1;\n");
    fs::path const object = folder.path() / "a.o";
    REQUIRE(run_compiler(*compiler, {"-fPIC", "-c", source.string(), "-o", object.string()}).outcome ==
            BuildOutcome::fine);
    std::vector<UnitSymbols> symbols;
    REQUIRE(read_symbols({object}, symbols).empty());
    REQUIRE(symbols.size() == 1);
    std::sort(symbols[0].defined.begin(), symbols[0].defined.end());
    CHECK(symbols[0].defined == std::vector<std::string>{"number", "shown"});
    CHECK(std::count(symbols[0].needed.begin(), symbols[0].needed.end(), "given") == 1);
    CHECK(std::count(symbols[0].needed.begin(), symbols[0].needed.end(), "maybe") == 0);
    CHECK_FALSE(read_symbols({folder.path() / "none.o"}, symbols).empty());
}
