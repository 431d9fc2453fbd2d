#include "frontend/icons/read_shape.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace moo {

namespace {

template <class Value, std::size_t count>
using Words = std::array<std::pair<std::string_view, Value>, count>;

constexpr Words<ShapeKind, 6> kinds{{{"Line", ShapeKind::line},
                                     {"Polygon", ShapeKind::polygon},
                                     {"Rectangle", ShapeKind::rectangle},
                                     {"Ellipse", ShapeKind::ellipse},
                                     {"Text", ShapeKind::text},
                                     {"Bitmap", ShapeKind::bitmap}}};
constexpr Words<LinePattern, 6> line_patterns{{{"Solid", LinePattern::solid},
                                               {"None", LinePattern::none},
                                               {"Dash", LinePattern::dash},
                                               {"Dot", LinePattern::dot},
                                               {"DashDot", LinePattern::dash_dot},
                                               {"DashDotDot", LinePattern::dash_dot_dot}}};
constexpr Words<FillPattern, 11> fill_patterns{{{"None", FillPattern::none},
                                                {"Solid", FillPattern::solid},
                                                {"Horizontal", FillPattern::horizontal},
                                                {"Vertical", FillPattern::vertical},
                                                {"Cross", FillPattern::cross},
                                                {"Forward", FillPattern::forward},
                                                {"Backward", FillPattern::backward},
                                                {"CrossDiag", FillPattern::cross_diagonal},
                                                {"HorizontalCylinder", FillPattern::horizontal_cylinder},
                                                {"VerticalCylinder", FillPattern::vertical_cylinder},
                                                {"Sphere", FillPattern::sphere}}};
constexpr Words<BorderPattern, 4> borders{{{"None", BorderPattern::none},
                                           {"Raised", BorderPattern::raised},
                                           {"Sunken", BorderPattern::sunken},
                                           {"Engraved", BorderPattern::engraved}}};
constexpr Words<EllipseClosure, 3> closures{
    {{"Chord", EllipseClosure::chord}, {"Radial", EllipseClosure::radial}, {"None", EllipseClosure::none}}};
constexpr Words<ArrowHead, 4> arrow_heads{
    {{"None", ArrowHead::none}, {"Open", ArrowHead::open}, {"Filled", ArrowHead::filled}, {"Half", ArrowHead::half}}};
constexpr Words<TextAlignment, 3> alignments{
    {{"Center", TextAlignment::center}, {"Left", TextAlignment::left}, {"Right", TextAlignment::right}}};

// A picture that is written into the annotation; larger ones belong into files.
constexpr std::size_t longest_image = 1'000'000;
constexpr std::size_t longest_text = 1'000;

class ShapeReader {
public:
    ShapeReader(GraphicValues& values, ast::ExprId call, IconNames const& names)
        : values_(values), call_(call), names_(names) {}

    IconShape read(ShapeKind kind) {
        shape_.kind = kind;
        take("points", shape_.points);
        take("extent", shape_.points);
        take("origin", shape_.origin);
        take("rotation", shape_.rotation);
        take_color("lineColor", shape_.line_color);
        take_color("color", shape_.line_color);
        take_color("textColor", shape_.line_color);
        take_color("fillColor", shape_.fill_color);
        take("pattern", line_patterns, shape_.line_pattern);
        take("fillPattern", fill_patterns, shape_.fill_pattern);
        take("thickness", shape_.thickness);
        take("lineThickness", shape_.thickness);
        shape_.is_smooth = values_.literal(given("smooth")) == "Bezier";
        take_arrows();
        take("borderPattern", borders, shape_.border);
        take("radius", shape_.radius);
        take_arc();
        if (kind == ShapeKind::text) take_text();
        if (kind == ShapeKind::bitmap) take_image();
        // Default values are left out.
        if (shape_.origin == std::vector<double>{0.0, 0.0}) shape_.origin.clear();
        if (shape_.thickness == default_thickness) shape_.thickness.reset();
        if (shape_.arrow_size == default_arrow_size) shape_.arrow_size.reset();
        return std::move(shape_);
    }
    [[nodiscard]] std::string const& mistake() const { return mistake_; }

private:
    [[nodiscard]] ast::ExprId given(std::string_view name) const { return values_.argument(call_, name); }

