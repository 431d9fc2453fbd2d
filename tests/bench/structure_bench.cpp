// Measures the graph algorithms on models of growing size: ladders and grids of resistors, chains of inertias and
// pendulums, a heat grid.
//
// Each case runs at half its size and at its size. Times are processor time, the best of three runs. Exit code 1 if a
// case takes longer than its target, or more than 2.3 times as long as half of it.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "moo/structure/blt.h"
#include "moo/structure/colouring.h"
#include "moo/structure/dummy_derivatives.h"
#include "moo/structure/matching.h"
#include "moo/structure/pantelides.h"
#include "moo/structure/sparsity.h"
#include "moo/structure/tearing.h"

namespace {

using moo::Incidence;
using moo::Pivot;
using moo::PivotGraph;
using Rows = std::vector<std::vector<std::uint32_t>>;

double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// ---- graphs ----

// Cells of a series resistor and one to ground: voltage, two currents and the potential of the node behind it.
Rows ladder(std::uint32_t unknowns) {
    Rows rows;
    std::uint32_t const cells = unknowns / 4;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        std::uint32_t const voltage = 4 * cell, current = voltage + 1, to_ground = voltage + 2, node = voltage + 3;
        rows.push_back({voltage, current});
        rows.push_back({voltage, node});
        if (cell > 0) rows.back().push_back(node - 4);
        rows.push_back({current, to_ground});
        if (cell + 1 < cells) rows.back().push_back(current + 4);
        rows.push_back({to_ground, node});
    }
    return rows;
}

// The five-point star on a square of about so many nodes.
Rows grid(std::uint32_t nodes) {
    std::uint32_t side = 1;
    while ((side + 1) * (side + 1) <= nodes) ++side;
    Rows rows;
    for (std::uint32_t node = 0; node < side * side; ++node) {
        rows.push_back({node});
        if (node >= side) rows.back().push_back(node - side);
        if (node % side > 0) rows.back().push_back(node - 1);
        if (node % side + 1 < side) rows.back().push_back(node + 1);
        if (node + side < side * side) rows.back().push_back(node + side);
    }
    return rows;
}

// Each row of a chain can only give way by pushing on all rows before it; no two chains have the same length.
Rows chains(std::uint32_t unknowns) {
    Rows rows;
    for (std::uint32_t length = 1; rows.size() + length <= unknowns; ++length) {
        auto const first = static_cast<std::uint32_t>(rows.size());
        for (std::uint32_t i = first; i + 1 < first + length; ++i) rows.push_back({i, i + 1});
        rows.push_back({first});
    }
    return rows;
}

Rows random_graph(std::uint32_t unknowns) {
    std::mt19937 random(5);
    Rows rows(unknowns);
    for (std::uint32_t row = 0; row < unknowns; ++row) {
        rows[row] = {row};
        for (int i = 0; i < 2; ++i) {
            auto const column = static_cast<std::uint32_t>(random() % unknowns);
            if (std::find(rows[row].begin(), rows[row].end(), column) == rows[row].end()) rows[row].push_back(column);
        }
    }
    return rows;
}

Rows shuffled(Rows rows) {
    std::mt19937 random(7);
    for (auto& row : rows) std::shuffle(row.begin(), row.end(), random);
    std::shuffle(rows.begin(), rows.end(), random);
    return rows;
}

Incidence incidence_of(Rows const& rows) {
    Incidence incidence(static_cast<std::uint32_t>(rows.size()));
    for (auto const& row : rows) incidence.add_row(row);
    return incidence;
}

// Resistors between the nodes of a square: potentials, currents to the right and down; one node is grounded.
PivotGraph circuit_grid(std::uint32_t unknowns) {
    std::uint32_t side = 1;
    while (3 * (side + 1) * (side + 1) - 2 * (side + 1) <= unknowns) ++side;
    std::uint32_t const nodes = side * side;
    std::uint32_t const branches = side * (side - 1);
    PivotGraph block(nodes + 2 * branches);
    auto const add = [&](std::vector<std::uint32_t> const& row) {
        block.add_row(row, std::vector<Pivot>(row.size(), Pivot::constant));
    };
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t j = 0; j < side; ++j) {
            std::uint32_t const node = i * side + j;
            std::uint32_t const right = nodes + i * (side - 1) + j;
            std::uint32_t const down = nodes + branches + node;
            std::vector<std::uint32_t> sum;
            if (node == 0) sum.push_back(node);
            if (j > 0) sum.push_back(right - 1);
            if (j + 1 < side) sum.push_back(right);
            if (i > 0) sum.push_back(down - side);
            if (i + 1 < side) sum.push_back(down);
            add(sum);
            if (j + 1 < side) add({right, node, node + 1});
            if (i + 1 < side) add({down, node, node + side});
        }
    }
    return block;
}

// ---- DAEs ----

struct Dae {
    moo::DifferentialStructure structure;

