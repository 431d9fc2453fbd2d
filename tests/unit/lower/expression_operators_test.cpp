#include <catch2/catch.hpp>

#include "tests/unit/lower/expression_fixture.h"

using namespace moo;
using moo::test::ExpressionFixture;

TEST_CASE("arithmetic on scalars widens Integer to Real") {
    ExpressionFixture f;
    CHECK(f.type("i + 1") == "Integer");
    CHECK(f.type("i + x") == "Real");
    CHECK(f.type("i/2") == "Real");
    CHECK(f.type("i^2") == "Real");
    CHECK(f.lower("2*x + 3*i") == "2*x + 3*i");
    CHECK(f.lower("x + b") == "`b` has type Boolean; expected a number");
    CHECK(f.lower("-text") == "`text` has type String; expected a number");
    CHECK(f.lower("-e") == "`e` has type Mode; expected a number");
}

TEST_CASE("strings are joined and compared") {
    ExpressionFixture f;
    CHECK(f.type("text + \"a\"") == "String");
    CHECK(f.type("text < \"a\"") == "Boolean");
    CHECK(f.lower("text - \"a\"") == "`text` has type String; expected a number");
    CHECK(f.lower("text == 1") == "`text` has type String, but `1` has type Integer");
}

TEST_CASE("sums of arrays need equal shapes") {
    ExpressionFixture f;
    CHECK(f.type("v + v") == "Real[3]");
    CHECK(f.type("v - {1, 2, 3}") == "Real[3]");
    CHECK(f.type("u + v") == "Real[3]");
    CHECK(f.lower("v + w") == "`+` cannot be applied to `v` of type Real[3] and `w` of type Real[2]");
    CHECK(f.lower("v + 1") == "`+` cannot be applied to `v` of type Real[3] and `1` of type Integer");
    CHECK(f.lower("v - m") == "`-` cannot be applied to `v` of type Real[3] and `m` of type Real[3, 2]");
}

TEST_CASE("products of scalars, vectors and matrices") {
    ExpressionFixture f;
    CHECK(f.type("2*v") == "Real[3]");
    CHECK(f.type("m*x") == "Real[3, 2]");
    CHECK(f.type("v*v") == "Real");
    CHECK(f.type("m*w") == "Real[3]");
    CHECK(f.type("v*m") == "Real[2]");
    CHECK(f.type("m*q") == "Real[3, 2]");
    CHECK(f.type("u*m") == "Real[2]");
    CHECK(f.lower("v*w") == "`*` cannot be applied to `v` of type Real[3] and `w` of type Real[2]");
    CHECK(f.lower("m*v") == "`*` cannot be applied to `m` of type Real[3, 2] and `v` of type Real[3]");
    CHECK(f.lower("m*m") == "`*` cannot be applied to `m` of type Real[3, 2] and `m` of type Real[3, 2]");
}

TEST_CASE("division is by scalars, powers are of scalars and square matrices") {
    ExpressionFixture f;
    CHECK(f.type("v/2") == "Real[3]");
    CHECK(f.lower("2/v") == "`/` cannot be applied to `2` of type Integer and `v` of type Real[3]");
    CHECK(f.type("q^2") == "Real[2, 2]");
    CHECK(f.lower("q^x") == "`^` cannot be applied to `q` of type Real[2, 2] and `x` of type Real");
    CHECK(f.lower("m^2") == "`^` cannot be applied to `m` of type Real[3, 2] and `2` of type Integer");
    CHECK(f.lower("v^2") == "`^` cannot be applied to `v` of type Real[3] and `2` of type Integer");
}

TEST_CASE("elementwise operators take equal shapes or a scalar") {
    ExpressionFixture f;
    CHECK(f.lower("v .* v") == "v .* v");
    CHECK(f.type("v .+ 1") == "Real[3]");
    CHECK(f.type("2 ./ v") == "Real[3]");
    CHECK(f.type("2 .^ m") == "Real[3, 2]");
    CHECK(f.lower("v .- w") == "`.-` cannot be applied to `v` of type Real[3] and `w` of type Real[2]");
}

TEST_CASE("relations compare scalars of one type") {
    ExpressionFixture f;
    CHECK(f.type("x < 1") == "Boolean");
    CHECK(f.type("b == true") == "Boolean");
    CHECK(f.type("e >= Mode.on") == "Boolean");
    CHECK(f.lower("e == 1") == "`e` has type Mode, but `1` has type Integer");
    CHECK(f.lower("v == v") == "`v` has type Real[3], but `v` has type Real[3]");
    CHECK(f.lower("b < 1") == "`b` has type Boolean, but `1` has type Integer");
    CHECK(f.lower("c == 1") == "`==` cannot be applied to `c` of type C and `1` of type Integer");
}

