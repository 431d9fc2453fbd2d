#include <catch2/catch.hpp>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::ast;
using namespace moo::tests;

namespace {

Parsed parse_equations(std::string const& text) {
    std::string const file = "model M equation " + text + " end M;";
    CHECK(check_round_trip("test.mo", file) == "");
    return parse_text(file);
}

Equation first_equation(Parsed const& parsed) {
    REQUIRE(parsed.text() == "");
    Section const& section = parsed.tree.items(parsed.tree[parsed.tree.classes()[0]].sections)[0];
    return parsed.tree[parsed.tree.items(section.equations)[0]];
}

std::vector<std::string> equation_errors(std::string const& text) {
    return parse_text("model M equation\n" + text + "\nend M;").errors();
}

using Errors = std::vector<std::string>;

}  // namespace

TEST_CASE("simple equations and calls") {
    Parsed const parsed = parse_equations("a + b = if c then d else e \"text\" annotation(x = 1);");
    Equation const equation = first_equation(parsed);
    CHECK(equation.kind == EquationKind::equality);
    CHECK(parsed.tree.text(equation.span) == "a + b = if c then d else e \"text\" annotation(x = 1)");
    CHECK(equation.comment.annotation);
    CHECK(first_equation(parse_equations("assert(x > 0, \"positive\");")).kind == EquationKind::expression);
    CHECK(first_equation(parse_equations("(a, , b) = f(x);")).kind == EquationKind::equality);
    CHECK(first_equation(parse_equations("connect(a.b[1], .c);")).kind == EquationKind::connect);
    CHECK(first_equation(parse_equations("initial() = x;")).kind == EquationKind::equality);
    parse_equations("initialState(s1); transition(s1, s2, t > 1, immediate = false); x = sample(u, Clock(1, 10));");
    parse_equations("iEq[1,1] = {pre(v), 0, \"ass\"} annotation(source = \"a.mo:1:2\");");
}

TEST_CASE("if, when and for") {
    Parsed const parsed = parse_equations("if a then x = 1; y = 2; elseif b then x = 3; else end if \"t\";");
    Equation const equation = first_equation(parsed);
    CHECK(equation.kind == EquationKind::if_);
    auto const branches = parsed.tree.items(equation.branches);
    REQUIRE(branches.size() == 3);
    CHECK(branches[0].body.count == 2);
    CHECK_FALSE(branches[2].condition);
    CHECK(branches[2].body.empty());

    Parsed const when = parse_equations("when {a, b} then x = 1; elsewhen c then reinit(x, 2); end when;");
    CHECK(first_equation(when).kind == EquationKind::when);
    CHECK(first_equation(when).branches.count == 2);

    Parsed const loop = parse_equations("for i in 1:n, j loop x[i, j] = 1; for k loop y[k] = 1; end for; end for;");
    CHECK(first_equation(loop).kind == EquationKind::for_);
    CHECK(first_equation(loop).iterators.count == 2);
    CHECK(first_equation(loop).body.count == 2);
}

TEST_CASE("mistakes in equations are named once") {
    CHECK(equation_errors("x := 1;") == Errors{"2:3 UnexpectedToken"});
    CHECK(equation_errors("x == 1;") == Errors{"2:1 UnexpectedToken"});
    CHECK(equation_errors("x;") == Errors{"2:1 UnexpectedToken"});
    CHECK(equation_errors("x + 1;") == Errors{"2:1 UnexpectedToken"});
    CHECK(equation_errors("Real y;") == Errors{"2:6 UnexpectedToken"});
    CHECK(equation_errors("parameter Real y = 1;\nz = ;") == Errors{"2:1 UnexpectedToken", "3:5 UnexpectedToken"});
    CHECK(equation_errors("if x = 1 then\n y = 1;\nend if;\nz = ;") ==
          Errors{"2:6 UnexpectedToken", "5:5 UnexpectedToken"});
    CHECK(equation_errors("if then\n y = 1;\nelse\n y = 2;\nend if;") == Errors{"2:4 UnexpectedToken"});
    CHECK(equation_errors("if x y = 1; end if;") == Errors{"2:6 UnexpectedToken"});
    CHECK(equation_errors("for i in 1:3 loop x = 1; end if;") == Errors{"2:26 EndNameMismatch"});
    CHECK(equation_errors("for i in 1:3 do x = 1; end for;") == Errors{"2:14 UnexpectedToken"});
    CHECK(equation_errors("when a then x = 1;") == Errors{"3:1 EndNameMismatch"});
    CHECK(equation_errors("connect(a b);") == Errors{"2:11 UnexpectedToken"});
    CHECK(equation_errors("end if;") == Errors{"2:1 UnexpectedToken"});
    CHECK(equation_errors("else x = 1;\ny = ;") == Errors{"2:1 UnexpectedToken"});
}

TEST_CASE("nested equations are limited") {
    std::string text = "model M equation ";
    for (int i = 0; i < 100000; ++i) text += "for i loop ";
    REQUIRE(parse_text(text).errors().size() == 1);
    CHECK(parse_text(text).diagnostics.items()[0].kind == moo::DiagnosticKind::NestingTooDeep);
}
