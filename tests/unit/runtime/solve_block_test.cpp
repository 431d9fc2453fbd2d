#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

struct BlockFixture {
    BlockFixture() : messages([this](MessageSeverity, std::string_view text) { said += text; }) {
        model.add("a", MOO_ALGEBRAIC, 1.0);
        model.add("b", MOO_ALGEBRAIC, 1.0);
        model.add("c", MOO_ALGEBRAIC, 0.0);
    }
    std::string said;
    Messages messages;
    TestModel model;
};

constexpr std::array<std::uint32_t, 2> both{0, 1};
constexpr std::array<std::uint32_t, 4> full_rows{0, 0, 1, 1};
constexpr std::array<std::uint32_t, 4> full_columns{0, 1, 0, 1};

using Residual = MooStatus (*)(MooInstance*, MooBlock const*, double*);

// A block of one or two unknowns with a full matrix.
MooBlock make_block(std::uint32_t size, bool linear, Residual residual, Residual jacobian) {
    MooBlock block{};
    block.name = "Eq[7]";
    block.source = "Circuit.mo:14:3";
    block.size = size;
    block.unknowns = both.data();
    block.linear = linear ? 1 : 0;
    block.residual = residual;
    block.jacobian = jacobian;
    block.entry_count = size * size;
    block.entry_rows = full_rows.data();
    block.entry_columns = full_columns.data();
    return block;
}

}  // namespace

TEST_CASE("a linear loop is solved in one go") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    static int calls;
    calls = 0;
    MooBlock const block = make_block(
        2, true,
        [](MooInstance* m, MooBlock const*, double* r) {
            ++calls;
            r[0] = m->value[0] + 2.0 * m->value[1] - 4.0;
            r[1] = 3.0 * m->value[0] - m->value[1] - 5.0;
            return MOO_OK;
        },
        [](MooInstance*, MooBlock const*, double* j) {
            j[0] = 1.0;
            j[1] = 2.0;
            j[2] = 3.0;
            j[3] = -1.0;
            return MOO_OK;
        });
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(2.0).epsilon(1e-14));
    CHECK(instance.values()[1] == Approx(1.0).epsilon(1e-14));
    CHECK(calls == 2);
    CHECK(f.said.empty());
}

TEST_CASE("a nonlinear loop is solved with and without a Jacobian") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    // The paper's example with userf(b) = b: sin(a) = b, cos(a) = |b|.
    MooBlock block = make_block(
        2, false,
        [](MooInstance* m, MooBlock const*, double* r) {
            r[0] = std::sin(m->value[0]) - m->value[1];
            r[1] = std::cos(m->value[0]) - std::abs(m->value[1]);
            return MOO_OK;
        },
        [](MooInstance* m, MooBlock const*, double* j) {
            j[0] = std::cos(m->value[0]);
            j[1] = -1.0;
            j[2] = -std::sin(m->value[0]);
            j[3] = m->value[1] <= 0.0 ? 1.0 : -1.0;
            return MOO_OK;
        });
    SECTION("symbolic") {}
    SECTION("by differences") { block.jacobian = nullptr; }
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(std::atan(1.0)).epsilon(1e-10));
    CHECK(instance.values()[1] == Approx(std::sqrt(0.5)).epsilon(1e-10));
}

TEST_CASE("a torn block iterates over what is left, with the Jacobian of the whole") {
    // c := a^2; b := c + 1; 0 = b*a - 10, so a^3 + a = 10 and a = 2.
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    static constexpr std::array<std::uint32_t, 2> assigned{2, 1};
    // Columns: c, b, a.
    static constexpr std::array<std::uint32_t, 6> rows{0, 0, 1, 1, 2, 2};
    static constexpr std::array<std::uint32_t, 6> columns{0, 2, 0, 1, 1, 2};
    static int calls;
    calls = 0;
    MooBlock block = make_block(
        1, false,
        [](MooInstance* m, MooBlock const*, double* r) {
            ++calls;
            m->value[2] = m->value[0] * m->value[0];
            m->value[1] = m->value[2] + 1.0;
            r[0] = m->value[1] * m->value[0] - 10.0;
            return MOO_OK;
        },
        [](MooInstance* m, MooBlock const*, double* j) {
            std::array<double, 6> const entries{1.0, -2.0 * m->value[0], -1.0, 1.0, m->value[0], m->value[1]};
            std::copy(entries.begin(), entries.end(), j);
            return MOO_OK;
        });
    block.assigned_count = 2;
    block.assigned = assigned.data();
    block.entry_count = 6;
    block.entry_rows = rows.data();
    block.entry_columns = columns.data();
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(2.0).epsilon(1e-12));
    CHECK(instance.values()[1] == Approx(5.0).epsilon(1e-12));
    CHECK(instance.values()[2] == Approx(4.0).epsilon(1e-12));
    // A wrong derivative would still converge, but not quadratically.
    CHECK(calls < 12);
}

