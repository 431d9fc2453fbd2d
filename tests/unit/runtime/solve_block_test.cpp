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
    }
    std::string said;
    Messages messages;
    TestModel model;
};

constexpr std::array<std::uint32_t, 2> both{0, 1};
constexpr std::array<std::uint32_t, 1> first{0};

}  // namespace

TEST_CASE("a linear loop is solved in one go") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    MooBlock const block{"Eq[1]",
                         "Loop.mo:3:1",
                         2,
                         both.data(),
                         1,
                         [](MooInstance* m, MooBlock const*, double* r) {
                             r[0] = m->value[0] + 2.0 * m->value[1] - 4.0;
                             r[1] = 3.0 * m->value[0] - m->value[1] - 5.0;
                             return MOO_OK;
                         },
                         [](MooInstance*, MooBlock const*, double* j) {
                             j[0] = 1.0;
                             j[1] = 3.0;
                             j[2] = 2.0;
                             j[3] = -1.0;
                             return MOO_OK;
                         }};
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(2.0).epsilon(1e-14));
    CHECK(instance.values()[1] == Approx(1.0).epsilon(1e-14));
    CHECK(f.said.empty());
}

TEST_CASE("a nonlinear loop is solved with and without a Jacobian") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    // The paper's example with userf(b) = b: sin(a) = b, cos(a) = |b|.
    MooBlock block{"Eq[1]",
                   "Loop.mo:3:1",
                   2,
                   both.data(),
                   0,
                   [](MooInstance* m, MooBlock const*, double* r) {
                       r[0] = std::sin(m->value[0]) - m->value[1];
                       r[1] = std::cos(m->value[0]) - std::abs(m->value[1]);
                       return MOO_OK;
                   },
                   [](MooInstance* m, MooBlock const*, double* j) {
                       j[0] = std::cos(m->value[0]);
                       j[1] = -std::sin(m->value[0]);
                       j[2] = -1.0;
                       j[3] = m->value[1] <= 0.0 ? 1.0 : -1.0;
                       return MOO_OK;
                   }};
    SECTION("symbolic") {}
    SECTION("by differences") { block.jacobian = nullptr; }
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[0] == Approx(std::atan(1.0)).epsilon(1e-10));
    CHECK(instance.values()[1] == Approx(std::sqrt(0.5)).epsilon(1e-10));
}

TEST_CASE("a block that cannot be solved says what and where, and leaves its unknowns alone") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    instance.set_time(2.5);
    instance.values()[0] = 3.0;
    MooBlock const block{"Eq[7]",
                         "Circuit.mo:14:3",
                         1,
                         first.data(),
                         0,
                         [](MooInstance* m, MooBlock const*, double* r) {
                             r[0] = m->value[0] * m->value[0] + 1.0;
                             return MOO_OK;
                         },
                         [](MooInstance* m, MooBlock const*, double* j) {
                             j[0] = 2.0 * m->value[0];
                             return MOO_OK;
                         }};
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_RECOVERABLE);
    CHECK(instance.values()[0] == 3.0);
    for (char const* part : {"nonlinear block `Eq[7]`", "(Circuit.mo:14:3)", "at time 2.5", "`a` = ", "residuals: "}) {
        CAPTURE(part, f.said);
        CHECK(f.said.find(part) != std::string::npos);
    }
}

TEST_CASE("a singular linear block says so") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    MooBlock const block{"Eq[2]",
                         "Loop.mo:9:1",
                         1,
                         first.data(),
                         1,
                         [](MooInstance*, MooBlock const*, double* r) {
                             r[0] = 1.0;
                             return MOO_OK;
                         },
                         [](MooInstance*, MooBlock const*, double*) { return MOO_OK; }};
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_RECOVERABLE);
    CHECK(f.said.find("the system is singular") != std::string::npos);
}

TEST_CASE("a fatal status of a residual is passed on") {
    BlockFixture f;
    Instance instance(f.model.get(), f.messages);
    MooBlock const block{
        "Eq[2]", "Loop.mo:9:1", 1, first.data(), 0, [](MooInstance*, MooBlock const*, double*) { return MOO_FATAL; },
        nullptr};
    CHECK(moo_solve_block(instance.raw(), &block) == MOO_FATAL);
}

}  // namespace moo::runtime
