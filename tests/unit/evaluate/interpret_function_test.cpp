#include "moo/evaluate/interpret_function.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/unit/evaluate/interpret_support.h"

using namespace moo;
using namespace moo::test;

namespace {

using Kind = FlatStatementKind;

// y := 1 if n < 2, else n * f(n - 1)
void add_factorial(Functions& t) {
    FlatFunction& f = t.function("factorial");
    ExprId const n = t.input(f, "n", types::integer);
    ExprId const y = t.output(f, "y", types::integer);
    ExprId const inner = t.call("factorial", {t.s.sub(n, t.n(1))}, types::integer);
    f.body = {Functions::if_then(t.s.binary(ExprKind::less, n, t.n(2)), {Functions::set(y, t.n(1))},
                                 {Functions::set(y, t.s.mul(n, inner))})};
}

}  // namespace

TEST_CASE("loops, break and return") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const n = t.input(f, "n", types::integer);
    ExprId const y = t.output(f, "y", types::integer, t.n(0));
    ExprId const i = t.var("i", types::integer);
    f.body = {t.for_in("i", t.s.range(t.n(1), t.n(1000)),
                       {Functions::if_then(t.s.binary(ExprKind::greater, i, n), {Functions::statement(Kind::break_)}),
                        Functions::set(y, t.s.add(y, i))}),
              Functions::while_do(t.s.boolean(true), {Functions::if_then(t.s.binary(ExprKind::greater, y, t.n(100)),
                                                                         {Functions::statement(Kind::return_)}),
                                                      Functions::set(y, t.s.mul(y, t.n(2)))}),
              Functions::set(y, t.n(-1))};
    CHECK(t.value("f", {Value::integer(4)}) == Value::integer(160));
    CHECK(t.value("f", {Value::integer(100)}) == Value::integer(5050));
}

TEST_CASE("a loop runs over arrays and enumerations, and its iterator hides a variable") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const v = t.input(f, "v", t.array_type({-1}));
    ExprId const y = t.output(f, "y", types::real, t.r(0));
    t.local(f, "i", types::integer, t.n(5));
    f.body = {t.for_in("i", v, {Functions::set(y, t.s.add(y, t.var("i")))}),
              Functions::set(y, t.s.add(y, t.var("i", types::integer)))};
    CHECK(t.value("f", {vector_value({0.5, 1.5})}) == Value::real(7));
    CHECK(t.value("f", {vector_value({})}) == Value::real(5));
}

TEST_CASE("recursion, and calls inside expressions and reductions") {
    Functions t;
    add_factorial(t);
    CHECK(t.value("factorial", {Value::integer(10)}) == Value::integer(3628800));
    FlatFunction& f = t.function("f");
    ExprId const n = t.input(f, "n", types::integer);
    ExprId const y = t.output(f, "y", types::integer);
    ExprId const k = t.var("k", types::integer);
    ReductionIterator const iterator{t.name("k"), t.s.range(t.n(1), n)};
    f.body = {
        Functions::set(y, t.s.reduction(Reduction::sum, t.call("factorial", {k}, types::integer), {&iterator, 1}))};
    CHECK(t.value("f", {Value::integer(4)}) == Value::integer(33));
    // fib(n) = fib(n - 1) + fib(n - 2): two calls in one expression must not disturb each other.
    FlatFunction& fib = t.function("fib");
    ExprId const m = t.input(fib, "n", types::integer);
    ExprId const z = t.output(fib, "y", types::integer);
    fib.body = {Functions::set(z, t.s.if_else(t.s.binary(ExprKind::less, m, t.n(2)), m,
                                              t.s.add(t.call("fib", {t.s.sub(m, t.n(1))}, types::integer),
                                                      t.call("fib", {t.s.sub(m, t.n(2))}, types::integer))))};
    CHECK(t.value("fib", {Value::integer(15)}) == Value::integer(610));
}

