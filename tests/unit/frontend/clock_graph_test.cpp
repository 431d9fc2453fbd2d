#include "frontend/clocks/clock_graph.h"

#include <catch2/catch.hpp>
#include <limits>

#include "frontend/clocks/order_units.h"

namespace {

using namespace moo;
using enum ClockRelationKind;

// All nodes on one base.
ClockGraph graph(std::uint32_t nodes) {
    ClockGraph g;
    g.base.resize(nodes);
    g.base_count = 1;
    return g;
}
ClockSource rational(std::uint32_t node, std::int64_t numerator, std::int64_t denominator, std::uint32_t origin = 99) {
    return {ClockSourceKind::rational, node, Rational(numerator, denominator), origin, origin};
}
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("fractions are exact and say when they do not fit") {
    CHECK(Rational(6, -4) == Rational(-3, 2));
    CHECK(Rational(1, 3) + Rational(1, 6) == Rational(1, 2));
    CHECK(Rational(1, 3) - Rational(1, 3) == Rational(0));
    CHECK(Rational(2, 3) * Rational(9, 4) == Rational(3, 2));
    CHECK(Rational(2, 3) / Rational(4, 3) == Rational(1, 2));
    CHECK(Rational(most) * Rational(1, most) == Rational(1));
    CHECK((Rational(most) * Rational(2)).overflowed());
    CHECK((Rational(most) + Rational(1)).overflowed());
    CHECK((Rational(1, most) + Rational(1, most - 1)).overflowed());
    CHECK((Rational(1) / Rational(0)).overflowed());
    CHECK(Rational(std::numeric_limits<std::int64_t>::min()).overflowed());
    CHECK(gcd(Rational(1, 2), Rational(1, 3)) == Rational(1, 6));
    CHECK(lcm(Rational(1, 2), Rational(1, 3)) == Rational(1));
    CHECK(Rational(1, 3) < Rational(1, 2));
    CHECK_FALSE(Rational(1, 2) < Rational(1, 2));
    CHECK(Rational(-1, 2) < Rational(-1, 3));
    CHECK(Rational(most - 1, most) < Rational(most, most - 1));
    CHECK_FALSE(Rational(3) < Rational(5, 2));
}

TEST_CASE("factors and shifts add up along relations, forwards and backwards") {
    ClockGraph g = graph(4);
    g.relations = {{exact, 0, 1, 4, 0, 0}, {exact, 1, 2, Rational(1, 2), 0, 1}, {exact, 3, 2, 1, Rational(1, 3), 2}};
    g.sources = {rational(3, 1, 10)};
    ClockSolution const solution = solve_clocks(g);
    REQUIRE(solution.errors.size() == 0);
    CHECK(solution.nodes[3].factor == Rational(1));
    CHECK(solution.nodes[2].factor == Rational(1));
    CHECK(solution.nodes[2].shift == Rational(1, 3));
    CHECK(solution.nodes[1].factor == Rational(2));
    CHECK(solution.nodes[0].factor == Rational(1, 2));
    CHECK(solution.nodes[0].shift == Rational(1, 3));
}

TEST_CASE("two ways that disagree are an error that names both") {
    ClockGraph g = graph(2);
    g.relations = {{exact, 0, 1, 2, 0, 7}, {exact, 0, 1, 3, 0, 8}};
    g.sources = {rational(0, 1, 10)};
    ClockSolution const solution = solve_clocks(g);
    REQUIRE(solution.errors.size() == 1);
    CHECK(solution.errors[0].kind == ClockGraphErrorKind::relations_differ);
    CHECK(solution.errors[0].origin == 8);
    CHECK(solution.errors[0].other == 7);
}

TEST_CASE("rational clocks must agree with the relations between them") {
    ClockGraph g = graph(2);
    g.relations = {{slower, 0, 1, 1, 0, 7}};
    g.sources = {rational(0, 1, 10, 1), rational(1, 2, 10, 2)};
    ClockSolution solution = solve_clocks(g);
    CHECK(solution.errors.empty());
    CHECK(solution.nodes[1].factor == Rational(2));

    g.sources[1].period = Rational(1, 3);
    solution = solve_clocks(g);
    REQUIRE(solution.errors.size() == 1);
    CHECK(solution.errors[0].kind == ClockGraphErrorKind::relations_differ);
    CHECK(solution.errors[0].origin == 7);

    g.relations = {{exact, 0, 1, 2, 0, 7}};
    solution = solve_clocks(g);
    REQUIRE(solution.errors.size() == 1);
    CHECK(solution.errors[0].kind == ClockGraphErrorKind::sources_differ);
    CHECK(solution.errors[0].origin == 2);
    CHECK(solution.errors[0].other == 1);
}

TEST_CASE("a free factor is the smallest that fits all neighbours") {
    ClockGraph g = graph(4);
    // 2 is slower than 0 and 1; 3 is faster than 0.
    g.relations = {{slower, 0, 2, 1, 0, 5}, {slower, 1, 2, 1, 0, 6}, {faster, 0, 3, 1, 0, 7}};
    g.sources = {rational(0, 2, 10), rational(1, 3, 10, 98)};
    ClockSolution const solution = solve_clocks(g);
    CHECK(solution.errors.empty());
    CHECK(solution.nodes[2].factor == Rational(3));
    CHECK(solution.nodes[3].factor == Rational(1));
}

TEST_CASE("a real interval or a condition stands alone") {
    ClockGraph g = graph(2);
    g.relations = {{exact, 0, 1, 2, 0, 5}};
    g.sources = {{ClockSourceKind::interval, 0, 1, 40, 1}, {ClockSourceKind::interval, 0, 1, 40, 2}};
    CHECK(solve_clocks(g).errors.empty());
    g.sources[1].node = 1;  // the same interval, but twice as slow
    CHECK(solve_clocks(g).errors.size() == 1);
    g.sources[1] = rational(1, 1, 5);
    REQUIRE(solve_clocks(g).errors.size() == 1);
    CHECK(solve_clocks(g).errors[0].kind == ClockGraphErrorKind::sources_differ);
}

TEST_CASE("a condition has no fractions of an interval, and nothing ticks before the base clock") {
    ClockGraph g = graph(2);
    g.sources = {{ClockSourceKind::condition, 0, 1, 40, 1}};
    g.relations = {{exact, 0, 1, Rational(1, 2), 0, 5}};
    REQUIRE(solve_clocks(g).errors.size() == 1);
    CHECK(solve_clocks(g).errors[0].kind == ClockGraphErrorKind::not_whole);
    g.relations = {{exact, 0, 1, 1, -1, 5}};
    REQUIRE(solve_clocks(g).errors.size() == 1);
    CHECK(solve_clocks(g).errors[0].kind == ClockGraphErrorKind::too_early);
    CHECK(solve_clocks(g).errors[0].origin == 5);
    CHECK(solve_clocks(g).errors[0].other == 1);
}

TEST_CASE("without a source the fastest node has the default clock") {
    ClockGraph g = graph(3);
    g.relations = {{exact, 0, 1, Rational(1, 10), 0, 5}, {exact, 1, 2, 1, -2, 6}};
    ClockSolution const solution = solve_clocks(g);
    CHECK(solution.errors.empty());
    CHECK(solution.source_of_base == std::vector<std::uint32_t>{no_source});
    CHECK(solution.nodes[0].factor == Rational(10));
    CHECK(solution.nodes[1].factor == Rational(1));
    CHECK(solution.nodes[0].shift == Rational(2));
    CHECK(solution.nodes[2].shift == Rational(0));
}

TEST_CASE("loose relations only lead where nothing else does") {
    ClockGraph g = graph(3);
    g.relations = {{loose, 0, 1, 1, 0, 5}, {loose, 0, 2, 1, 0, 6}, {exact, 1, 0, 2, 0, 7}};
    g.sources = {rational(0, 1, 10)};
    ClockSolution const solution = solve_clocks(g);
    CHECK(solution.errors.empty());
    CHECK(solution.nodes[1].factor == Rational(1, 2));
    CHECK_FALSE(solution.nodes[1].is_guessed);
    CHECK(solution.nodes[2].is_guessed);
}

TEST_CASE("factors up to 2^62 are exact, and beyond 64 bits an error") {
    ClockGraph g = graph(64);
    for (std::uint32_t i = 0; i + 1 < 63; ++i) g.relations.push_back({exact, i, i + 1, 2, 0, i});
    g.relations.push_back({loose, 0, 63, 1, 0, 70});
    g.sources = {rational(0, 1, 1)};
    ClockSolution solution = solve_clocks(g);
    CHECK(solution.errors.empty());
    CHECK(solution.nodes[62].factor == Rational(std::int64_t{1} << 62));
    g.relations.push_back({exact, 62, 63, 2, 0, 62});
    solution = solve_clocks(g);
    REQUIRE(solution.errors.size() == 1);
    CHECK(solution.errors[0].kind == ClockGraphErrorKind::too_large);
}

TEST_CASE("groups come in the order of their edges, else of their numbers") {
    CHECK(order_groups(4, {{2, 0}, {3, 1}, {2, 2}}) == std::vector<std::uint32_t>{2, 0, 3, 1});
    CHECK(order_groups(2, {{0, 1}, {1, 0}}) == std::nullopt);
}

TEST_CASE("groups that depend on each other are split where their equations allow it") {
    // Fast: 0: m; 2: torque = ref - m. Slow: 1: out from m. Columns: m, out, torque.
    std::vector<GroupUnit> units = {{0, 1, {0}, {}}, {1, 1, {1}, {0}}, {0, 1, {2, 0}, {1}}};
    SplitResult result = split_groups({1, 1, 1}, units);
    REQUIRE(result.pieces.size() == 3);
    CHECK(result.pieces[0].units == std::vector<std::uint32_t>{0});
    CHECK(result.pieces[1].units == std::vector<std::uint32_t>{1});
    CHECK(result.pieces[1].group == 1);
    CHECK(result.pieces[2].units == std::vector<std::uint32_t>{2});

    units[0].reads = {1};
    result = split_groups({1, 1, 1}, units);
    CHECK(result.pieces.empty());
    CHECK(result.unit != result.other);
}

TEST_CASE("arrays and algorithms keep together when groups are split") {
    // Unit 0 determines a vector of three, unit 1 reads it, unit 2 determines two scalars from what 1 has.
    std::vector<GroupUnit> const units = {{0, 3, {0}, {}}, {1, 1, {1}, {0}}, {0, 2, {0, 2, 3}, {1}}, {0, 0, {2}, {}}};
    SplitResult const result = split_groups({3, 1, 1, 1}, units);
    REQUIRE(result.pieces.size() == 3);
    CHECK(result.pieces[2].units == std::vector<std::uint32_t>{2, 3});
    CHECK(split_groups({1}, {{0, 1, {0}, {}}, {0, 1, {0}, {}}}).pieces.empty());
}
