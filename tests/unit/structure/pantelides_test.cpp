#include "moo/structure/pantelides.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "tests/unit/structure/dae.h"
#include "tests/unit/structure/random_graph.h"

namespace {

using namespace moo::test;
using moo::DifferentialStructure;
using moo::PantelidesResult;
using Status = PantelidesResult::Status;

using Sigma = std::vector<std::vector<int>>;  // order of the highest derivative of j in i, -1 if there is none

Sigma random_sigma(std::mt19937& random, std::size_t size) {
    Sigma sigma(size, std::vector<int>(size, -1));
    for (auto& row : sigma) {
        for (int& order : row) {
            if (below(random, 2) == 0) order = static_cast<int>(below(random, 3));
        }
    }
    return sigma;
}

// A transversal of highest value by trying all, none if there is none.
std::vector<std::size_t> best_transversal(Sigma const& sigma) {
    std::vector<std::size_t> permutation(sigma.size());
    std::iota(permutation.begin(), permutation.end(), std::size_t{0});
    std::vector<std::size_t> best;
    int best_value = -1;
    do {
        int value = 0;
        for (std::size_t i = 0; i < sigma.size() && value >= 0; ++i) {
            value = sigma[i][permutation[i]] < 0 ? -1 : value + sigma[i][permutation[i]];
        }
        if (value > best_value) {
            best_value = value;
            best = permutation;
        }
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    return best;
}

// The smallest c >= 0 with d_j - c_i >= s_ij and equality on the transversal, by Pryce's iteration.
std::vector<std::uint32_t> smallest_offsets(Sigma const& sigma, std::vector<std::size_t> const& transversal) {
    std::size_t const size = sigma.size();
    std::vector<int> c(size, 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < size; ++i) {
            int d = 0;
            for (std::size_t k = 0; k < size; ++k) {
                if (sigma[k][transversal[i]] >= 0) d = std::max(d, sigma[k][transversal[i]] + c[k]);
            }
            int const wanted = d - sigma[i][transversal[i]];
            if (wanted != c[i]) {
                c[i] = wanted;
                changed = true;
            }
        }
    }
    return {c.begin(), c.end()};
}

// Lower derivatives may occur as well; they make no difference.
Dae make_dae(std::mt19937& random, Sigma const& sigma) {
    Dae dae;
    std::vector<std::uint32_t> variables;
    for (std::size_t j = 0; j < sigma.size(); ++j) variables.push_back(dae.variable());
    for (auto const& row : sigma) {
        std::vector<std::uint32_t> columns;
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (row[j] < 0) continue;
            std::uint32_t variable = variables[j];
            for (int order = 0; order < row[j]; ++order) {
                if (below(random, 3) == 0) columns.push_back(variable);
                variable = dae.der(variable);
            }
            columns.push_back(variable);
        }
        dae.equation(columns);
    }
    return dae;
}

// All equations that are not differentiated further are matched with variables without derivative.
void check_matching(DifferentialStructure const& structure, moo::Matching const& matching) {
    for (std::uint32_t equation = 0; equation < structure.equation_count(); ++equation) {
        std::uint32_t const variable = matching.column_of_row[equation];
        if (structure.derivative_of_equation[equation] != moo::no_index) {
            REQUIRE(variable == moo::unmatched);
            continue;
        }
        REQUIRE(variable != moo::unmatched);
        REQUIRE(structure.derivative_of_variable[variable] == moo::no_index);
        auto const row = structure.incidence.row(equation);
        REQUIRE(std::find(row.begin(), row.end(), variable) != row.end());
    }
}

}  // namespace

TEST_CASE("the planar pendulum has index 3") {
    Dae dae;
    auto const x = dae.variable(), y = dae.variable(), vx = dae.variable(), vy = dae.variable();
    auto const force = dae.variable();
    dae.equation({dae.der(vx), x, force});
    dae.equation({dae.der(vy), y, force});
    dae.equation({x, y});
    dae.equation({dae.der(x), vx});
    dae.equation({dae.der(y), vy});
    PantelidesResult const result = dae.reduce();
    REQUIRE(result.status == Status::done);
    CHECK(result.differentiations == std::vector<std::uint32_t>{0, 0, 2, 1, 1});
    check_matching(dae.structure, result.matching);
}

TEST_CASE("a system without constraints on its states is left alone") {
    Dae dae;
    auto const x = dae.variable(), y = dae.variable();
    dae.equation({dae.der(x), x, y});
    dae.equation({x, y});
    PantelidesResult const result = dae.reduce();
    REQUIRE(result.status == Status::done);
    CHECK(result.differentiations == std::vector<std::uint32_t>{0, 0});
    CHECK(dae.structure.equation_count() == 2);
}