    std::uint32_t variable() {
        structure.derivative_of_variable.push_back(moo::no_index);
        return structure.incidence.add_column();
    }
    std::uint32_t der(std::uint32_t of) {
        if (structure.derivative_of_variable[of] == moo::no_index) {
            std::uint32_t const derivative = variable();
            structure.derivative_of_variable[of] = derivative;
        }
        return structure.derivative_of_variable[of];
    }
    void equation(std::vector<std::uint32_t> const& variables) { structure.incidence.add_row(variables); }
};

// phi[i] = phi[i+1]: one degree of freedom for all. Everything is constant.
Dae inertias(std::uint32_t count) {
    Dae dae;
    std::uint32_t last_angle = moo::no_index;
    std::uint32_t torque = dae.variable();
    dae.equation({torque});
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t const angle = dae.variable(), velocity = dae.variable(), next_torque = dae.variable();
        dae.equation({dae.der(angle), velocity});
        dae.equation({dae.der(velocity), torque, next_torque});
        if (i > 0) dae.equation({last_angle, angle});
        last_angle = angle;
        torque = next_torque;
    }
    dae.equation({torque});
    return dae;
}

// Each hangs from the one before.
Dae pendulums(std::uint32_t count) {
    Dae dae;
    std::vector<std::uint32_t> x, y, force;
    for (std::uint32_t i = 0; i < count; ++i) {
        x.push_back(dae.variable());
        y.push_back(dae.variable());
        force.push_back(dae.variable());
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t const vx = dae.variable(), vy = dae.variable();
        dae.equation({dae.der(x[i]), vx});
        dae.equation({dae.der(y[i]), vy});
        std::vector<std::uint32_t> across = {dae.der(vx), x[i], force[i]};
        std::vector<std::uint32_t> upright = {dae.der(vy), y[i], force[i]};
        std::vector<std::uint32_t> length = {x[i], y[i]};
        if (i > 0) {
            across.push_back(x[i - 1]);
            upright.push_back(y[i - 1]);
            length.insert(length.end(), {x[i - 1], y[i - 1]});
        }
        if (i + 1 < count) {
            across.insert(across.end(), {force[i + 1], x[i + 1]});
            upright.insert(upright.end(), {force[i + 1], y[i + 1]});
        }
        dae.equation(across);
        dae.equation(upright);
        dae.equation(length);
    }
    return dae;
}

using PivotOf = Pivot (*)(std::uint32_t equation, std::uint32_t variable);

moo::DummyDerivatives select(Dae const& dae, moo::Matching const& highest, PivotOf pivot) {
    moo::StatePreferences preferences;
    preferences.of_variable.assign(dae.structure.variable_count(), moo::StatePreference::standard);
    return select_dummy_derivatives(dae.structure, highest, preferences,
                                    {pivot, [](std::uint32_t, std::span<moo::ConstraintEntry const>) { return true; }});
}

Pivot pivot_of_inertias(std::uint32_t, std::uint32_t) { return Pivot::constant; }
// Of five equations of each the first two are linear.
Pivot pivot_of_pendulums(std::uint32_t equation, std::uint32_t) {
    return equation % 5 < 2 ? Pivot::constant : Pivot::may_vanish;
}

// ---- cases ----

struct Case {
    char const* name;
    std::uint32_t size;
    double target;
    // Makes the input; the result is what is measured, and gives a remark.
    std::function<std::function<std::string()>(std::uint32_t size)> prepare;
};

std::function<std::string()> matching_case(Rows const& rows) {
    return [incidence = incidence_of(rows)] { return std::to_string(moo::match_maximum(incidence).size) + " matched"; };
}

std::function<std::string()> blocks_case(Rows const& rows) {
    Incidence incidence = incidence_of(rows);
    moo::Matching matching = moo::match_maximum(incidence);
    return [incidence = std::move(incidence), matching = std::move(matching)] {
        return std::to_string(order_blocks(incidence, matching).block_count()) + " blocks";
    };
}

std::function<std::string()> reduction_case(Dae const& dae) {
    return [dae] {
        Dae copy = dae;
        auto const result = pantelides(copy.structure, structural_hooks(copy.structure));
        return std::to_string(copy.structure.equation_count() - dae.structure.equation_count()) + " differentiations";
    };
}

std::function<std::string()> selection_case(Dae dae, PivotOf pivot) {
    auto const reduced = pantelides(dae.structure, structural_hooks(dae.structure));
    return [dae = std::move(dae), matching = reduced.matching, pivot] {
        auto const result = select(dae, matching, pivot);
        std::string sets;
        for (auto const& set : result.sets) {
            sets += ", " + std::to_string(set.state_count) + " of " + std::to_string(set.candidates.size());
        }
        return std::to_string(result.states.size()) + " states" + sets;
    };
}

std::function<std::string()> tearing_case(PivotGraph block) {
    return [block = std::move(block)] {
        moo::Tearing const tearing = tear(block);
        return std::to_string(tearing.iteration_variables.size()) + " of " +
               std::to_string(block.incidence.row_count()) + " torn";
    };
}

