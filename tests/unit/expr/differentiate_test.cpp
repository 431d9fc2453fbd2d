#include "moo/expr/differentiate.h"

#include <catch2/catch.hpp>

#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct Derivatives : Fixture {
    Derivative by_x(ExprId expr) { return differentiate_by(s, expr, x); }
    std::string dx(ExprId expr) { return text(by_x(expr).value); }
    // p is a parameter, everything else moves.
    Derivative by_time(ExprId expr) {
        VarId const parameter = s.variable_of(p);
        return differentiate_by_time(
            s, expr, [=](VarId variable) { return variable == parameter ? Motion::discrete : Motion::continuous; });
    }
    std::string dt(ExprId expr) { return text(by_time(expr).value); }
};

}  // namespace

TEST_CASE("the rules of calculus") {
    Derivatives f;
    ExprStore& s = f.s;
    CHECK(f.dx(f.x) == "1.0");
    CHECK(f.dx(f.y) == "0.0");
    CHECK(f.dx(s.add(f.x, f.y)) == "1.0");
    CHECK(f.dx(s.sub(f.y, f.x)) == "-1.0");
    CHECK(f.dx(s.mul(f.x, f.y)) == "y");
    CHECK(f.dx(s.mul(f.x, f.x)) == "x + x");
    CHECK(f.dx(s.div(f.x, f.y)) == "1.0/y");
    CHECK(f.dx(s.div(f.y, f.x)) == "-y/x^2");
    CHECK(f.dx(s.pow(f.x, f.n(2))) == "2.0*x");
    CHECK(f.dx(s.pow(f.x, f.n(5))) == "5*x^4");
    CHECK(f.dx(s.pow(f.y, f.x)) == "y^x*log(y)");
    CHECK(f.dx(f.f(Builtin::sin, {s.mul(f.y, f.x)})) == "cos(y*x)*y");
    CHECK(f.dx(f.f(Builtin::exp, {f.x})) == "exp(x)");
    CHECK(f.dx(f.f(Builtin::atan2, {f.x, f.y})) == "y/(x^2 + y^2)");
}

TEST_CASE("time derivatives") {
    Derivatives f;
    ExprStore& s = f.s;
    CHECK(f.dt(s.mul(f.p, f.x)) == "p*der(x)");
    CHECK(f.dt(s.mul(f.x, f.y)) == "der(x)*y + x*der(y)");
    CHECK(f.dt(s.time()) == "1.0");
    CHECK(f.dt(f.p) == "0.0");
    CHECK(f.dt(s.der(f.x)) == "der(der(x))");
    CHECK(f.dt(s.pre(f.x)) == "0.0");
    CHECK(f.dt(s.subscript(f.v, {f.i})) == "der(v[i])");
    CHECK(f.dt(f.f(Builtin::delay, {f.x, f.p})) == "delay(der(x), p)");
}

TEST_CASE("the caller decides what the derivative of a leaf is") {
    Fixture f;
    LeafDerivative const hook{[&](ExprStore& store, ExprId leaf) {
                                  if (leaf == f.x) return store.der(f.x);
                                  return leaf == store.der(f.x) ? f.z : ExprId();
                              },
                              true};
    Differentiator differentiator(f.s, hook);
    ExprId const first = differentiator.differentiate(f.s.mul(f.x, f.x)).value;
    CHECK(f.text(first) == "der(x)*x + x*der(x)");
    CHECK(f.text(differentiator.differentiate(f.s.mul(f.n(2), f.s.der(f.x))).value) == "2*z");
    CHECK(differentiator.differentiate(f.s.add(f.x, f.y)).culprit == f.y);
}

