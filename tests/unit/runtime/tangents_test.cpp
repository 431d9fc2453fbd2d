// Directional derivatives of models by hand, against their formulas.
#include "runtime/math/tangents.h"
#include "runtime/math/residual_tangents.h"

#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include "runtime/solvers/state_jacobian.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime::tangents_test {

namespace {

enum Slot : std::uint32_t { x, dx, y, dy, a, u, w, slot_count };

// A torn block: a := 2 u + x, u³ + a - w y = 0. Then x' = a y, y' = u - x.
MooStatus torn_residual(MooInstance* m, MooBlock const*, double* residual) {
    double* const v = m->value;
    v[a] = 2.0 * v[u] + v[x];
    residual[0] = v[u] * v[u] * v[u] + v[a] - v[w] * v[y];
    return MOO_OK;
}
MooStatus torn_jacobian(MooInstance* m, MooBlock const*, double* entries) {
    double const at = m->value[u];
    std::array<double, 4> const values = {1.0, -2.0, 1.0, 3.0 * at * at};
    std::copy(values.begin(), values.end(), entries);
    return MOO_OK;
}

struct Torn {
    Torn() {
        model.add_state("x", "der(x)", 0.5);
        model.add_state("y", "der(y)", 3.0);
        model.add("a", MOO_ALGEBRAIC, 0.0);
        model.add("u", MOO_ALGEBRAIC, 1.0);
        model.add("w", MOO_INPUT, 2.0);
        block.name = block.source = "";
        block.size = 1;
        block.unknowns = unknowns.data();
        block.assigned_count = 1;
        block.assigned = assigned.data();
        block.residual = torn_residual;
        block.jacobian = torn_jacobian;
        block.entry_count = 4;
        block.entry_rows = rows.data();
        block.entry_columns = columns.data();
        partials.part_count = partials.derivative_part_count = 3;
        partials.part_starts = part_starts.data();
        partials.blocks = blocks.data();
        partials.targets = targets.data();
        partials.row_starts = row_starts.data();
        partials.columns = by.data();
        partials.values = values.data();
        partials.derivatives = [](MooInstance* m, double* entries) {
            entries[1] = -m->value[y];
            entries[2] = -m->value[w];
            entries[3] = -m->value[y];
            entries[4] = -m->value[a];
            return MOO_OK;
        };
        model.edit().partials = &partials;
        model.edit().block_count = 1;
        model.edit().derivatives = [](MooInstance* m) {
            if (MooStatus const status = moo_solve_block(m, &block); status != MOO_OK) return status;
            m->value[dx] = m->value[a] * m->value[y];
            m->value[dy] = m->value[u] - m->value[x];
            return MOO_OK;
        };
    }

    TestModel model;
    MooPartials partials{};
    std::array<std::uint32_t, 4> const part_starts = {0, 2, 3, 4};
    std::array<MooBlock const*, 3> const blocks = {&block, nullptr, nullptr};
    std::array<std::uint32_t, 4> const targets = {a, u, dx, dy};
    std::array<std::uint32_t, 5> const row_starts = {0, 1, 3, 5, 7};
    std::array<std::uint32_t, 7> const by = {x, w, y, a, y, u, x};
    std::array<double, 7> const values = {-1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 1.0};

    static MooBlock block;
    static constexpr std::array<std::uint32_t, 1> unknowns = {u};
    static constexpr std::array<std::uint32_t, 1> assigned = {a};
    static constexpr std::array<std::uint32_t, 4> rows = {0, 0, 1, 1};
    static constexpr std::array<std::uint32_t, 4> columns = {0, 1, 0, 1};
};
MooBlock Torn::block{};

}  // namespace

