#include "backends/fmu/fmu_icons.h"

#include <algorithm>
#include <unordered_set>

#include "backends/icon/draw_png.h"
#include "backends/icon/icon_picture.h"
#include "backends/icon/write_svg.h"

namespace moo {

namespace {

constexpr Message<std::string_view> no_icon{DiagnosticKind::IconIncomplete, "the FMU gets no icon: {}"};
constexpr Message<std::string_view> not_drawn{DiagnosticKind::IconIncomplete, "a part of the icon is left out: {}"};

std::string in_small_letters(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

class IconMaker {
public:
    IconMaker(Document const& document, Interner const& interner, Diagnostics& diagnostics)
        : document_(document), interner_(interner), diagnostics_(diagnostics), measure_(cairo_measure()) {}

    FmuIcons run(std::vector<FmuTerminal> const& terminals) {
        // Reserve the name, so that no connector takes it.
        taken_.emplace("icon", std::pair("icon", ""));
        std::unordered_set<OutsideConnector const*> connected;
        for (FmuTerminal const& terminal : terminals) connected.insert(terminal.connector);
        std::vector<OutsideConnector const*> all;
        std::vector<OutsideConnector const*> others;
        for (OutsideConnector const& connector : document_.connectors) {
            if (!is_shown(connector)) continue;
            all.push_back(&connector);
            if (connected.contains(&connector)) {
                IconPicture picture = picture_of_connector(document_.icon, connector, measure_);
                icons_.terminals.emplace(&connector, store(picture, name_of(connector)));
            } else {
                others.push_back(&connector);
            }
        }
        if (!document_.icon.shapes.empty()) {
            icons_.model_png = draw_png(picture_of_model(document_.icon, all, measure_).drawing);
        }
        if (!document_.icon.shapes.empty() || !others.empty()) {
            IconPicture const picture = picture_of_model(document_.icon, others, measure_);
            taken_.erase("icon");
            icons_.icon = store(picture, "icon");
        }
        return std::move(icons_);
    }

private:
    // Connectors that look the same share files.
    FmuPicture store(IconPicture const& picture, std::string const& wanted) {
        for (std::string const& problem : picture.problems) {
            if (reported_.insert(problem).second) diagnostics_.warning({}, not_drawn, problem);
        }
        std::string svg = write_svg(picture.drawing);
        std::string name = wanted;
        // Some file systems do not distinguish upper and lower case.
        for (int number = 2; !taken_.try_emplace(in_small_letters(name), name, svg).second; ++number) {
            auto const& [there, shown] = taken_.at(in_small_letters(name));
            if (there == name && shown == svg) break;
            name = wanted + "_" + std::to_string(number);
        }
        if (icons_.files.try_emplace(name + ".svg", std::move(svg)).second) {
            icons_.files[name + ".png"] = draw_png(picture.drawing);
        }
        return {name, picture.x1, picture.y1, picture.x2, picture.y2};
    }

    // The last part of the name of its class, restricted to plain characters.
    std::string name_of(OutsideConnector const& connector) const {
        constexpr std::size_t longest = 60;
        std::string const last = split_path(interner_.text(connector.class_name)).back();
        std::string name;
        for (char const c : last) {
            bool const is_plain =
                (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            if (is_plain && name.size() < longest) name += c;
        }
        return name.empty() ? "terminal" : name;
    }

    Document const& document_;
    Interner const& interner_;
    Diagnostics& diagnostics_;
    MeasureText measure_;
    FmuIcons icons_;
    std::unordered_set<std::string> reported_;
    // By name in lower case: the name and the picture that use it.
    std::unordered_map<std::string, std::pair<std::string, std::string>> taken_;
};

bool has_pictures(Document const& document) {
    return !document.icon.shapes.empty() ||
           std::any_of(document.connectors.begin(), document.connectors.end(), is_shown);
}

}  // namespace

FmuIcons draw_fmu_icons(Document const& document, std::vector<FmuTerminal> const& terminals, Interner const& interner,
                        Diagnostics& diagnostics) {
    if (!has_pictures(document)) return {};
    if (std::string const problem = png_problem(); !problem.empty()) {
        diagnostics.warning({}, no_icon, problem);
        return {};
    }
    return IconMaker(document, interner, diagnostics).run(terminals);
}

}  // namespace moo
