#include "frontend/clocks/clock_graph.h"

#include <algorithm>

namespace moo {

namespace {

constexpr std::uint32_t no_group = 0xffffffffu;

// Nodes that exact relations join are a group. Within it all is known up to the period and the start of its first
// node: period = factor * P, start = S + shift * P. Sources say what P and S are; from there the other relations
// lead to the groups that have no source.
class ClockSolver {
public:
    explicit ClockSolver(ClockGraph const& graph)
        : graph_(graph), group_(graph.base.size(), no_group), reached_by_(graph.base.size(), no_group) {
        solution_.nodes.resize(graph.base.size());
        solution_.source_of_base.resize(graph.base_count, no_source);
    }

    ClockSolution run() {
        link_relations();
        for (std::uint32_t node = 0; node < graph_.base.size(); ++node) {
            if (group_[node] == no_group) spread(node);
        }
        scales_.resize(group_count_);
        place_sources();
        place_defaults();
        place_neighbours();
        check_weak_relations();
        finish();
        return std::move(solution_);
    }

private:
    struct Scale {
        bool is_known = false;
        bool is_guessed = false;
        Rational period;
        Rational start;
        std::uint32_t origin = no_group;  // of the source
    };

    void fail(ClockGraphErrorKind kind, std::uint32_t origin, std::uint32_t other) {
        solution_.errors.push_back({kind, origin, other == no_group ? origin : other});
    }

    // Relations by node, in compressed rows.
    void link_relations() {
        starts_.assign(graph_.base.size() + 1, 0);
        for (ClockRelation const& relation : graph_.relations) {
            ++starts_[relation.from + 1];
            ++starts_[relation.to + 1];
        }
        for (std::size_t node = 0; node + 1 < starts_.size(); ++node) starts_[node + 1] += starts_[node];
        links_.resize(2 * graph_.relations.size());
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (std::uint32_t i = 0; i < graph_.relations.size(); ++i) {
            links_[next[graph_.relations[i].from]++] = i;
            links_[next[graph_.relations[i].to]++] = i;
        }
    }

    // Fills the group of a node, breadth first along the exact relations.
    void spread(std::uint32_t first) {
        std::uint32_t const group = group_count_++;
        std::vector<std::uint32_t> queue = {first};
        group_[first] = group;
        for (std::size_t at = 0; at < queue.size(); ++at) {
            std::uint32_t const node = queue[at];
            for (std::uint32_t link = starts_[node]; link < starts_[node + 1]; ++link) {
                ClockRelation const& relation = graph_.relations[links_[link]];
                if (relation.kind != ClockRelationKind::exact) continue;
                bool const forward = relation.from == node;
                std::uint32_t const other = forward ? relation.to : relation.from;
                NodeClock const& known = solution_.nodes[node];
                NodeClock reached;
                if (forward) {
                    reached.factor = known.factor * relation.factor;
                    reached.shift = known.shift + known.factor * relation.shift;
                } else {
                    reached.factor = known.factor / relation.factor;
                    reached.shift = known.shift - reached.factor * relation.shift;
                }
                if (reached.factor.overflowed() || reached.shift.overflowed()) {
                    if (!has_overflowed_) fail(ClockGraphErrorKind::too_large, relation.origin, no_group);
                    has_overflowed_ = true;
                    reached = known;
                }
                if (group_[other] == no_group) {
                    group_[other] = group;
                    reached_by_[other] = relation.origin;
                    solution_.nodes[other] = reached;
                    queue.push_back(other);
                } else if (!(solution_.nodes[other].factor == reached.factor) ||
                           !(solution_.nodes[other].shift == reached.shift)) {
                    report_contradiction(relation, node, other);
                }
            }
        }
    }

    // Both ends see it; once is enough.
    void report_contradiction(ClockRelation const& relation, std::uint32_t node, std::uint32_t other) {
        if (relation.from != node || has_overflowed_) return;
        std::uint32_t const way = reached_by_[other] != no_group ? reached_by_[other] : reached_by_[node];
        fail(ClockGraphErrorKind::relations_differ, relation.origin, way);
    }

