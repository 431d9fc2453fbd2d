#include "moo/units/check_units.h"

#include <catch2/catch.hpp>

namespace {

using namespace moo;

struct Model {
    Interner interner;
    FlatModel flat;
    Diagnostics diagnostics;

    ExprId variable(std::string_view name, std::string_view unit = {}, TypeId type = types::real) {
        Variable v;
        v.name = interner.intern(name);
        v.type = type;
        if (!unit.empty()) v.attributes[static_cast<std::size_t>(Attribute::unit)] = s().string(interner.intern(unit));
        return s().variable(flat.variables.add(v), type);
    }
    ExprStore& s() { return flat.exprs; }
    ExprId r(double value) { return s().real(value); }
    void equation(ExprId a, ExprId b) {
        FlatEquation e;
        e.a = a;
        e.b = b;
        flat.equations.push_back(e);
    }
    // The messages, one a line.
    std::string check() {
        check_units(flat, interner, diagnostics);
        std::string text;
        for (Diagnostic const& item : diagnostics.items()) {
            CHECK(item.severity == Severity::warning);
            text += item.text() + "\n";
        }
        return text;
    }
};

// Some variables to write equations with.
struct Mechanics : Model {
    ExprId m = variable("m", "kg");
    ExprId a = variable("a", "m/s2");
    ExprId v = variable("v", "m/s");
    ExprId x = variable("x", "m");
    ExprId f = variable("F", "N");
    ExprId e = variable("E", "J");
    ExprId phi = variable("phi", "rad");
    ExprId y = variable("y");
};

}  // namespace

TEST_CASE("consistent equations give no warnings") {
    Mechanics t;
    ExprStore& s = t.s();
    t.equation(s.mul(t.m, t.a), t.f);
    t.equation(s.der(t.x), t.v);
    t.equation(s.der(t.v), t.a);
    t.equation(t.e, s.add(s.mul(s.mul(t.r(0.5), t.m), s.pow(t.v, s.integer(2))), s.mul(t.f, t.x)));
    t.equation(t.v, s.builtin(Builtin::sqrt, {s.div(s.mul(t.r(2), t.e), t.m)}));
    t.equation(t.x, s.mul(t.x, s.builtin(Builtin::sin, {t.phi})));
    t.equation(t.x, s.mul(t.v, s.time()));
    t.equation(t.f, s.builtin(Builtin::max, {s.mul(t.m, t.a), t.r(0)}));
    CHECK(t.check().empty());
}

TEST_CASE("sides of different units are named with their units") {
    Mechanics t;
    t.equation(t.s().mul(t.m, t.a), t.e);
    CHECK(t.check() == "`m*a` has unit kg.m/s2, but `E` has unit J\n");
}

TEST_CASE("the terms of a sum are compared, and their sum then has no unit") {
    Mechanics t;
    t.equation(t.s().mul(t.m, t.a), t.s().add(t.f, t.v));
    CHECK(t.check() == "`F` has unit N, but `v` has unit m/s\n");
}

TEST_CASE("the same mistake in a shared expression is reported once") {
    Mechanics t;
    ExprId const wrong = t.s().add(t.f, t.v);
    t.equation(t.y, wrong);
    t.equation(t.y, t.s().mul(t.r(2), wrong));
    CHECK(t.check() == "`F` has unit N, but `v` has unit m/s\n");
}

TEST_CASE("messages come in the order of the equations") {
    Mechanics t;
    t.equation(t.f, t.v);
    t.equation(t.x, t.v);
    CHECK(t.check() == "`F` has unit N, but `v` has unit m/s\n`x` has unit m, but `v` has unit m/s\n");
}

TEST_CASE("relations, branches, min and reinit need one unit") {
    Mechanics t;
    ExprStore& s = t.s();
    SECTION("relation") { t.equation(t.y, s.if_else(s.binary(ExprKind::less, t.x, t.v), t.r(1), t.r(2))); }
    SECTION("branches") { t.equation(t.y, s.if_else(t.variable("b", "", types::boolean), t.x, t.v)); }
    SECTION("min") { t.equation(t.y, s.builtin(Builtin::min, {t.x, t.v})); }
    SECTION("reinit") {
        t.equation(t.x, t.v);
        t.flat.equations.back().kind = FlatEquationKind::reinit;
    }
    SECTION("nested in a when") {
        t.equation(t.x, t.v);
        FlatEquation when;
        when.kind = FlatEquationKind::when;
        when.branches.push_back({s.boolean(true), std::move(t.flat.equations)});
        t.flat.equations = {when};
    }
    SECTION("statement") {
        FlatStatement statement;
        statement.a = t.x;
        statement.b = t.v;
        t.flat.algorithms.push_back({{statement}, {}, {}});
    }
    CHECK(t.check() == "`x` has unit m, but `v` has unit m/s\n");
}

