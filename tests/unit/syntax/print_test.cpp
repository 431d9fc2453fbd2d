#include "moo/syntax/print.h"

#include <catch2/catch.hpp>

#include "tests/unit/syntax/support.h"

using namespace moo::tests;

namespace {

std::string normalize(std::string text) {
    Parsed const parsed = parse_text(std::move(text));
    REQUIRE(parsed.text() == "");
    return moo::print(parsed.tree, parsed.interner);
}

}  // namespace

TEST_CASE("a model prints in the normal layout") {
    CHECK(
        normalize("within  A ;model M\"m\"  parameter Real p( min=0 )=1,q;//gone\nReal x;equation der(x)=-p*x+q/2^2;\n"
                  "if x>1 then x=1;elseif b then else y=2;end if;algorithm for i in 1:3 loop a[i]:=i;end for;"
                  "annotation(Icon(a={{1,2},{3,4}}));end M;") ==
        "within A;\n"
        "model M \"m\"\n"
        "  parameter Real p(min = 0) = 1, q;\n"
        "  Real x;\n"
        "equation\n"
        "  der(x) = -p * x + q / 2^2;\n"
        "  if x > 1 then\n"
        "    x = 1;\n"
        "  elseif b then\n"
        "  else\n"
        "    y = 2;\n"
        "  end if;\n"
        "algorithm\n"
        "  for i in 1:3 loop\n"
        "    a[i] := i;\n"
        "  end for;\n"
        "  annotation(Icon(a = {{1, 2}, {3, 4}}));\n"
        "end M;\n");
}

TEST_CASE("nested classes are indented") {
    CHECK(normalize("package P model M Real x; protected Real y; end M; type T=Real; end P;") ==
          "package P\n"
          "  model M\n"
          "    Real x;\n"
          "  protected\n"
          "    Real y;\n"
          "  end M;\n"
          "  type T = Real;\n"
          "end P;\n");
}

TEST_CASE("parts of a file print alone") {
    Parsed const parsed = parse_text("model M equation x = f(a.b, n = 2); algorithm y := {1, 2}; end M;");
    CHECK(moo::print(parsed.tree, parsed.interner, moo::ast::EquationId(0u)) == "x = f(a.b, n = 2)");
    CHECK(moo::print(parsed.tree, parsed.interner, moo::ast::StatementId(0u)) == "y := {1, 2}");
    CHECK(moo::print(parsed.tree, parsed.interner, parsed.tree.classes()[0]).starts_with("model M\nequation\n"));
    CHECK(moo::print(parsed.tree, parsed.interner, parsed.tree[moo::ast::EquationId(0u)].rhs) == "f(a.b, n = 2)");
    CHECK(moo::print(parsed.tree, parsed.interner, moo::ast::ExprId()) == "");
}

TEST_CASE("a tree with holes still prints") {
    Parsed const parsed = parse_text("model M Real x = ; Real; equation x = ; = 3; if then end M;");
    CHECK(parsed.diagnostics.has_errors());
    CHECK(moo::print(parsed.tree, parsed.interner).starts_with("model M\n"));
}
