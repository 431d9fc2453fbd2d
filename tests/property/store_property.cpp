// The store keeps its promises on random expressions.
#include <catch2/catch.hpp>
#include <unordered_map>
#include <vector>

#include "moo/expr/substitute.h"
#include "tests/support/expression_names.h"
#include "tests/support/random_expression.h"

namespace {

using namespace moo;
using namespace moo::test;

RandomOptions all_syntax(TestNames& names) {
    return {.depth = 5, .variables = 3, .syntax = true, .symbols = {names("i"), names("f"), names("k")}};
}

}  // namespace

TEST_CASE("operands precede the nodes that use them, and no two nodes are equal") {
    TestNames names;
    ExprStore store;
    RandomExpression random(store, 7, all_syntax(names));
    for (int i = 0; i < 20'000; ++i) random.any();
    std::unordered_map<std::string, int> texts;
    for (std::uint32_t i = 0; i < store.size(); ++i) {
        ExprId const id(i);
        ExprNode const node = store.node(id);
        std::string key(1, static_cast<char>(node.kind));
        key += ' ' + std::to_string(node.aux) + ' ' + std::to_string(node.type.index());
        for (ExprId const operand : store.operands(id)) {
            REQUIRE(operand < id);
            key += ' ' + std::to_string(operand.index());
        }
        if (node.kind == ExprKind::call || node.kind == ExprKind::field)
            key += " s" + std::to_string(store.symbol(id).index());
        if (node.kind == ExprKind::reduction) key += " s" + std::to_string(store.iterator_at(id, 0).name.index());
        if (store.operands(id).empty() && node.kind != ExprKind::call) {
            key += " l" + std::to_string(node.a) + ' ' + std::to_string(node.b);
        }
        REQUIRE(++texts[key] == 1);
    }
    CHECK(store.size() > 20'000);
}

TEST_CASE("the same seed builds the same ids, and rebuilding a node gives the node") {
    TestNames names;
    ExprStore store;
    std::vector<ExprId> first;
    RandomExpression one(store, 11, all_syntax(names));
    for (int i = 0; i < 2'000; ++i) first.push_back(one.any());
    std::size_t const size = store.size();
    RandomExpression two(store, 11, all_syntax(names));
    for (ExprId const expected : first) REQUIRE(two.any() == expected);
    std::vector<ExprId> operands;
    for (std::uint32_t i = 0; i < size; ++i) {
        store.operands(ExprId(i)).copy_to(operands);
        REQUIRE(store.rebuild(ExprId(i), operands) == ExprId(i));
    }
    CHECK(store.size() == size);
}

TEST_CASE("substituting there and back gives the expression, and substituting a variable by itself changes nothing") {
    TestNames names;
    ExprStore store;
    RandomExpression random(store, 13, all_syntax(names));
    ExprId const x = random.real_variable(0);
    ExprId const fresh = store.variable(VarId(1000u));
    Substitution there(store);
    there.set(x, fresh);
    Substitution back(store);
    back.set(fresh, x);
    int changed = 0;
    for (int i = 0; i < 5'000; ++i) {
        ExprId const expr = random.any();
        ExprId const replaced = there.apply(expr);
        if (replaced != expr) ++changed;
        REQUIRE(back.apply(replaced) == expr);
        REQUIRE(substitute(store, expr, {{x, x}}) == expr);
    }
    CHECK(changed > 1'000);
}
