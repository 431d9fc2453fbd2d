#include <catch2/catch.hpp>

#include "tests/unit/lower/expression_fixture.h"

using namespace moo;
using moo::test::ExpressionFixture;

namespace {

struct Overloads : ExpressionFixture {
    Overloads() { declare_operators(); }
};

}  // namespace

TEST_CASE("operators of records are calls of their functions") {
    Overloads f;
    CHECK(f.lower("c + d") == "C.'+'.add(c, d)");
    CHECK(f.type("c*d + c") == "C");
    CHECK(f.lower("c - d") == "C.'-'.sub(c, d)");
    CHECK(f.lower("-c") == "C.'-'.neg(c)");
    CHECK(f.lower("+c") == "c");
    CHECK(f.type("c == d") == "Boolean");
    CHECK(f.lower("String(c)") == "C.'String'.str(c)");
}

TEST_CASE("an operand is converted by a constructor") {
    Overloads f;
    CHECK(f.lower("2*c") == "C.'*'.mul(C.'constructor'.fromReal(2, 0.0), c)");
    CHECK(f.lower("c + x") == "C.'+'.add(c, C.'constructor'.fromReal(x, 0.0))");
}

TEST_CASE("operators that a record does not have are reported") {
    Overloads f;
    CHECK(f.lower("c/d") == "`/` cannot be applied to `c` of type C and `d` of type C");
    CHECK(f.lower("c + b") == "`+` cannot be applied to `c` of type C and `b` of type Boolean");
    CHECK(f.lower("not c") == "C has no operator `'not'` for `c`");
}

TEST_CASE("operators apply to arrays of records element by element") {
    Overloads f;
    CHECK(f.lower("cs + {c, d}") == "{C.'+'.add(cs[1], c), C.'+'.add(cs[2], d)}");
    CHECK(f.lower("c*cs") == "{C.'*'.mul(c, cs[1]), C.'*'.mul(c, cs[2])}");
    CHECK(f.lower("-cs") == "{C.'-'.neg(cs[1]), C.'-'.neg(cs[2])}");
    CHECK(f.lower("cs .- c") == "{C.'-'.sub(cs[1], c), C.'-'.sub(cs[2], c)}");
    CHECK(f.lower("cs + c") == "`+` cannot be applied to `cs` of type C[2] and `c` of type C");
    CHECK(f.lower("cs + {c, c, c}") == "`+` cannot be applied to `cs` of type C[2] and `{c, c, c}` of type C[3]");
}

TEST_CASE("products and sums of arrays of records") {
    Overloads f;
    CHECK(f.lower("cs*cs") == "C.'+'.add(C.'*'.mul(cs[1], cs[1]), C.'*'.mul(cs[2], cs[2]))");
    CHECK(f.lower("{{c, d}}*cs") == "{C.'+'.add(C.'*'.mul(c, cs[1]), C.'*'.mul(d, cs[2]))}");
    CHECK(f.lower("sum(cs)") == "C.'+'.add(cs[1], cs[2])");
    CHECK(f.lower("sum(cs[1:0])") == "C.'0'.zero()");
    CHECK(f.lower("sum(cs[k]*c for k in 1:2)") == "C.'+'.add(C.'*'.mul(cs[1], c), C.'*'.mul(cs[2], c))");
}
