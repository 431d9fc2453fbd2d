// Clocked parts of a model as numbers: base clocks, their sub-partitions, and the nodes of the clock graph.
#pragma once

#include <set>
#include <unordered_map>

#include "frontend/clocks/clock_analysis.h"
#include "frontend/clocks/order_units.h"
#include "frontend/clocks/rewrite_clocked.h"
#include "moo/model/names.h"

namespace moo {

// The steps in order: which units are clocked and with what factors (partition_clocks.cpp), the solver methods and the
// order of sub-partitions (order_partitions.cpp), and the partitions of the flat model (build_partitions.cpp).
class ClockPartitioner {
public:
    ClockPartitioner(FlatModel& model, Interner& interner, Diagnostics& diagnostics)
        : model_(model),
          interner_(interner),
          diagnostics_(diagnostics),
          names_(model.variables, interner, NameStyle::plain),
          analysis_(model, interner, diagnostics),
          structure_(analysis_.structure()),
          errors_before_(diagnostics.error_count()) {}

    bool run();

private:
    static constexpr std::uint32_t no_number = 0xffffffffu;

    [[nodiscard]] bool has_failed() const { return diagnostics_.error_count() > errors_before_; }

    // ---- messages ----

    [[nodiscard]] SourceSpan place(std::uint32_t unit) const;
    [[nodiscard]] std::string text(ExprId expr) const;
    // A unit as a user recognises it: the equation, or the beginning of a longer unit.
    [[nodiscard]] std::string unit_text(std::uint32_t unit) const;

    // ---- which units are clocked ----

    void find_clocked();

    // The variables on the shortest path between two nodes of a base: the mistake is somewhere on it.
    void note_connection(Diagnostics::Report& report, ClockNode from, ClockNode to);

    [[nodiscard]] bool is_clocked(ClockNode node) { return clocked_by_[structure_.base.find(node)] != no_number; }

    // Bases and sub-partitions are numbered in the order of their first units; those without units come last.
    void number_nodes();

    std::uint32_t number_base(ClockNode node);
    std::uint32_t number_sub(ClockNode node);
    [[nodiscard]] std::uint32_t sub_of(ClockNode node) { return sub_number_[structure_.sub.find(node)]; }

    // ---- factors and shifts ----

    void solve();

    // Bases without a clock. If one contains derivatives, it was probably not meant to be clocked.
    void report_missing();
    void report(ClockGraphError const& error);

    // ---- solver methods ----

    // Sub-partitions without a method of their own are joined along the sub-clock operators; such a set takes the
    // method of the neighbours that have one (Modelica 3.6, section 16.8.4).
    void find_solver_methods();
    void choose_method(std::uint32_t sub, DisjointSets& sets, std::vector<Symbol> const& first,
                       std::vector<Symbol> const& second);

    // ---- order ----

    void order();

    // The sub-partitions of this base depend on each other in a cycle: look at their equations.
    void split(std::uint32_t base, std::vector<std::uint32_t> const& subs);
    void add_columns(std::uint32_t unit, GroupUnit& out, std::unordered_map<ClockNode, std::uint32_t>& columns,
                     std::vector<std::uint32_t>& sizes);
    void find_assigned(std::vector<FlatStatement> const& statements, std::set<ClockNode>& out);

    [[nodiscard]] std::uint32_t node_size(ClockNode node) const;

    // ---- the result ----

    void move();

    FlatPartition base_partition(std::uint32_t base, ClockedRewriter& rewriter);
    void keep_continuous(ClockedRewriter& rewriter);

    // Clocks are declared by their partitions, not among the variables.
    void list_variables();

    FlatModel& model_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    VariableNames names_;
    ClockAnalysis analysis_;
    ClockStructure& structure_;
    std::size_t errors_before_;
    std::vector<std::uint32_t> clocked_by_;  // mark, by the node that stands for a base
    std::vector<std::uint32_t> base_number_;
    std::vector<std::uint32_t> sub_number_;
    std::vector<std::uint32_t> first_unit_of_base_;
    std::vector<std::vector<std::uint32_t>> units_of_sub_;
    std::uint32_t base_count_with_units_ = 0;
    ClockGraph graph_;  // its nodes are the sub-partitions, and clocks without equations
    ClockSolution solution_;
    std::vector<Symbol> methods_;  // of each sub-partition
    std::vector<std::pair<std::uint32_t, Symbol>> chosen_methods_;
    std::vector<std::uint32_t> position_;  // of a sub-partition in its base
    std::vector<std::vector<GroupPiece>> pieces_;
    std::uint32_t generated_names_ = 0;
    int searches_ = 0;
};

}  // namespace moo
