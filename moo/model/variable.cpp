#include "moo/model/variable.h"

#include <algorithm>

namespace moo {

namespace {

constexpr std::array<std::string_view, attribute_count> attribute_names = {
    "quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "unbounded", "stateSelect"};

}  // namespace

std::string_view attribute_name(Attribute attribute) { return attribute_names[static_cast<std::size_t>(attribute)]; }

std::optional<Attribute> find_attribute(std::string_view name) {
    auto const found = std::find(attribute_names.begin(), attribute_names.end(), name);
    if (found == attribute_names.end()) return std::nullopt;
    return static_cast<Attribute>(found - attribute_names.begin());
}

}  // namespace moo