TEST_CASE("tangents: through a torn block, forwards and backwards") {
    Torn torn;
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(torn.model.get(), messages);
    REQUIRE(instance.compute_continuous() == MOO_OK);
    Tangents tangents(torn.model.get());
    REQUIRE(tangents.evaluate(instance.raw(), PartialExtent::all) == MOO_OK);
    auto const v = instance.values();
    double const slope = 3.0 * v[u] * v[u] + 2.0;
    // Three directions side by side: x, y and w alone.
    std::array<std::array<double, 3>, slot_count> d{};
    d[x][0] = d[y][1] = d[w][2] = 1.0;
    REQUIRE(tangents.forward(d[0].data(), 3));
    std::array<double, 3> const of_u = {-1.0 / slope, v[w] / slope, v[y] / slope};
    for (std::size_t k = 0; k < 3; ++k) {
        double const of_a = 2.0 * of_u[k] + (k == 0 ? 1.0 : 0.0);
        CHECK(d[u][k] == Approx(of_u[k]));
        CHECK(d[a][k] == Approx(of_a));
        CHECK(d[dx][k] == Approx(of_a * v[y] + (k == 1 ? v[a] : 0.0)));
        CHECK(d[dy][k] == Approx(of_u[k] - (k == 0 ? 1.0 : 0.0)));
    }
    std::array<double, slot_count> weights{};
    weights[dx] = 3.0;
    weights[dy] = -1.0;
    REQUIRE(tangents.backward(weights.data()));
    CHECK(weights[x] == Approx(3.0 * d[dx][0] - d[dy][0]));
    CHECK(weights[y] == Approx(3.0 * d[dx][1] - d[dy][1]));
    CHECK(weights[w] == Approx(3.0 * d[dx][2] - d[dy][2]));
    for (Slot const computed : {a, u, dx, dy}) CHECK(weights[computed] == 0.0);
}

TEST_CASE("tangents: of residuals, where the unknown of the torn block is given") {
    Torn torn;
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(torn.model.get(), messages);
    REQUIRE(instance.compute_continuous() == MOO_OK);
    ResidualTangents tangents(torn.model.get());
    REQUIRE(tangents.evaluate(instance.raw(), PartialExtent::all) == MOO_OK);
    auto const v = instance.values();
    // The residual for u is u^3 + a - y w, where a = 2 u + x.
    std::array<double, 4> const of_residual = {1.0, -v[w], -v[y], 3.0 * v[u] * v[u] + 2.0};
    std::array<double, 4> const of_a = {1.0, 0.0, 0.0, 2.0};
    constexpr std::array<Slot, 4> knowns = {x, y, w, u};
    std::array<double, 4> of_dx{};
    for (std::size_t k = 0; k < knowns.size(); ++k) {
        std::array<double, slot_count> d{};
        std::array<double, slot_count> residuals{};
        d[knowns[k]] = 1.0;
        tangents.forward(d.data(), residuals.data());
        CHECK(residuals[u] == Approx(of_residual[k]));
        CHECK(d[a] == Approx(of_a[k]));
        of_dx[k] = of_a[k] * v[y] + (knowns[k] == y ? v[a] : 0.0);
        CHECK(d[dx] == Approx(of_dx[k]));
        CHECK(d[dy] == Approx(knowns[k] == u ? 1.0 : knowns[k] == x ? -1.0 : 0.0));
    }
    std::array<double, slot_count> weights{};
    std::array<double, slot_count> residuals{};
    weights[dx] = 3.0;
    residuals[u] = -2.0;
    tangents.backward(weights.data(), residuals.data());
    for (std::size_t k = 0; k < knowns.size(); ++k) {
        CHECK(weights[knowns[k]] == Approx(3.0 * of_dx[k] - 2.0 * of_residual[k]));
    }
    for (Slot const computed : {a, dx, dy}) CHECK(weights[computed] == 0.0);
}

TEST_CASE("tangents: what cannot be computed is said") {
    Torn torn;
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(torn.model.get(), messages);
    REQUIRE(instance.compute_continuous() == MOO_OK);
    instance.values()[y] = std::numeric_limits<double>::infinity();
    Tangents tangents(torn.model.get());
    CHECK(tangents.evaluate(instance.raw(), PartialExtent::all) == MOO_RECOVERABLE);
}

