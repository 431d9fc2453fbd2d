#include "tests/survey/report.h"

#include <catch2/catch.hpp>

#include "tests/unit/survey/sample_table.h"

using namespace moo::survey;
using moo::survey::test::sample_table;

namespace {

std::size_t occurrences(std::string_view text, std::string_view word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("models belong to the part of the library before their examples") {
    CHECK(sub_library("Modelica.Electrical.Analog.Examples.ChuaCircuit") == "Modelica.Electrical.Analog");
    CHECK(sub_library("Modelica.Media.Air.MoistAir.Test") == "Modelica.Media");
    CHECK(sub_library("Lib.Model") == "Lib");
    CHECK(sub_library("Model") == "Model");
}

TEST_CASE("kinds are counted, the most frequent first") {
    CHECK(count_kinds(sample_table()) ==
          std::vector<std::pair<std::string, std::size_t>>{{"UnknownName", 2}, {"TypeMismatch", 1}});
}

TEST_CASE("errors that differ in names and numbers only are one group") {
    SurveyTable table = sample_table();
    table.rows[1].problem->message = "no `x` at 1.5";
    table.rows[3].problem->message = "no `y` at -2";
    auto const groups = group_causes(table);
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].message == "no `x` at 1.5");
    CHECK(groups[0].models == std::vector<std::string>{"Lib.Part.Examples.B", "Lib.D"});
    CHECK(groups[1].kind == "TypeMismatch");
}

TEST_CASE("times are those of the models that passed, the sum that of all") {
    auto const times = stage_times(sample_table());
    REQUIRE(times.size() == 1);
    CHECK(times[0].passed == 1);
    CHECK(times[0].median == Approx(0.125));
    CHECK(times[0].total == Approx(1.625));
}

TEST_CASE("a plot is kept in the report and shown with its error") {
    SurveyTable table = sample_table();
    table.rows[1].plot = "<svg>picture</svg>";
    CHECK(write_html(table).find("<br><svg>picture</svg></td>") != std::string::npos);
    auto const read = parse_json(write_json(table));
    REQUIRE(read);
    CHECK(read->rows[1].plot == table.rows[1].plot);
    CHECK(read->rows[0].plot.empty());
}

TEST_CASE("a model without reference does not count for verify") {
    SurveyTable table = sample_table();
    table.stages = {"flatten", "verify"};
    table.rows[0].runs.push_back({"verify", true, 0.1, 1.0, {}});
    table.rows[0].has_reference = true;
    table.rows[1].has_reference = true;
    auto const counts = count_stages(table);
    CHECK(counts[0].passed == 1);
    CHECK(counts[0].total == 4);
    CHECK(counts[1].passed == 1);
    CHECK(counts[1].total == 2);
}

TEST_CASE("the text has a table and ends with the counts") {
    CHECK(write_text(sample_table()) ==
          "model                reached  variables  equations  time/s  peak/MB  first error\n"
          "Lib.Part.Examples.A  flatten         12          7    0.12       10\n"
          "Lib.Part.Examples.B  -                -          -    0.50       20  A/B.mo:3:4: no `x` [UnknownName]\n"
          "Lib.Other.C          -                -          -    0.50       20  A/B.mo:3:4: odd [TypeMismatch]\n"
          "Lib.D                -                -          -    0.50       20  A/B.mo:3:4: no `y` [UnknownName]\n"
          "\n"
          "first errors by kind:\n"
          "     2  UnknownName\n"
          "     1  TypeMismatch\n"
          "\n"
          "times by stage (median, longest, all together):\n"
          "  flatten: 0.125 s, 0.125 s, 1.6 s\n"
          "\n"
          "flatten: 1 of 4\n");
}

TEST_CASE("control characters of a message do not reach the text") {
    SurveyTable table = sample_table();
    table.rows[1].problem->message = "a\nb\033[31m";
    CHECK(write_text(table).find("a b [31m") != std::string::npos);
}

TEST_CASE("a report in JSON reads back") {
    SurveyTable table = sample_table();
    table.rows[0].has_reference = true;
    table.limits = {12.5, 99};
    std::string const text = write_json(table);
    auto const read = parse_json(text);
    REQUIRE(read);
    CHECK(write_json(*read) == text);
    CHECK(read->library == "Lib");
    CHECK(read->stamp == "0123456789abcdef");
    CHECK(read->limits.seconds == 12.5);
    REQUIRE(read->rows.size() == 4);
    CHECK(read->rows[0].has_reference);
    CHECK(read->rows[0].count("variables") == 12);
    CHECK(read->rows[1].problem->place() == "A/B.mo:3:4");
    CHECK(text.find("\"flatten\": {\n   \"passed\": 1,\n   \"of\": 4") != std::string::npos);
}

