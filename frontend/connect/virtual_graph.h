// Spanning trees of the virtual connection graph of overconstrained connectors: integers only.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace moo {

struct GraphBranch {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    friend bool operator==(GraphBranch, GraphBranch) = default;
};

struct PotentialRoot {
    std::uint32_t node = 0;
    std::int64_t priority = 0;  // the lowest number wins
};

// The nodes 0 … node_count-1 are the instances of overdetermined types in connectors (Modelica 3.6, section 9.4).
struct VirtualGraph {
    std::uint32_t node_count = 0;
    std::vector<GraphBranch> required;  // Connections.branch(a, b)
    std::vector<GraphBranch> optional;  // connect(a, b)
    std::vector<std::uint32_t> roots;   // Connections.root(a)
    std::vector<PotentialRoot> potential_roots;
};

// What happens to connect(a, b).
enum class BranchState : std::uint8_t {
    kept,      // in a tree: a = b
    broken,    // in no tree: 0 = equalityConstraint(a, b)
    repeated,  // from a node to itself, or between the nodes of an earlier optional branch: adds no equation
};

enum class VirtualGraphErrorKind : std::uint8_t {
    roots_joined,    // a required branch joins the trees of two definite roots
    required_cycle,  // a required branch closes a cycle of required branches
    no_root,         // no root is offered in this part of the graph
};

struct VirtualGraphError {
    VirtualGraphErrorKind kind{};
    std::uint32_t branch = 0;  // the required branch at fault; unused by no_root
    std::uint32_t node = 0;    // the one root, an end of the branch, or the first node of the part
    std::uint32_t other = 0;   // the other root, the other end, or the number of nodes of the part
};

inline constexpr std::uint32_t no_node = 0xffffffffu;

struct SpanningForest {
    std::vector<BranchState> branches;  // one for each optional branch
    std::vector<std::uint32_t> roots;   // the chosen roots, ascending
    std::vector<bool> is_root;          // Connections.isRoot, for each node
    // The next node on the way to the root of the tree. A part without a root has its first node at the top, which is
    // not a root.
    std::vector<std::uint32_t> parent;  // `no_node` at the top
    std::vector<std::uint32_t> depth;
    // The second argument of the branch whose first argument the node is: `no_node` if there is none.
    std::vector<std::uint32_t> branch_end;
    std::vector<bool> has_many_branches;
    std::vector<VirtualGraphError> errors;

    // Connections.rooted(node): whether it is nearer to the root than the other end of its branch. No value if the
    // node is the first argument of no Connections.branch, or of several.
    [[nodiscard]] std::optional<bool> rooted(std::uint32_t node) const;
    // The nodes from `a` to `b` along their tree, for messages; empty if they are in different trees.
    [[nodiscard]] std::vector<std::uint32_t> path(std::uint32_t a, std::uint32_t b) const;
};

// Breaks optional branches so that every tree has one root. All required branches are taken first, then the optional
// ones in their order, unless one closes a cycle or joins two definite roots (Kruskal's algorithm). A part of the
// graph without a definite root takes the potential root with the lowest priority number, of several the
// first in the list. Takes about linear time. Node numbers must be below node_count.
[[nodiscard]] SpanningForest span_virtual_graph(VirtualGraph const& graph);

}  // namespace moo