TEST_CASE("tangents: the Jacobian of the states, exact and by differences") {
    Torn torn;
    Messages messages([](MessageSeverity, std::string_view) {});
    std::array<std::vector<double>, 2> entries;
    for (bool const is_exact : {true, false}) {
        torn.model.edit().partials = is_exact ? &torn.partials : nullptr;
        Instance instance(torn.model.get(), messages);
        auto const derivatives = [&](double const* states, double* rates) {
            instance.set_states(states);
            MooStatus const status = instance.compute_continuous();
            instance.get_derivatives(rates);
            return status;
        };
        std::array<double, 2> const states = {0.5, 3.0};
        std::array<double, 2> const sizes = {1.0, 1.0};
        std::array<double, 2> rates{};
        REQUIRE(derivatives(states.data(), rates.data()) == MOO_OK);
        StateJacobian jacobian(instance);
        CHECK(jacobian.is_exact() == is_exact);
        REQUIRE(jacobian.evaluate(states.data(), rates.data(), sizes.data(), derivatives) == MOO_OK);
        CHECK(jacobian.derivative_calls() == (is_exact ? 1 : 2));
        entries[is_exact ? 0 : 1].assign(jacobian.entries().begin(), jacobian.entries().end());
    }
    REQUIRE(entries[0].size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(entries[0][i] == Approx(entries[1][i]).epsilon(1e-6));
}

namespace {

// u1 + u2 = x and u1 + u2 = factor x: solutions in plenty, or none.
struct Singular {
    explicit Singular(double factor) : values{-1.0, -factor} {
        model.add_state("x", "der(x)", 1.0);
        model.add("u1", MOO_ALGEBRAIC, 0.0);
        model.add("u2", MOO_ALGEBRAIC, 0.0);
        block.size = 2;
        block.unknowns = slots.data();
        block.jacobian = [](MooInstance*, MooBlock const*, double* entries) {
            std::fill_n(entries, 4, 1.0);
            return MOO_OK;
        };
        block.entry_count = 4;
        block.entry_rows = rows.data();
        block.entry_columns = columns.data();
        partials.part_count = partials.derivative_part_count = 1;
        partials.part_starts = part_starts.data();
        partials.blocks = blocks.data();
        partials.targets = slots.data();
        partials.row_starts = row_starts.data();
        partials.columns = by.data();
        partials.values = values.data();
        model.edit().partials = &partials;
    }
    TestModel model;
    MooBlock block{};
    MooPartials partials{};
    std::array<std::uint32_t, 2> slots = {2, 3};
    std::array<std::uint32_t, 4> rows = {0, 0, 1, 1};
    std::array<std::uint32_t, 4> columns = {0, 1, 0, 1};
    std::array<std::uint32_t, 2> part_starts = {0, 2};
    std::array<MooBlock const*, 1> blocks = {&block};
    std::array<std::uint32_t, 3> row_starts = {0, 1, 2};
    std::array<std::uint32_t, 2> by = {0, 0};
    std::array<double, 2> values;
};

}  // namespace

TEST_CASE("tangents: a singular block takes the shortest solution, or none") {
    Messages messages([](MessageSeverity, std::string_view) {});
    for (double const factor : {1.0, 2.0}) {
        Singular singular(factor);
        Instance instance(singular.model.get(), messages);
        Tangents tangents(singular.model.get());
        REQUIRE(tangents.evaluate(instance.raw(), PartialExtent::all) == MOO_OK);
        std::array<double, 4> d = {1.0, 0.0, 0.0, 0.0};
        CHECK(tangents.forward(d.data()) == (factor == 1.0));
        if (factor != 1.0) continue;
        CHECK(d[2] == Approx(0.5));
        CHECK(d[3] == Approx(0.5));
        // The sum is determined, its parts are not.
        std::array<double, 4> sum = {0.0, 0.0, 1.0, 1.0};
        CHECK(tangents.backward(sum.data()));
        CHECK(sum[0] == Approx(1.0));
        std::array<double, 4> part = {0.0, 0.0, 1.0, 0.0};
        CHECK_FALSE(tangents.backward(part.data()));
    }
}

}  // namespace moo::runtime::tangents_test
