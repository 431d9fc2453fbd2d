#include "runtime/results/final_values.h"

#include <algorithm>

#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

std::string value_text(MooVariable const& variable, double value) {
    if (variable.type == MOO_BOOLEAN) return value != 0.0 ? "true" : "false";
    return rounded_text(value, 6);
}

}  // namespace

std::string final_values_table(MooModel const& model, std::vector<std::uint32_t> const& slots,
                               std::vector<double> const& values, std::size_t most) {
    constexpr std::size_t widest = 40;
    std::vector<std::uint32_t> shown;
    std::copy_if(slots.begin(), slots.end(), std::back_inserter(shown),
                 [&](std::uint32_t slot) { return slot < values.size() && model.variables[slot].type != MOO_STRING; });
    std::size_t const left_out = shown.size() > most ? shown.size() - most : 0;
    shown.resize(shown.size() - left_out);
    std::size_t name_width = 0;
    std::size_t value_width = 0;
    for (std::uint32_t const slot : shown) {
        MooVariable const& variable = model.variables[slot];
        name_width = std::max(name_width, std::min(widest, std::string_view(variable.name).size()));
        value_width = std::max(value_width, value_text(variable, values[slot]).size());
    }
    std::string text;
    for (std::uint32_t const slot : shown) {
        MooVariable const& variable = model.variables[slot];
        std::string const name = variable.name;
        std::string const value = value_text(variable, values[slot]);
        text += "  " + name + std::string(name.size() < name_width ? name_width - name.size() : 0, ' ') + "  ";
        text += std::string(value_width - value.size(), ' ') + value;
        if (variable.unit[0] != '\0') text += " " + std::string(variable.unit);
        if (variable.description[0] != '\0') text += "  " + std::string(variable.description);
        text += '\n';
    }
    if (left_out > 0) text += "  … and " + std::to_string(left_out) + " more; `--variables` chooses\n";
    return text;
}

}  // namespace moo::runtime
