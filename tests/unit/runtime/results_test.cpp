#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "runtime/results/axis.h"
#include "runtime/results/csv_writer.h"
#include "runtime/results/series.h"
#include "runtime/results/terminal_chart.h"
#include "runtime/text/number_text.h"
#include "tests/unit/runtime/temporary_folder.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

TEST_CASE("numbers are written in the shortest form that reads back") {
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(1.0) == "1");
    CHECK(number_text(-1e-300) == "-1e-300");
    CHECK(number_text(1.0 / 3.0) == "0.3333333333333333");
    CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(parse_number("1e3") == 1000.0);
    CHECK(parse_number("+2") == 2.0);
    CHECK_FALSE(parse_number("1e3x").has_value());
    CHECK_FALSE(parse_number("").has_value());
}

TEST_CASE("the CSV file has a header, quotes where names need them, and every digit") {
    TemporaryFolder folder;
    TestModel model;
    model.add("x", MOO_ALGEBRAIC, 0.0);
    model.add("a[1,2]", MOO_ALGEBRAIC, 0.0);
    model.add("left out", MOO_ALGEBRAIC, 0.0);
    model.add("'say \"b\"'", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    std::string const path = folder.path("result.csv");
    {
        OutputFile file;
        REQUIRE(file.open(path));
        CsvWriter writer(model.get(), {0, 1, 3}, file);
        writer.write_header();
        CHECK(writer.row(0.0, std::vector<double>{0.1, -2.0, 5.0, 1.0}));
        CHECK(writer.row(0.0, std::vector<double>{0.1 + 0.2, 1e-20, 5.0, 0.0}));
        // Nothing under its name before it is whole.
        CHECK_FALSE(std::filesystem::exists(path));
        REQUIRE(writer.finish());
        CHECK_FALSE(std::filesystem::exists(path));
        REQUIRE(file.commit());
    }
    CHECK(folder.read("result.csv") ==
          "time,x,\"a[1,2]\",\"'say \"\"b\"\"'\"\n"
          "0,0.1,-2,1\n"
          "0,0.30000000000000004,1e-20,0\n");
    CHECK(folder.file_count() == 1);
}

TEST_CASE("a file that is not committed leaves nothing behind") {
    TemporaryFolder folder;
    {
        OutputFile file;
        REQUIRE(file.open(folder.path("result.csv")));
        REQUIRE(file.write("half"));
    }
    CHECK(folder.file_count() == 0);
}

TEST_CASE("a file in a folder that does not exist gives an error") {
    OutputFile file;
    CHECK_FALSE(file.open("/nonexistent-folder/result.csv"));
    CHECK(file.error().find("/nonexistent-folder/result.csv") != std::string::npos);
}

TEST_CASE("a series keeps its extremes in bounded memory") {
    Series series(0.0, 1.0);
    constexpr int count = 1'000'000;
    for (int i = 0; i <= count; ++i) {
        double const t = static_cast<double>(i) / count;
        series.add(t, i == 123'456 ? 50.0 : std::sin(1e4 * t));
    }
    std::vector<Point> const points = series.points();
    CHECK(points.size() <= 4 * (Series::picture_buckets + 1));
    CHECK(series.highest() == 50.0);
    double highest = 0.0;
    double last_time = -1.0;
    for (Point const& point : points) {
        highest = std::max(highest, point.value);
        CHECK(point.time >= last_time);
        last_time = point.time;
    }
    CHECK(highest == 50.0);
    CHECK(points.front().time == 0.0);
    CHECK(points.back().time == 1.0);
}

TEST_CASE("both sides of a jump stay in a series, values that are no numbers do not") {
    Series series(0.0, 2.0);
    series.add(0.0, 1.0);
    series.add(1.0, 1.0);
    series.add(1.0, 3.0);
    series.add(1.5, std::numeric_limits<double>::quiet_NaN());
    series.add(2.0, 3.0);
    std::vector<Point> const points = series.points();
    REQUIRE(points.size() == 4);
    CHECK(points[1].value == 1.0);
    CHECK(points[2].value == 3.0);
    CHECK(points[1].time == points[2].time);
}

TEST_CASE("ticks are round numbers") {
    std::vector<std::string> labels;
    for (Tick const& tick : nice_ticks(-0.25, 1.05, 6)) labels.push_back(tick.label);
    CHECK(labels == std::vector<std::string>{"0", "0.5", "1"});
    labels.clear();
    for (Tick const& tick : nice_ticks(1000.0, 1000.01, 5)) labels.push_back(tick.label);
    CHECK(labels == std::vector<std::string>{"1000", "1000.002", "1000.004", "1000.006", "1000.008", "1000.01"});
    CHECK(nice_ticks(2.0, 2.0, 5).size() == 1);
}

TEST_CASE("the chart in the terminal puts low values low and high values high") {
    Series series(0.0, 1.0);
    series.add(0.0, 0.0);
    series.add(1.0, 1.0);
    std::string const chart = draw_terminal_chart("x", series, 0.0, 1.0);
    std::istringstream lines(chart);
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    REQUIRE(all.size() == 15);
    CHECK(all[0].ends_with("x"));
    // Blank braille cells lead in the first line of a rising curve and trail in the last.
    std::string const blank = "\u2800";
    CHECK(all[1].find(blank + blank + blank) != std::string::npos);
    CHECK_FALSE(all[1].ends_with(blank));
    CHECK(all[12].ends_with(blank));
    CHECK(all[14].ends_with("t = 1"));
}

}  // namespace moo::runtime
