// The parts of reports: trees of components, compression, results of simulations.
#include <algorithm>
#include <catch2/catch.hpp>

#include "backends/show/component_tree.h"
#include "backends/show/compress.h"
#include "backends/show/json_writer.h"
#include "backends/show/results.h"

using namespace moo;

TEST_CASE("dots in brackets and quotes do not separate components") {
    CHECK(path_around("x").empty());
    CHECK(path_around("a.x") == "a");
    CHECK(path_around("a.b[2].x[i.j]") == "a.b[2]");
    CHECK(path_around("a.'b.c\\'.d'") == "a");
    CHECK(path_around("a.'b.c'.x") == "a.'b.c'");
}

TEST_CASE("a tree of components counts what is inside") {
    ComponentTree tree;
    std::uint32_t const inner = tree.add("a.b[2]");
    CHECK(tree.add("a.b[2]") == inner);
    std::uint32_t const outer = tree.find("a");
    CHECK(tree.rows()[inner].name == "b[2]");
    CHECK(tree.rows()[inner].parent == static_cast<std::int32_t>(outer));
    CHECK(tree.rows()[outer].parent == 0);
    CHECK(tree.rows()[0].parent == -1);
    CHECK(tree.find("c") == 0);
    tree.count_variable(inner);
    tree.count_variable(outer);
    tree.count_equation(0);
    tree.add_up();
    CHECK(tree.rows()[inner].variables == 1);
    CHECK(tree.rows()[outer].variables == 2);
    CHECK(tree.rows()[0].variables == 2);
    CHECK(tree.rows()[0].equations == 1);
}

TEST_CASE("a path of many parts is no problem") {
    std::string path = "x";
    for (int i = 0; i < 2000; ++i) path += ".x";
    ComponentTree tree;
    tree.add(path);
    CHECK(tree.rows().size() == 2002);
}

TEST_CASE("base64 has padding") {
    CHECK(base64("").empty());
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foo") == "Zm9v");
    CHECK(base64("\xff\xfe\xfd\xfc") == "//79/A==");
    CHECK(compress("").size() > 0);
    CHECK(compress(std::string(100000, 'x')).size() < 1000);
}

TEST_CASE("JSON has no numbers that are not finite") {
    JsonWriter out;
    out.begin_object();
    out.key("a");
    out.real(1.0 / 0.0);
    out.text_field("b", "");
    out.text_field("c", "\"\x01");
    out.truth_field("d", false);
    out.number_field("e", 0);
    out.list("f", std::vector<int>{1, 2});
    out.end_object();
    CHECK(out.take() == R"({"a":null,"c":"\"\u0001","f":[1,2]})");
}

TEST_CASE("results are tables of numbers") {
    ReadTable const read = read_run_table("time,\"a,\"\"b\"\"\",x\r\n0,1,2\r\n1,-1e3,nan\n");
    REQUIRE(read.table);
    CHECK(read.table->names == std::vector<std::string>{"time", "a,\"b\"", "x"});
    CHECK(read.table->columns[1] == std::vector<double>{1, -1000});
    CHECK(read_run_table("").problem == "line 1: the first column has to be `time`");
    CHECK(read_run_table("time,x\n0\n").problem == "line 2: expected 2 numbers");
    CHECK(read_run_table("time,x\n0,1,2\n").problem == "line 2: expected 2 numbers");
    CHECK(read_run_table("time,x\n").problem == "it contains no results");
}

TEST_CASE("a profile names blocks") {
    auto const lines = read_profile(
        "other\n   share          ms       calls\n  98.2 %      28.362              integrator\n"
        "   1.0 %       0.283        9105  derivatives: block iEq[12], linear, 3 unknowns (a.mo:1:2)\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].what == "integrator");
    CHECK(lines[0].calls == 0);
    CHECK(lines[0].block.empty());
    CHECK(lines[1].milliseconds == 0.283);
    CHECK(lines[1].calls == 9105);
    CHECK(lines[1].block == "iEq/12");
}

TEST_CASE("a curve keeps its extremes and its ends") {
    CHECK(curve_points({}, 10).empty());
    CHECK(curve_points({3, 3, 3}, 10) == std::vector<std::size_t>{0});
    CHECK(curve_points({1, 2, 3}, 10) == std::vector<std::size_t>{0, 1, 2});
    std::vector<double> values(10000, 0.0);
    values[4321] = 5.0;
    values[8765] = -5.0;
    auto const points = curve_points(values, 400);
    CHECK(points.size() <= 400);
    CHECK(points.front() == 0);
    CHECK(points.back() == 9999);
    CHECK(std::find(points.begin(), points.end(), 4321) != points.end());
    CHECK(std::find(points.begin(), points.end(), 8765) != points.end());
}
