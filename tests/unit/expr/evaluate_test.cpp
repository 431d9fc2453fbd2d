#include "moo/expr/evaluate.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

// x = 2, y = -3, z = 0.5, p = 10, i = 7, j = -2, b = true, c = false
struct Values : Fixture {
    std::vector<Value> values{Value::real(2),    Value::real(-3),    Value::real(0.5),     Value::real(10),
                              Value::integer(7), Value::integer(-2), Value::boolean(true), Value::boolean(false)};
    [[nodiscard]] Evaluation of(ExprId id) const { return evaluate(s, id, dense_values(values)); }
    [[nodiscard]] EvaluateError error(ExprId id) const { return of(id).error; }
};

}  // namespace

TEST_CASE("scalars are evaluated with the types of Modelica") {
    Values f;
    ExprStore& s = f.s;
    CHECK(f.of(s.add(f.x, s.mul(f.y, f.z))).as_real() == 0.5);
    CHECK(f.of(s.add(f.i, f.j)).value == Value::integer(5));
    CHECK(f.of(s.div(f.i, f.j)).value == Value::real(-3.5));
    CHECK(f.of(s.pow(f.x, f.n(3))).value == Value::real(8));
    CHECK(f.of(f.f(Builtin::div, {f.i, f.j})).value == Value::integer(-3));
    CHECK(f.of(f.f(Builtin::mod, {f.i, f.j})).value == Value::integer(-1));
    CHECK(f.of(f.f(Builtin::rem, {f.i, f.j})).value == Value::integer(1));
    CHECK(f.of(f.f(Builtin::mod, {f.y, f.x})).value == Value::real(1));
    CHECK(f.of(f.f(Builtin::integer, {f.r(-2.5)})).value == Value::integer(-3));
    CHECK(f.of(f.f(Builtin::sign, {f.y})).value == Value::integer(-1));
    CHECK(f.of(f.f(Builtin::max, {f.i, f.z})).value == Value::real(7));
    CHECK(f.of(f.f(Builtin::abs, {f.j})).value == Value::integer(2));
    CHECK(f.of(f.f(Builtin::semi_linear, {f.y, f.p, f.x})).value == Value::real(-6));
    CHECK(f.of(s.if_else(f.b, f.i, f.x)).value == Value::real(7));
}

TEST_CASE("relations and logic") {
    Values f;
    CHECK(f.of(f.op(ExprKind::less, f.y, f.x)).value == Value::boolean(true));
    CHECK(f.of(f.op(ExprKind::equal, f.i, f.n(7))).value == Value::boolean(true));
    CHECK(f.of(f.s.logical_and(f.b, f.c)).value == Value::boolean(false));
    CHECK(f.of(f.s.logical_or(f.c, f.b)).value == Value::boolean(true));
    CHECK(f.of(f.s.logical_not(f.b)).value == Value::boolean(false));
}

TEST_CASE("the angle of the origin is that of C") {
    Values f;
    CHECK(f.of(f.f(Builtin::atan2, {f.r(0), f.r(0)})).value == Value::real(0));
}

TEST_CASE("what has no value says why and where") {
    Values f;
    ExprStore& s = f.s;
    ExprId const zero = s.sub(f.x, f.x);
    ExprId const quotient = s.div(f.x, zero);
    Evaluation const result = f.of(s.add(f.y, quotient));
    CHECK(result.error == EvaluateError::undefined);
    CHECK(result.where == quotient);
    CHECK(std::isnan(result.as_real()));
    CHECK(f.error(f.f(Builtin::log, {f.y})) == EvaluateError::undefined);
    CHECK(f.error(f.f(Builtin::exp, {f.r(1000)})) == EvaluateError::undefined);
    CHECK(f.error(f.f(Builtin::mod, {f.i, s.sub(f.i, f.i)})) == EvaluateError::undefined);
    CHECK(f.error(s.add(f.n(std::numeric_limits<std::int64_t>::max()), f.i)) == EvaluateError::overflow);
    CHECK(f.error(s.der(f.x)) == EvaluateError::unknown_value);
    CHECK(f.error(s.time()) == EvaluateError::unknown_value);
    CHECK(f.error(s.variable(VarId(99u))) == EvaluateError::unknown_value);
    CHECK(f.error(s.call(f.names("f"), {f.x})) == EvaluateError::unknown_value);
    CHECK(f.error(f.f(Builtin::initial, {})) == EvaluateError::unsupported);
    CHECK(f.error(s.add(f.x, f.b)) == EvaluateError::type_mismatch);
    CHECK(f.error(s.if_else(f.x, f.x, f.y)) == EvaluateError::type_mismatch);
    CHECK_FALSE(evaluate_error_text(EvaluateError::undefined).empty());
}

TEST_CASE("only the branch that is taken needs a value") {
    Values f;
    ExprId const bad = f.s.div(f.x, f.s.sub(f.x, f.x));
    CHECK(f.of(f.s.if_else(f.b, f.x, bad)).value == Value::real(2));
    CHECK(f.error(f.s.if_else(f.c, f.x, bad)) == EvaluateError::undefined);
    ExprId const guarded = f.s.logical_and(f.c, f.op(ExprKind::less, bad, f.x));
    CHECK(f.of(guarded).value == Value::boolean(false));
}

TEST_CASE("the source is asked for whole references, states and calls") {
    Fixture f;
    ExprId const element = f.s.subscript(f.v, {f.n(2)});
    ExprId const call = f.s.call(f.names("f"), {f.x}, types::real);
    ValueSource const source = [&](ExprStore const& store, ExprId id) {
        if (id == element) return Value::real(5);
        if (store.kind(id) == ExprKind::der) return Value::real(7);
        return id == call || store.is_builtin(id, Builtin::initial) ? Value::integer(1) : Value();
    };
    CHECK(evaluate(f.s, f.s.add(element, f.s.der(f.x)), source).value == Value::real(12));
    CHECK(evaluate(f.s, f.s.add(call, f.r(1)), source).value == Value::real(2));
}

TEST_CASE("values are remembered until reset") {
    Fixture f;
    double x = 1;
    Evaluator evaluator(f.s, [&](ExprStore const&, ExprId) { return Value::real(x); });
    ExprId const square = f.s.mul(f.x, f.x);
    CHECK(evaluator.evaluate(square).as_real() == 1);
    x = 3;
    CHECK(evaluator.evaluate(square).as_real() == 1);
    evaluator.reset();
    CHECK(evaluator.evaluate(square).as_real() == 9);
}

TEST_CASE("deep and shared expressions take linear time") {
    Fixture f;
    ExprId shared = f.x;
    for (int k = 0; k < 1'000; ++k) shared = f.s.mul(f.r(0.5), f.s.add(shared, shared));
    CHECK(evaluate(f.s, shared, [](ExprStore const&, ExprId) { return Value::real(3); }).as_real() == 3);
    ExprId deep = f.x;
    for (int k = 0; k < 100'000; ++k) deep = f.f(Builtin::sin, {deep});
    CHECK(evaluate(f.s, deep, [](ExprStore const&, ExprId) { return Value::real(0); }).as_real() == 0);
}
