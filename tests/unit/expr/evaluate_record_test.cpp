#include <catch2/catch.hpp>

#include "moo/expr/evaluate.h"
#include "moo/expr/value_expr.h"
#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

// record Point Real x; Integer n; end Point; record Line Point a; Real w[2]; end Line; type Color = (red, green, blue)
struct Records : Fixture {
    Symbol const x_name = names("x");
    Symbol const n_name = names("n");
    TypeId const point_type = make_point();
    TypeId const line_type = make_line();
    TypeId const color_type = make_color();

    TypeId make_point() {
        RecordField const fields[] = {{x_name, types::real}, {n_name, types::integer}};
        return s.types().record(names("Point"), fields);
    }
    TypeId make_line() {
        RecordField const fields[] = {{names("a"), point_type}, {names("w"), array_type({2})}};
        return s.types().record(names("Line"), fields);
    }
    TypeId make_color() {
        Symbol const literals[] = {names("red"), names("green"), names("blue")};
        return s.types().enumeration(names("Color"), literals);
    }
    // With variables, so that the store does not fold it away.
    ExprId point(ExprId first, ExprId second) { return s.record(point_type, {first, second}); }
    [[nodiscard]] Evaluation of(ExprId id) const {
        return evaluate(s, id, [this](ExprStore const&, ExprId leaf) {
            if (leaf == x) return Value::integer(4);
            if (leaf == i) return Value::integer(7);
            return leaf == b ? Value::boolean(true) : Value();
        });
    }
};

Value point_value(double x, std::int64_t n) { return Value::record({Value::real(x), Value::integer(n)}); }

}  // namespace

TEST_CASE("record values and their fields") {
    Records f;
    ExprStore& s = f.s;
    ExprId const point = f.point(f.x, f.i);
    CHECK(f.of(point).value == point_value(4, 7));
    // An Integer becomes Real where the field is.
    CHECK(f.of(point).value.fields()[0].kind() == ValueKind::real);
    ExprId const chosen = s.if_else(f.b, point, f.point(f.y, f.i));
    CHECK(f.of(s.field(chosen, f.n_name)).value == Value::integer(7));
    ExprId const line = s.record(f.line_type, {chosen, s.array({f.x, f.x})});
    CHECK(f.of(s.field(s.field(line, f.names("a")), f.x_name)).value == Value::real(4));
    CHECK(f.of(s.subscript(s.field(line, f.names("w")), {f.i})).error == EvaluateError::subscript_out_of_range);
    CHECK(f.of(s.record(f.point_type, {f.b, f.i})).error == EvaluateError::type_mismatch);
}

TEST_CASE("arrays of records") {
    Records f;
    ExprStore& s = f.s;
    ExprId const points = s.if_else(f.b, s.array({f.point(f.x, f.n(1)), f.point(f.x, f.n(2))}),
                                    s.array({f.point(f.y, f.n(1)), f.point(f.y, f.n(2))}));
    Value const numbers = Value::array({2}, {Value::integer(1), Value::integer(2)});
    CHECK(f.of(s.field(points, f.n_name)).value == numbers);
    CHECK(f.of(s.field(s.subscript(points, {f.s.sub(f.i, f.n(5))}), f.n_name)).value == Value::integer(2));
    ExprId const line = s.record(f.line_type, {f.point(f.x, f.i), s.array({f.x, f.x})});
    Evaluation const widths =
        f.of(s.field(s.if_else(f.b, s.array({line, line, line}), s.array({line, line, line})), f.names("w")));
    REQUIRE(widths.has_value());
    CHECK(widths.value.dims() == std::vector<std::int64_t>{3, 2});
}

TEST_CASE("ranges and subscripts of enumerations and Booleans") {
    Records f;
    ExprStore& s = f.s;
    auto const color = [&](std::uint32_t ordinal) { return s.enumeration(f.color_type, ordinal); };
    CHECK(f.of(s.range(color(2), color(3))).value == Value::array({2}, {Value::enumeration(2), Value::enumeration(3)}));
    CHECK(f.of(s.range(s.boolean(false), s.boolean(true))).value.elements().size() == 2);
    ExprId const v = s.array({f.x, f.i, f.n(9)});
    CHECK(f.of(s.subscript(v, {color(3)})).value == Value::real(9));
    CHECK(f.of(s.subscript(v, {f.b})).value == Value::real(7));
    ExprId const k = s.iterator(f.names("k"), f.color_type);
    CHECK(f.of(f.for_loop(Reduction::max, k, "k", s.range(color(1), color(3)))).value == Value::enumeration(3));
    CHECK(f.of(f.f(Builtin::min, {color(3), s.if_else(f.b, color(2), color(3))})).value == Value::enumeration(2));
}