TEST_CASE("discontinuities do not contribute") {
    Derivatives f;
    ExprStore& s = f.s;
    ExprId const less = f.op(ExprKind::less, f.x, f.y);
    CHECK(f.dx(s.if_else(less, f.x, f.y)) == "if x < y then 1.0 else 0.0");
    CHECK(f.dx(s.if_else(less, s.add(f.x, f.y), f.x)) == "1.0");
    CHECK(f.dx(f.f(Builtin::floor, {f.x})) == "0.0");
    CHECK(f.dx(s.mul(f.f(Builtin::sign, {f.x}), f.x)) == "sign(x)*1.0");
    CHECK(f.dx(f.f(Builtin::mod, {f.x, f.y})) == "1.0");
    CHECK(f.dx(f.f(Builtin::mod, {f.y, f.x})) == "-floor(y/x)");
    CHECK(f.dx(f.f(Builtin::abs, {f.x})) == "noEvent(if x >= 0.0 then 1.0 else -1.0)");
    CHECK(f.dx(f.f(Builtin::max, {f.x, f.y})) == "noEvent(if x > y then 1.0 else 0.0)");
    CHECK(f.dx(f.f(Builtin::no_event, {s.mul(f.y, f.x)})) == "noEvent(y)");
    CHECK(f.dx(f.f(Builtin::smooth, {f.n(2), f.x})) == "smooth(1, 1.0)");
    CHECK(f.dx(f.f(Builtin::smooth, {f.n(0), f.x})) == "1.0");
    CHECK(f.dx(f.f(Builtin::homotopy, {f.x, f.y})) == "homotopy(1.0, 0.0)");
    CHECK(f.dx(f.f(Builtin::delay, {f.x, f.p})) == "0.0");
}

TEST_CASE("what cannot be differentiated is named") {
    Derivatives f;
    ExprStore& s = f.s;
    ExprId const call = s.call(f.names("f"), {f.x}, types::real);
    Derivative const result = f.by_x(s.add(f.y, s.mul(f.n(2), call)));
    CHECK_FALSE(result.has_value());
    CHECK(result.culprit == call);
    CHECK(f.dx(s.call(f.names("f"), {f.y}, types::real)) == "0.0");
    CHECK_FALSE(f.by_x(f.f(Builtin::in_stream, {f.x})).has_value());
    ExprId const k = s.iterator(f.names("k"));
    CHECK_FALSE(f.by_x(f.for_loop(Reduction::product, s.mul(k, f.x), "k", f.v)).has_value());
    CHECK_FALSE(f.by_x(s.pow(s.mul(f.x, f.m), f.n(2))).has_value());
}

TEST_CASE("calls are differentiated by a rule of the caller") {
    Derivatives f;
    ExprStore& s = f.s;
    std::vector<RecordField> const fields{{f.names("u"), types::real}, {f.names("n"), types::integer}};
    TypeId const record = s.types().record(f.names("R"), fields);
    LeafDerivative leaf = partial_derivative(f.x);
    // f(x)' = df(x, x'), with the results that contain Reals
    leaf.of_call = [&](ExprStore& store, ExprId call, std::span<ExprId const> derivatives) {
        std::vector<ExprId> arguments;
        store.operands(call).copy_to(arguments);
        arguments.insert(arguments.end(), derivatives.begin(), derivatives.end());
        if (store.symbol(call) == f.names("bad")) return ExprId();
        TypeId type = store.type(call);
        if (store.types().kind(type) == TypeKind::tuple) {
            std::vector<TypeId> const reals{types::real, f.array_type({3})};
            type = store.types().tuple(reals);
        }
        return store.call(f.names("df"), arguments, type);
    };
    auto const dx = [&](ExprId expr) { return f.text(Differentiator(s, leaf).differentiate(expr).value); };
    ExprId const call = s.call(f.names("f"), {f.x, f.y}, types::real);
    CHECK(dx(s.mul(f.y, call)) == "y*df(x, y, 1.0, 0.0)");
    CHECK(dx(s.subscript(s.call(f.names("f"), {f.x}, f.array_type({3})), {f.n(2)})) == "(df(x, 1.0))[2]");
    CHECK(dx(s.field(s.call(f.names("f"), {f.x}, record), f.names("u"))) == "(df(x, 1.0)).u");
    CHECK(dx(s.field(s.call(f.names("f"), {f.x}, record), f.names("n"))) == "0.0");
    std::vector<TypeId> const results{types::real, types::integer, f.array_type({3})};
    ExprId const several = s.call(f.names("f"), {f.x}, s.types().tuple(results));
    CHECK(dx(s.output(several, 1)) == "(df(x, 1.0))._1");
    CHECK(dx(s.output(several, 2)) == "0.0");
    CHECK(dx(s.subscript(s.output(several, 3), {f.n(1)})) == "(df(x, 1.0))._2[1]");
    ExprId const bad = s.call(f.names("bad"), {f.x}, types::real);
    CHECK(Differentiator(s, leaf).differentiate(s.add(f.y, bad)).culprit == bad);
    // Fields without Reals stay what they are.
    ExprId const value = s.record(record, {s.mul(f.x, f.y), f.i});
    CHECK(f.dx(value) == "R(y, i)");
    CHECK(f.dx(s.if_else(f.b, value, s.record(record, {f.y, f.j}))) == "if b then R(y, i) else R(0.0, j)");
    CHECK(f.by_x(s.record(record, {f.y, f.j})).vanishes);
}

