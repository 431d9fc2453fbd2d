#include "backends/icon/write_svg.h"

#include <pugixml.hpp>
#include <sstream>

#include "backends/common/xml_text.h"
#include "moo/base/text_writer.h"

namespace moo {

namespace {

// Two decimals: a hundredth of a pixel is fine enough.
std::string number(double value) {
    TextWriter text;
    double const rounded = std::round(value * 100.0) / 100.0;
    text.write_real(rounded == 0.0 ? 0.0 : rounded);
    std::string shown(text.text());
    if (shown.ends_with(".0")) shown.resize(shown.size() - 2);
    return shown;
}

std::string color_text(DrawColor color) {
    constexpr char const* digits = "0123456789abcdef";
    std::string text = "#";
    for (std::uint8_t const part : {color.red, color.green, color.blue}) {
        text += digits[part / 16];
        text += digits[part % 16];
    }
    return text;
}

// More digits than for coordinates, because they are multiplied.
std::string matrix_text(Affine const& map) {
    std::string text = "matrix(";
    for (double const value : {map.xx, map.yx, map.xy, map.yy, map.x0, map.y0}) {
        TextWriter digits;
        digits.write_real(std::round(value * 1e6) / 1e6);
        text += (text.ends_with('(') ? "" : " ") + std::string(digits.text());
    }
    return text + ")";
}

std::string path_text(DrawPath const& path) {
    std::string text;
    auto const add = [&](DrawPoint p) { text += number(p.x) + " " + number(p.y); };
    for (OutlineStep const& step : path) {
        switch (step.kind) {
            case OutlineStep::Kind::move:
                text += "M";
                add(step.points[0]);
                break;
            case OutlineStep::Kind::line:
                text += "L";
                add(step.points[0]);
                break;
            case OutlineStep::Kind::curve:
                text += "C";
                add(step.points[0]);
                text += " ";
                add(step.points[1]);
                text += " ";
                add(step.points[2]);
                break;
            case OutlineStep::Kind::close: text += "Z"; break;
        }
    }
    return text;
}

std::string base64_text(std::string const& bytes) {
    constexpr char const* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        auto const byte = [&](std::size_t at) {
            return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u;
        };
        unsigned const bits = (byte(i) << 16u) | (byte(i + 1) << 8u) | byte(i + 2);
        text += digits[(bits >> 18u) & 63u];
        text += digits[(bits >> 12u) & 63u];
        text += i + 1 < bytes.size() ? digits[(bits >> 6u) & 63u] : '=';
        text += i + 2 < bytes.size() ? digits[bits & 63u] : '=';
    }
    return text;
}

class SvgWriter {
public:
    std::string run(Drawing const& drawing) {
        root_ = document_.append_child("svg");
        set(root_, "xmlns", "http://www.w3.org/2000/svg");
        set(root_, "width", number(drawing.width));
        set(root_, "height", number(drawing.height));
        set(root_, "viewBox", "0 0 " + number(drawing.width) + " " + number(drawing.height));
        for (DrawItem const& item : drawing.items) {
            if (item.text) {
                write_text(*item.text);
            } else if (item.image) {
                write_image(*item.image);
            } else {
                write_path(item);
            }
        }
        std::ostringstream out;
        document_.save(out, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
        return out.str() + "\n";
    }

private:
    static void set(pugi::xml_node node, char const* name, std::string const& value) {
        node.append_attribute(name).set_value(value.c_str());
    }
    std::string next_id() { return "i" + std::to_string(++ids_); }

    void write_path(DrawItem const& item) {
        std::string clip;
        if (!item.clip.empty()) {
            clip = next_id();
            pugi::xml_node outline = root_.append_child("clipPath");
            set(outline, "id", clip);
            set(outline.append_child("path"), "d", path_text(item.clip));
        }
        std::string fill = item.fill ? color_text(*item.fill) : "none";
        if (item.gradient) fill = "url(#" + write_gradient(*item.gradient) + ")";
        if (fill == "none" && !item.stroke) return;
        pugi::xml_node const node = root_.append_child("path");
        set(node, "d", path_text(item.path));
        set(node, "fill", fill);
        if (!clip.empty()) set(node, "clip-path", "url(#" + clip + ")");
        if (!item.stroke) return;
        set(node, "stroke", color_text(item.stroke->color));
        set(node, "stroke-width", number(item.stroke->width));
        set(node, "stroke-linejoin", "round");
        std::string dashes;
        for (double const dash : item.stroke->dashes) dashes += (dashes.empty() ? "" : " ") + number(dash);
        if (!dashes.empty()) set(node, "stroke-dasharray", dashes);
    }

    std::string write_gradient(Gradient const& gradient) {
        std::string const id = next_id();
        pugi::xml_node node = root_.append_child(gradient.is_radial ? "radialGradient" : "linearGradient");
        set(node, "id", id);
        set(node, "gradientUnits", "userSpaceOnUse");
        set(node, "gradientTransform", matrix_text(gradient.place));
        auto const stop = [&](char const* offset, DrawColor color) {
            pugi::xml_node const at = node.append_child("stop");
            set(at, "offset", offset);
            set(at, "stop-color", color_text(color));
        };
        if (gradient.is_radial) {
            set(node, "cx", "0");
            set(node, "cy", "0");
            set(node, "r", "1");
        } else {
            set(node, "x1", "0");
            set(node, "y1", "-1");
            set(node, "x2", "0");
            set(node, "y2", "1");
            stop("0", gradient.edge);
        }
        stop(gradient.is_radial ? "0" : "0.5", gradient.middle);
        stop("1", gradient.edge);
        return id;
    }

    void write_text(DrawText const& text) {
        pugi::xml_node const node = root_.append_child("text");
        set(node, "x", number(text.place.x));
        set(node, "y", number(text.place.y));
        if (text.angle != 0.0) {
            set(node, "transform",
                "rotate(" + number(text.angle) + " " + number(text.place.x) + " " + number(text.place.y) + ")");
        }
        std::string const family = text.font.family.empty() ? "" : text.font.family + ", ";
        set(node, "font-family", family + "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif");
        set(node, "font-size", number(text.size));
        if (text.font.is_bold) set(node, "font-weight", "bold");
        if (text.font.is_italic) set(node, "font-style", "italic");
        if (text.is_underlined) set(node, "text-decoration", "underline");
        if (text.anchor != DrawAnchor::start) {
            set(node, "text-anchor", text.anchor == DrawAnchor::middle ? "middle" : "end");
        }
        set(node, "fill", color_text(text.color));
        node.text().set(xml_text(text.text).c_str());
    }

    void write_image(DrawImage const& image) {
        pugi::xml_node const node = root_.append_child("image");
        set(node, "width", "1");
        set(node, "height", "1");
        set(node, "preserveAspectRatio", "none");
        set(node, "transform", matrix_text(image.place));
        set(node, "href", "data:image/png;base64," + base64_text(image.png));
    }

    pugi::xml_document document_;
    pugi::xml_node root_;
    int ids_ = 0;
};

}  // namespace

std::string write_svg(Drawing const& drawing) { return SvgWriter().run(drawing); }

}  // namespace moo
