// Icons as drawings, SVG and PNG.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <limits>

#include "backends/icon/bitmap_file.h"
#include "backends/icon/draw_png.h"
#include "backends/icon/icon_paths.h"
#include "backends/icon/icon_picture.h"
#include "backends/icon/write_svg.h"

using namespace moo;

namespace {

// Letters that are as wide as half of their size.
double measure(std::string_view text, Font const&) { return 0.5 * static_cast<double>(text.size()); }

IconShape shape(ShapeKind kind, std::vector<double> points) {
    IconShape made;
    made.kind = kind;
    made.points = std::move(points);
    return made;
}

IconShape label(std::string text) {
    IconShape made = shape(ShapeKind::text, {-50, -20, 50, 20});
    made.text = std::move(text);
    return made;
}

IconPicture picture(std::vector<IconShape> shapes) {
    Icon icon;
    icon.shapes = std::move(shapes);
    return picture_of_model(icon, {}, measure);
}

// The same in a coordinate system where a unit is more than the whole.
IconPicture tiny_picture(std::vector<IconShape> shapes) {
    Icon icon;
    icon.extent = {0, 0, 1e-3, 1e-3};
    icon.scale = 1e6;
    icon.shapes = std::move(shapes);
    REQUIRE(find_mistake(icon).empty());
    return picture_of_model(icon, {}, measure);
}

std::string svg_of(std::vector<IconShape> shapes) { return write_svg(picture(std::move(shapes)).drawing); }

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

// The smallest PNG file: one pixel.
constexpr char const* pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

}  // namespace

TEST_CASE("lines, splines and closed outlines") {
    DrawPath const line = polyline({{0, 0}, {10, 0}, {10, 10}}, false, false);
    REQUIRE(line.size() == 3);
    CHECK(line[2].points[0].y == 10);
    // Straight to the middle of the first side, a curve around the corner, straight to the end.
    DrawPath const spline = polyline({{0, 0}, {10, 0}, {10, 10}}, true, false);
    REQUIRE(spline.size() == 4);
    CHECK(spline[1].points[0].x == 5);
    CHECK(spline[2].kind == OutlineStep::Kind::curve);
    CHECK(spline[2].points[2].y == 5);
    DrawPath const closed = polyline({{0, 0}, {10, 0}, {10, 10}, {0, 0}}, false, true);
    CHECK(closed.size() == 4);
    CHECK(closed.back().kind == OutlineStep::Kind::close);
    CHECK(polyline({{1, 1}, {2, 2}}, true, false).size() == 2);
    CHECK(polyline({}, true, true).empty());
}

TEST_CASE("arcs go counter-clockwise and meet where they should") {
    DrawPath const whole = ellipse_path({-2, -1}, {2, 1}, 0, 360, EllipseClosure::chord);
    DrawBox const box = bounds_of(whole);
    CHECK(box.left == Approx(-2));
    CHECK(box.bottom == Approx(1));
    CHECK(whole.size() == 6);
    DrawPath const pie = ellipse_path({-1, -1}, {1, 1}, 0, 90, EllipseClosure::radial);
    CHECK(pie.front().points[0].x == Approx(0));
    CHECK(pie[1].points[0].x == Approx(1));
    CHECK(pie[2].points[2].y == Approx(1));
    CHECK(pie.back().kind == OutlineStep::Kind::close);
    DrawPath const open = ellipse_path({-1, -1}, {1, 1}, 0, -90, EllipseClosure::none);
    CHECK(open.back().points[2].y == Approx(-1));
    // Angles of any size take a few steps, not as many as turns.
    CHECK(ellipse_path({-1, -1}, {1, 1}, 1e6, -1e6, EllipseClosure::chord).size() < 10);
}

TEST_CASE("y goes up in an icon and down in a picture") {
    IconPicture const made = picture({shape(ShapeKind::line, {-100, -100, 100, 100})});
    CHECK(made.x1 == -102);
    CHECK(made.y2 == 102);
    CHECK(made.drawing.width == Approx(408));
    REQUIRE(made.drawing.items.size() == 1);
    DrawPath const& path = made.drawing.items[0].path;
    CHECK(path[0].points[0].y == Approx(404));
    CHECK(path[1].points[0].y == Approx(4));
    // A quarter of a millimetre, where a unit is a tenth of one and has two pixels.
    CHECK(made.drawing.items[0].stroke->width == Approx(5));
}

