// A store with a few variables, and expressions as text.
#pragma once

#include <string>
#include <vector>

#include "moo/expr/store.h"
#include "tests/support/expression_names.h"

namespace moo::test {

struct Fixture {
    ExprStore s;
    TestNames names;
    ExprId x = names.variable(s, "x");
    ExprId y = names.variable(s, "y");
    ExprId z = names.variable(s, "z");
    ExprId p = names.variable(s, "p");
    ExprId i = names.variable(s, "i", types::integer);
    ExprId j = names.variable(s, "j", types::integer);
    ExprId b = names.variable(s, "b", types::boolean);
    ExprId c = names.variable(s, "c", types::boolean);
    ExprId v = names.variable(s, "v", array_type({3}));
    ExprId w = names.variable(s, "w", array_type({3}));
    ExprId m = names.variable(s, "m", array_type({3, 3}));

    TypeId array_type(std::vector<std::int64_t> const& dims, TypeId element = types::real) {
        return s.types().array(element, dims);
    }
    [[nodiscard]] std::string text(ExprId id) const { return id ? to_string(s, id, names) : "none"; }
    ExprId n(std::int64_t value) { return s.integer(value); }
    ExprId r(double value) { return s.real(value); }
    ExprId f(Builtin builtin, ExprList arguments) { return s.builtin(builtin, arguments); }
    ExprId op(ExprKind kind, ExprId left, ExprId right) { return s.binary(kind, left, right); }
    ExprId for_loop(Reduction reduction, ExprId body, std::string_view name, ExprId range) {
        ReductionIterator const iterator{names(name), range};
        return s.reduction(reduction, body, {&iterator, 1});
    }
};

}  // namespace moo::test
