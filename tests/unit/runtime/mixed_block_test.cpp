#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "tests/unit/runtime/test_model.h"

namespace moo::runtime {

namespace {

// A ladder of `count` ideal diodes in series with resistors: s_i is the parameter of diode i, its voltage is s_i where
// s_i < 0 and zero elsewhere, its current zero or s_i. Each carries the current of a source u_i through 1 Ohm, coupled
// to its neighbours: v_i + i_i + 0.4 (i_(i-1) + i_(i+1)) = u_i. So the relations depend on each other, and the matrix
// of the complementarity problem is a P-matrix.
struct Diodes {
    explicit Diodes(std::uint32_t count) : size(count), source(count, 0.0) {
        for (std::uint32_t i = 0; i < count; ++i) model.add("s", MOO_ALGEBRAIC, 1.0);
        for (std::uint32_t i = 0; i < count; ++i) model.add_relation("s < 0", true);
        numbers.resize(count);
        std::iota(numbers.begin(), numbers.end(), 0u);
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = i == 0 ? 0 : i - 1; j < std::min(i + 2, count); ++j) {
                rows.push_back(i);
                columns.push_back(j);
            }
        }
        model.edit().zero_crossings = [](MooInstance* m, double* z) {
            for (std::uint32_t i = 0; i < m->model->crossing_count; ++i) z[i] = -m->value[i];
            return MOO_OK;
        };
        block.name = "riEq[1]";
        block.source = "Diodes.mo:3:1";
        block.size = count;
        block.unknowns = numbers.data();
        block.linear = 1;
        block.residual = [](MooInstance* m, MooBlock const* b, double* r) {
            auto const current = [m](std::uint32_t i) { return m->relation[i] != 0 ? 0.0 : m->value[i]; };
            for (std::uint32_t i = 0; i < b->size; ++i) {
                double const neighbours = (i == 0 ? 0.0 : current(i - 1)) + (i + 1 == b->size ? 0.0 : current(i + 1));
                r[i] = m->value[i] + 0.4 * neighbours - sources[i];
            }
            return MOO_OK;
        };
        block.jacobian = [](MooInstance* m, MooBlock const* b, double* entries) {
            for (std::uint32_t k = 0; k < b->entry_count; ++k) {
                bool const diagonal = b->entry_rows[k] == b->entry_columns[k];
                entries[k] = diagonal ? 1.0 : (m->relation[b->entry_columns[k]] != 0 ? 0.0 : 0.4);
            }
            return MOO_OK;
        };
        block.entry_count = static_cast<std::uint32_t>(rows.size());
        block.entry_rows = rows.data();
        block.entry_columns = columns.data();
        block.relation_count = count;
        block.relations = numbers.data();
        block.switches = [](MooInstance* m, MooBlock const* b) {
            for (std::uint32_t i = 0; i < b->size; ++i) (void)moo_relation(m, i, m->value[i] < 0.0);
            return MOO_OK;
        };
    }

    MooStatus solve() {
        sources = source.data();
        Messages messages([this](MessageSeverity, std::string_view text) { said += text; });
        Instance instance(model.get(), messages);
        instance.raw()->phase = MOO_EVENT;
        MooStatus const status = moo_solve_block(instance.raw(), &block);
        values.assign(instance.values().begin(), instance.values().end());
        relations.assign(instance.relations().begin(), instance.relations().end());
        return status;
    }

    void check_consistent() const {
        for (std::uint32_t i = 0; i < size; ++i) {
            CAPTURE(i, values[i]);
            CHECK((relations[i] != 0) == (values[i] < 0.0));
        }
    }

    static double const* sources;
    std::uint32_t size;
    std::vector<double> source;
    TestModel model;
    MooBlock block{};
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
    std::vector<double> values;
    std::vector<std::uint8_t> relations;
    std::string said;
};

double const* Diodes::sources = nullptr;

}  // namespace