TEST_CASE("shapes turn counter-clockwise around their origin") {
    IconShape turned = shape(ShapeKind::line, {0, 0, 10, 0});
    turned.origin = {20, 30};
    turned.rotation = 90;
    DrawPath const path = picture({turned}).drawing.items[0].path;
    CHECK(path[0].points[0].x == Approx(2.0 * (20 + 102)));
    CHECK(path[1].points[0].x == Approx(2.0 * (20 + 102)));
    CHECK(path[1].points[0].y == Approx(2.0 * (102 - 40)));
}

TEST_CASE("texts fit their extent, stay upright and break at line ends") {
    // Forty units high, which is the limit for a short text; a hundred wide for a long one.
    Drawing const low = picture({label("ab")}).drawing;
    CHECK(low.items[0].text->size == Approx(2.0 * 40 / 1.2));
    Drawing const wide = picture({label("abcdefghijkl")}).drawing;
    CHECK(wide.items[0].text->size == Approx(2.0 * 100 / 6));
    CHECK(picture({label("a\nb\nc")}).drawing.items.size() == 3);
    CHECK(picture({label("")}).drawing.items.empty());
    for (double const rotation : {0.0, 180.0, 90.0, 270.0, 135.0}) {
        IconShape turned = label("ab");
        turned.rotation = rotation;
        double const angle = picture({turned}).drawing.items[0].text->angle;
        INFO(rotation);
        CHECK(angle >= -90.0 - 1e-6);
        CHECK(angle < 90.0);
    }
    IconShape fixed = label("ab");
    fixed.font_size = 10;
    CHECK(picture({fixed}).drawing.items[0].text->size == Approx(2.0 * 10 * 25.4 / 72 / 0.1));
}

TEST_CASE("what is drawn far away does not make the rest small") {
    IconPicture const far = picture({shape(ShapeKind::line, {-1e6, 0, 1e6, 0})});
    CHECK(far.x1 == -300);
    CHECK(far.x2 == 300);
    CHECK(far.drawing.width == Approx(800));
}

TEST_CASE("a connector is drawn as it is placed: scaled, mirrored, turned, moved") {
    OutsideConnector connector;
    connector.icon.emplace();
    connector.icon->shapes.push_back(shape(ShapeKind::polygon, {-100, 100, 100, 0, -100, -100}));
    connector.extent = {-10, -10, 10, 10};
    connector.origin = {0, -110};
    connector.rotation = 90;
    IconPicture const up = picture_of_connector({}, connector, measure);
    CHECK(up.y1 == -122);
    CHECK(up.y2 == -98);
    // The tip points upwards: it is the highest point.
    DrawPath const path = up.drawing.items[0].path;
    CHECK(path[1].points[0].y < path[0].points[0].y);
    CHECK(path[1].points[0].x == Approx(up.drawing.width / 2));
    connector.rotation = 0;
    connector.extent = {10, -10, -10, 10};
    IconPicture const mirrored = picture_of_connector({}, connector, measure);
    CHECK(mirrored.drawing.items[0].path[1].points[0].x < mirrored.drawing.items[0].path[0].points[0].x);
    // Within the icon of the model its lines are as thick as all others.
    Icon icon;
    icon.shapes.push_back(shape(ShapeKind::rectangle, {-100, -100, 100, 100}));
    Drawing const both = picture_of_model(icon, {&connector}, measure).drawing;
    CHECK(both.items[0].stroke->width == Approx(both.items[1].stroke->width));
}

TEST_CASE("connectors that nothing can be seen of") {
    OutsideConnector connector;
    connector.icon.emplace();
    connector.icon->shapes.push_back(shape(ShapeKind::line, {-100, 0, 100, 0}));
    CHECK_FALSE(is_shown(connector));
    connector.extent = {-10, -10, 10, 10};
    CHECK(is_shown(connector));
    connector.extent = {10, -10, 10, 10};
    CHECK_FALSE(is_shown(connector));
    connector.extent = {10, -10, -10, 10};
    CHECK(is_shown(connector));
    connector.icon->shapes.clear();
    CHECK_FALSE(is_shown(connector));
}