    [[nodiscard]] Rational period_of(std::uint32_t node) const {
        return scales_[group_[node]].period * solution_.nodes[node].factor;
    }
    [[nodiscard]] Rational start_of(std::uint32_t node) const {
        Scale const& scale = scales_[group_[node]];
        return scale.start + scale.period * solution_.nodes[node].shift;
    }
    // Gives the group of a node its scale such that the node has this period and start.
    void place(std::uint32_t node, Rational period, Rational start, bool is_guessed, std::uint32_t origin) {
        Scale& scale = scales_[group_[node]];
        scale.is_known = true;
        scale.is_guessed = is_guessed;
        scale.origin = origin;
        scale.period = period / solution_.nodes[node].factor;
        scale.start = start - scale.period * solution_.nodes[node].shift;
        placed_.push_back(group_[node]);
    }

    void place_sources() {
        for (std::uint32_t i = 0; i < graph_.sources.size(); ++i) {
            ClockSource const& source = graph_.sources[i];
            std::uint32_t& first = solution_.source_of_base[graph_.base[source.node]];
            bool const is_first = first == no_source;
            if (is_first) first = i;
            ClockSource const& base = graph_.sources[first];
            bool const is_rational = source.kind == ClockSourceKind::rational;
            if (!is_first && !(is_rational && base.kind == source.kind) && base.definition != source.definition) {
                fail(ClockGraphErrorKind::sources_differ, source.origin, base.origin);
                continue;
            }
            // Of a clock without exact seconds its own period is the unit.
            Rational const period = is_rational ? source.period : Rational(1);
            Scale const& scale = scales_[group_[source.node]];
            if (!scale.is_known) {
                place(source.node, period, 0, false, source.origin);
            } else if (!(period_of(source.node) == period) || !(start_of(source.node) == Rational(0))) {
                fail(ClockGraphErrorKind::sources_differ, source.origin, scale.origin);
            }
        }
    }

    // A base without any source: the group of its first node takes the period 1 for now.
    void place_defaults() {
        std::vector<bool> seen(graph_.base_count);
        for (std::uint32_t node = 0; node < graph_.base.size(); ++node) {
            std::uint32_t const base = graph_.base[node];
            if (seen[base] || solution_.source_of_base[base] != no_source) continue;
            seen[base] = true;
            place(node, 1, 0, false, no_group);
        }
    }

    // Relations with a free factor between a group that has its scale and one that has not.
    void place_neighbours() {
        std::vector<std::vector<std::uint32_t>> members(group_count_);
        for (std::uint32_t node = 0; node < group_.size(); ++node) members[group_[node]].push_back(node);
        std::vector<std::uint32_t> loose;
        for (std::size_t at = 0, at_loose = 0;;) {
            std::uint32_t group = no_group;
            bool const is_loose = at == placed_.size();
            if (!is_loose) {
                group = placed_[at++];
                loose.push_back(group);
            } else if (at_loose < loose.size()) {
                // Nodes to which only noClock leads wait until nothing better is left.
                group = loose[at_loose++];
            } else {
                break;
            }
            for (std::uint32_t const node : members[group]) {
                for (std::uint32_t link = starts_[node]; link < starts_[node + 1]; ++link) {
                    ClockRelation const& relation = graph_.relations[links_[link]];
                    if (relation.kind == ClockRelationKind::exact) continue;
                    if ((relation.kind == ClockRelationKind::loose) != is_loose) continue;
                    std::uint32_t const other = relation.from == node ? relation.to : relation.from;
                    if (scales_[group_[other]].is_known) continue;
                    if (is_loose) {
                        place(other, period_of(node), start_of(node), true, relation.origin);
                    } else {
                        place_group(members[group_[other]], relation, node, other);
                    }
                }
            }
        }
    }

    // The scale of a group from all relations that tie it to others whose scale is known: its period is the smallest
    // common multiple of those that it is slower than; if there are no_group, the largest common fraction of those that
    // it is faster than.
    void place_group(std::vector<std::uint32_t> const& members, ClockRelation const& first, std::uint32_t known,
                     std::uint32_t unknown) {
        Rational multiple = 0;
        Rational fraction = 0;
        for (std::uint32_t const node : members) {
            for (std::uint32_t link = starts_[node]; link < starts_[node + 1]; ++link) {
                ClockRelation const& relation = graph_.relations[links_[link]];
                if (relation.kind != ClockRelationKind::slower && relation.kind != ClockRelationKind::faster) continue;
                std::uint32_t const other = relation.from == node ? relation.to : relation.from;
                if (!scales_[group_[other]].is_known) continue;
                Rational const period = period_of(other) / solution_.nodes[node].factor;
                bool const is_slower = (relation.kind == ClockRelationKind::slower) == (relation.to == node);
                Rational& bound = is_slower ? multiple : fraction;
                if (bound == Rational(0)) {
                    bound = period;
                } else {
                    bound = is_slower ? lcm(bound, period) : gcd(bound, period);
                }
            }
        }
        Rational const period = multiple == Rational(0) ? fraction : multiple;
        place(unknown, period * solution_.nodes[unknown].factor, start_of(known), false, first.origin);
    }

