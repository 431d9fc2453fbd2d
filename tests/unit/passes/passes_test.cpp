// What each pass does to a small model.
#include <catch2/catch.hpp>

#include "moo/model/describe_document.h"
#include "moo/passes/pipeline.h"
#include "tests/unit/lower/flat.h"

namespace {

struct Translated {
    moo::test::Flattened flat;
    moo::System system;
    bool good;

    explicit Translated(std::string text)
        : flat(std::move(text)), system(flat.interner, std::move(flat.model)), good(false) {
        moo::PhaseStats stats;
        good = !flat.diagnostics.has_errors() && run_pipeline(system, {}, flat.diagnostics, stats);
    }

    // `target value form` of each equation of a set, blocks separated by bars.
    [[nodiscard]] std::string sets(moo::EquationSet const& set) const {
        std::string text;
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            if (b > 0) text += " | ";
            std::string separator;
            for (moo::SetEquation const& equation : set.block(b)) {
                text += separator + system.text(equation.target) + " := " + system.text(equation.value);
                if (equation.form != moo::EquationForm::assignment)
                    text += " " + std::string(name_of_value(equation.form));
                separator = ", ";
            }
        }
        return text;
    }
    [[nodiscard]] std::string integration() const { return sets(system.document.integration); }
    [[nodiscard]] std::string initialization() const { return sets(system.document.initialization); }
    [[nodiscard]] std::string events() const { return sets(system.document.reinitialization); }
};

}  // namespace

TEST_CASE("expand_equations merges the branches of an if-equation by their left sides") {
    Translated const model(
        "model A Real a; Real b; equation if time > 1 then a = 1; b = 2; else b = 3; a = 4; end if; end A;");
    CHECK(model.integration() == "a := if time > 1 then 1 else 4 | b := if time > 1 then 2 else 3");
}

TEST_CASE("expand_equations makes the conditions around an assertion part of it") {
    Translated const model(R"(model A Real a; parameter Integer n = 1; equation
        if n == 1 then a = 1; assert(time < 1, "one");
        elseif n == 2 then a = 2; if time > 1 then assert(time < 2, "two"); end if;
        else a = 3; assert(time < 3, "three"); end if;
      end A;)");
    REQUIRE(model.good);
    auto const& assertions = model.system.document.assertions;
    REQUIRE(assertions.size() == 3);
    CHECK(model.system.text(assertions[0].condition) == "not n == 1 or time < 1");
    CHECK(model.system.text(assertions[1].condition) == "not (not n == 1 and n == 2 and time > 1) or time < 2");
    CHECK(model.system.text(assertions[2].condition) == "not (not n == 1 and not n == 2) or time < 3");
}

TEST_CASE("expand_equations shares equal conditions of when-clauses") {
    Translated const model(R"(model A Real a; Real b; equation
        when time > 1 then a = 1; end when;
        when {time > 1, time > 2} then b = 2; end when;
      end A;)");
    REQUIRE(model.good);
    REQUIRE(model.system.document.when_conditions.size() == 2);
    CHECK(model.system.document.when_conditions[0].equations == std::vector<std::uint32_t>{0, 1});
    CHECK(model.system.document.when_conditions[1].equations == std::vector<std::uint32_t>{1});
}

TEST_CASE("classify_variables: a differentiated variable is a state, one of a when-clause discrete") {
    Translated const model(
        "model A Real x; Real y; Real d; equation der(x) = y; y = d; when x > 1 then d = 2; end when; end A;");
    auto const& facts = model.system.document.facts;
    CHECK(facts[moo::VarId(0u)].role == moo::Role::state);
    CHECK(facts[moo::VarId(1u)].role == moo::Role::algebraic);
    CHECK(facts[moo::VarId(2u)].role == moo::Role::discrete);
}

TEST_CASE("order_parameters puts each behind those it needs") {
    Translated const model("model A parameter Real a = b + c; parameter Real b = 2*c; parameter Real c = 3; end A;");
    REQUIRE(model.good);
    std::string order;
    for (moo::VarId const id : model.system.document.parameter_order) order += model.system.name_of(id);
    CHECK(order == "cba");
}

TEST_CASE("equations are sorted and solved for what they determine") {
    Translated const model("model A Real x; Real y; Real z; equation 2*x + y = z; z = time; y - 3 = z; end A;");
    CHECK(model.integration() == "z := time | y := z + 3.0 | x := 0.5*(z - y)");
}

TEST_CASE("a coefficient that may vanish is left to the iteration, a parameter is divided by") {
    Translated const model(
        "model A parameter Real p = 2; Real x; Real y(start = 1); equation p*x = 1; time*y = 1; end A;");
    CHECK(model.integration() == "x := 1.0/p | y := time*y - 1 res");
    auto const& jacobian = model.system.document.integration.jacobian;
    REQUIRE(jacobian.size() == 2);
    CHECK(model.system.text(jacobian[1].value) == "time");
}

TEST_CASE("a loop is one block, torn, with its Jacobian") {
    Translated const model("model A Real x; Real y; equation x + y = time; x*y = 2; end A;");
    CHECK(model.integration() == "y := time - x, x := x*y - 2 res");
    CHECK(model.system.document.integration.jacobian.size() == 4);
}

TEST_CASE("build_initialization prefers fixed start values and initial equations to guesses") {
    Translated const model(R"(model A Real a(start = 1); Real b(start = 2, fixed = true); Real c(start = 3);
      initial equation der(c) = 0;
      equation der(a) = -a; der(b) = -b; der(c) = b - c; end A;)");
    CHECK(model.initialization() == "a := 1 | b := 2 | der(c) := 0 | c := b - der(c) | der(a) := -a | der(b) := -b");
}

TEST_CASE("build_initialization makes `when initial()` active and keeps other when-variables") {
    Translated const model(R"(model A Real a(start = 5); Real b; equation
        when time > 1 then a = 1; end when;
        when {initial(), time > 2} then b = 2; end when; end A;)");
    CHECK(model.initialization() == "pre(a) := 5 | a := pre(a) | pre(b) := 0 | b := 2");
}

TEST_CASE("find_zero_crossings lists what can change between events, positive where it holds") {
    Translated const model(R"(model A Real x; Boolean b; Boolean c; Real y; equation
        der(x) = if noEvent(x > 7) then 1 else 2; b = x >= 1 and time < 5; c = b == (x > 2); y = if c then 1 else 0;
      end A;)");
    REQUIRE(model.good);
    std::string functions;
    for (auto const& crossing : model.system.document.zero_crossings)
        functions += model.system.text(crossing.function) + "; ";
    CHECK(functions == "x - 1; 5 - time; x - 2; ");
}

TEST_CASE("the order of the equations in the text does not matter") {
    Translated const a("model A Real x; Real y; equation der(x) = y; y = 2*x; end A;");
    Translated const b("model A Real x; Real y; equation y = 2*x; der(x) = y; end A;");
    CHECK(a.integration() == b.integration());
    CHECK(a.events() == b.events());
}

TEST_CASE("initial() is true in iEq and false in the other sets") {
    Translated const model(R"(model A Integer n(start = 3); Real x; equation x = if initial() then 1 else n;
        when {initial(), time > 1} then n = if initial() then 5 else pre(n) + 1; end when; end A;)");
    CHECK(model.initialization().find("n := 5") != std::string::npos);
    CHECK(model.initialization().find("x := 1") != std::string::npos);
    CHECK(model.events() == "n := pre(n) + 1 inst | x := n");
    CHECK(model.integration() == "x := n");
}
