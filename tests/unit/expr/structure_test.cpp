// ComplexRecord, fields, subscripts and sizes.
#include <catch2/catch.hpp>

#include "moo/expr/free_variables.h"
#include "moo/expr/references.h"
#include "moo/expr/substitute.h"
#include "tests/unit/expr/fixture.h"

using namespace moo;
using namespace moo::test;

namespace {

struct ComplexRecord : Fixture {
    Symbol re = names("re");
    Symbol im = names("im");
    TypeId type = make_type();
    ExprId c = names.variable(s, "c", type);

    TypeId make_type() {
        std::vector<RecordField> const fields{{re, types::real}, {im, array_type({2})}};
        return s.types().record(names("C"), fields);
    }
    ExprId value(ExprId first) { return s.record(type, {first, s.array({y, z})}); }
};

// Every name in quotes, as Base Modelica has it.
class QuotedNames : public TestNames {
public:
    void write_identifier(TextWriter& out, Symbol name) const override {
        out.write('\'');
        out.write(text(name));
        out.write('\'');
    }
};

}  // namespace

TEST_CASE("a record value is a call of its type") {
    ComplexRecord f;
    ExprId const record = f.value(f.x);
    CHECK(f.s.is_record(record));
    CHECK(f.s.kind(record) == ExprKind::call);
    CHECK(f.text(record) == "C(x, {y, z})");
    CHECK_FALSE(f.s.is_record(f.c));
    CHECK_FALSE(f.s.is_record(f.s.call(f.names("f"), {f.x}, f.type)));
    // It varies only with its fields; the value of another call is not known.
    CHECK_FALSE(f.s.varies(f.s.record(f.type, {f.r(1), f.s.array({f.r(2), f.r(3)})})));
    CHECK(f.s.varies(f.s.call(f.names("f"), {f.r(1)}, f.type)));
}

TEST_CASE("the field of a record value is its operand") {
    ComplexRecord f;
    CHECK(f.s.field(f.value(f.x), f.re) == f.x);
    CHECK(f.text(f.s.field(f.value(f.x), f.im)) == "{y, z}");
    CHECK(f.text(f.s.field(f.c, f.re)) == "c.re");
    CHECK(f.text(f.s.field(f.s.array({f.c, f.value(f.x)}), f.re)) == "{c.re, x}");
    ExprId const both = f.s.if_else(f.b, f.value(f.x), f.value(f.y));
    CHECK(f.text(f.s.field(both, f.re)) == "if b then x else y");
    // A branch that is no record value stays as it is.
    CHECK(f.text(f.s.field(f.s.if_else(f.b, f.value(f.x), f.c), f.re)) == "(if b then C(x, {y, z}) else c).re");
}

TEST_CASE("the field of a long chain of conditions") {
    ComplexRecord f;
    ExprId chain = f.value(f.x);
    for (int k = 0; k < 100'000; ++k) {
        chain = f.s.if_else(f.op(ExprKind::less, f.x, f.r(k)), f.value(f.r(k)), chain);
    }
    CHECK(f.s.kind(f.s.field(chain, f.re)) == ExprKind::if_else);
}

TEST_CASE("the field of an array of records has the dimensions of both") {
    ComplexRecord f;
    ExprId const many = f.names.variable(f.s, "many", f.array_type({3}, f.type));
    CHECK(f.s.type(f.s.field(many, f.re)) == f.array_type({3}));
    CHECK(f.s.type(f.s.field(many, f.im)) == f.array_type({3, 2}));
    CHECK(f.s.type(f.s.field(many, f.names("none"))) == types::unknown);
}

TEST_CASE("literal subscripts select from constructors") {
    Fixture f;
    ExprStore& s = f.s;
    ExprId const rows = s.array({s.array({f.x, f.y}), s.array({f.z, f.p})});
    CHECK(s.subscript(rows, {f.n(2), f.n(1)}) == f.z);
    CHECK(f.text(s.subscript(rows, {f.n(1)})) == "{x, y}");
    CHECK(f.text(s.subscript(rows, {s.whole(), f.n(2)})) == "{y, p}");
    CHECK(f.text(s.subscript(rows, {s.array({f.n(2), f.n(1)}), f.n(1)})) == "{z, x}");
    CHECK(f.text(s.subscript(s.array({f.x, f.y, f.z}), {s.range(f.n(2), f.n(3))})) == "{y, z}");
    CHECK(f.text(s.subscript(s.array({f.x, f.y}), {f.n(3)})) == "({x, y})[3]");
    CHECK(f.text(s.subscript(s.array({f.x, f.y}), {f.i})) == "({x, y})[i]");
    CHECK(s.subscript(s.array({f.x, f.y}), {s.boolean(true)}) == f.y);
    // The type of the array is Real, so that of its element is.
    CHECK(f.text(s.subscript(s.array({f.n(1), f.r(2.5)}), {f.n(1)})) == "1.0");
    CHECK(f.text(s.subscript(f.f(Builtin::fill, {f.x, f.n(3)}), {f.n(2)})) == "x");
    CHECK(f.text(s.subscript(f.f(Builtin::zeros, {f.n(3)}), {f.n(4)})) == "(zeros(3))[4]");
}