TEST_CASE("inside a function the leaf rule is asked about its variables") {
    Derivatives f;
    ExprId const u = f.s.iterator(f.names("u"), f.array_type({3}));
    LeafDerivative leaf = partial_derivative(f.x);
    leaf.of = [&](ExprStore& store, ExprId variable) { return store.iterator(f.names("du"), store.type(variable)); };
    leaf.is_in_function = true;
    ExprId const expr = f.s.mul(f.r(2), f.s.subscript(u, {f.n(3)}));
    CHECK(f.text(Differentiator(f.s, leaf).differentiate(expr).value) == "2.0*du[3]");
    CHECK(f.dx(expr) == "0.0");
}

TEST_CASE("elements of arrays are unknowns of their own") {
    Derivatives f;
    ExprStore& s = f.s;
    ExprId const v1 = s.subscript(f.v, {f.n(1)});
    ExprId const v2 = s.subscript(f.v, {f.n(2)});
    ExprId const vi = s.subscript(f.v, {f.i});
    CHECK(f.text(differentiate_by(s, s.mul(v1, v2), v1).value) == "v[2]");
    CHECK(differentiate_by(s, s.mul(v1, vi), v1).culprit == vi);
    CHECK(f.text(differentiate_by(s, s.mul(s.der(f.x), f.x), s.der(f.x)).value) == "x");
}

TEST_CASE("arrays") {
    Derivatives f;
    ExprStore& s = f.s;
    CHECK(f.dx(s.array({f.x, f.y, s.mul(f.x, f.x)})) == "{1.0, 0.0, x + x}");
    CHECK(f.dx(s.mul(f.x, f.v)) == "v");
    CHECK(f.dx(s.add(f.v, f.w)) == "fill(0.0, 3)");
    CHECK(f.dt(s.mul(f.m, f.v)) == "der(m)*v + m*der(v)");
    CHECK(f.dt(f.f(Builtin::sin, {f.v})) == "cos(v) .* der(v)");
    CHECK(f.dt(f.f(Builtin::cross, {f.v, f.w})) == "cross(der(v), w) + cross(v, der(w))");
    CHECK(f.dt(f.f(Builtin::sum, {f.v})) == "sum(der(v))");
    CHECK(f.dt(f.f(Builtin::cat, {f.n(1), f.v, s.array({f.n(1)})})) == "cat(1, der(v), fill(0.0, 1))");
    ExprId const k = s.iterator(f.names("k"));
    CHECK(f.dx(f.for_loop(Reduction::sum, s.mul(k, f.x), "k", s.range(f.n(1), f.n(3)))) == "sum(k*1.0 for k in 1:3)");
    CHECK(f.dx(f.op(ExprKind::element_add, f.v, f.x)) == "fill(0.0, 3) .+ 1.0");
}

TEST_CASE("depth and sharing are no problem") {
    Derivatives f;
    ExprId deep = f.x;
    for (int k = 0; k < 100'000; ++k) deep = f.s.add(f.f(Builtin::sin, {deep}), deep);
    std::size_t const before = f.s.size();
    CHECK(f.by_time(deep).has_value());
    CHECK(f.s.size() < 4 * before);
}

TEST_CASE("reset forgets the derivatives") {
    Fixture f;
    ExprId unknown = f.x;
    Differentiator differentiator(
        f.s, {[&](ExprStore& store, ExprId leaf) { return store.real(leaf == unknown ? 1 : 0); }, false});
    ExprId const product = f.s.mul(f.x, f.y);
    CHECK(differentiator.differentiate(product).value == f.y);
    unknown = f.y;
    differentiator.reset();
    CHECK(differentiator.differentiate(product).value == f.x);
}
