// The pictures of an FMU: its icon and those of its terminals.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/fmu/fmu_terminals.h"
#include "moo/base/diagnostics.h"

namespace moo {

// A picture and the rectangle that it fills in the coordinate system of the icon.
struct FmuPicture {
    std::string base_name;  // of its files in `terminalsAndIcons/`
    double x1 = 0.0;
    double y1 = 0.0;
    double x2 = 0.0;
    double y2 = 0.0;
};

struct FmuIcons {
    std::optional<FmuPicture> icon;
    std::unordered_map<OutsideConnector const*, FmuPicture> terminals;
    std::map<std::string, std::string> files;  // by name in `terminalsAndIcons/`: PNG and SVG
    std::string model_png;                     // the whole model with all connectors; empty if the model has no icon
};

// Connectors that are not terminals are drawn as part of the icon. What cannot be drawn causes a warning. Without cairo
// nothing is drawn, because the standard requires a PNG file for each picture.
[[nodiscard]] FmuIcons draw_fmu_icons(Document const& document, std::vector<FmuTerminal> const& terminals,
                                      Interner const& interner, Diagnostics& diagnostics);

}  // namespace moo
