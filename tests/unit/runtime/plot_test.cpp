#include <catch2/catch.hpp>
#include <string>

#include "runtime/results/draw_plot.h"
#include "runtime/results/plot_page.h"
#include "runtime/results/plot_panels.h"
#include "runtime/results/png_canvas.h"
#include "runtime/text/markup_text.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("plots show each variable and escape what comes from the model") {
    TestModel model;
    model.edit().name = "A<B>&\"C\"</script>";
    model.add("x<y", MOO_ALGEBRAIC, 0.0);
    model.add("b", MOO_DISCRETE, 0.0, MOO_BOOLEAN);
    SeriesCollector collector({0, 1}, 0.0, 1.0);
    REQUIRE(collector.row(0.0, std::vector<double>{0.0, 0.0}));
    REQUIRE(collector.row(1.0, std::vector<double>{2.0, 1.0}));
    PlotSource const source{model.get(), collector, 0.0, 1.0};

    std::string const svg = draw_svg(source);
    CHECK(contains(svg, "A&lt;B&gt;&amp;&quot;C&quot;&lt;/script&gt;"));
    CHECK(contains(svg, "x&lt;y"));
    CHECK_FALSE(contains(svg, "x<y"));
    CHECK(contains(svg, ">b</text>"));
    CHECK(svg.ends_with("</svg>\n"));

    std::string const page = draw_page(source);
    CHECK(contains(page, "<title>A&lt;B&gt;&amp;"));
    CHECK(contains(page, R"("name":"x\u003cy")"));
    CHECK_FALSE(contains(page, "x<y"));
    CHECK_FALSE(contains(page, "C\"</script>"));
    CHECK_FALSE(contains(page, "{{"));
    CHECK(contains(page, R"("t":[0,1],"v":[0,2])"));
    // It needs nothing from elsewhere.
    CHECK_FALSE(contains(page, "http://"));
    CHECK_FALSE(contains(page, "https://"));
}

TEST_CASE("a PNG picture is one") {
    if (std::string const problem = PngCanvas::problem(); !problem.empty()) {
        WARN(problem);
        return;
    }
    TestModel model;
    model.add("x", MOO_ALGEBRAIC, 0.0);
    SeriesCollector collector({0}, 0.0, 1.0);
    REQUIRE(collector.row(0.0, std::vector<double>{0.0}));
    REQUIRE(collector.row(1.0, std::vector<double>{2.0}));
    PngResult const png = draw_png({model.get(), collector, 0.0, 1.0});
    CHECK(png.error.empty());
    CHECK(png.file.starts_with("\x89PNG\r\n\x1a\n"));
}

TEST_CASE("events are collected where two rows have the same time") {
    TestModel model;
    model.add("x", MOO_ALGEBRAIC, 0.0);
    SeriesCollector collector({0}, 0.0, 2.0);
    for (double const time : {0.0, 0.5, 0.5, 1.0, 1.5, 1.5, 1.5 + 1e-9, 1.5 + 1e-9, 2.0}) {
        REQUIRE(collector.row(time, std::vector<double>{time}));
    }
    // The second and the third cannot be told apart in a picture.
    CHECK(collector.events() == std::vector<double>{0.5, 1.5});
    CHECK(collector.event_count() == 3);
    CHECK(contains(draw_page({model.get(), collector, 0.0, 2.0}), "\"eventCount\":3,\n\"events\":[0.5,1.5]"));
}

TEST_CASE("numbers share a panel by unit, and what finds no room is counted") {
    TestModel model;
    for (int i = 0; i < 8; ++i) model.variable(model.add("x", MOO_ALGEBRAIC, 0.0)).unit = "m";
    model.add("y", MOO_ALGEBRAIC, 0.0);
    model.add("s", MOO_PARAMETER, 0.0, MOO_STRING);
    SeriesCollector collector({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.0, 1.0);
    REQUIRE(collector.row(0.0, std::vector<double>(10, 1.0)));
    std::vector<PlotPanel> const panels = arrange_panels(model.get(), collector);
    REQUIRE(panels.size() == 2);
    CHECK(panels[0].unit == "m");
    CHECK(panels[0].curves.size() == most_curves);
    CHECK(panels[0].left_out == 2);
    CHECK(panels[1].curves == std::vector<std::size_t>{8});
}

TEST_CASE("text that is no UTF-8 is mended") {
    CHECK(valid_utf8("a\xff"
                     "b") ==
          "a\xef\xbf\xbd"
          "b");
    CHECK(valid_utf8("\xc3\xa4") == "\xc3\xa4");
    CHECK(valid_utf8("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(json_string("a\"\\\n") == R"("a\u0022\u005c\u000a")");
    CHECK(character_count("\xc3\xa4x") == 2);
}

}  // namespace moo::runtime