TEST_CASE("a singular system is reported before anything is differentiated") {
    // Two equations for x alone, one for y and z: without the test the first two would be differentiated for ever.
    Dae dae;
    auto const x = dae.variable(), y = dae.variable(), z = dae.variable();
    dae.equation({y, z});
    dae.equation({dae.der(x), x});
    dae.equation({x});
    PantelidesResult const result = dae.reduce();
    REQUIRE(result.status == Status::singular);
    CHECK(result.conflict.rows == std::vector<std::uint32_t>{1, 2});
    CHECK(result.conflict.columns == std::vector<std::uint32_t>{x});
    CHECK(dae.structure.equation_count() == 3);
}

TEST_CASE("an equation that cannot be differentiated is named") {
    Dae dae;
    auto const x = dae.variable(), y = dae.variable();
    dae.equation({dae.der(x), y});
    dae.equation({x});
    auto hooks = structural_hooks(dae.structure);
    hooks.equation_derivative = [](std::uint32_t, std::uint32_t) { return std::nullopt; };
    PantelidesResult const result = pantelides(dae.structure, hooks);
    REQUIRE(result.status == Status::not_differentiable);
    CHECK(result.culprit == 1);
}

TEST_CASE("a variable that cancels in a derivative makes the system singular, not endless") {
    // x + y = 0 and x - x + y = 0, where the second is found to be y = 0 only when it is differentiated.
    Dae dae;
    auto const x = dae.variable(), y = dae.variable(), z = dae.variable();
    dae.equation({dae.der(x), dae.der(y), z});
    dae.equation({x, y});
    dae.equation({y});
    auto hooks = structural_hooks(dae.structure);
    auto const full = hooks.equation_derivative;
    hooks.equation_derivative = [&](std::uint32_t equation, std::uint32_t derivative) {
        auto columns = full(equation, derivative);
        if (equation == 1) std::erase_if(*columns, [&](std::uint32_t v) { return v == x || v == dae.der(x); });
        return columns;
    };
    PantelidesResult const result = pantelides(dae.structure, hooks);
    REQUIRE(result.status == Status::singular);
    CHECK(result.conflict.rows == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("the hooks are told of each new variable and equation, in an order they can work with") {
    Dae dae;
    auto const x = dae.variable(), v = dae.variable(), f = dae.variable();
    dae.equation({dae.der(x), v});
    dae.equation({dae.der(v), f});
    dae.equation({x});
    auto hooks = structural_hooks(dae.structure);
    auto const full = hooks.equation_derivative;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> new_variables;
    hooks.variable_derivative = [&](std::uint32_t variable, std::uint32_t derivative) {
        CHECK(dae.structure.derivative_of_variable[variable] == derivative);
        new_variables.emplace_back(variable, derivative);
    };
    hooks.equation_derivative = [&](std::uint32_t equation, std::uint32_t derivative) {
        CHECK(derivative == dae.structure.equation_count());
        for (std::uint32_t const variable : dae.structure.incidence.row(equation)) {
            CHECK(dae.structure.derivative_of_variable[variable] != moo::no_index);
        }
        return full(equation, derivative);
    };
    PantelidesResult const result = pantelides(dae.structure, hooks);
    CHECK(result.differentiations == std::vector<std::uint32_t>{1, 0, 2});
    REQUIRE(new_variables.size() == 1);
    CHECK(new_variables[0].first == dae.der(x));
}

TEST_CASE("the offsets are those of the sigma method on random systems") {
    std::mt19937 random(37);
    int regular = 0;
    int high_index = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        Sigma const sigma = random_sigma(random, 1 + below(random, 6));
        Dae dae = make_dae(random, sigma);
        PantelidesResult const result = dae.reduce();
        auto const transversal = best_transversal(sigma);
        if (transversal.empty()) {
            REQUIRE(result.status == Status::singular);
            REQUIRE(result.conflict.rows.size() == result.conflict.columns.size() + 1);
            REQUIRE(dae.structure.equation_count() == sigma.size());
            continue;
        }
        REQUIRE(result.status == Status::done);
        auto const offsets = smallest_offsets(sigma, transversal);
        REQUIRE(result.differentiations == offsets);
        check_matching(dae.structure, result.matching);
        ++regular;
        if (*std::max_element(offsets.begin(), offsets.end()) > 0) ++high_index;
    }
    CHECK(regular > 2000);
    CHECK(high_index > 1000);
}
