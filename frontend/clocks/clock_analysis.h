// Determines from the equations of a flat model which of them share a clock, and how clocks are related.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/clocks/clock_graph.h"
#include "frontend/clocks/clock_operators.h"
#include "moo/base/diagnostics.h"
#include "moo/base/disjoint_sets.h"
#include "moo/evaluate/parameter_values.h"
#include "moo/expr/memo.h"
#include "moo/model/flat_model.h"

namespace moo {

using ClockNode = std::uint32_t;
inline constexpr ClockNode no_clock_node = 0xffffffffu;

// A unit that has one clock: an equation with everything nested in it, or an algorithm.
struct ClockUnit {
    bool is_algorithm = false;
    std::uint32_t index = 0;  // in FlatModel::equations or FlatModel::algorithms
    ClockNode node = no_clock_node;
    bool defines_clock = false;   // an equation between clocks, which is removed in the end
    bool is_discretized = false;  // has der, delay or the like: needs a solver method if it is clocked
};

// Nodes are variables, elements of variables, units, and clocks without a name. Two sets of sets: nodes with the same
// base clock, and nodes with the same clock.
struct ClockStructure {
    std::vector<ClockUnit> units;
    DisjointSets base;
    DisjointSets sub;
    std::vector<std::pair<ClockNode, ClockNode>> links;  // what joined the bases, for messages

    // Why a node is clocked or continuous: the expression and the unit it is in.
    struct Mark {
        ClockNode node;
        ExprId reason;
        std::uint32_t unit;
    };
    std::vector<Mark> clocked;
    std::vector<Mark> continuous;

    std::vector<ClockRelation> relations;  // the origin is a unit
    struct Source {
        ClockSource source;  // the origin is a unit
        ExprId clock;        // Clock(…) without a solver method
        Symbol name;         // of the variable that is defined so, if any
    };
    std::vector<Source> sources;
    struct Solver {
        ClockNode node;
        Symbol method;
        std::uint32_t unit;
    };
    std::vector<Solver> solvers;
    // `unit` reads, at its own ticks, a variable of the clock of `from`.
    struct Reading {
        ClockNode from;
        std::uint32_t unit;
    };
    std::vector<Reading> readings;
    // The variable that represents an expression inside a clock operator of a unit.
    std::unordered_map<std::uint64_t, ExprId> stand_ins;
    [[nodiscard]] static std::uint64_t stand_in_key(std::uint32_t unit, ExprId expr) {
        return std::uint64_t{unit} << 32 | expr.index();
    }
};

class ClockAnalysis {
public:
    ClockAnalysis(FlatModel& model, Interner& interner, Diagnostics& diagnostics);

    // Adds equations for expressions inside clock operators to the model, and resolves if-equations between clocks. May
    // be called only once.
    void run();
    [[nodiscard]] ClockStructure& structure() { return structure_; }
    // The variables whose values at the present tick an expression needs, as nodes, except those of other clocks.
    void for_each_node(ExprId expr, std::function<void(ClockNode)> const& visit);
    [[nodiscard]] ClockNode node_of(ExprId reference);
    // The variable or element that a node is; none for other nodes.
    [[nodiscard]] ExprId reference_of(ClockNode node) const { return references_[node]; }

private:
    // An expression of type Clock that says what the clock of a node is, or a continuous expression.
    struct Task {
        ClockNode node;
        ExprId expr;
        bool is_clock;
        Symbol name;
    };

    void resolve_ifs(std::vector<FlatEquation>& equations);
    bool take_branch(FlatEquation& equation, std::vector<FlatEquation>& out);
    [[nodiscard]] bool has_clock_terms(FlatEquation const& equation);
    [[nodiscard]] bool has_clock_terms(ExprId expr);

    void find_whole_variables();
    void visit_unit(std::uint32_t unit);
    void visit_equation(FlatEquation const& equation, ClockNode node);
    void visit_statement(FlatStatement const& statement, ClockNode node);
    void visit_clock_equation(FlatEquation const& equation);
    void define_clock(ExprId defined, ExprId value);
    void run_tasks();
    void walk(ExprId root, ClockNode node);
    void visit_subscripts(ExprId reference);
    void visit_operator(ExprId expr, ClockOperator kind, ClockNode node);
    void visit_sub_clock(ExprId expr, ClockNode node);
    void visit_clock(Task const& task);
    void visit_constructor(Task const& task);
    void add_source(Task const& task, ClockSourceKind kind, Rational period, std::size_t arguments);
    ClockNode argument_node(ExprId argument);
    [[nodiscard]] bool depends_on_clock(ExprId expr);
    bool sub_clock_relation(ExprId expr, ClockRelation& relation);
    std::optional<std::int64_t> count_argument(ExprId expr, std::size_t index, std::int64_t least,
                                               std::int64_t otherwise);

    void join(ClockNode a, ClockNode b) {
        structure_.sub.join(a, b);
        join_base(a, b);
    }
    void join_base(ClockNode a, ClockNode b) {
        structure_.base.join(a, b);
        structure_.links.emplace_back(a, b);
    }
    ClockNode add_node(ExprId reference = ExprId()) {
        references_.push_back(reference);
        structure_.sub.add();
        return structure_.base.add();
    }
    void mark_clocked(ClockNode node, ExprId reason) { structure_.clocked.push_back({node, reason, unit_}); }
    void mark_continuous(ClockNode node, ExprId reason) { structure_.continuous.push_back({node, reason, unit_}); }
    [[nodiscard]] SourceSpan place() const;
    [[nodiscard]] std::string text(ExprId expr) const;

    FlatModel& model_;
    ExprStore& exprs_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    ParameterValues parameters_;
    ClockStructure structure_;
    std::uint32_t unit_ = 0;      // that is visited now
    std::vector<bool> is_whole_;  // variables that are not only used by element
    std::vector<ClockNode> variable_nodes_;
    std::vector<ExprId> references_;  // of each node
    std::unordered_map<ExprId, ClockNode> element_nodes_;
    ExprMemo<std::uint8_t> clock_terms_;  // 1: none, 2: some
    ExprMemo<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    ExprMemo<std::uint32_t> walk_stamps_;  // of depends_on_clock, which is called within a walk
    std::uint32_t walk_stamp_ = 0;
    std::vector<ExprId> stack_;
    std::vector<Task> tasks_;
    std::uint32_t stand_in_count_ = 0;
};

// Calls `visit` with every expression of an equation, statement and what is nested in it.
void for_each_expression(FlatEquation const& equation, std::function<void(ExprId)> const& visit);
void for_each_expression(FlatStatement const& statement, std::function<void(ExprId)> const& visit);
void for_each_expression(FlatAlgorithm const& algorithm, std::function<void(ExprId)> const& visit);

}  // namespace moo
