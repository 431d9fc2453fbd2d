#include "tests/survey/trajectory.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace moo::survey;

TEST_CASE("a CSV file has a column of times and columns of signals") {
    Trajectory const table = parse_csv("\"time\",\"a[1, 2]\",\"say \"\"x\"\"\"\r\n0,1,2e3\r\n0.5,-1.5,+4\r\n\r\n");
    REQUIRE(table.error.empty());
    CHECK(table.time == std::vector<double>{0.0, 0.5});
    CHECK(table.names == std::vector<std::string>{"a[1, 2]", "say \"x\""});
    REQUIRE(table.find("a[1,2]") != nullptr);
    CHECK(*table.find("'a[1,2]'") == std::vector<double>{1.0, -1.5});
    CHECK(table.find("b") == nullptr);
}

TEST_CASE("values may be words or beyond what a number can hold") {
    Trajectory const table = parse_csv("time,b,small,large\n0,true,1e-400,1e400\n1,false,0,0\n");
    REQUIRE(table.error.empty());
    CHECK(table.columns[0] == std::vector<double>{1.0, 0.0});
    CHECK(table.columns[1][0] == 0.0);
    CHECK(std::isinf(table.columns[2][0]));
}

TEST_CASE("times may repeat but not fall") {
    CHECK(parse_csv("time,a\n0,1\n1,1\n1,2\n").error.empty());
    CHECK(parse_csv("time,a\n0,1\n1,1\n0.5,2\n").error == "line 4: the time goes back");
    CHECK(parse_csv("time,a\nnan,1\n").error == "line 2: the time is not finite");
}

TEST_CASE("what is no table is refused with its line") {
    CHECK(parse_csv("").error == "there is no column `time`");
    CHECK(parse_csv("a,b\n1,2\n").error == "there is no column `time`");
    CHECK(parse_csv("Time,b\n1,2\n").error.empty());
    CHECK(parse_csv("time,a\n").error == "there are no values");
    CHECK(parse_csv("time,a\n0\n").error == "line 2: 1 values for 2 columns");
    CHECK(parse_csv("time,a\n0,1\n1,x\n").error == "line 3: `x` is not a number");
    CHECK(parse_csv("time,a\n0,\"1\n").error == "line 2: `1\n` is not a number");
}