TEST_CASE("logic is on Booleans and on Boolean arrays of equal shape") {
    ExpressionFixture f;
    CHECK(f.lower("b and not b") == "b and not b");
    CHECK(f.type("bs or bs") == "Boolean[2]");
    CHECK(f.type("not bs") == "Boolean[2]");
    CHECK(f.lower("bs and b") == "`and` cannot be applied to `bs` of type Boolean[2] and `b` of type Boolean");
    CHECK(f.lower("b or x") == "`x` has type Real; expected Boolean");
    CHECK(f.lower("not i") == "`i` has type Integer; expected Boolean");
}

TEST_CASE("every operand of a chain is looked at") {
    ExpressionFixture f;
    CHECK(f.lower("xx + zz") == "nothing named `xx` is declared here\nnothing named `zz` is declared here");
}

TEST_CASE("branches of an if have one type") {
    ExpressionFixture f;
    CHECK(f.type("if b then 1 else x") == "Real");
    CHECK(f.lower("if b then v else {1, 2, 3}") == "if b then v else {1, 2, 3}");
    CHECK(f.lower("if b then x else text") == "`x` has type Real, but `text` has type String");
    CHECK(f.lower("if x then 1 else 2") == "`x` has type Real; expected Boolean");
    CHECK(f.lower("if b then e else Mode.off") == "if b then e else Mode.off");
    CHECK(f.lower("if b then x elseif n > 1 then y else 0") == "if b then x elseif n > 1 then y else 0");
}

TEST_CASE("the condition decides between branches of different shapes") {
    ExpressionFixture f;
    CHECK(f.lower("if b then v else w") ==
          "`v` has type Real[3], but `w` has type Real[2], and the condition between them is not known before the "
          "simulation");
    f.values[f.lower_expr("b")] = Value::boolean(false);
    CHECK(f.lower("if b then v else w") == "w");
}

TEST_CASE("a branch that is never taken is not looked at") {
    ExpressionFixture f;
    CHECK(f.lower("if size(v, 1) > 5 then v[6] else v[1]") == "v[1]");
    CHECK(f.lower("if size(v, 1) > 2 then v[3] else nothing") == "v[3]");
    CHECK(f.lower("if b then x elseif true then y else nothing") == "if b then x else y");
}

TEST_CASE("a branch that cannot be lowered is left out if the value of the condition says so") {
    ExpressionFixture f;
    CHECK(f.lower("if b then v[6] else v[1]").starts_with("subscript 6"));
    f.values[f.lower_expr("b")] = Value::boolean(false);
    CHECK(f.lower("if b then v[6] else v[1]") == "v[1]");
    CHECK(f.lower("if b then v[1] else v[6]").starts_with("subscript 6"));
    CHECK(f.lower("if b then v[6] elseif x > 1 then v[2] else v[1]") == "if x > 1 then v[2] else v[1]");
    f.values[f.lower_expr("b")] = Value::boolean(true);
    CHECK(f.lower("if b then v[1] elseif x > 1 then v[6] else v[7]") == "v[1]");
    CHECK(f.lower("if x > 1 then v[1] elseif b then v[2] else v[7]").starts_with("subscript 7"));
    // Both can be lowered, so that the parameter can still be changed.
    CHECK(f.lower("if b then v[1] else v[2]") == "if b then v[1] else v[2]");
}

TEST_CASE("what is expected is said") {
    ExpressionFixture f;
    CHECK(f.lower("i", types::real) == "i");
    CHECK(f.lower("x", types::integer) == "`x` has type Real; expected Integer");
    CHECK(f.lower("{1, 2}", f.array({2})) == "{1, 2}");
    CHECK(f.lower("{1, 2}", f.array({3})) == "`{1, 2}` has type Integer[2]; expected Real[3]");
    CHECK(f.lower("{1, 2}", f.array({TypeTable::unknown_size})) == "{1, 2}");
    CHECK(f.lower("v", types::real) == "`v` has type Real[3]; expected Real");
}

TEST_CASE("unknown names come with a hint") {
    ExpressionFixture f;
    CHECK(f.lower("tim") == "nothing named `tim` is declared here");
    REQUIRE(f.diagnostics.items().size() == 1);
    REQUIRE(f.diagnostics.items()[0].notes.size() == 1);
    CHECK(f.diagnostics.items()[0].notes[0].text() == "did you mean `time`?");
}

TEST_CASE("what is not a value is refused") {
    ExpressionFixture f;
    CHECK(f.lower("(x, y)") == "a list of results is used where one value is expected");
    CHECK(f.lower("(x)") == "x");
    CHECK(f.lower("((v))[2]") == "v[2]");
    CHECK(f.lower("(v + v)[2]") == "(v + v)[2]");
}
