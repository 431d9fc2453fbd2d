// What is solved before the simulation, and what is left to it.
#include <catch2/catch.hpp>

#include "moo/model/describe_document.h"
#include "moo/model/names.h"
#include "tests/support/translate_text.h"

namespace {

using namespace moo;

struct TranslatedLoop {
    SourceManager sources;
    Interner interner;
    Document document;

    explicit TranslatedLoop(std::string const& text) : document(test::translate_text(text, sources, interner)) {}

    [[nodiscard]] std::string text(ExprId expr) const {
        return to_string(document.exprs, expr, VariableNames(document.variables, interner, NameStyle::plain));
    }
    // `target := value form` of each equation, blocks separated by bars.
    [[nodiscard]] std::string sets(EquationSet const& set) const {
        std::string result;
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            if (b > 0) result += " | ";
            std::string separator;
            for (SetEquation const& equation : set.block(b)) {
                result += separator + text(equation.target) + " := " + text(equation.value);
                if (equation.form != EquationForm::assignment)
                    result += " " + std::string(name_of_value(equation.form));
                separator = ", ";
            }
        }
        return result;
    }
    [[nodiscard]] std::string integration() const { return sets(document.integration); }
    [[nodiscard]] Variable const& variable(std::string_view name) const {
        for (Variable const& each : document.variables) {
            if (interner.text(each.name) == name) return each;
        }
        FAIL("no variable " << name);
        return document.variables[VarId(0u)];
    }
};

}  // namespace

TEST_CASE("a linear loop over numbers and parameters is solved on expressions") {
    TranslatedLoop const divider(R"(model M parameter Real R1 = 1; parameter Real R2 = 2; Real i; Real v;
        equation R1*i = time - v; R2*i = v; end M;)");
    EquationSet const& set = divider.document.integration;
    REQUIRE(set.block_count() == 2);
    for (BlockFacts const& block : set.blocks) CHECK(block.kind == BlockKind::assign);
    for (SetEquation const& equation : set.equations) {
        CHECK(origin_text(equation.provenance) == "equation, loop solved symbolically");
    }
    TranslatedLoop const three(
        "model M Real a; Real b; Real c; equation 2*a + b + c = time; a + 3*b - c = 1; a - b + 4*c = 2; end M;");
    CHECK(three.document.integration.block_count() == 3);
}

TEST_CASE("a loop stays one where something that may vanish would have to be divided by") {
    // The factor varies.
    CHECK(TranslatedLoop("model M Real a; Real b; equation a + b = 1; a - sin(time)*b = 2; end M;")
              .document.integration.blocks[0]
              .kind == BlockKind::linear);
    // R1 - R2 is zero by the values that the parameters have.
    CHECK(TranslatedLoop(R"(model M parameter Real R1 = 0.1; parameter Real R2 = 0.3; Real a; Real b;
        equation a = (R1 + 0.2)*b + time; R2*b = a; end M;)")
              .document.integration.block_count() == 1);
    // Nothing is known about p.
    CHECK(TranslatedLoop(
              R"(model M parameter Real p(fixed = false, start = 2); Real a; Real b; Real x(start = 1, fixed = true);
        initial equation der(x) = 3; equation a = p*b + time; b = 2*a; der(x) = a; end M;)")
              .document.integration.block_count() == 2);
}

TEST_CASE("what depends on parameters only is a parameter") {
    TranslatedLoop const model(
        R"(model M parameter Real R = 2; parameter Real alpha = 0.1; parameter Real T = 300; Real Th;
        Real Ra; Real G; Real i; Real v;
        equation Th = T; Ra = R*(1 + alpha*(Th - 290)); G = 1/Ra; Ra*i = time - v; v = 3*i; end M;)");
    CHECK(model.variable("Ra").is_parameter());
    CHECK(model.variable("Ra").is_final);
    CHECK(model.variable("G").is_parameter());
    CHECK(model.text(model.variable("G").binding) == "1/Ra");
    CHECK(model.document.integration.equations.size() == 2);
    CHECK(model.document.integration.block_count() == 2);
    // What changes with time, what is differentiated, and what is looked at before an event stays.
    TranslatedLoop const others(R"(model M parameter Real R = 2; Real a; Real b; Real c; output Real d;
        equation a = R*time; b = 3*R; c = der(b); d = 2*R; end M;)");
    for (char const* const name : {"a", "b", "c", "d"}) CHECK_FALSE(others.variable(name).is_parameter());
}

TEST_CASE("derivatives of equal variables are equal") {
    TranslatedLoop const model(R"(model M Real x(start = 1, fixed = true); Real y; Real v; Real w; Real z;
        equation x = -y; v = der(x); w = -der(y); der(v) = -x; z = w; end M;)");
    CHECK(model.document.states().size() == 2);
    CHECK(model.document.aliases.size() == 3);
    CHECK(model.document.integration.equations.size() == 2);
}

TEST_CASE("an equation with a continuous unknown beside a discrete variable determines the unknown") {
    TranslatedLoop const model(R"(model M discrete Real d(start = 0); Real x; Real e;
        equation when sample(0, 1) then d = pre(d) + 1; end when; e = if d > 2 then 1 else 0; 2*x = e + d; end M;)");
    CHECK(model.integration().find("x := ") != std::string::npos);
    // Not set by a when-clause alone, so d has an ordinary equation.
    TranslatedLoop const plain(R"(model M discrete Real d(start = 0); Real x; equation 2*x = d;
        algorithm when sample(0, 1) then d := pre(d) + 1; end when; d := if d > 3 then 0 else d; end M;)");
    CHECK(plain.integration() == "x := 0.5*d");
}

TEST_CASE("homotopy stays where a block is iterated over, and only there") {
    TranslatedLoop const model(R"(model M Real x(start = 0); Real y; equation
        homotopy(x^3 - 2*x + 2, x + 1) = 0; y = homotopy(2*x, 1); end M;)");
    CHECK(model.sets(model.document.initialization) == "x := homotopy(x^3 - 2*x + 2, x + 1) res | y := 2*x");
    CHECK(model.integration() == "x := x^3 - 2*x + 2 res | y := 2*x");
}

TEST_CASE("a crossing of a when-condition has the place of its clause") {
    TranslatedLoop const model("model M discrete Real d;\nequation\n  when time*time > 2 then d = 1; end when; end M;");
    REQUIRE(model.document.zero_crossings.size() == 1);
    CHECK(model.sources.decode(model.document.zero_crossings[0].source.begin).line == 3);
}

TEST_CASE("states at the start are those for which the constraints need not be solved there") {
    TranslatedLoop const model(R"(model M Real x(start = 1); Real y; Real vx; Real vy; Real F;
        equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; end M;)");
    REQUIRE(model.document.state_sets.size() == 2);
    for (StateSet const& set : model.document.state_sets) {
        REQUIRE(set.candidates.size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            std::string_view const name = model.interner.text(model.document.variables[set.candidates[i]].name);
            ExprId const start = model.document.variables[set.selection[i]].attribute(Attribute::start);
            CHECK(model.text(start) == (name == "y" || name == "vy" ? "1" : "0"));
        }
    }
}
