#include "frontend/connect/virtual_graph.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <random>

#include "moo/base/disjoint_sets.h"

namespace {

using moo::BranchState;
using moo::span_virtual_graph;
using moo::SpanningForest;
using moo::VirtualGraph;
using moo::VirtualGraphErrorKind;
using Nodes = std::vector<std::uint32_t>;

std::size_t count(SpanningForest const& forest, BranchState state) {
    return static_cast<std::size_t>(std::count(forest.branches.begin(), forest.branches.end(), state));
}

}  // namespace

TEST_CASE("an empty graph has nothing to choose") {
    SpanningForest const forest = span_virtual_graph({});
    CHECK(forest.roots.empty());
    CHECK(forest.errors.empty());
}

TEST_CASE("a loop of connections is broken once, at the branch that closes it") {
    // world(0) - rod(1-2) - joint(3-4) - world
    VirtualGraph graph{5, {{1, 2}, {3, 4}}, {{0, 1}, {2, 3}, {4, 0}}, {0}, {}};
    SpanningForest const forest = span_virtual_graph(graph);
    CHECK(forest.errors.empty());
    CHECK(forest.branches == std::vector{BranchState::kept, BranchState::kept, BranchState::broken});
    CHECK(forest.roots == Nodes{0});
    CHECK(forest.is_root[0]);
    CHECK_FALSE(forest.is_root[1]);
    CHECK(forest.depth == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
}

TEST_CASE("a connection between the trees of two definite roots is broken") {
    SpanningForest const forest = span_virtual_graph({4, {{0, 1}, {2, 3}}, {{1, 2}}, {0, 3}, {}});
    CHECK(forest.errors.empty());
    CHECK(forest.branches == std::vector{BranchState::broken});
    CHECK(forest.roots == Nodes{0, 3});
}

TEST_CASE("a tree without a definite root takes the potential root with the lowest priority") {
    VirtualGraph graph{4, {}, {{0, 1}, {1, 2}, {2, 3}}, {}, {{0, 5}, {2, 1}, {3, 1}}};
    SpanningForest const forest = span_virtual_graph(graph);
    CHECK(forest.errors.empty());
    CHECK(forest.roots == Nodes{2});
    CHECK(forest.parent == Nodes{1, 2, moo::no_node, 2});

    graph.roots = {1};
    CHECK(span_virtual_graph(graph).roots == Nodes{1});
}

TEST_CASE("every separate part has its own root") {
    SpanningForest const forest = span_virtual_graph({5, {}, {{0, 1}, {3, 4}}, {4}, {{1, 0}, {2, 0}, {3, 0}}});
    CHECK(forest.errors.empty());
    CHECK(forest.roots == Nodes{1, 2, 4});
}

TEST_CASE("rooted tells which end of a branch is nearer to the root") {
    // 0 is the root; branch(0, 1) looks away from it, branch(2, 1) towards it.
    SpanningForest const forest = span_virtual_graph({4, {{0, 1}, {2, 1}}, {{2, 3}}, {0}, {}});
    CHECK(forest.rooted(0) == true);
    CHECK(forest.rooted(2) == false);
    CHECK(forest.rooted(1) == std::nullopt);
    CHECK(forest.rooted(3) == std::nullopt);
}

TEST_CASE("rooted has no value where a node begins several branches") {
    SpanningForest const forest = span_virtual_graph({3, {{0, 1}, {0, 2}}, {}, {0}, {}});
    CHECK(forest.rooted(0) == std::nullopt);
}

TEST_CASE("a connection made twice or to itself adds nothing") {
    SpanningForest const forest = span_virtual_graph({2, {}, {{0, 1}, {1, 0}, {1, 1}}, {0}, {}});
    CHECK(forest.branches == std::vector{BranchState::kept, BranchState::repeated, BranchState::repeated});
}

TEST_CASE("a connection beside a required branch is broken") {
    CHECK(span_virtual_graph({2, {{0, 1}}, {{0, 1}}, {0}, {}}).branches == std::vector{BranchState::broken});
}

TEST_CASE("required branches that join two definite roots are an error") {
    SpanningForest const forest = span_virtual_graph({3, {{0, 1}, {1, 2}}, {}, {0, 2}, {}});
    REQUIRE(forest.errors.size() == 1);
    CHECK(forest.errors[0].kind == VirtualGraphErrorKind::roots_joined);
    CHECK(forest.errors[0].branch == 1);
    CHECK(forest.errors[0].node == 0);
    CHECK(forest.errors[0].other == 2);
    CHECK(forest.path(0, 2).empty());
}

TEST_CASE("a cycle of required branches is an error with its way round") {
    SpanningForest const forest = span_virtual_graph({4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}, {}, {0}, {}});
    REQUIRE(forest.errors.size() == 1);
    CHECK(forest.errors[0].kind == VirtualGraphErrorKind::required_cycle);
    CHECK(forest.errors[0].branch == 3);
    CHECK(forest.path(forest.errors[0].node, forest.errors[0].other) == Nodes{3, 2, 1});
}

