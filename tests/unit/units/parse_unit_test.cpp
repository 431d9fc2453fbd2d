#include <catch2/catch.hpp>

#include "moo/units/unit.h"

namespace {

using moo::Dimension;
using moo::parse_unit;

// Dimension and factor of a unit that must be one.
std::string text(std::string_view unit) {
    moo::UnitParse const parse = parse_unit(unit);
    return parse.unit ? dimension_text(parse.unit->dimension) : "error: " + parse.error;
}
double factor(std::string_view unit) { return parse_unit(unit).unit.value().factor; }

}  // namespace

TEST_CASE("base and derived units come down to the base units") {
    CHECK(text("1") == "1");
    CHECK(text("kg") == "kg");
    CHECK(text("kg.m2/s2") == "kg.m2/s2");
    CHECK(text("N.m") == text("J"));
    CHECK(text("V.A") == text("W"));
    CHECK(text("Wb") == text("V.s"));
    CHECK(text("V") == "kg.m2/(s3.A)");
    CHECK(text("1/rad") == "1");
    CHECK(text("J/(kg.K)") == "m2/(s2.K)");
    CHECK(text("J.kg-1.K-1") == text("J/(kg.K)"));
    CHECK(text("kg.m.s-2") == text("N"));
    CHECK(text("m+2") == "m2");
    CHECK(text("(Pa.s2)/m6") == text("Pa.s2.m-6"));
    CHECK(text("(J/kg)/(kg/m3)") == text("J.m3/kg2"));
    CHECK(text("Hz") == "1/s");
    CHECK(text("F.H") == "s2");
    CHECK(text("S.Ohm") == "1");
    CHECK(text("lm/m2") == text("lx"));
    CHECK(text("kat") == "mol/s");
}

TEST_CASE("every unit of the standard library is known") {
    for (char const* unit : {"rev/min", "rpm",          "degC",        "degF",      "degRk",   "km/h",    "l",   "ml",
                             "mol/l",   "g/cm3",        "kW.h",        "A.h",       "eV/K",    "bar/s",   "dB",  "var",
                             "sone",    "phon",         "debye",       "lx.s",      "Bq",      "Gy/s",    "Sv",  "sr",
                             "deg/rad", "m4.s4/(K.s8)", "rad/(s.Ohm)", "(J)/(A.s)", "1/(A.s)", "m-2.s-1", "min", "d"}) {
        INFO(unit);
        CHECK(parse_unit(unit).unit.has_value());
    }
}

TEST_CASE("prefixes multiply, and exponents include them") {
    CHECK(factor("mm") == Approx(1e-3));
    CHECK(factor("mm2") == Approx(1e-6));
    CHECK(factor("kW.h") == Approx(3.6e6));
    CHECK(factor("km/h") == Approx(1 / 3.6));
    CHECK(factor("dam") == Approx(10));
    CHECK(factor("dm") == Approx(0.1));
    CHECK(factor("g/cm3") == Approx(1000));
    CHECK(factor("rev/min") == Approx(2 * 3.14159265358979 / 60));
    CHECK(factor("us") == Approx(1e-6));
}

TEST_CASE("a symbol is preferred to a prefix with a symbol") {
    CHECK(text("T") == text("Wb/m2"));
    CHECK(text("min") == "s");
    CHECK(factor("min") == 60);
    CHECK(text("cd") == "cd");
    CHECK(text("Pa") == "kg/(m.s2)");
    CHECK(text("m") == "m");
    CHECK(text("mol") == "mol");
    CHECK(text("h") == "s");
}

TEST_CASE("only a temperature alone has an offset") {
    CHECK(parse_unit("degC").unit->offset == 273.15);
    CHECK(parse_unit("degF").unit->offset == Approx(459.67 / 1.8));
    CHECK(parse_unit("W/degC").unit->offset == 0);
    CHECK(parse_unit("1/degC").unit->offset == 0);
    CHECK(parse_unit("degC.m").unit->offset == 0);
    CHECK(parse_unit("(degC)").unit->offset == 273.15);
    CHECK(parse_unit("K").unit->offset == 0);
}

TEST_CASE("what is no unit expression is refused at its place") {
    struct Case {
        char const* text;
        std::size_t position;
        char const* error;
    };
    for (Case const& c :
         {Case{"", 0, "a unit is missing at the end"}, Case{"kg.", 3, "a unit is missing at the end"},
          Case{"N m", 1, "unexpected character"}, Case{"N. m", 2, "a space; products are written with `.`"},
          Case{"Nm", 0, "`Nm` is not a unit"}, Case{"kg.foo/s", 3, "`foo` is not a unit"},
          Case{"J/kg/K", 4, "a second `/`: put what is divided by into parentheses"},
          Case{"J/(kg.K", 2, "`(` is not closed"}, Case{"m-", 2, "expected an exponent"},
          Case{"10", 1, "a number other than 1"}, Case{"m99999", 5, "the exponent is too large"},
          Case{"Ym999", 0, "the factor to the base units is beyond all numbers"},
          Case{"kdegC", 0, "`kdegC` is not a unit"}, Case{"k", 0, "`k` is not a unit"},
          Case{"m/", 2, "a unit is missing at the end"}, Case{"/s", 0, "expected a unit"}}) {
        INFO(c.text);
        moo::UnitParse const parse = parse_unit(c.text);
        CHECK_FALSE(parse.unit.has_value());
        CHECK(parse.error == c.error);
        CHECK(parse.position == c.position);
    }
}

TEST_CASE("deep parentheses end in an error, not in the stack") {
    CHECK(parse_unit(std::string(100000, '(')).error == "parentheses are nested too deeply");
}

TEST_CASE("dimensions have roots, and print them") {
    Dimension const pressure = Dimension::of(1, -1, -2);
    auto const root = pressure.to_power(1, 2);
    REQUIRE(root);
    CHECK(dimension_text(*root) == "kg(1/2)/(m(1/2).s)");
    CHECK(root->to_power(2) == pressure);
    CHECK(root->times(*root) == pressure);
    CHECK(pressure.over(pressure)->is_one());
    CHECK_FALSE(Dimension::of(30000, 0, 0).times(Dimension::of(30000, 0, 0)).has_value());
}

TEST_CASE("printed dimensions read back") {
    for (char const* unit : {"V/m", "Ohm.m", "W/(m2.K4)", "mol/m3", "cd.s", "1/K2", "F/m"}) {
        std::string const printed = text(unit);
        INFO(printed);
        CHECK(text(printed) == printed);
        CHECK(factor(printed) == Approx(1));
    }
}