TEST_CASE("an iteration stays within the limits of its unknowns") {
    // sqrt(a) = 0.1, started at 4: the first full step would lead to a negative number.
    BlockFixture f;
    f.model.variable(0).min = 0.0;
    f.model.variable(0).max = 100.0;
    Instance instance(f.model.get(), f.messages);
    instance.values()[0] = 4.0;
    static double lowest;
    lowest = 4.0;
    MooBlock const block = make_block(
        1, false,
        [](MooInstance* m, MooBlock const*, double* r) {
            lowest = std::min(lowest, m->value[0]);
            r[0] = std::sqrt(std::max(m->value[0], 0.0)) - 0.1;
            return MOO_OK;
        },
        [](MooInstance* m, MooBlock const*, double* j) {
            j[0] = 0.5 / std::sqrt(std::max(m->value[0], 1e-12));
            return MOO_OK;
        });
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(0.01).epsilon(1e-9));
    CHECK(lowest >= 0.0);
}

TEST_CASE("a block that cannot be solved says what and where, and leaves its unknowns alone") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    instance.set_time(2.5);
    instance.raw()->phase = MOO_CONTINUOUS;
    instance.values()[0] = 3.0;
    static constexpr std::array<char const*, 1> sources{"Circuit.mo:15:7"};
    MooBlock block = make_block(
        1, false,
        [](MooInstance* m, MooBlock const*, double* r) {
            r[0] = m->value[0] * m->value[0] + 1.0;
            return MOO_OK;
        },
        [](MooInstance* m, MooBlock const*, double* j) {
            j[0] = 2.0 * m->value[0];
            return MOO_OK;
        });
    block.sources = sources.data();
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_RECOVERABLE);
    CHECK(instance.values()[0] == 3.0);
    for (char const* part : {"nonlinear block `Eq[7]`", "(Circuit.mo:14:3)", "at time 2.5", "`a` = ", " from 3",
                             "residuals: 1 in Circuit.mo:15:7", "may help"}) {
        CAPTURE(part, f.said);
        CHECK(f.said.find(part) != std::string::npos);
    }
}

TEST_CASE("a singular linear block says so") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    MooBlock const block = make_block(
        1, true,
        [](MooInstance*, MooBlock const*, double* r) {
            r[0] = 1.0;
            return MOO_OK;
        },
        [](MooInstance*, MooBlock const*, double* j) {
            j[0] = 0.0;
            return MOO_OK;
        });
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_RECOVERABLE);
    CHECK(f.said.find("the system is singular") != std::string::npos);
}

TEST_CASE("a fatal status of a residual is passed on") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    MooBlock const block = make_block(
        1, false, [](MooInstance*, MooBlock const*, double*) { return MOO_FATAL; }, nullptr);
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_FATAL);
}

namespace {

// 2 x_i - x_(i-1) - x_(i+1) + x_i^3 = 1
constexpr std::uint32_t ladder_size = 200;

struct Ladder {
    Ladder() {
        for (std::uint32_t i = 0; i < ladder_size; ++i) {
            unknowns.push_back(i);
            for (std::uint32_t j = i == 0 ? 0 : i - 1; j < std::min(i + 2, ladder_size); ++j) {
                rows.push_back(i);
                columns.push_back(j);
            }
        }
    }
    std::vector<std::uint32_t> unknowns;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
};

double ladder_residual(double const* x, std::uint32_t i) {
    double const before = i == 0 ? 0.0 : x[i - 1];
    double const after = i + 1 == ladder_size ? 0.0 : x[i + 1];
    return 2.0 * x[i] - before - after + x[i] * x[i] * x[i] - 1.0;
}

}  // namespace

TEST_CASE("a large block is solved with a sparse matrix") {
    Ladder const ladder;
    TestModel model;
    for (std::uint32_t i = 0; i < ladder_size; ++i) model.add("x", MOO_ALGEBRAIC, 0.0);
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(model.get(), messages);
    MooBlock block{};
    block.name = "Eq[1]";
    block.source = "";
    block.size = ladder_size;
    block.unknowns = ladder.unknowns.data();
    block.residual = [](MooInstance* m, MooBlock const*, double* r) {
        for (std::uint32_t i = 0; i < ladder_size; ++i) r[i] = ladder_residual(m->value, i);
        return MOO_OK;
    };
    block.jacobian = [](MooInstance* m, MooBlock const* b, double* j) {
        for (std::uint32_t k = 0; k < b->entry_count; ++k) {
            double const x = m->value[b->entry_rows[k]];
            j[k] = b->entry_rows[k] == b->entry_columns[k] ? 2.0 + 3.0 * x * x : -1.0;
        }
        return MOO_OK;
    };
    block.entry_count = static_cast<std::uint32_t>(ladder.rows.size());
    block.entry_rows = ladder.rows.data();
    block.entry_columns = ladder.columns.data();
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    for (std::uint32_t i = 0; i < ladder_size; ++i) {
        REQUIRE(std::abs(ladder_residual(instance.values().data(), i)) < 1e-9);
    }
    // In the middle the differences vanish: x^3 = 1.
    CHECK(instance.values()[ladder_size / 2] == Approx(1.0).epsilon(1e-6));
}

}  // namespace moo::runtime
