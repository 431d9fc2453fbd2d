// Blocks that hold a choice of states: what is chosen is not iterated.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "runtime/instance/host_memory.h"
#include "tests/unit/runtime/test_model.h"

namespace moo::runtime::open_unknowns_test {

namespace {

// x² + y² = 25 and s = a·x + b·y, as a torn block: the assigned d = 2 x stands in the first equation.
enum Slot : std::uint32_t { x, y, s, a, b, d };
constexpr std::array<std::uint32_t, 2> unknowns{x, y};
constexpr std::array<std::uint32_t, 1> assigned{d};
constexpr std::array<std::uint32_t, 6> rows{0, 0, 1, 1, 2, 2};
constexpr std::array<std::uint32_t, 6> columns{0, 1, 0, 2, 1, 2};
constexpr std::array<std::uint32_t, 1> states{s};
constexpr std::array<std::uint32_t, 2> selection{a, b};
constexpr MooSelectionRow row{1, 0, 0};

std::set<double> tried;

struct Circle {
    Circle() : messages([this](MessageSeverity, std::string_view text) { said += text; }) {
        for (char const* const name : {"x", "y", "s", "a", "b", "d"}) model.add(name, MOO_ALGEBRAIC, 1.0);
        set.candidate_count = 2;
        set.state_count = 1;
        set.candidates = unknowns.data();
        set.states = states.data();
        set.selection = selection.data();
        model.edit().state_set_count = 1;
        model.edit().state_sets = &set;
        model.edit().block_count = 1;
        block.name = "Eq[1]";
        block.source = "Circle.mo:3:3";
        block.size = 2;
        block.unknowns = unknowns.data();
        block.assigned_count = 1;
        block.assigned = assigned.data();
        block.residual = [](MooInstance* m, MooBlock const*, double* r) {
            tried.insert(m->value[x]);
            m->value[d] = 2.0 * m->value[x];
            r[0] = 0.25 * m->value[d] * m->value[d] + m->value[y] * m->value[y] - 25.0;
            r[1] = m->value[s] - (m->value[a] * m->value[x] + m->value[b] * m->value[y]);
            return MOO_OK;
        };
        block.jacobian = [](MooInstance* m, MooBlock const*, double* entries) {
            entries[0] = 1.0;
            entries[1] = -2.0;
            entries[2] = 0.5 * m->value[d];
            entries[3] = 2.0 * m->value[y];
            entries[4] = -m->value[a];
            entries[5] = -m->value[b];
            return MOO_OK;
        };
        block.entry_count = 6;
        block.entry_rows = rows.data();
        block.entry_columns = columns.data();
        block.selection_count = 1;
        block.selections = &row;
    }
    std::string said;
    Messages messages;
    TestModel model;
    MooStateSet set{};
    MooBlock block{};
};

}  // namespace

TEST_CASE("a block with a chosen state iterates over the other candidates only") {
    Circle circle;
    Instance instance(circle.model.get(), circle.messages);
    MooInstance* const m = instance.raw();
    auto const solve = [&](double on_x, double on_y, double state, double start) {
        m->value[a] = on_x;
        m->value[b] = on_y;
        m->value[s] = state;
        m->value[x] = m->value[y] = start;
        tried.clear();
        REQUIRE(moo_solve_block(m, &circle.block) == MOO_OK);
        CHECK(std::abs(m->value[x] * m->value[x] + m->value[y] * m->value[y] - 25.0) < 1e-12);
        CHECK(m->value[d] == 2.0 * m->value[x]);
    };
    solve(1.0, 0.0, 3.0, 2.0);
    CHECK(m->value[x] == 3.0);
    CHECK(m->value[y] == Approx(4.0).epsilon(1e-12));
    CHECK(tried == std::set<double>{3.0});
    // The choice changes; the memory of the block follows.
    solve(0.0, 1.0, -3.0, -2.0);
    CHECK(m->value[y] == -3.0);
    CHECK(m->value[x] == Approx(-4.0).epsilon(1e-12));
    CHECK(tried.size() > 1);
    // What is no choice is solved as it stands.
    solve(0.6, 0.8, 4.9, 4.5);
    CHECK(0.6 * m->value[x] + 0.8 * m->value[y] == Approx(4.9).epsilon(1e-12));
    CHECK(circle.said.empty());
}

TEST_CASE("a chosen state that leaves no solution is told with the unknown that is left") {
    Circle circle;
    Instance instance(circle.model.get(), circle.messages);
    MooInstance* const m = instance.raw();
    m->value[a] = 1.0;
    m->value[b] = 0.0;
    m->value[s] = 6.0;
    CHECK(moo_solve_block(m, &circle.block) == MOO_RECOVERABLE);
    CHECK(circle.said.find("`y`") != std::string::npos);
    CHECK(circle.said.find("`x`") == std::string::npos);
}

}  // namespace moo::runtime::open_unknowns_test