TEST_CASE("several outputs, defaults and locals that need later ones") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const a = t.input(f, "a");
    ExprId const b = t.input(f, "b", types::real, t.s.mul(t.r(2), a));
    t.output(f, "sum", types::real, t.s.add(t.var("later"), b));
    t.output(f, "difference", types::real, t.s.sub(a, b));
    t.local(f, "later", types::real, a);
    FlatFunction& g = t.function("g");
    ExprId const x = t.input(g, "x");
    ExprId const y = t.output(g, "y", t.array_type({2}), {}, {t.n(2)});
    ExprId const first = t.s.subscript(y, {t.n(1)});
    ExprId const second = t.s.subscript(y, {t.n(2)});
    g.body = {Functions::set(t.s.tuple({first, second}), t.call("f", {x})),
              Functions::set(t.s.tuple({t.s.whole(), first}), t.call("f", {x, t.r(1)}))};
    CHECK(t.run("f", {Value::real(1)}).outputs == std::vector<Value>{Value::real(3), Value::real(-1)});
    CHECK(t.value("g", {Value::integer(5)}) == vector_value({4, -5}));
    CHECK(t.run("f", {}).failure.error == InterpretError::wrong_arguments);
    CHECK(t.run("f", std::vector<Value>(3, Value::real(1))).failure.error == InterpretError::wrong_arguments);
    CHECK(t.run("f", {Value::boolean(true)}).failure.error == InterpretError::wrong_arguments);
}

TEST_CASE("assignment to elements and slices") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const n = t.input(f, "n", types::integer);
    ExprId const m = t.output(f, "m", t.array_type({-1, 3}), {}, {n, t.n(3)});
    ExprId const i = t.var("i", types::integer);
    f.body = {t.for_in("i", t.s.range(t.n(1), n),
                       {Functions::set(t.s.subscript(m, {i, t.s.whole()}), t.s.builtin(Builtin::fill, {i, t.n(3)}))}),
              Functions::set(t.s.subscript(m, {t.s.whole(), t.n(1)}), t.s.builtin(Builtin::zeros, {n})),
              Functions::set(t.s.subscript(m, {t.s.sub(t.s.end(), t.n(1)), t.s.range(t.n(2), t.s.end())}),
                             t.s.array({t.r(7), t.r(8)}))};
    Value const expected = Value::array({2, 3}, vector_value({0, 7, 8, 0, 2, 2}).elements());
    CHECK(t.value("f", {Value::integer(2)}) == expected);
    CHECK(t.run("f", {Value::integer(-1)}).failure.error == InterpretError::wrong_value);
    f.body.push_back(Functions::set(t.s.subscript(m, {n, t.n(4)}), t.r(1)));
    CHECK(t.run("f", {Value::integer(2)}).failure.evaluation == EvaluateError::subscript_out_of_range);
    f.body.back() = Functions::set(t.s.subscript(m, {n}), t.s.array({t.r(1), t.r(2)}));
    CHECK(t.run("f", {Value::integer(2)}).failure.error == InterpretError::wrong_value);
}

TEST_CASE("assignment to fields of records and of arrays of records") {
    Functions t;
    RecordField const inner_fields[] = {{t.name("x"), types::real}, {t.name("v"), t.array_type({2})}};
    TypeId const inner = t.s.types().record(t.name("Inner"), inner_fields);
    RecordField const outer_fields[] = {{t.name("r"), t.array_type({2}, inner)}, {t.name("n"), types::integer}};
    TypeId const outer = t.s.types().record(t.name("Outer"), outer_fields);
    FlatFunction& f = t.function("f");
    ExprId const k = t.input(f, "k", types::integer);
    ExprId const o = t.output(f, "o", outer);
    ExprId const rs = t.s.field(o, t.name("r"));
    ExprId const xs = t.s.field(rs, t.name("x"));
    ExprId const vs = t.s.field(t.s.subscript(rs, {k}), t.name("v"));
    f.body = {Functions::set(t.s.field(o, t.name("n")), t.n(4)), Functions::set(xs, t.s.array({t.n(1), t.n(2)})),
              Functions::set(t.s.subscript(vs, {t.n(2)}), t.s.field(t.s.subscript(rs, {t.n(2)}), t.name("x"))),
              Functions::set(t.s.subscript(vs, {t.n(1)}), t.r(9)),
              Functions::set(t.s.subscript(rs, {t.n(2)}), t.s.record(inner, {t.r(5), t.s.array({t.r(6), t.r(7)})}))};
    Value const first = Value::record({Value::real(1), vector_value({9, 2})});
    Value const second = Value::record({Value::real(5), vector_value({6, 7})});
    CHECK(t.value("f", {Value::integer(1)}) == Value::record({Value::array({2}, {first, second}), Value::integer(4)}));
    // r[1].v stays without a value.
    CHECK(t.run("f", {Value::integer(2)}).failure.error == InterpretError::uninitialized);
}

