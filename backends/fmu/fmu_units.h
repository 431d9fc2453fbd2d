// UnitDefinitions: the units that the variables of an FMU mention, by the base units of the SI.
#pragma once

#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>

#include "backends/fmu/fmu_plan.h"

namespace moo {

class FmuUnits {
public:
    FmuUnits(Document const& document, Interner const& interner) : document_(document), interner_(interner) {}

    // A String attribute of a variable if it is a literal that is not empty; what `normalizedString` cannot hold is a
    // space there.
    [[nodiscard]] std::string text(VarId variable, Attribute attribute) const;

    // Takes the units of a variable into the definitions and writes its attributes `unit` and `displayUnit`.
    void describe(pugi::xml_node node, VarId variable);
    // `displayUnit` alone, of an alias of FMI 3.0.
    void describe_display(pugi::xml_node node, VarId variable);
    // Those that were described; none if there are none. The element goes before `next`.
    void write(pugi::xml_node parent, pugi::xml_node next) const;

private:
    struct Display {
        double factor = 1.0;
        double offset = 0.0;
    };
    // By the name of the unit, then by the name of the display unit.
    std::map<std::string, std::map<std::string, Display>> units_;
    [[nodiscard]] std::string add_display(std::string const& unit, VarId variable);

    Document const& document_;
    Interner const& interner_;
};

// The exponent of the radian in a unit expression, which is a base unit for FMI and a pure number for the SI: 1 for
// `rad/s`, `deg` and `rpm`, -1 for `N.m/rad`.
[[nodiscard]] int radian_exponent(std::string_view unit);

}  // namespace moo
