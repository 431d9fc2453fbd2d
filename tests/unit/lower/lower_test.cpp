#include <catch2/catch.hpp>

#include "tests/unit/lower/flat.h"

using moo::Attribute;
using moo::FlatEquationKind;
using moo::Variability;
using moo::test::Flattened;

TEST_CASE("declarations keep type, variability, attributes, binding and description") {
    Flattened const flat(R"(model A
        parameter Real p(min = 0, unit = "m") = 2*3.5 "length";
        constant Integer n = 4;
        Real x(start = p, fixed = true);
        Boolean b;
        discrete Real d;
      equation
        der(x) = -x;
        b = x < 0;
        when b then d = x; end when;
      end A;)");
    REQUIRE(flat.errors().empty());
    auto const& variables = flat.model.variables;
    REQUIRE(variables.size() == 5);
    moo::Variable const& p = variables[moo::VarId(0u)];
    CHECK(p.variability == Variability::parameter);
    CHECK(flat.text(p.binding) == "7.0");
    CHECK(flat.text(p.attribute(Attribute::unit)) == "\"m\"");
    CHECK(flat.interner.text(p.description) == "length");
    CHECK(variables[moo::VarId(1u)].variability == Variability::constant);
    CHECK(variables[moo::VarId(2u)].is_fixed(flat.model.exprs));
    CHECK(flat.text(variables[moo::VarId(2u)].attribute(Attribute::start)) == "p");
    // Booleans are discrete without saying so.
    CHECK(variables[moo::VarId(3u)].variability == Variability::discrete);
    CHECK(variables[moo::VarId(4u)].variability == Variability::discrete);
}

TEST_CASE("the binding of a variable is an equation") {
    Flattened const flat("model A Real x = 2*time; end A;");
    REQUIRE(flat.model.equations.size() == 1);
    CHECK(flat.text(flat.model.equations[0].a) == "x");
    CHECK(flat.text(flat.model.equations[0].b) == "2*time");
}

TEST_CASE("an elseif is an if in the else") {
    Flattened const flat("model A Real x = if time > 2 then 1 elseif time > 1 then 2 else 3; end A;");
    CHECK(flat.text(flat.model.equations[0].b) == "if time > 2 then 1 elseif time > 1 then 2 else 3");
}

TEST_CASE("when-clauses keep their branches and reinit") {
    Flattened const flat(R"(model A
        Real x(start = 1); Boolean b;
      equation
        der(x) = -1; b = x < 0;
        when {b, time > 3} then reinit(x, 1); elsewhen x > 5 then reinit(x, 2); end when;
      end A;)");
    REQUIRE(flat.errors().empty());
    auto const& when = flat.model.equations[2];
    REQUIRE(when.kind == FlatEquationKind::when);
    REQUIRE(when.branches.size() == 2);
    CHECK(flat.text(when.branches[0].condition) == "{b, time > 3}");
    CHECK(when.branches[0].body[0].kind == FlatEquationKind::reinit);
}

TEST_CASE("an error in one equation does not hide that of the next") {
    Flattened const flat("model A Real x; Boolean b; equation x = y; b = 1; x = not b; end A;");
    CHECK(flat.diagnostics.error_count() == 3);
}

TEST_CASE("a long chain of operators is no problem, and its parts keep their order") {
    std::string text = "model A Real x; equation x = time";
    for (int i = 0; i < 50'000; ++i) text += " - 1.5*time";
    Flattened const flat(text + "; end A;");
    REQUIRE(flat.errors().empty());
    CHECK(flat.text(flat.model.equations[0].b).substr(0, 21) == "time - 1.5*time - 1.5");
}