TEST_CASE("what has no value yet cannot be read") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const y = t.output(f, "y");
    ExprId const z = t.local(f, "z");
    ExprId const v = t.local(f, "v", t.array_type({3}), {}, {t.n(3)});
    f.body = {Functions::set(y, z)};
    Interpretation const result = t.run("f", {});
    CHECK(result.failure.error == InterpretError::uninitialized);
    CHECK(result.failure.message == "`z` is read before it has a value");
    CHECK(result.failure.function == t.name("f"));
    f.body = {Functions::set(t.s.subscript(v, {t.n(1)}), t.r(1)), Functions::set(y, t.s.subscript(v, {t.n(2)}))};
    CHECK(t.run("f", {}).failure.error == InterpretError::uninitialized);
    f.body[1] = Functions::set(y, t.s.builtin(Builtin::sum, {v}));
    CHECK(t.run("f", {}).failure.error == InterpretError::uninitialized);
    f.body.clear();
    CHECK(t.run("f", {}).failure.error == InterpretError::uninitialized);
}

TEST_CASE("asserts, and where a failure is") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const x = t.input(f, "x");
    ExprId const y = t.output(f, "y");
    Symbol const literals[] = {t.name("warning"), t.name("error")};
    TypeId const level = t.s.types().enumeration(t.name("AssertionLevel"), literals);
    ExprId const positive = t.s.binary(ExprKind::greater, x, t.r(0));
    ExprId const message = t.s.add(t.str("x is "), t.s.builtin(Builtin::to_string, {x}));
    f.body = {Functions::statement(Kind::assertion, positive, message, t.s.enumeration(level, 1)),
              Functions::set(y, t.s.div(t.r(1), x))};
    Interpretation result = t.run("f", {Value::real(-2)});
    CHECK(result.outputs == std::vector<Value>{Value::real(-0.5)});
    CHECK(result.warnings == std::vector<std::string>{"x is -2"});
    f.body[1].source = {{17}, {20}};
    result = t.run("f", {Value::real(0)});
    CHECK(result.failure.evaluation == EvaluateError::undefined);
    CHECK(result.failure.where == t.s.div(t.r(1), x));
    CHECK(result.failure.source == f.body[1].source);
    f.body[0].c = t.s.enumeration(level, 2);
    result = t.run("f", {Value::real(0)});
    CHECK(result.failure.error == InterpretError::assertion);
    CHECK(result.failure.message == "x is 0");
    // The innermost function is named, not the one that called it.
    FlatFunction& g = t.function("g");
    ExprId const z = t.output(g, "z");
    g.body = {Functions::set(z, t.s.add(t.call("f", {t.r(0)}), t.r(1)))};
    CHECK(t.run("g", {}).failure.function == t.name("f"));
    CHECK(t.run("h", {}).failure.error == InterpretError::unknown_function);
    g.body = {Functions::statement(Kind::terminate, message)};
    CHECK(t.run("g", {}).failure.error == InterpretError::unsupported);
}

