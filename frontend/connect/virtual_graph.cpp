#include "frontend/connect/virtual_graph.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <unordered_set>

#include "moo/base/disjoint_sets.h"

namespace moo {

namespace {

// A tree edge seen from one of its ends, in compressed rows.
struct Adjacency {
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> ends;

    Adjacency(std::uint32_t node_count, std::vector<GraphBranch> const& edges)
        : starts(std::size_t{node_count} + 1), ends(2 * edges.size()) {
        for (GraphBranch const edge : edges) {
            ++starts[edge.a + 1];
            ++starts[edge.b + 1];
        }
        for (std::uint32_t node = 0; node < node_count; ++node) starts[node + 1] += starts[node];
        std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
        for (GraphBranch const edge : edges) {
            ends[next[edge.a]++] = edge.b;
            ends[next[edge.b]++] = edge.a;
        }
    }
};

class Spanner {
public:
    explicit Spanner(VirtualGraph const& graph)
        : graph_(graph), trees_(graph.node_count), root_of_(graph.node_count, no_node) {
        forest_.branches.resize(graph.optional.size(), BranchState::kept);
        forest_.is_root.resize(graph.node_count);
        forest_.parent.resize(graph.node_count, no_node);
        forest_.depth.resize(graph.node_count);
        forest_.branch_end.resize(graph.node_count, no_node);
        forest_.has_many_branches.resize(graph.node_count);
        edges_.reserve(graph.node_count);
    }

    SpanningForest run() {
        for (std::uint32_t const root : graph_.roots) {
            root_of_[root] = root;
            forest_.is_root[root] = true;
        }
        take_required();
        take_optional();
        choose_roots();
        hang_trees();
        return std::move(forest_);
    }

private:
    void join(GraphBranch branch) {
        std::uint32_t const a = trees_.find(branch.a);
        std::uint32_t const b = trees_.find(branch.b);
        std::uint32_t const root = root_of_[a] != no_node ? root_of_[a] : root_of_[b];
        root_of_[trees_.join(a, b)] = root;
        edges_.push_back(branch);
    }

    void take_required() {
        for (std::uint32_t index = 0; index < graph_.required.size(); ++index) {
            GraphBranch const branch = graph_.required[index];
            if (forest_.branch_end[branch.a] != no_node) forest_.has_many_branches[branch.a] = true;
            forest_.branch_end[branch.a] = branch.b;

            std::uint32_t const a = trees_.find(branch.a);
            std::uint32_t const b = trees_.find(branch.b);
            if (a == b) {
                forest_.errors.push_back({VirtualGraphErrorKind::required_cycle, index, branch.a, branch.b});
            } else if (root_of_[a] != no_node && root_of_[b] != no_node) {
                forest_.errors.push_back({VirtualGraphErrorKind::roots_joined, index, root_of_[a], root_of_[b]});
            } else {
                join(branch);
            }
        }
    }

    void take_optional() {
        std::unordered_set<std::uint64_t> seen;
        seen.reserve(graph_.optional.size());
        for (std::size_t index = 0; index < graph_.optional.size(); ++index) {
            GraphBranch const branch = graph_.optional[index];
            auto const [low, high] = std::minmax(branch.a, branch.b);
            if (low == high || !seen.insert(std::uint64_t{low} << 32 | high).second) {
                forest_.branches[index] = BranchState::repeated;
                continue;
            }
            std::uint32_t const a = trees_.find(branch.a);
            std::uint32_t const b = trees_.find(branch.b);
            if (a == b || (root_of_[a] != no_node && root_of_[b] != no_node)) {
                forest_.branches[index] = BranchState::broken;
            } else {
                join(branch);
            }
        }
    }

    void choose_roots() {
        std::vector<std::int64_t> best(graph_.node_count, std::numeric_limits<std::int64_t>::max());
        std::vector<bool> has_offer(graph_.node_count);
        for (PotentialRoot const& offer : graph_.potential_roots) {
            std::uint32_t const tree = trees_.find(offer.node);
            if (root_of_[tree] != no_node && forest_.is_root[root_of_[tree]]) continue;
            if (has_offer[tree] && offer.priority >= best[tree]) continue;
            has_offer[tree] = true;
            best[tree] = offer.priority;
            root_of_[tree] = offer.node;
        }
        for (std::uint32_t node = 0; node < graph_.node_count; ++node) {
            std::uint32_t const tree = trees_.find(node);
            if (root_of_[tree] == no_node) {
                forest_.errors.push_back({VirtualGraphErrorKind::no_root, 0, node, trees_.size_of(tree)});
                root_of_[tree] = node;
            } else if (has_offer[tree]) {
                forest_.is_root[root_of_[tree]] = true;
            }
            if (forest_.is_root[node]) forest_.roots.push_back(node);
        }
    }

    // Breadth first from the root of each tree.
    void hang_trees() {
        Adjacency const adjacency(graph_.node_count, edges_);
        std::vector<std::uint32_t> queue;
        queue.reserve(graph_.node_count);
        for (std::uint32_t node = 0; node < graph_.node_count; ++node) {
            if (root_of_[trees_.find(node)] == node) queue.push_back(node);
        }
        for (std::size_t next = 0; next < queue.size(); ++next) {
            std::uint32_t const node = queue[next];
            for (std::uint32_t at = adjacency.starts[node]; at < adjacency.starts[node + 1]; ++at) {
                std::uint32_t const end = adjacency.ends[at];
                if (end == forest_.parent[node]) continue;
                forest_.parent[end] = node;
                forest_.depth[end] = forest_.depth[node] + 1;
                queue.push_back(end);
            }
        }
    }

    VirtualGraph const& graph_;
    DisjointSets trees_;
    std::vector<std::uint32_t> root_of_;  // by the representative of the tree
    std::vector<GraphBranch> edges_;      // of all trees
    SpanningForest forest_;
};

}  // namespace

std::optional<bool> SpanningForest::rooted(std::uint32_t node) const {
    std::uint32_t const end = branch_end[node];
    if (end == no_node || has_many_branches[node]) return std::nullopt;
    return depth[node] < depth[end];
}

std::vector<std::uint32_t> SpanningForest::path(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint32_t> from_a = {a};
    std::vector<std::uint32_t> from_b = {b};
    while (from_a.back() != from_b.back()) {
        std::vector<std::uint32_t>& deeper = depth[from_a.back()] >= depth[from_b.back()] ? from_a : from_b;
        if (parent[deeper.back()] == no_node) return {};
        deeper.push_back(parent[deeper.back()]);
    }
    from_a.insert(from_a.end(), from_b.rbegin() + 1, from_b.rend());
    return from_a;
}

SpanningForest span_virtual_graph(VirtualGraph const& graph) { return Spanner(graph).run(); }

}  // namespace moo
