// Solver methods of sub-partitions, and an order in which each finds what it reads.
#include <algorithm>

#include "frontend/clocks/clock_partitioner.h"
#include "moo/check/counts.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> loop_over_clocks{
    DiagnosticKind::ClockMismatch, "`{}` and `{}` have different clocks, but need each other at the same tick"};
constexpr Message<std::string_view> undetermined{
    DiagnosticKind::ClockMismatch,
    "equations of different clocks depend on each other, and `{}` determines no variable of its own"};
constexpr Message<std::string_view> method_missing{
    DiagnosticKind::ClockMissing, "`{}` is clocked and has a derivative or delay, but no solver method is given"};
constexpr Message<std::string_view, std::string_view, std::string_view> methods_differ{
    DiagnosticKind::ClockMismatch, "`{}` has no solver method of its own, but its neighbours have both `{}` and `{}`"};

}  // namespace

// ---- solver methods ----

void ClockPartitioner::find_solver_methods() {
    std::size_t const count = graph_.base.size();
    methods_.assign(count, Symbol());
    for (ClockStructure::Solver const& solver : structure_.solvers) {
        std::uint32_t const sub = sub_of(solver.node);
        if (methods_[sub] && !(methods_[sub] == solver.method)) {
            diagnostics_.error(place(solver.unit), methods_differ, unit_text(solver.unit),
                               interner_.text(methods_[sub]), interner_.text(solver.method));
        }
        methods_[sub] = solver.method;
    }
    DisjointSets sets(static_cast<std::uint32_t>(count));
    for (ClockRelation const& relation : graph_.relations) {
        bool const has_method = methods_[relation.from] || methods_[relation.to];
        if (relation.is_conversion && !has_method) sets.join(relation.from, relation.to);
    }
    std::vector<Symbol> first(count);
    std::vector<Symbol> second(count);
    auto const offer = [&](std::uint32_t to, std::uint32_t from) {
        if (methods_[to] || !methods_[from]) return;
        std::uint32_t const set = sets.find(to);
        if (!first[set]) first[set] = methods_[from];
        if (!(first[set] == methods_[from])) second[set] = methods_[from];
    };
    for (ClockRelation const& relation : graph_.relations) {
        if (!relation.is_conversion) continue;
        offer(relation.to, relation.from);
        offer(relation.from, relation.to);
    }
    for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) choose_method(sub, sets, first, second);
}

void ClockPartitioner::choose_method(std::uint32_t sub, DisjointSets& sets, std::vector<Symbol> const& first,
                                     std::vector<Symbol> const& second) {
    std::vector<std::uint32_t> const& units = units_of_sub_[sub];
    auto const unit = std::find_if(units.begin(), units.end(),
                                   [&](std::uint32_t candidate) { return structure_.units[candidate].is_discretized; });
    if (unit == units.end()) {
        methods_[sub] = Symbol();
        return;
    }
    if (methods_[sub]) return;
    std::uint32_t const set = sets.find(sub);
    if (second[set]) {
        diagnostics_.error(place(*unit), methods_differ, unit_text(*unit), interner_.text(first[set]),
                           interner_.text(second[set]));
    } else if (!first[set]) {
        diagnostics_.error(place(*unit), method_missing, unit_text(*unit));
    }
    chosen_methods_.emplace_back(sub, first[set]);
}

// ---- order ----

void ClockPartitioner::order() {
    for (auto const& [sub, method] : chosen_methods_) methods_[sub] = method;
    std::vector<std::vector<std::uint32_t>> subs(base_count_with_units_);
    position_.resize(units_of_sub_.size());
    for (std::uint32_t sub = 0; sub < units_of_sub_.size(); ++sub) {
        std::vector<std::uint32_t>& siblings = subs[graph_.base[sub]];
        position_[sub] = static_cast<std::uint32_t>(siblings.size());
        siblings.push_back(sub);
    }
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges(base_count_with_units_);
    for (ClockStructure::Reading const& reading : structure_.readings) {
        std::uint32_t const from = sub_of(reading.from);
        std::uint32_t const to = sub_of(structure_.units[reading.unit].node);
        // A variable that is read may have no equation at all: an input.
        if (from < position_.size()) edges[graph_.base[to]].emplace_back(position_[from], position_[to]);
    }
    pieces_.resize(base_count_with_units_);
    for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
        auto const order = order_groups(static_cast<std::uint32_t>(subs[base].size()), edges[base]);
        if (!order) {
            split(base, subs[base]);
            continue;
        }
        for (std::uint32_t const at : *order) {
            pieces_[base].push_back({subs[base][at], units_of_sub_[subs[base][at]]});
        }
    }
}