TEST_CASE("sizes of arrays are checked") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const a = t.input(f, "a", t.array_type({-1}));
    t.declare(f, FunctionRole::input, "b", t.array_type({-1}), {}, {t.s.builtin(Builtin::size, {a, t.n(1)})});
    ExprId const y = t.output(f, "y", t.array_type({-1}), {}, {ExprId()});
    f.body = {Functions::set(y, a),
              Functions::set(y, t.s.builtin(Builtin::cat, {t.n(1), y, t.var("b", t.array_type({-1}))}))};
    CHECK(t.value("f", {vector_value({1}), vector_value({2})}) == vector_value({1, 2}));
    CHECK(t.run("f", {vector_value({1}), vector_value({2, 3})}).failure.error == InterpretError::wrong_arguments);
    FlatFunction& g = t.function("g");
    ExprId const n = t.input(g, "n", types::integer);
    ExprId const z = t.output(g, "z", t.array_type({-1}), {}, {n});
    g.body = {Functions::set(z, t.s.array({t.r(1), t.r(2)}))};
    CHECK(t.value("g", {Value::integer(2)}) == vector_value({1, 2}));
    CHECK(t.run("g", {Value::integer(3)}).failure.error == InterpretError::wrong_value);
    CHECK(t.run("g", {Value::integer(1'000'000'000)}).failure.error == InterpretError::wrong_value);
}

TEST_CASE("limits of the interpreter hold") {
    Functions t;
    FlatFunction& f = t.function("forever");
    ExprId const y = t.output(f, "y", types::integer, t.n(0));
    f.body = {Functions::while_do(t.s.boolean(true), {Functions::set(y, t.s.sub(t.n(1), y))})};
    t.limits.max_steps = 10'000;
    CHECK(t.run("forever", {}).failure.error == InterpretError::too_many_steps);
    f.body = {Functions::while_do(t.s.boolean(true), {})};
    CHECK(t.run("forever", {}).failure.error == InterpretError::too_many_steps);
    f.body = {Functions::set(y, t.call("forever", {}, types::integer))};
    CHECK(t.run("forever", {}).failure.error == InterpretError::too_deep);
    f.body = {Functions::set(y, t.n(1))};
    for (int depth = 0; depth < 1000; ++depth) f.body = {Functions::if_then(t.s.boolean(true), std::move(f.body))};
    CHECK(t.run("forever", {}).failure.error == InterpretError::too_deep);
    f.body.clear();
    CHECK(t.value("forever", {}) == Value::integer(0));
}

TEST_CASE("constants come from outside, and expressions outside functions call them") {
    Functions t;
    add_factorial(t);
    FlatFunction& f = t.function("f");
    ExprId const y = t.output(f, "y");
    ExprId const constant = t.s.variable(VarId(0u), types::integer);
    f.body = {Functions::set(y, t.s.mul(t.r(2), constant))};
    FunctionInterpreter interpreter(t.s, t.names, t.lookup());
    // The constant is itself the result of a function.
    interpreter.set_constants([&](ExprStore const&, ExprId) {
        Value const argument = Value::integer(3);
        return interpreter.call(t.name("factorial"), {&argument, 1}).outputs[0];
    });
    EvaluateHooks hooks;
    hooks.call = [&](ExprId call, std::span<Value const> arguments) {
        return interpreter.evaluate_call(call, arguments);
    };
    Evaluator evaluator(
        t.s, [](ExprStore const&, ExprId) { return Value(); }, {}, hooks);
    CHECK(evaluator.evaluate(t.s.add(t.call("f", {}), t.r(1))).as_real() == 13);
    Evaluation const failed = evaluator.evaluate(t.call("nowhere", {t.r(1)}));
    CHECK(failed.error == EvaluateError::call_failed);
    CHECK(interpreter.last_failure().error == InterpretError::unknown_function);
}

TEST_CASE("an array that is filled element by element is not copied each time") {
    Functions t;
    FlatFunction& f = t.function("f");
    ExprId const n = t.input(f, "n", types::integer);
    ExprId const v = t.output(f, "v", t.array_type({-1}), {}, {n});
    ExprId const i = t.var("i", types::integer);
    ExprId const one = t.n(1);
    f.body = {Functions::set(t.s.subscript(v, {one}), t.r(1)),
              t.for_in("i", t.s.range(t.n(2), n),
                       {Functions::set(t.s.subscript(v, {i}), t.s.add(t.s.subscript(v, {t.s.sub(i, one)}), t.r(1)))})};
    // A copy of 32 MB for each of the elements would take minutes.
    Value const result = t.value("f", {Value::integer(500'000)});
    REQUIRE(result.is_array());
    CHECK(result.elements().back() == Value::real(500'000));
}
