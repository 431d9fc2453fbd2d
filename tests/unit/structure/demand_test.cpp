#include "moo/structure/demand.h"

#include <catch2/catch.hpp>

#include "tests/unit/structure/dae.h"
#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::Demand;

// A system in which some variables that no equation differentiates are to have derivatives.
struct Wishing : Dae {
    std::vector<std::uint32_t> wished;
    moo::PantelidesResult result;

    void reduce_with(std::vector<std::uint32_t> const& wishes) {
        wished = wishes;
        for (std::uint32_t const variable : wishes) der(variable);
        result = reduce();
    }
    Demand of(std::uint32_t equation) const {
        std::vector<bool> is_wished(structure.variable_count());
        for (std::uint32_t const variable : wished) is_wished[variable] = true;
        return moo::DemandTracer(structure, result, is_wished).of(equation);
    }
};

}  // namespace

TEST_CASE("the wish for a state makes its equations be differentiated") {
    // der(x) = -x, T = 2*x, S = T
    Wishing model;
    auto const x = model.variable(), t = model.variable(), s = model.variable();
    model.equation({model.der(x), x});
    auto const first = model.equation({t, x});
    auto const second = model.equation({s, t});
    model.reduce_with({s});
    REQUIRE(model.result.differentiations == std::vector<std::uint32_t>{0, 1, 1});
    CHECK(model.of(first).wishes == std::vector{s});
    CHECK(model.of(second).wishes == std::vector{s});
    CHECK_FALSE(model.of(first).is_inherent);
}

TEST_CASE("a constraint is differentiated with or without wishes") {
    // der(x) = a, der(y) = -a, x = y, T = a
    Wishing model;
    auto const x = model.variable(), y = model.variable(), a = model.variable(), t = model.variable();
    model.equation({model.der(x), a});
    model.equation({model.der(y), a});
    auto const constraint = model.equation({x, y});
    auto const wish = model.equation({t, x});
    model.reduce_with({t});
    CHECK(model.of(constraint).is_inherent);
    CHECK(model.of(constraint).wishes.empty());
    CHECK(model.of(wish).wishes == std::vector{t});
}

TEST_CASE("random systems: without the wishes that it is due to, an equation is differentiated less often") {
    std::mt19937 random(67);
    int due_to_wishes = 0;
    int inherent = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        std::uint32_t const size = 1 + below(random, 6);
        Wishing model;
        std::vector<std::uint32_t> variables;
        for (std::uint32_t i = 0; i < size; ++i) variables.push_back(model.variable());
        for (std::uint32_t i = 0; i < size; ++i) {
            std::vector<std::uint32_t> row;
            for (std::uint32_t const each : variables) {
                if (below(random, 2) == 0) continue;
                bool const as_derivative = each % 2 == 0 && below(random, 3) == 0;
                row.push_back(as_derivative ? model.der(each) : each);
            }
            model.equation(row);
        }
        std::vector<std::uint32_t> wishes;
        for (std::uint32_t const each : variables) {
            bool const is_free = model.structure.derivative_of_variable[each] == moo::no_index;
            if (is_free && below(random, 2) == 0) wishes.push_back(each);
        }
        Wishing const without = model;
        model.reduce_with(wishes);
        if (model.result.status != moo::PantelidesResult::Status::done) continue;
        for (std::uint32_t equation = 0; equation < size; ++equation) {
            std::uint32_t const times = model.result.differentiations[equation];
            if (times == 0) continue;
            Demand const demand = model.of(equation);
            REQUIRE((demand.is_inherent || !demand.wishes.empty()));
            Wishing less = without;
            std::vector<std::uint32_t> rest;
            for (std::uint32_t const wish : wishes) {
                if (!contains(demand.wishes, wish)) rest.push_back(wish);
            }
            less.reduce_with(rest);
            std::uint32_t const then = less.result.differentiations[equation];
            REQUIRE((demand.is_inherent ? then == times : then < times));
            ++(demand.is_inherent ? inherent : due_to_wishes);
        }
    }
    CHECK(due_to_wishes > 1000);
    CHECK(inherent > 500);
}