TEST_CASE("subscripts of subscripts are one list") {
    Fixture f;
    CHECK(f.text(f.s.subscript(f.s.subscript(f.m, {f.i}), {f.j})) == "m[i, j]");
    CHECK(f.s.subscript(f.m, {f.s.whole(), f.s.whole()}) == f.m);
    CHECK(f.text(f.s.subscript(f.s.subscript(f.m, {f.s.range(f.n(1), f.n(2))}), {f.i})) == "m[i]");
}

TEST_CASE("sizes that the type knows are literals") {
    Fixture f;
    CHECK(f.text(f.f(Builtin::size, {f.m, f.n(2)})) == "3");
    CHECK(f.text(f.f(Builtin::size, {f.m})) == "{3, 3}");
    CHECK(f.text(f.f(Builtin::ndims, {f.m})) == "2");
    ExprId const open = f.names.variable(f.s, "o", f.array_type({TypeTable::unknown_size, 2}));
    CHECK(f.text(f.f(Builtin::size, {open, f.n(1)})) == "size(o, 1)");
    CHECK(f.text(f.f(Builtin::size, {f.v, f.n(2)})) == "size(v, 2)");
}

TEST_CASE("ranges between literals have a size") {
    Fixture f;
    auto const size = [&](ExprId range) { return f.s.types().dims(f.s.type(range))[0]; };
    CHECK(size(f.s.range(f.n(1), f.n(2), f.n(6))) == 3);
    CHECK(size(f.s.range(f.n(6), f.n(-2), f.n(1))) == 3);
    CHECK(size(f.s.range(f.r(0), f.r(0.1), f.r(1))) == 11);
    CHECK(size(f.s.range(f.s.boolean(false), f.s.boolean(true))) == 2);
    CHECK(size(f.s.range(f.n(1), f.n(0), f.n(2))) == TypeTable::unknown_size);
    CHECK(size(f.s.range(f.n(1), f.i)) == TypeTable::unknown_size);
}

TEST_CASE("variables of functions are references too") {
    Fixture f;
    ExprId const a = f.s.iterator(f.names("a"), f.array_type({3}));
    ExprId const first = f.s.subscript(a, {f.n(1)});
    CHECK(f.s.is_reference(first));
    CHECK_FALSE(f.s.referenced_variable(first));
    CHECK(overlap(f.s, first, f.s.subscript(a, {f.n(2)})) == Overlap::none);
    CHECK(overlap(f.s, first, f.s.subscript(a, {f.i})) == Overlap::possible);
    CHECK(overlap(f.s, first, f.s.subscript(f.v, {f.n(1)})) == Overlap::none);
}

TEST_CASE("iterators are replaced where they are not bound again") {
    Fixture f;
    ExprId const k = f.s.iterator(f.names("k"));
    ExprId const inner = f.for_loop(Reduction::sum, f.s.mul(k, f.x), "k", f.s.range(f.n(1), k));
    Substitution substitution(f.s);
    substitution.set(f.names("k"), f.n(7));
    CHECK(f.text(substitution.apply(f.s.add(k, inner))) == "7 + sum(k*x for k in 1:7)");
    CHECK(mentioned_iterators(f.s, inner) == std::vector<Symbol>{f.names("k")});
    CHECK(mentioned_iterators(f.s, f.x).empty());
}

TEST_CASE("external objects are types of their own") {
    Fixture f;
    TypeId const table = f.s.types().external_object(f.names("Table"));
    CHECK(f.s.types().kind(table) == TypeKind::external_object);
    CHECK(f.s.types().external_object(f.names("Table")) == table);
    CHECK(f.s.types().external_object(f.names("Other")) != table);
}

TEST_CASE("names of the model are printed in the style of the source of names") {
    ExprStore s;
    QuotedNames names;
    auto const text = [&](ExprId id) { return to_string(s, id, names); };
    std::vector<Symbol> const literals{names("off"), names("on")};
    std::vector<RecordField> const fields{{names("re"), types::real}};
    TypeId const record = s.types().record(names("A.C"), fields);
    ExprId const k = s.iterator(names("k"));
    CHECK(text(s.enumeration(s.types().enumeration(names("A.Mode"), literals), 2)) == "'A.Mode'.'on'");
    CHECK(text(s.enumeration(s.types().enumeration(names("StateSelect"), literals), 1)) == "StateSelect.off");
    CHECK(text(s.call(names("A.f"), {k, s.string(names("a\"b"))})) == "'A.f'('k', \"a\\\"b\")");
    CHECK(text(s.field(s.call(names("A.f"), {k}, record), names("re"))) == "('A.f'('k')).'re'");
    CHECK(text(s.record(record, {s.real(1)})) == "'A.C'(1.0)");
    CHECK(text(s.builtin(Builtin::sin, {k})) == "sin('k')");
    ReductionIterator const over{names("k"), s.range(s.integer(1), s.integer(2))};
    CHECK(text(s.reduction(Reduction::array, k, {&over, 1})) == "{'k' for 'k' in 1:2}");
    CHECK(text(s.tuple({k, s.whole(), k})) == "('k', , 'k')");
    CHECK(text(s.array({})) == "zeros(0)");
}