    void check_weak_relations() {
        for (ClockRelation const& relation : graph_.relations) {
            bool const is_slower = relation.kind == ClockRelationKind::slower;
            if (!is_slower && relation.kind != ClockRelationKind::faster) continue;
            Rational const from = period_of(relation.from);
            Rational const to = period_of(relation.to);
            Rational const ratio = is_slower ? to / from : from / to;
            Rational const delay = start_of(relation.to) - start_of(relation.from);
            if (ratio.overflowed() || delay.overflowed()) {
                fail(ClockGraphErrorKind::too_large, relation.origin, no_group);
            } else if (!ratio.is_integer() || !(delay == Rational(0))) {
                std::uint32_t const to_origin = scales_[group_[relation.to]].origin;
                std::uint32_t const other =
                    to_origin != relation.origin ? to_origin : scales_[group_[relation.from]].origin;
                fail(ClockGraphErrorKind::relations_differ, relation.origin, other);
            }
        }
    }

    // From periods and starts to factors and shifts.
    void finish() {
        std::vector<Rational> unit(graph_.base_count, Rational(0));
        std::vector<Rational> zero(graph_.base_count, Rational(0));
        for (std::uint32_t base = 0; base < graph_.base_count; ++base) {
            std::uint32_t const source = solution_.source_of_base[base];
            if (source == no_source) continue;
            bool const is_rational = graph_.sources[source].kind == ClockSourceKind::rational;
            unit[base] = is_rational ? graph_.sources[source].period : Rational(1);
        }
        for (std::uint32_t node = 0; node < group_.size(); ++node) {
            std::uint32_t const base = graph_.base[node];
            if (solution_.source_of_base[base] != no_source) continue;
            Rational const period = period_of(node);
            Rational const start = start_of(node);
            if (period.overflowed() || start.overflowed()) continue;
            if (unit[base] == Rational(0) || period < unit[base]) unit[base] = period;
            if (start < zero[base]) zero[base] = start;
        }
        std::vector<bool> has_failed(graph_.base_count);
        std::vector<NodeClock> clocks(group_.size());
        for (std::uint32_t node = 0; node < group_.size(); ++node) {
            std::uint32_t const base = graph_.base[node];
            clocks[node].is_guessed = scales_[group_[node]].is_guessed;
            clocks[node].factor = period_of(node) / unit[base];
            clocks[node].shift = (start_of(node) - zero[base]) / unit[base];
            if (!has_failed[base]) has_failed[base] = !check_clock(node, clocks[node]);
        }
        solution_.nodes = std::move(clocks);
    }

    bool check_clock(std::uint32_t node, NodeClock const& clock) {
        std::uint32_t const source = solution_.source_of_base[graph_.base[node]];
        std::uint32_t origin = reached_by_[node] != no_group ? reached_by_[node] : scales_[group_[node]].origin;
        if (origin == no_group) origin = 0;
        std::uint32_t const other = source == no_source ? origin : graph_.sources[source].origin;
        bool const is_condition = source != no_source && graph_.sources[source].kind == ClockSourceKind::condition;
        if (clock.factor.overflowed() || clock.shift.overflowed()) {
            fail(ClockGraphErrorKind::too_large, origin, other);
        } else if (clock.shift.is_negative()) {
            fail(ClockGraphErrorKind::too_early, origin, other);
        } else if (is_condition && !(clock.factor.is_integer() && clock.shift.is_integer())) {
            fail(ClockGraphErrorKind::not_whole, origin, other);
        } else {
            return true;
        }
        return false;
    }

    ClockGraph const& graph_;
    ClockSolution solution_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> links_;
    std::vector<std::uint32_t> group_;
    std::vector<std::uint32_t> reached_by_;  // origin of the relation along which a node joined its group
    std::uint32_t group_count_ = 0;
    bool has_overflowed_ = false;        // what follows from that is not worth a message
    std::vector<Scale> scales_;          // of each group
    std::vector<std::uint32_t> placed_;  // groups in the order in which they got their scales
};

}  // namespace

ClockSolution solve_clocks(ClockGraph const& graph) { return ClockSolver(graph).run(); }

}  // namespace moo