    void take(std::string_view name, std::vector<double>& target) {
        if (auto numbers = values_.numbers(given(name))) target = std::move(*numbers);
    }
    template <class Number>
    void take(std::string_view name, Number& target) {
        if (auto const number = values_.number(given(name))) target = *number;
    }
    template <class Value, std::size_t count>
    void take(std::string_view name, Words<Value, count> const& words, Value& target) {
        choose(values_.literal(given(name)), words, target);
    }
    template <class Value, std::size_t count>
    static void choose(std::string_view literal, Words<Value, count> const& words, Value& target) {
        for (auto const& [word, value] : words) {
            if (word == literal) target = value;
        }
    }

    void take_color(std::string_view name, IconColor& target) {
        auto const numbers = values_.numbers(given(name));
        if (!numbers) return;
        IconColor color;
        for (double const number : *numbers) {
            if (!(number >= 0.0 && number <= 255.0)) {
                mistake_ = "a colour has a part that is not between 0 and 255";
                return;
            }
            color.push_back(static_cast<std::uint8_t>(number));
        }
        target = color == IconColor{0, 0, 0} ? IconColor() : color;
    }

    void take_arrows() {
        auto const arrows = values_.literals(given("arrow"));
        if (arrows.size() != 2) return;
        choose(arrows[0], arrow_heads, shape_.start_arrow);
        choose(arrows[1], arrow_heads, shape_.end_arrow);
        take("arrowSize", shape_.arrow_size);
    }

    void take_arc() {
        take("startAngle", shape_.start_angle);
        take("endAngle", shape_.end_angle);
        if (shape_.end_angle == 360.0) shape_.end_angle.reset();
        bool const is_whole = shape_.start_angle == 0.0 && !shape_.end_angle;
        shape_.closure = is_whole ? EllipseClosure::chord : EllipseClosure::radial;
        take("closure", closures, shape_.closure);
    }

    void take_text() {
        // `string` is what the name was before Modelica 3.0.
        std::string const text = values_.text(given("textString")).value_or(values_.text(given("string")).value_or(""));
        shape_.text = shorten(replace_macros(values_.elaborator(), text, names_), longest_text);
        take("fontSize", shape_.font_size);
        shape_.font = values_.text(given("fontName")).value_or("");
        for (std::string_view const style : values_.literals(given("textStyle"))) {
            shape_.is_bold = shape_.is_bold || style == "Bold";
            shape_.is_italic = shape_.is_italic || style == "Italic";
            shape_.is_underlined = shape_.is_underlined || style == "UnderLine";
        }
        take("horizontalAlignment", alignments, shape_.alignment);
    }

    void take_image() {
        shape_.image = values_.text(given("imageSource")).value_or("");
        if (shape_.image.size() > longest_image) mistake_ = "the image is too large; put it into a file";
        if (!shape_.image.empty()) return;
        Elaborator& elaborator = values_.elaborator();
        std::string const name = values_.text(given("fileName")).value_or("");
        std::string const path(
            elaborator.interner.text(elaborator.values.resource_path(elaborator.interner.intern(name))));
        std::error_code error;
        shape_.file = path;
        bool const is_there = path.starts_with('/') && std::filesystem::is_regular_file(path, error);
        if (!is_there) mistake_ = "the file `" + name + "` is not found";
    }

    GraphicValues& values_;
    ast::ExprId call_;
    IconNames const& names_;
    IconShape shape_;
    std::string mistake_;
};

}  // namespace

std::optional<IconShape> read_shape(GraphicValues& values, ast::ExprId given, IconNames const& names,
                                    std::string& mistake) {
    ast::ExprId const call = values.static_part(given);
    ast::Ast const& ast = values.ast();
    auto const callee =
        call && ast[call].kind == ast::ExprKind::call ? ast.simple_callee(call) : std::optional<Symbol>();
    std::string_view const name = callee ? values.elaborator().interner.text(*callee) : std::string_view();
    auto const kind = std::find_if(kinds.begin(), kinds.end(), [&](auto const& word) { return word.first == name; });
    if (kind == kinds.end()) {
        mistake = "it is not a graphical primitive";
        return std::nullopt;
    }
    if (!values.truth(values.argument(call, "visible")).value_or(true)) return std::nullopt;
    ShapeReader reader(values, call, names);
    IconShape shape = reader.read(kind->second);
    mistake = reader.mistake();
    if (mistake.empty() && shape.points.empty()) mistake = "where it is depends on the simulation, or is not given";
    if (mistake.empty()) mistake = find_mistake(shape);
    return mistake.empty() ? std::optional(std::move(shape)) : std::nullopt;
}

}  // namespace moo