TEST_CASE("a row reads back from its line") {
    Row const row = moo::survey::test::failed_row("A.B", "K", "line\nbreak \"quoted\"");
    std::string const line = write_row_json(row);
    CHECK(line.find('\n') == std::string::npos);
    auto const read = parse_row_json(line);
    REQUIRE(read);
    CHECK(read->problem->message == row.problem->message);
    CHECK(write_row_json(*read) == line);
}

TEST_CASE("bytes that are no UTF-8 are replaced") {
    Row const row = moo::survey::test::failed_row("A.B", "K", "bad \xff byte");
    auto const read = parse_row_json(write_row_json(row));
    REQUIRE(read);
    CHECK(read->problem->message == "bad \xef\xbf\xbd byte");
}

TEST_CASE("what is no report is not read") {
    for (char const* const text :
         {"", "{", "[]", "7", "{\"format\":\"mosurvey\",\"version\":1}", "{\"format\":\"other\",\"version\":1}",
          "{\"format\":\"mosurvey\",\"version\":2,\"library\":\"L\"}"}) {
        INFO(text);
        CHECK_FALSE(parse_json(text));
    }
    std::string const good = write_row_json(moo::survey::test::passed_row("A"));
    CHECK(parse_row_json(good));
    for (std::size_t size = 0; size < good.size(); ++size) CHECK_FALSE(parse_row_json(good.substr(0, size)));
    CHECK_FALSE(parse_row_json("{\"name\":\"A\",\"stages\":[{\"name\":7}]}"));
    CHECK_FALSE(parse_row_json("{\"name\":\"A\",\"stages\":[],\"error\":{\"stage\":\"s\"}}"));
}

TEST_CASE("the page escapes all that comes from models and tools") {
    SurveyTable table = sample_table();
    std::string const evil = "</script><img src=x onerror=\"alert('1')\">&\n";
    table.library = evil;
    table.stages = {"flatten"};
    table.rows[1].model = "L." + evil + ".Examples.X";
    table.rows[1].problem = Problem{"flatten", evil, evil, evil, 1, 2};
    std::string const page = write_html(table);
    CHECK(occurrences(page, "<img") == 0);
    CHECK(occurrences(page, "</script>") == 1);
    CHECK(page.find("onerror=\"") == std::string::npos);
    CHECK(escape_html(evil) == "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp; ");
}

TEST_CASE("the page has a row for each model and a column for each stage") {
    std::string const page = write_html(sample_table());
    CHECK(occurrences(page, "<tr class=") == 4);
    CHECK(occurrences(page, "<tr class=\"fail\"") == 3);
    CHECK(page.find("<th>flatten/s</th><th>flatten/MB</th>") != std::string::npos);
    CHECK(page.find("data-reached=\"none\" data-part=\"Lib.Part\" data-kind=\"UnknownName\"") != std::string::npos);
    CHECK(page.find("<td class=\"number\" data-value=\"12.000000\">12</td>") != std::string::npos);
    // It needs nothing from elsewhere.
    CHECK(page.find("src=") == std::string::npos);
    CHECK(page.find("href=") == std::string::npos);
}

TEST_CASE("the picture has a bar for each stage and each part of the library") {
    std::string const svg = write_bars(sample_table());
    CHECK(occurrences(svg, "<g>") == 4);
    CHECK(svg.find(">flatten</text>") != std::string::npos);
    CHECK(svg.find(">1 of 4</text>") != std::string::npos);
    CHECK(svg.find(">Lib.Part</text>") != std::string::npos);
    CHECK(svg.find(">1 of 2</text>") != std::string::npos);
    // One of four passed: a quarter of the 480 points.
    CHECK(svg.find("<rect class=\"passed\" x=\"270.0\" y=\"3.0\" width=\"120.0\"") != std::string::npos);
    CHECK(svg.find("<rect class=\"failed\" x=\"390.0\" y=\"3.0\" width=\"360.0\"") != std::string::npos);
}

TEST_CASE("a survey of nothing can be written") {
    SurveyTable table;
    table.library = "Lib";
    table.stages = {"flatten"};
    CHECK(write_text(table).ends_with("flatten: 0 of 0\n"));
    CHECK(write_html(table).find("0 of 0") != std::string::npos);
    CHECK(parse_json(write_json(table)));
}