void ClockPartitioner::split(std::uint32_t base, std::vector<std::uint32_t> const& subs) {
    std::vector<std::uint32_t> unit_ids;
    for (std::uint32_t const sub : subs) {
        unit_ids.insert(unit_ids.end(), units_of_sub_[sub].begin(), units_of_sub_[sub].end());
    }
    std::sort(unit_ids.begin(), unit_ids.end());
    std::unordered_map<std::uint32_t, std::uint32_t> row;
    std::vector<GroupUnit> units;
    std::unordered_map<ClockNode, std::uint32_t> columns;
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t const unit : unit_ids) {
        row[unit] = static_cast<std::uint32_t>(units.size());
        units.push_back({sub_of(structure_.units[unit].node), 0, {}, {}});
        add_columns(unit, units.back(), columns, sizes);
    }
    for (ClockStructure::Reading const& reading : structure_.readings) {
        auto const reader = row.find(reading.unit);
        auto const read = columns.find(reading.from);
        if (reader != row.end() && read != columns.end()) units[reader->second].reads.push_back(read->second);
    }
    SplitResult const result = split_groups(sizes, units);
    if (result.pieces.empty()) {
        std::uint32_t const unit = unit_ids[result.unit];
        std::uint32_t const other = unit_ids[result.other];
        if (unit == other) {
            diagnostics_.error(place(unit), undetermined, unit_text(unit));
        } else {
            diagnostics_.error(place(unit), loop_over_clocks, unit_text(unit), unit_text(other))
                .note(place(other), "`{}` is here", unit_text(other));
        }
    }
    for (GroupPiece const& piece : result.pieces) {
        pieces_[base].push_back({piece.group, {}});
        for (std::uint32_t const index : piece.units) pieces_[base].back().units.push_back(unit_ids[index]);
    }
}

void ClockPartitioner::add_columns(std::uint32_t unit, GroupUnit& out,
                                   std::unordered_map<ClockNode, std::uint32_t>& columns,
                                   std::vector<std::uint32_t>& sizes) {
    auto const column = [&](ClockNode node) {
        auto const [place, is_new] = columns.try_emplace(node, static_cast<std::uint32_t>(sizes.size()));
        if (is_new) sizes.push_back(node_size(node));
        return place->second;
    };
    std::set<std::uint32_t> seen;
    auto const visit = [&](ExprId expr) {
        analysis_.for_each_node(expr, [&](ClockNode node) {
            VarId const variable = model_.exprs.referenced_variable(analysis_.reference_of(node));
            if (model_.variables[variable].causality == Causality::input) return;
            std::uint32_t const number = column(node);
            if (seen.insert(number).second) out.own.push_back(number);
        });
    };
    ClockUnit const& u = structure_.units[unit];
    if (u.is_algorithm) {
        for_each_expression(model_.algorithms[u.index], visit);
        std::set<ClockNode> assigned;
        find_assigned(model_.algorithms[u.index].statements, assigned);
        for (ClockNode const node : assigned) out.size += node_size(node);
    } else {
        for_each_expression(model_.equations[u.index], visit);
        out.size = static_cast<std::uint32_t>(equation_size(model_, model_.equations[u.index]));
    }
}

void ClockPartitioner::find_assigned(std::vector<FlatStatement> const& statements, std::set<ClockNode>& out) {
    for (FlatStatement const& statement : statements) {
        if (statement.kind == FlatStatementKind::assignment) {
            analysis_.for_each_node(statement.a, [&](ClockNode node) { out.insert(node); });
        }
        for (FlatStatementBranch const& branch : statement.branches) find_assigned(branch.body, out);
    }
}

std::uint32_t ClockPartitioner::node_size(ClockNode node) const {
    TypeId const type = model_.exprs.type(analysis_.reference_of(node));
    return static_cast<std::uint32_t>(scalar_count(model_.exprs.types(), type));
}

}  // namespace moo