TEST_CASE("switches that depend on each other are found together") {
    std::uint32_t const count = GENERATE(1u, 3u, 8u, 30u, 80u);
    Diodes diodes(count);
    for (std::uint32_t i = 0; i < count; ++i) diodes.source[i] = std::sin(1.7 * i + 0.3);
    REQUIRE(diodes.solve() == MOO_OK);
    diodes.check_consistent();
    CHECK(diodes.said.empty());
}

TEST_CASE("a block whose switches contradict every solution says so with their places") {
    // s = if s < 0 then 1 else -1
    Diodes diodes(1);
    diodes.block.residual = [](MooInstance* m, MooBlock const*, double* r) {
        r[0] = m->value[0] - (m->relation[0] != 0 ? 1.0 : -1.0);
        return MOO_OK;
    };
    static constexpr std::array<char const*, 1> places{"Diodes.mo:7:9"};
    diodes.model.edit().relation_sources = places.data();
    CHECK(diodes.solve() == MOO_RECOVERABLE);
    CAPTURE(diodes.said);
    CHECK(diodes.said.find("`s < 0` (Diodes.mo:7:9)") != std::string::npos);
    // What was assumed at first is there again.
    CHECK(diodes.relations[0] == 0);
    CHECK(diodes.values[0] == 1.0);
}

TEST_CASE("a solution on the border of its relation is accepted although rounding puts it on the wrong side") {
    // s = -1e-17 if s >= 0 is assumed, 1e-17 otherwise.
    Diodes diodes(1);
    diodes.block.residual = [](MooInstance* m, MooBlock const*, double* r) {
        r[0] = m->value[0] - (m->relation[0] != 0 ? 1e-17 : -1e-17);
        return MOO_OK;
    };
    CHECK(diodes.solve() == MOO_OK);
    CHECK(std::abs(diodes.values[0]) < 1e-16);
}

TEST_CASE("a discrete variable of a block is assumed and computed") {
    // n = if s > 3 then 2 else 1, s = 1 + n with n known, so n = 1 and s = 2; from n = 2, s = 3 is not above 3.
    enum { s, n };
    static constexpr std::array<std::uint32_t, 1> unknowns{s};
    static constexpr std::array<std::uint32_t, 1> discrete{n};
    static constexpr std::array<std::uint32_t, 1> zero{0};
    TestModel model;
    model.add("s", MOO_ALGEBRAIC, 0.0);
    model.add("n", MOO_DISCRETE, 2.0, MOO_INTEGER);
    model.add_relation("s > 3", true);
    MooBlock block{};
    block.name = "riEq[1]";
    block.source = "";
    block.size = 1;
    block.unknowns = unknowns.data();
    block.linear = 1;
    block.residual = [](MooInstance* m, MooBlock const*, double* r) {
        r[0] = m->value[s] - 1.0 - m->value[n];
        return MOO_OK;
    };
    block.jacobian = [](MooInstance*, MooBlock const*, double* entries) {
        entries[0] = 1.0;
        return MOO_OK;
    };
    block.entry_count = 1;
    block.entry_rows = zero.data();
    block.entry_columns = zero.data();
    block.relation_count = 1;
    block.relations = zero.data();
    block.discrete_count = 1;
    block.discrete = discrete.data();
    block.switches = [](MooInstance* m, MooBlock const*) {
        m->value[n] = moo_relation(m, 0, m->value[s] > 3.0) != 0 ? 2.0 : 1.0;
        return MOO_OK;
    };
    Messages messages([](MessageSeverity, std::string_view) {});
    Instance instance(model.get(), messages);
    instance.raw()->phase = MOO_EVENT;
    REQUIRE(moo_solve_block(instance.raw(), &block) == MOO_OK);
    CHECK(instance.values()[s] == 2.0);
    CHECK(instance.values()[n] == 1.0);
}

}  // namespace moo::runtime
