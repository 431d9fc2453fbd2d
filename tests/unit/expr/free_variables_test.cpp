#include "moo/expr/free_variables.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Walk : Fixture {
    FreeVariables walker{s};
    // "x der(y) pre(b)"
    std::string uses(ExprId expr) {
        std::string result;
        for (VariableUse const use : walker.uses(expr)) {
            TextWriter name;
            names.write_variable(name, use.variable);
            if (!result.empty()) result += ' ';
            switch (use.occurrence) {
                case Occurrence::value: result += name.text(); break;
                case Occurrence::derivative: result += "der(" + name.text() + ")"; break;
                case Occurrence::previous: result += "pre(" + name.text() + ")"; break;
            }
        }
        return result;
    }
};

}  // namespace

TEST_CASE("each use comes once, from left to right") {
    Walk f;
    CHECK(f.uses(f.s.sub(f.s.mul(f.y, f.x), f.s.add(f.x, f.z))) == "y x z");
    CHECK(f.uses(f.s.add(f.s.der(f.x), f.s.mul(f.x, f.s.der(f.x)))) == "der(x) x");
    CHECK(f.uses(f.s.if_else(f.s.pre(f.b), f.x, f.n(1))) == "pre(b) x");
    CHECK(f.uses(f.r(1)).empty());
    CHECK(f.walker.uses(f.x, f.s.add(f.y, f.x)).size() == 2);
}

TEST_CASE("parts of a variable count as the variable, and their subscripts count too") {
    Walk f;
    ExprId const element = f.s.subscript(f.v, {f.i});
    CHECK(f.uses(f.s.add(element, f.s.subscript(f.v, {f.n(1)}))) == "v i");
    CHECK(f.uses(f.s.der(element)) == "der(v) i");
    CHECK(f.walker.references(f.s.add(element, f.s.der(f.x))) == std::vector<ExprId>{element, f.i, f.s.der(f.x)});
}

TEST_CASE("operators that look back") {
    Walk f;
    CHECK(f.uses(f.f(Builtin::edge, {f.b})) == "pre(b) b");
    CHECK(f.uses(f.f(Builtin::previous, {f.x})) == "pre(x)");
}

TEST_CASE("containment does not look below der and pre") {
    Walk f;
    ExprId const expr = f.s.add(f.s.der(f.x), f.y);
    CHECK(f.walker.contains(expr, f.s.der(f.x)));
    CHECK(f.walker.contains(expr, f.y));
    CHECK_FALSE(f.walker.contains(expr, f.x));
    CHECK_FALSE(f.walker.contains(f.y, expr));
}

TEST_CASE("a walk over shared subexpressions takes linear time") {
    Walk f;
    ExprId shared = f.x;
    for (int k = 0; k < 10'000; ++k) shared = f.s.add(shared, shared);
    CHECK(f.uses(shared) == "x");
}
