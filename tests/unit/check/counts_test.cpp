// How many scalars types and equations stand for.
#include <catch2/catch.hpp>

#include "moo/check/counts.h"

using moo::ExprId;
using moo::ExprKind;
using moo::FlatBranch;
using moo::FlatEquation;
using moo::FlatEquationKind;
using moo::TypeId;
using moo::VarId;

namespace {

struct Counting {
    moo::Interner interner;
    moo::FlatModel model;

    ExprId variable(TypeId type) {
        moo::Variable variable;
        variable.type = type;
        return model.exprs.variable(model.variables.add(variable), type);
    }
    TypeId array(TypeId element, std::vector<std::int64_t> const& dims) {
        return model.exprs.types().array(element, dims);
    }
    FlatEquation equality(ExprId a, ExprId b) {
        FlatEquation equation;
        equation.a = a;
        equation.b = b;
        return equation;
    }
    FlatEquation loop(char const* iterator, ExprId range, std::vector<FlatEquation> body) {
        FlatEquation equation;
        equation.kind = FlatEquationKind::for_;
        equation.iterator = interner.intern(iterator);
        equation.a = range;
        equation.branches.push_back({{}, std::move(body)});
        return equation;
    }
    std::int64_t size(FlatEquation const& equation) { return equation_size(model, equation); }
};

}  // namespace

TEST_CASE("records count by their fields, arrays by their elements") {
    Counting c;
    moo::RecordField const fields[] = {{c.interner.intern("re"), moo::types::real},
                                       {c.interner.intern("v"), c.array(moo::types::real, {3})}};
    TypeId const record = c.model.exprs.types().record(c.interner.intern("R"), fields);
    moo::TypeTable const& types = c.model.exprs.types();
    CHECK(scalar_count(types, moo::types::boolean) == 1);
    CHECK(scalar_count(types, record) == 4);
    CHECK(scalar_count(types, c.array(record, {2, 5})) == 40);
    CHECK(scalar_count(types, c.array(moo::types::real, {2, 0})) == 0);
    TypeId const open = c.array(moo::types::real, {2, moo::TypeTable::unknown_size});
    CHECK(!find_scalar_count(types, open));
    CHECK(scalar_count(types, open) == 0);
}

TEST_CASE("equalities count by their type, and a missing result of a call by nothing") {
    Counting c;
    ExprId const x = c.variable(c.array(moo::types::real, {3}));
    ExprId const y = c.variable(moo::types::real);
    CHECK(c.size(c.equality(x, x)) == 3);
    TypeId const members[] = {moo::types::real, moo::types::real, c.array(moo::types::real, {3})};
    ExprId const call = c.model.exprs.call(c.interner.intern("f"), {y}, c.model.exprs.types().tuple(members));
    ExprId const targets = c.model.exprs.tuple({y, c.model.exprs.whole(), x});
    CHECK(c.size(c.equality(targets, call)) == 4);
    FlatEquation assertion;
    assertion.kind = FlatEquationKind::assertion;
    CHECK(c.size(assertion) == 0);
}

TEST_CASE("loops count their body for each value, also where an inner range depends on an outer iterator") {
    Counting c;
    moo::ExprStore& exprs = c.model.exprs;
    ExprId const y = c.variable(moo::types::real);
    FlatEquation const one = c.equality(y, y);
    ExprId const to_four = exprs.range(exprs.integer(1), exprs.integer(4));
    CHECK(c.size(c.loop("i", to_four, {one, one})) == 8);
    ExprId const to_i = exprs.range(exprs.integer(1), exprs.iterator(c.interner.intern("i")));
    CHECK(c.size(c.loop("i", to_four, {c.loop("j", to_i, {one})})) == 10);
    ExprId const none = exprs.range(exprs.integer(1), exprs.integer(0));
    CHECK(c.size(c.loop("i", none, {one})) == 0);
}

TEST_CASE("an if counts as its first branch, and branches of other sizes are found") {
    Counting c;
    ExprId const y = c.variable(moo::types::real);
    FlatEquation const one = c.equality(y, y);
    FlatEquation balanced;
    balanced.kind = FlatEquationKind::if_;
    balanced.branches.push_back({c.model.exprs.boolean(true), {one, one}});
    balanced.branches.push_back({{}, {one, one}});
    CHECK(c.size(balanced) == 2);
    CHECK(find_unbalanced_if(c.model, balanced) == nullptr);
    FlatEquation without_else = balanced;
    without_else.branches.pop_back();
    CHECK(find_unbalanced_if(c.model, without_else) == &without_else);
    FlatEquation const outer = c.loop("i", c.model.exprs.array({c.model.exprs.integer(1)}), {without_else});
    CHECK(find_unbalanced_if(c.model, outer) == &outer.branches[0].body[0]);
    FlatEquation assertion;
    assertion.kind = FlatEquationKind::assertion;
    FlatEquation checks;
    checks.kind = FlatEquationKind::if_;
    checks.branches.push_back({c.model.exprs.boolean(true), {assertion}});
    CHECK(find_unbalanced_if(c.model, checks) == nullptr);
}