TEST_CASE("texts of a model cannot leave their place in SVG") {
    std::string const svg = svg_of({label("</text><script>alert(1)</script>"), label("\" onload=\"x"), label("&amp;"),
                                    label(std::string("\0\x01\xff", 3))});
    CHECK_FALSE(contains(svg, "<script"));
    CHECK(contains(svg, "&lt;/text&gt;&lt;script&gt;"));
    CHECK(contains(svg, "&amp;amp;"));
    CHECK(contains(svg, std::string(">") + "???" + "</text>"));
    IconShape odd = label("a");
    odd.font = "x\" onload=\"alert(1)";
    CHECK_FALSE(contains(svg_of({odd}), "onload"));
    odd.font = "x; fill: url(http://a)";
    CHECK_FALSE(contains(svg_of({odd}), "http://a"));
    odd.font = "Times New Roman";
    CHECK(contains(svg_of({odd}), "Times New Roman, DejaVu Sans"));
}

TEST_CASE("patterns and gradients in SVG") {
    IconShape box = shape(ShapeKind::rectangle, {-100, -100, 100, 100});
    box.line_color = {255, 0, 16};
    box.fill_color = {0, 128, 0};
    box.fill_pattern = FillPattern::solid;
    CHECK(contains(svg_of({box}), "fill=\"#008000\" stroke=\"#ff0010\""));
    box.line_pattern = LinePattern::none;
    CHECK_FALSE(contains(svg_of({box}), "stroke="));
    box.fill_pattern = FillPattern::cross;
    CHECK(contains(svg_of({box}), "clip-path=\"url(#i1)\""));
    box.fill_pattern = FillPattern::vertical_cylinder;
    CHECK(contains(svg_of({box}), "<linearGradient"));
    box.fill_pattern = FillPattern::sphere;
    CHECK(contains(svg_of({box}), "<radialGradient"));
    IconShape arrow = shape(ShapeKind::line, {-50, 0, 50, 0});
    arrow.end_arrow = ArrowHead::filled;
    arrow.line_pattern = LinePattern::dash;
    CHECK(contains(svg_of({arrow}), "stroke-dasharray=\"20 10\""));
    CHECK(picture({arrow}).drawing.items.size() == 2);
    // What has no area has no gradient, and hides nothing.
    IconShape flat = shape(ShapeKind::rectangle, {-100, 10, 100, 10});
    flat.fill_pattern = FillPattern::sphere;
    CHECK_FALSE(contains(svg_of({flat}), "Gradient"));
}