std::function<std::string()> colouring_case(Rows const& rows) {
    return
        [pattern = incidence_of(rows)] { return std::to_string(colour_columns(pattern).colour_count()) + " colours"; };
}

// Flows between the neighbours of a grid, and the derivatives of all temperatures by all temperatures.
std::function<std::string()> dependency_case(std::uint32_t nodes) {
    Rows const stars = grid(nodes);
    auto const count = static_cast<std::uint32_t>(stars.size());
    Incidence incidence(3 * count);  // temperatures, which are known; a sum of neighbours; derivatives
    moo::Matching matching;
    matching.row_of_column.assign(3 * count, moo::unmatched);
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t node = 0; node < count; ++node) {
        std::vector<std::uint32_t> row = stars[node];
        row.push_back(count + node);
        incidence.add_row(row);
        incidence.add_row(std::array{2 * count + node, count + node, node});
        matching.column_of_row.insert(matching.column_of_row.end(), {count + node, 2 * count + node});
        matching.row_of_column[count + node] = 2 * node;
        matching.row_of_column[2 * count + node] = 2 * node + 1;
        wanted.push_back(2 * count + node);
    }
    moo::BlockOrder blocks = order_blocks(incidence, matching);
    return [=] {
        return std::to_string(needed_columns(incidence, matching, blocks, wanted).pattern.entry_count()) + " entries";
    };
}

PivotGraph constant_graph(Rows const& rows) {
    PivotGraph graph(static_cast<std::uint32_t>(rows.size()));
    for (auto const& row : rows) graph.add_row(row, std::vector<Pivot>(row.size(), Pivot::constant));
    return graph;
}

std::vector<Case> const cases = {
    {"match a ladder", 1'000'000, 1.0, [](std::uint32_t n) { return matching_case(ladder(n)); }},
    {"match a ladder in random order", 1'000'000, 1.0,
     [](std::uint32_t n) { return matching_case(shuffled(ladder(n))); }},
    {"match a grid", 1'000'000, 1.0, [](std::uint32_t n) { return matching_case(grid(n)); }},
    {"match a grid in random order", 1'000'000, 1.0, [](std::uint32_t n) { return matching_case(shuffled(grid(n))); }},
    {"match chains of all lengths", 1'000'000, 1.0, [](std::uint32_t n) { return matching_case(chains(n)); }},
    {"match a random graph", 1'000'000, 2.0, [](std::uint32_t n) { return matching_case(shuffled(random_graph(n))); }},
    {"blocks of a grid", 1'000'000, 0.5, [](std::uint32_t n) { return blocks_case(grid(n)); }},
    {"blocks of chains", 1'000'000, 0.5, [](std::uint32_t n) { return blocks_case(chains(n)); }},
    {"reduce coupled inertias", 100'000, 1.0, [](std::uint32_t n) { return reduction_case(inertias(n)); }},
    {"reduce a chain of pendulums", 100'000, 1.0, [](std::uint32_t n) { return reduction_case(pendulums(n)); }},
    {"states of coupled inertias", 100'000, 1.0,
     [](std::uint32_t n) { return selection_case(inertias(n), pivot_of_inertias); }},
    {"states of a chain of pendulums", 100'000, 1.0,
     [](std::uint32_t n) { return selection_case(pendulums(n), pivot_of_pendulums); }},
    {"tear a grid of resistors", 100'000, 0.2, [](std::uint32_t n) { return tearing_case(circuit_grid(n)); }},
    {"tear a random loop", 100'000, 0.2, [](std::uint32_t n) { return tearing_case(constant_graph(random_graph(n))); }},
    {"colour a heat grid", 1'000'000, 1.0, [](std::uint32_t n) { return colouring_case(grid(n)); }},
    {"dependencies of a heat grid", 1'000'000, 1.0, dependency_case},
};

}  // namespace

int main(int argc, char** argv) {
    bool met = true;
    std::printf("%-32s %10s %9s %9s %7s  %s\n", "", "size", "seconds", "target", "growth", "");
    for (Case const& each : cases) {
        if (argc > 1 && std::string(each.name).find(argv[1]) == std::string::npos) continue;
        double seconds[2] = {1e9, 1e9};
        std::string remark;
        for (int i = 0; i < 2; ++i) {
            auto const run = each.prepare(i == 0 ? each.size / 2 : each.size);
            for (int again = 0; again < 3; ++again) {
                double const start = now();
                remark = run();
                seconds[i] = std::min(seconds[i], now() - start);
            }
        }
        double const growth = seconds[1] / seconds[0];
        bool const good = seconds[1] <= each.target && growth <= 2.3;
        met = met && good;
        std::printf("%-32s %10u %9.3f %9.1f %7.2f  %s%s\n", each.name, each.size, seconds[1], each.target, growth,
                    remark.c_str(), good ? "" : "  MISSED");
        std::fflush(stdout);
    }
    return met ? 0 : 1;
}
