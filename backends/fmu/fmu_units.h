// UnitDefinitions: the units of the variables of an FMU, in SI base units.
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

    // A String attribute of a variable if it is a non-empty literal. Characters that `normalizedString` does not allow
    // become spaces.
    [[nodiscard]] std::string text(VarId variable, Attribute attribute) const;

    // Adds the units of a variable to the definitions and writes its attributes `unit` and `displayUnit`.
    void describe(pugi::xml_node node, VarId variable);
    // Writes only `displayUnit`, for an alias of FMI 3.0.
    void describe_display(pugi::xml_node node, VarId variable);
    // Writes the units that were described, if any, into an element before `next`.
    void write(pugi::xml_node parent, pugi::xml_node next) const;

private:
    struct Display {
        double factor = 1.0;
        double offset = 0.0;
    };
    // By name of the unit, then by name of the display unit.
    std::map<std::string, std::map<std::string, Display>> units_;
    [[nodiscard]] std::string add_display(std::string const& unit, VarId variable);

    Document const& document_;
    Interner const& interner_;
};

// The exponent of the radian in a unit expression. The radian is a base unit in FMI but a pure number in the SI. The
// exponent is 1 for `rad/s`, `deg` and `rpm`, and -1 for `N.m/rad`.
[[nodiscard]] int radian_exponent(std::string_view unit);

}  // namespace moo