TEST_CASE("what no picture can show is a mistake, not a crash") {
    IconShape bad = shape(ShapeKind::line, {0, 0, 1, 1});
    CHECK(find_mistake(bad).empty());
    for (double const wrong :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
        bad.points[1] = wrong;
        CHECK_FALSE(find_mistake(bad).empty());
    }
    CHECK_FALSE(find_mistake(shape(ShapeKind::line, {0})).empty());
    CHECK_FALSE(find_mistake(shape(ShapeKind::ellipse, {0, 0})).empty());
    CHECK_FALSE(find_mistake(shape(ShapeKind::text, {})).empty());
    Icon icon;
    icon.extent = {100, 100, -100, -100};
    CHECK_FALSE(find_mistake(icon).empty());
    icon.extent = {0, 0, 1e-9, 1};
    CHECK_FALSE(find_mistake(icon).empty());
    icon.extent.clear();
    icon.scale = 0.0;
    CHECK_FALSE(find_mistake(icon).empty());
    icon.scale.reset();
    icon.shapes.assign(20, shape(ShapeKind::bitmap, {0, 0, 1, 1}));
    CHECK_FALSE(find_mistake(icon).empty());
    icon.shapes.assign(20'000, shape(ShapeKind::line, {0, 0, 1, 1}));
    CHECK_FALSE(find_mistake(icon).empty());
    OutsideConnector connector;
    connector.extent = {1, 2, 3};
    CHECK_FALSE(find_mistake(connector).empty());
}

TEST_CASE("the borders of what is allowed can be drawn") {
    std::vector<IconShape> shapes;
    for (ShapeKind const kind : {ShapeKind::polygon, ShapeKind::rectangle, ShapeKind::ellipse, ShapeKind::text}) {
        for (FillPattern const fill : {FillPattern::cross, FillPattern::cross_diagonal, FillPattern::sphere}) {
            IconShape huge = shape(kind, {-1e6, -1e6, 1e6, 1e6});
            huge.fill_pattern = fill;
            huge.rotation = 1e6;
            huge.radius = 1e6;
            huge.border = fill == FillPattern::sphere ? BorderPattern::engraved : BorderPattern::none;
            huge.text = "x";
            REQUIRE(find_mistake(huge).empty());
            shapes.push_back(huge);
            huge.points = {0, 0, 0, 0};
            shapes.push_back(huge);
        }
    }
    std::vector<double> points;
    for (int i = 0; i < 20'000; ++i) points.push_back(i % 200 - 100);
    shapes.push_back(shape(ShapeKind::polygon, points));
    IconShape dashed = shape(ShapeKind::polygon, {-1e6, -1e6, 1e6, 1e6, -1e6, 1e6});
    dashed.line_pattern = LinePattern::dot;
    dashed.thickness = 0.0;
    IconShape hatched = shape(ShapeKind::ellipse, {-100, -100, 100, 100});
    hatched.fill_pattern = FillPattern::cross_diagonal;
    IconShape thick = shape(ShapeKind::line, {0, 0, 1, 1});
    thick.thickness = 1e6;
    thick.end_arrow = ArrowHead::open;
    thick.arrow_size = 1e6;
    shapes.insert(shapes.end(), {dashed, thick});
    shapes.resize(most_shapes, hatched);
    IconPicture const made = GENERATE(true, false) ? picture(shapes) : tiny_picture(shapes);
    Drawing const& drawing = made.drawing;
    std::string const svg = write_svg(drawing);
    CHECK(svg.size() < 5'000'000);
    CHECK_FALSE(contains(svg, "nan"));
    CHECK_FALSE(contains(svg, "inf"));
    if (png_problem().empty()) CHECK(draw_png(drawing).starts_with("\x89PNG"));
}

TEST_CASE("images: PNG files of moderate size, from resources or from the icon itself") {
    BitmapFile const small = read_bitmap("", pixel);
    CHECK(small.problem.empty());
    CHECK(small.width == 1);
    CHECK_FALSE(read_bitmap("", "not base64!").problem.empty());
    CHECK_FALSE(read_bitmap("", "AAAA").problem.empty());
    CHECK_FALSE(read_bitmap("/etc/passwd", "").problem.empty());
    CHECK_FALSE(read_bitmap("/not/there/Resources/x.png", "").problem.empty());
    namespace fs = std::filesystem;
    fs::path const folder = fs::temp_directory_path() / "moo_icon_test" / "Resources";
    fs::create_directories(folder);
    std::ofstream(folder / "good.png", std::ios::binary) << small.bytes;
    std::ofstream(folder / "bad.png", std::ios::binary) << "<svg/>";
    std::string vast = small.bytes;
    vast[16] = '\x7f';
    std::ofstream(folder / "vast.png", std::ios::binary) << vast;
    CHECK(read_bitmap((folder / "good.png").string(), "").problem.empty());
    CHECK(contains(read_bitmap((folder / "bad.png").string(), "").problem, "is no PNG file"));
    CHECK(contains(read_bitmap((folder / "vast.png").string(), "").problem, "too many pixels"));
    fs::remove_all(folder.parent_path());
    IconShape image = shape(ShapeKind::bitmap, {-40, -20, 40, 20});
    image.image = pixel;
    CHECK(contains(svg_of({image}), std::string("href=\"data:image/png;base64,") + pixel));
    // As large as fits without being stretched.
    Affine const place = picture({image}).drawing.items[0].image->place;
    CHECK(place.xx == Approx(2.0 * 40));
    CHECK(place.yy == Approx(2.0 * 40));
    image.image = "AAAA";
    CHECK(picture({image}).problems.size() == 1);
}

TEST_CASE("a PNG file has the same bytes each time") {
    if (!png_problem().empty()) return;
    IconShape box = shape(ShapeKind::rectangle, {-100, -100, 100, 100});
    box.fill_pattern = FillPattern::sphere;
    box.fill_color = {255, 255, 0};
    IconShape image = shape(ShapeKind::bitmap, {-40, -20, 40, 20});
    image.image = pixel;
    Drawing const drawing = picture_of_model({{}, {}, {box, label("ab"), image}}, {}, cairo_measure()).drawing;
    std::string const png = draw_png(drawing);
    CHECK(png.starts_with("\x89PNG"));
    CHECK(png.size() > 1'000);
    CHECK(png == draw_png(drawing));
    // A file that ends too early leaves its place empty.
    Drawing broken = drawing;
    broken.items.back().image->png.resize(40);
    CHECK(draw_png(broken).starts_with("\x89PNG"));
}
