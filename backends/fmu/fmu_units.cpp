#include "backends/fmu/fmu_units.h"

#include "backends/fmu/fmu_xml.h"
#include "moo/units/unit.h"

namespace moo {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Units that contain an angle, also with an SI prefix.
bool is_angle(std::string_view word) {
    return word == "deg" || word == "rev" || word == "rpm" || word == "rad" ||
           (word.size() == 4 && word.ends_with("rad"));
}

void write_base_unit(pugi::xml_node node, std::string const& name) {
    std::optional<Unit> const unit = parse_unit(name).unit;
    if (!unit) return;
    constexpr std::pair<BaseUnit, char const*> bases[] = {
        {BaseUnit::kilogram, "kg"}, {BaseUnit::metre, "m"},  {BaseUnit::second, "s"},  {BaseUnit::ampere, "A"},
        {BaseUnit::kelvin, "K"},    {BaseUnit::mole, "mol"}, {BaseUnit::candela, "cd"}};
    for (auto const& [base, symbol] : bases) {
        if (unit->dimension.exponent(base).denominator != 1) return;  // FMI knows whole exponents only
    }
    pugi::xml_node made = node.append_child("BaseUnit");
    for (auto const& [base, symbol] : bases) {
        int const exponent = unit->dimension.exponent(base).numerator;
        if (exponent != 0) made.append_attribute(symbol).set_value(exponent);
    }
    if (int const radians = radian_exponent(name); radians != 0) made.append_attribute("rad").set_value(radians);
    if (unit->factor != 1.0) set_real(made, "factor", unit->factor);
    if (unit->offset != 0.0) set_real(made, "offset", unit->offset);
}

}  // namespace

int radian_exponent(std::string_view unit) {
    int exponent = 0;
    int sign = 1;
    for (std::size_t i = 0; i < unit.size();) {
        if (unit[i] == '/') sign = -1;
        if (!is_letter(unit[i])) {
            ++i;
            continue;
        }
        std::size_t const begin = i;
        while (i < unit.size() && is_letter(unit[i])) ++i;
        bool const counts = is_angle(unit.substr(begin, i - begin));
        int power_sign = 1;
        if (i < unit.size() && (unit[i] == '-' || unit[i] == '+')) power_sign = unit[i++] == '-' ? -1 : 1;
        int power = 0;
        bool has_power = false;
        for (; i < unit.size() && is_digit(unit[i]) && power < 1000; ++i, has_power = true) {
            power = power * 10 + (unit[i] - '0');
        }
        if (counts) exponent += sign * power_sign * (has_power ? power : 1);
    }
    return exponent;
}

std::string FmuUnits::text(VarId variable, Attribute attribute) const {
    ExprId const value = document_.variables[variable].attribute(attribute);
    if (!value || document_.exprs.kind(value) != ExprKind::string) return {};
    return normalized_text(interner_.text(document_.exprs.symbol(value)));
}

std::string FmuUnits::add_display(std::string const& unit, VarId variable) {
    std::string name = text(variable, Attribute::display_unit);
    if (name.empty()) return {};
    std::optional<Unit> const own = parse_unit(unit).unit;
    std::optional<Unit> const shown = parse_unit(name).unit;
    // Skip display units that cannot be converted: revolutions are not a measure of Hz, since the radian is a unit
    // here.
    if (!own || !shown || own->dimension != shown->dimension) return {};
    if (radian_exponent(unit) != radian_exponent(name)) return {};
    units_[unit][name] = {own->factor / shown->factor, (own->offset - shown->offset) / shown->factor};
    return name;
}

void FmuUnits::describe(pugi::xml_node node, VarId variable) {
    std::string const unit = text(variable, Attribute::unit);
    if (unit.empty()) return;
    units_.try_emplace(unit);
    set_text(node, "unit", unit);
    describe_display(node, variable);
}

void FmuUnits::describe_display(pugi::xml_node node, VarId variable) {
    std::string const unit = text(variable, Attribute::unit);
    if (unit.empty()) return;
    if (std::string const display = add_display(unit, variable); !display.empty()) {
        set_text(node, "displayUnit", display);
    }
}

void FmuUnits::write(pugi::xml_node parent, pugi::xml_node next) const {
    if (units_.empty()) return;
    pugi::xml_node definitions = parent.insert_child_before("UnitDefinitions", next);
    for (auto const& [name, displays] : units_) {
        pugi::xml_node unit = definitions.append_child("Unit");
        set_text(unit, "name", name);
        write_base_unit(unit, name);
        for (auto const& [display_name, display] : displays) {
            pugi::xml_node made = unit.append_child("DisplayUnit");
            set_text(made, "name", display_name);
            if (display.factor != 1.0) set_real(made, "factor", display.factor);
            if (display.offset != 0.0) set_real(made, "offset", display.offset);
        }
    }
}

}  // namespace moo