TEST_CASE("a part without any root is an error and has no root") {
    SpanningForest const forest = span_virtual_graph({4, {{1, 2}}, {{2, 3}}, {0}, {}});
    REQUIRE(forest.errors.size() == 1);
    CHECK(forest.errors[0].kind == VirtualGraphErrorKind::no_root);
    CHECK(forest.errors[0].node == 1);
    CHECK(forest.errors[0].other == 3);
    CHECK(forest.roots == Nodes{0});
}

TEST_CASE("random graphs come out as trees with one root each") {
    std::mt19937 random(5);
    for (int trial = 0; trial < 500; ++trial) {
        VirtualGraph graph;
        graph.node_count = 1 + static_cast<std::uint32_t>(random() % 20);
        auto const node = [&] { return static_cast<std::uint32_t>(random() % graph.node_count); };
        moo::DisjointSets all(graph.node_count);
        for (std::uint32_t i = 0; i < graph.node_count; ++i) {
            moo::GraphBranch const branch{node(), node()};
            all.join(branch.a, branch.b);
            graph.optional.push_back(branch);
        }
        graph.roots = {node()};
        for (std::uint32_t i = 0; i < graph.node_count; ++i) graph.potential_roots.push_back({i, node()});

        SpanningForest const forest = span_virtual_graph(graph);
        REQUIRE(forest.errors.empty());
        moo::DisjointSets trees(graph.node_count);
        for (std::size_t i = 0; i < graph.optional.size(); ++i) {
            if (forest.branches[i] != BranchState::kept) continue;
            auto const [a, b] = graph.optional[i];
            REQUIRE(trees.find(a) != trees.find(b));
            trees.join(a, b);
        }
        // With one definite root the trees are the connected parts, and each has exactly one root.
        std::vector<int> roots_in(graph.node_count);
        for (std::uint32_t const root : forest.roots) ++roots_in[trees.find(root)];
        for (std::uint32_t i = 0; i < graph.node_count; ++i) {
            REQUIRE(roots_in[trees.find(i)] == 1);
            REQUIRE(trees.size_of(i) == all.size_of(i));
            REQUIRE((forest.parent[i] == moo::no_node) == forest.is_root[i]);
            if (!forest.is_root[i]) REQUIRE(forest.depth[i] == forest.depth[forest.parent[i]] + 1);
        }
    }
}

TEST_CASE("a chain of a million nodes takes no depth of stack", "[large]") {
    VirtualGraph graph;
    graph.node_count = 1'000'000;
    for (std::uint32_t i = 0; i + 1 < graph.node_count; i += 2) graph.required.push_back({i, i + 1});
    for (std::uint32_t i = 1; i + 1 < graph.node_count; i += 2) graph.optional.push_back({i, i + 1});
    graph.optional.push_back({graph.node_count - 1, 0});
    graph.potential_roots = {{graph.node_count / 2, 0}};
    auto const start = std::chrono::steady_clock::now();
    SpanningForest const forest = span_virtual_graph(graph);
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    CHECK(forest.errors.empty());
    CHECK(count(forest, BranchState::broken) == 1);
    CHECK(forest.depth[0] == graph.node_count / 2);
    INFO("took " << taken.count() << " s");
    CHECK(taken.count() < 10.0);
}