TEST_CASE("functions of angles and exponentials take pure numbers") {
    Mechanics t;
    ExprStore& s = t.s();
    t.equation(t.y, s.builtin(Builtin::sin, {t.phi}));
    t.equation(t.y, s.builtin(Builtin::sin, {s.time()}));
    t.equation(t.y, s.builtin(Builtin::exp, {s.div(t.x, t.v)}));
    CHECK(t.check() == "`x/v` has unit s; the argument of `exp` must be a pure number or an angle\n");
}

TEST_CASE("what is not known is not reported") {
    Mechanics t;
    ExprStore& s = t.s();
    t.equation(t.y, t.x);
    t.equation(t.y, t.v);
    t.equation(t.x, s.mul(t.y, t.v));
    t.equation(t.x, s.add(t.r(3), t.x));
    t.equation(t.x, s.mul(t.r(0.0241), t.v));
    t.equation(t.x, s.call(t.interner.intern("f"), {t.v}, types::real));
    t.equation(t.x, s.time());
    t.equation(t.x, s.builtin(Builtin::sin, {t.phi}));
    t.equation(t.x, s.pow(t.x, t.y));
    CHECK(t.check().empty());
}

TEST_CASE("small numbers and pi are pure numbers in products") {
    Mechanics t;
    Variable pi;
    pi.name = t.interner.intern("pi");
    pi.type = types::real;
    pi.variability = Variability::constant;
    pi.binding = t.r(3.14159265358979323846);
    ExprId const p = t.s().variable(t.flat.variables.add(pi));
    t.equation(t.x, t.s().mul(t.s().mul(t.r(2), p), t.v));
    CHECK(t.check() == "`x` has unit m, but `2.0*pi*v` has unit m/s\n");
}

TEST_CASE("multiples of a unit and temperatures agree") {
    Mechanics t;
    t.equation(t.variable("P", "kW"), t.s().mul(t.f, t.v));
    t.equation(t.variable("T", "K"), t.variable("Tc", "degC"));
    t.equation(t.variable("w", "rad/s"), t.variable("n", "rev/min"));
    CHECK(t.check().empty());
}

TEST_CASE("arrays have the unit of their elements if these agree") {
    Mechanics t;
    ExprStore& s = t.s();
    ExprId const r = t.variable("r", "m", s.types().array(types::real, std::array<std::int64_t, 3>{3}));
    t.equation(r, s.array({t.x, t.r(0), t.x}));
    t.equation(r, s.array({t.x, t.v, t.y}));
    t.equation(t.x, s.subscript(r, {s.integer(1)}));
    CHECK(t.check().empty());
    t.equation(r, s.array({t.v, t.v, t.r(0)}));
    CHECK(t.check() == "`r` has unit m, but `{v, v, 0.0}` has unit m/s\n");
}

TEST_CASE("the value and start of a variable have its unit") {
    Mechanics t;
    Variable p;
    p.name = t.interner.intern("p");
    p.type = types::real;
    p.variability = Variability::parameter;
    p.binding = t.s().mul(t.f, t.x);
    p.attributes[static_cast<std::size_t>(Attribute::unit)] = t.s().string(t.interner.intern("W"));
    t.flat.variables.add(p);
    CHECK(t.check() == "`p` has unit W, but `F*x` has unit kg.m2/s2\n");
}

TEST_CASE("a unit that cannot be read is reported once and then unknown") {
    Model t;
    ExprId const a = t.variable("a", "furlong");
    t.equation(a, t.variable("b", "furlong"));
    t.equation(a, t.variable("c", "s"));
    CHECK(t.check() ==
          "`furlong`, the unit of `a`, is not a unit expression: `furlong` is not a unit (at character 1)\n");
}

TEST_CASE("deep expressions take no stack, and the check is linear", "[large]") {
    Mechanics t;
    ExprId sum = t.x;
    for (int i = 0; i < 300'000; ++i) sum = t.s().add(sum, i % 2 == 0 ? t.x : t.s().mul(t.v, t.s().time()));
    t.equation(t.x, sum);
    t.equation(t.v, sum);
    std::string const text = t.check();
    CHECK(text.starts_with("`v` has unit m/s, but `x + x + v*time + x"));
    CHECK(text.ends_with(" …` has unit m\n"));
}
