#include "runtime/results/plot_panels.h"

#include <algorithm>

namespace moo::runtime {

std::vector<PlotPanel> arrange_panels(MooModel const& model, SeriesCollector const& collected) {
    std::vector<PlotPanel> panels;
    PlotPanel lanes;
    lanes.has_lanes = true;
    for (std::size_t i = 0; i < collected.slots().size(); ++i) {
        MooVariable const& variable = model.variables[collected.slots()[i]];
        // A text has no curve.
        if (collected.series()[i].empty() || variable.type == MOO_STRING || variable.type == MOO_OBJECT) continue;
        if (variable.type == MOO_BOOLEAN) {
            if (lanes.curves.size() < most_lanes) {
                lanes.curves.push_back(i);
            } else {
                ++lanes.left_out;
            }
            continue;
        }
        auto panel = std::find_if(panels.begin(), panels.end(),
                                  [&](PlotPanel const& candidate) { return candidate.unit == variable.unit; });
        if (panel == panels.end() && panels.size() < most_number_panels) {
            panels.push_back({false, variable.unit, {}, 0});
            panel = panels.end() - 1;
        }
        if (panel == panels.end() || panel->curves.size() == most_curves) {
            ++(panel == panels.end() ? panels.back() : *panel).left_out;
        } else {
            panel->curves.push_back(i);
        }
    }
    if (!lanes.curves.empty()) panels.push_back(lanes);
    return panels;
}

std::vector<std::uint32_t> plot_candidates(MooModel const& model) {
    std::vector<std::uint32_t> slots;
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        if (model.variables[i].role == MOO_STATE && model.variables[i].hidden == 0) slots.push_back(i);
    }
    for (std::uint32_t i = 0; i < model.variable_count; ++i) {
        MooVariable const& variable = model.variables[i];
        bool const varies = variable.role == MOO_ALGEBRAIC || variable.role == MOO_DISCRETE;
        if (varies && variable.hidden == 0) slots.push_back(i);
    }
    // Collecting more than panels and lanes can show is useless.
    constexpr std::size_t most = most_curves * most_number_panels + most_lanes;
    if (slots.size() > most) slots.resize(most);
    return slots;
}

}  // namespace moo::runtime
