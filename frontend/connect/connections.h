// Connections: which connectors are connected, and the equations that follow (Modelica 3.6, chapters 9 and 15).
#pragma once

#include <unordered_map>

#include "frontend/connect/expandable.h"
#include "frontend/connect/virtual_graph.h"
#include "frontend/state_machines/state_machines.h"
#include "frontend/typecheck/structure_walk.h"
#include "moo/base/disjoint_sets.h"

namespace moo {

// A connector as a connect-equation sees it: from outside, as a connector of a component, or from inside its own
// class. Flow variables count with opposite signs on the two faces.
enum class Face : std::uint8_t { inside, outside };

// A scalar or array variable, or one element of it, on one face of its connector.
struct ConnectedLeaf {
    VarId variable;
    std::int64_t element = -1;  // row by row from 0; -1 for the whole variable
    Face face = Face::inside;
};

class Connections : public StructureAnswers, private StructureVisitor {
public:
    Connections(Elaborator& elaborator, StateMachines& state_machines)
        : e_(elaborator), state_machines_(state_machines), expandable_(elaborator) {}

    // Adds the elements that connect-equations of the model name to expandable connectors.
    void expand(std::vector<Node*> const& nodes, std::vector<Component*> const& expandable);
    // Walks the connect-equations and the operators of Connections in all values of the model.
    void collect(std::vector<Node*> const& nodes);
    // The equations of all connection sets.
    void add_equations(FlatModel& model);

    std::optional<ExprId> call(LoweringContext& context, Node* scope, ast::ExprId call) override;
    [[nodiscard]] bool concerns(ast::Ast const& ast, ast::Equation const& equation) const override;

private:
    // One side of a connection: a connector, or an element of a primitive one.
    struct End {
        Component* component = nullptr;
        Node* node = nullptr;  // null for a primitive component
        std::int64_t element = -1;
        Face face = Face::inside;
    };
    struct Ends {
        std::vector<End> items;
        std::vector<std::int64_t> dims;
        bool is_disabled = false;
    };
    // The direction of a signal through a connector in one connection; both if it is passed on.
    using Direction = std::uint8_t;
    static constexpr Direction gives = 1;
    static constexpr Direction takes = 2;
    struct Pair {
        ConnectedLeaf a;
        ConnectedLeaf b;
        SourceSpan source;
        Symbol instance;
        Direction direction_a = 0;
        Direction direction_b = 0;
    };
    // An edge of the virtual connection graph that comes from a connect-equation, with its connection.
    struct GraphEdge {
        Component* a = nullptr;
        Component* b = nullptr;
        std::vector<Pair> equalities;
        SourceSpan source;
        Symbol instance;
        Node* constraint_function = nullptr;
    };

    // How a walk handles the connect-equations that it visits.
    enum class Walk : std::uint8_t { expand, check_expanded, collect };
    void walk(std::vector<Node*> const& nodes, Walk what);
    void visit(StructureScope& scope, ast::Equation const& equation) override;
    [[nodiscard]] std::string_view noun() const override { return "a connect-equation"; }
    void collect_operator(StructureScope& scope, ast::ExprId call);
    void connect(StructureScope& scope, ast::Equation const& equation);
    bool is_absent(StructureScope& scope, ast::Equation const& equation);
    std::optional<Ends> find_ends(StructureScope& scope, ast::ExprId reference);
    void connect_ends(StructureScope& scope, ast::Equation const& equation, End const& a, End const& b);
    void connect_nodes(StructureScope& scope, ast::Equation const& equation, Node& a, Face face_a, Node& b,
                       Face face_b);
    void connect_components(StructureScope& scope, ast::Equation const& equation, Component& a, Face face_a,
                            Component& b, Face face_b);
    Element* constraint_of(Node& type);
    void add_pair(StructureScope& scope, ast::Equation const& equation, ConnectedLeaf a, ConnectedLeaf b,
                  Component const& component);

    // ---- sets ----
    std::uint32_t set_of(ConnectedLeaf leaf);
    void split_arrays();
    void build_sets();
    void check_sources();
    void add_potential_equations(FlatModel& model, std::vector<std::uint32_t> const& members);
    void add_merged_equations(FlatModel& model, std::vector<std::uint32_t> const& members);
    FlatEquation connect_equation(std::uint32_t member, ExprId a, ExprId b) const;
    void add_flow_equations(FlatModel& model, std::vector<std::uint32_t> const& members);
    void add_unconnected_flows(FlatModel& model);
    void add_default_elements(FlatModel& model);
    ExprId leaf_value(ConnectedLeaf const& leaf);
    ExprId zero_of(TypeId type);
    ExprId default_of(TypeId type, Primitive primitive);
    static bool is_in_connector(Component const& component);

    // ---- streams ----
    struct StreamMember {
        ConnectedLeaf stream;
        VarId flow;
    };
    ExprId in_stream(VarId stream, Face face, int depth);
    // By its declaration the flow never brings anything into the connection set.
    bool takes_only(StreamMember const& member);
    ExprId mixed_stream(std::vector<StreamMember> const& members, std::optional<std::size_t> except, int depth);
    std::vector<StreamMember> stream_members(VarId stream, Face face);
    void add_stream_equations(FlatModel& model);
    std::optional<ExprId> cardinality_call(LoweringContext& context, Node* scope, ast::ExprId call);
    std::optional<ExprId> stream_call(LoweringContext& context, Node* scope, ast::ExprId call, bool is_actual);

    // ---- overconstrained graphs ----
    std::uint32_t graph_node(Component& component);
    std::optional<ExprId> graph_call(LoweringContext& context, Node* scope, ast::ExprId call, bool is_root);
    void break_graph();
    void add_constraint_equations(FlatModel& model);
    std::string graph_node_name(std::uint32_t node);

    Elaborator& e_;
    StateMachines& state_machines_;
    ExpandableConnectors expandable_;
    bool has_expandable_ = false;  // whether the model has such connectors
    Walk walk_ = Walk::collect;
    std::vector<Node*> const* nodes_ = nullptr;
    std::vector<Pair> pairs_;
    std::unordered_map<Node const*, Element*> constraints_;  // equalityConstraint of a type, or null
    std::unordered_map<void const*, int> cardinality_;       // by Node, or by Component of a primitive connector
    DisjointSets sets_;
    std::vector<ConnectedLeaf> leaves_;    // by number in sets_
    std::vector<Pair const*> first_pair_;  // of each leaf: where it was first connected
    std::vector<Direction> directions_;    // of each leaf
    std::unordered_map<std::uint64_t, std::uint32_t> leaf_numbers_;
    std::vector<bool> is_split_;                       // by VarId: connected element by element
    std::vector<std::vector<std::uint32_t>> members_;  // of each set, by its representative
    std::vector<std::uint32_t> set_order_;
    std::vector<bool> is_merged_;  // of each set: its sources are outputs of states, of which one is active

    VirtualGraph graph_;
    std::vector<Component*> graph_components_;
    std::unordered_map<Component const*, std::uint32_t> graph_nodes_;
    std::vector<GraphEdge> graph_edges_;
    std::vector<SourceSpan> required_places_;
    SpanningForest forest_;
    GraphEdge* open_edge_ = nullptr;  // takes the equalities of the connection being walked
};

}  // namespace moo