TEST_CASE("end inside subscripts is the size of its own array") {
    Records f;
    ExprStore& s = f.s;
    ExprId const v = s.array({f.x, f.i, f.n(3)});
    ExprId const w = s.array({f.i, f.n(2)});
    ExprId const last_but_one = s.sub(s.end(), f.n(1));
    CHECK(f.of(s.subscript(v, {last_but_one})).value == Value::real(7));
    CHECK(f.of(s.add(s.subscript(v, {last_but_one}), s.subscript(w, {last_but_one}))).value == Value::real(14));
    CHECK(f.of(s.subscript(v, {s.subscript(w, {s.end()})})).value == Value::real(7));
    CHECK(f.of(s.subscript(v, {s.add(s.subscript(w, {s.end()}), s.sub(s.end(), f.n(3)))})).value == Value::real(7));
    CHECK(f.of(s.end()).error == EvaluateError::unsupported);
    ExprId deep = s.end();
    for (int level = 0; level < 100; ++level) deep = s.subscript(v, {s.sub(deep, s.sub(s.end(), f.n(3)))});
    CHECK(f.of(deep).error == EvaluateError::too_large);
}

TEST_CASE("powers of matrices and functions of arrays") {
    Records f;
    ExprStore& s = f.s;
    ExprId const m = s.array({s.array({f.n(1), f.n(1)}), s.array({f.n(1), f.n(0)})});
    Value const fibonacci = f.of(s.pow(m, f.n(10))).value;
    REQUIRE(fibonacci.is_array());
    CHECK(fibonacci.elements()[0] == Value::integer(89));
    CHECK(f.of(s.pow(m, f.n(0))).value.elements()[1] == Value::integer(0));
    CHECK(f.of(s.pow(m, f.n(-1))).error == EvaluateError::type_mismatch);
    CHECK(f.of(f.f(Builtin::mod, {s.array({f.i, f.n(8)}), f.n(5)})).value ==
          Value::array({2}, {Value::integer(2), Value::integer(3)}));
    CHECK(f.of(f.f(Builtin::homotopy, {s.array({f.i, f.n(8)}), s.array({f.y, f.y})})).has_value() == false);
    CHECK(f.of(f.f(Builtin::homotopy, {f.i, f.n(1)})).value == Value::integer(7));
}

TEST_CASE("literal expressions of values") {
    Records f;
    ExprStore& s = f.s;
    CHECK(f.text(value_to_expr(s, Value::integer(2), types::real)) == f.text(f.r(2)));
    CHECK(value_to_expr(s, Value::real(2), types::integer) == ExprId());
    CHECK(value_to_expr(s, Value(), types::real) == ExprId());
    CHECK(value_to_expr(s, Value::enumeration(2), f.color_type) == s.enumeration(f.color_type, 2));
    CHECK(value_to_expr(s, Value::enumeration(2), types::integer) == ExprId());
    Value const points = Value::array({2}, {point_value(1, 2), point_value(3, 4)});
    ExprId const expr = value_to_expr(s, points, f.array_type({2}, f.point_type));
    REQUIRE(expr);
    CHECK(evaluate_constant(s, expr).value == points);
    Value const matrix =
        Value::array({2, 2}, {Value::integer(1), Value::integer(2), Value::integer(3), Value::integer(4)});
    ExprId const reals = value_to_expr(s, matrix, f.array_type({2, -1}));
    REQUIRE(reals);
    CHECK(s.type(reals) == f.array_type({2, 2}));
    CHECK(value_to_expr(s, matrix, f.array_type({3, 2})) == ExprId());
    Value const empty = Value::array({0, 3}, {});
    ExprId const none = value_to_expr(s, empty, f.array_type({-1, 3}));
    REQUIRE(none);
    CHECK(evaluate_constant(s, none).value == empty);
    CHECK(value_to_expr(s, Value::record({Value::real(1), Value()}), f.point_type) == ExprId());
}

TEST_CASE("writing to a value changes no copy of it") {
    Value const first = Value::array({2}, {Value::integer(1), Value::integer(2)});
    Value second = first;
    second.writable_parts()[0] = Value::integer(9);
    CHECK(first.elements()[0] == Value::integer(1));
    CHECK(second.elements()[0] == Value::integer(9));
    CHECK(is_complete(second));
    second.writable_parts()[1] = Value();
    CHECK_FALSE(is_complete(second));
}
