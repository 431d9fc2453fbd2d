#include <catch2/catch.hpp>

#include "tests/unit/lower/expression_fixture.h"

using namespace moo;
using moo::test::ExpressionFixture;

namespace {

struct Calls : ExpressionFixture {
    Calls() {
        function("f", {variable("a"), variable("k", types::integer, s.integer(2))}, {variable("r")});
        function("g",
                 {variable("a"), variable("h", types::real, s.mul(s.integer(2), input("a"))),
                  variable("z", types::real, s.add(input("h"), s.integer(1)))},
                 {variable("r")});
        TypeId const vector = array({TypeTable::unknown_size});
        SignatureVariable result = variable("r", vector);
        result.sizes = {s.builtin(Builtin::size, {input("a", vector), s.integer(1)})};
        SignatureVariable second = variable("other", vector);
        second.sizes = result.sizes;
        function("twice", {variable("a", vector)}, {result});
        function("both", {variable("a", vector), second}, {variable("r")});
        function("split", {variable("a", vector)}, {variable("p"), variable("t", types::integer)});
        function("act", {variable("a")}, {});
        function("three", {variable("a", array({3}))}, {variable("r")});
        function("circle", {variable("a", types::real, input("o")), variable("o", types::real, input("a"))},
                 {variable("r")});
        function("C", {variable("re"), variable("im", types::real, s.real(0))}, {variable("r", complex)})
            .is_record_constructor = true;
    }
};

}  // namespace

TEST_CASE("arguments by position, by name and by default") {
    Calls f;
    CHECK(f.lower("f(x, 3)") == "f(x, 3)");
    CHECK(f.lower("f(x)") == "f(x, 2)");
    CHECK(f.lower("f(k = 1, a = y)") == "f(y, 1)");
    CHECK(f.type("f(i)") == "Real");
    CHECK(f.lower("g(x)") == "g(x, 2*x, 2*x + 1)");
    CHECK(f.lower("g(x, z = y)") == "g(x, 2*x, y)");
    CHECK(f.lower("{g(a) for a in v}") == "{g(a, 2*a, 2*a + 1) for a in v}");
    CHECK(f.lower("pure(f(x))") == "f(x, 2)");
}

TEST_CASE("wrong arguments are reported with the declaration") {
    Calls f;
    CHECK(f.lower("f(x, 1, 2)") == "`f` takes 2 arguments, not 3");
    REQUIRE(f.diagnostics.items()[0].notes.size() == 1);
    CHECK(f.diagnostics.items()[0].notes[0].text() == "it is declared here");
    CHECK(f.lower("f()") == "input `a` of `f` is not given");
    CHECK(f.lower("f(x, q = 1)") == "`f` has no input `q`");
    CHECK(f.lower("f(x, a = 1)") == "input `a` of `f` is given twice");
    CHECK(f.lower("f(b)") == "input `a` of `f` has type Real, but `b` has type Boolean");
    CHECK(f.lower("f(x, x)") == "input `k` of `f` has type Integer, but `x` has type Real");
    CHECK(f.lower("three(w)") == "input `a` of `three` has type Real[3], but `w` has type Real[2]");
    CHECK(f.lower("three(x)") == "input `a` of `three` has type Real[3], but `x` has type Real");
    CHECK(f.lower("nothing(x)") == "nothing named `nothing` is declared here");
    CHECK(f.lower("f(function g(a = 1))") == "functions as arguments are not supported here");
    CHECK(f.lower("circle()") == "the defaults of the inputs of `circle` depend on each other");
    CHECK(f.lower("circle(x)") == "circle(x, x)");
}

TEST_CASE("sizes of outputs follow from the arguments") {
    Calls f;
    CHECK(f.type("twice(v)") == "Real[3]");
    CHECK(f.type("twice({1, 2})") == "Real[2]");
    CHECK(f.type("twice(u)") == "Real[:]");
    CHECK(f.lower("both(v, {1, 2, 3})") == "both(v, {1, 2, 3})");
    CHECK(f.lower("both(v, w)") ==
          "input `other` of `both` has size 3 in dimension 1 of this call, but `w` has type Real[2]");
}

TEST_CASE("an expression uses the first of several outputs") {
    Calls f;
    CHECK(f.type("split(v)") == "Real");
    ExprId const all = f.lower_expr("split(v)", {}, true);
    REQUIRE(f.s.types().kind(f.s.type(all)) == TypeKind::tuple);
    CHECK(f.s.types().members(f.s.type(all)).size() == 2);
    CHECK(f.s.types().members(f.s.type(all))[1] == types::integer);
}

TEST_CASE("a function without outputs is not a value") {
    Calls f;
    CHECK(f.lower("act(x)") == "`act` has no output, so its call has no value");
    ExprId const call = f.lower_expr("act(x)", {}, true);
    REQUIRE(call);
    CHECK(f.s.types().members(f.s.type(call)).empty());
}

TEST_CASE("functions of scalars are applied to arrays element by element") {
    Calls f;
    CHECK(f.lower("f(v)") == "{f(v[1], 2), f(v[2], 2), f(v[3], 2)}");
    CHECK(f.lower("f({x, y}, {1, 2})") == "{f(x, 1), f(y, 2)}");
    CHECK(f.lower("f(w + {x, y})") == "{f(w[1] + x, 2), f(w[2] + y, 2)}");
    CHECK(f.lower("f(2*w)") == "{f(2*w[1], 2), f(2*w[2], 2)}");
    CHECK(f.lower("f(q)") == "{{f(q[1, 1], 2), f(q[1, 2], 2)}, {f(q[2, 1], 2), f(q[2, 2], 2)}}");
    CHECK(f.lower("f(u)") == "{f(u[$i1], 2) for $i1 in 1:size(u, 1)}");
    CHECK(f.type("twice(q)") == "Real[2, 2]");
    CHECK(f.lower("g(w, z = 0)") == "{g(w[1], 2*w[1], 0), g(w[2], 2*w[2], 0)}");
    CHECK(f.lower("f(v, {1, 2})") == "the arrays that `f` is applied to element by element have different sizes");
    CHECK(f.lower("f({b, b})") == "input `a` of `f` has type Real, but `{b, b}` has type Boolean[2]");
}

TEST_CASE("record constructors give record values") {
    Calls f;
    CHECK(f.lower("C(1, x)") == "C(1, x)");
    CHECK(f.s.is_record(f.lower_expr("C(x)")));
    CHECK(f.lower("C(im = y, re = x)") == "C(x, y)");
    CHECK(f.lower("C({x, y}, 1)") == "{C(x, 1), C(y, 1)}");
    CHECK(f.type("if b then c else C(1, 2)") == "C");
    CHECK(f.lower("C(1, b)") == "input `im` of `C` has type Real, but `b` has type Boolean");
}
