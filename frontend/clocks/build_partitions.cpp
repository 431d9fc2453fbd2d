// Moves clocked equations into the partitions of the flat model.
#include "frontend/clocks/clock_partitioner.h"

namespace moo {

void ClockPartitioner::move() {
    ClockedRewriter rewriter(model_, structure_);
    for (std::uint32_t base = 0; base < base_count_with_units_; ++base) {
        FlatPartition partition = base_partition(base, rewriter);
        for (GroupPiece const& piece : pieces_[base]) {
            FlatSubPartition sub;
            NodeClock const& clock = solution_.nodes[piece.group];
            sub.sub_numerator = clock.factor.numerator();
            sub.sub_denominator = clock.factor.denominator();
            sub.shift_numerator = clock.shift.numerator();
            sub.shift_denominator = clock.shift.denominator();
            sub.solver_method = methods_[piece.group];
            for (std::uint32_t const unit : piece.units) {
                ClockUnit const& u = structure_.units[unit];
                if (u.is_algorithm) {
                    sub.algorithms.push_back(rewriter.rewrite(std::move(model_.algorithms[u.index]), unit));
                } else {
                    rewriter.rewrite(std::move(model_.equations[u.index]), unit, sub.equations);
                }
            }
            partition.sub_partitions.push_back(std::move(sub));
        }
        model_.partitions.push_back(std::move(partition));
    }
    keep_continuous(rewriter);
}

FlatPartition ClockPartitioner::base_partition(std::uint32_t base, ClockedRewriter& rewriter) {
    FlatPartition partition;
    std::uint32_t const source = solution_.source_of_base[base];
    if (source == no_source) {
        partition.clock = model_.exprs.builtin(Builtin::clock, {model_.exprs.real(1.0)});
        partition.source = place(first_unit_of_base_[base]);
    } else {
        ClockStructure::Source const& given = structure_.sources[source];
        partition.clock = rewriter.rewrite(given.clock, given.source.origin);
        partition.clock_name = given.name;
        partition.source = place(given.source.origin);
    }
    if (!partition.clock_name) {
        std::string name;
        do {
            name = "_baseClock" + std::to_string(++generated_names_);
        } while (interner_.find(name));
        partition.clock_name = interner_.intern(name);
    }
    return partition;
}

void ClockPartitioner::keep_continuous(ClockedRewriter& rewriter) {
    std::vector<FlatEquation> equations;
    std::vector<FlatAlgorithm> algorithms;
    for (std::uint32_t unit = 0; unit < structure_.units.size(); ++unit) {
        ClockUnit const& u = structure_.units[unit];
        if (u.defines_clock || is_clocked(u.node)) continue;
        if (u.is_algorithm) {
            algorithms.push_back(rewriter.rewrite(std::move(model_.algorithms[u.index]), unit));
        } else {
            rewriter.rewrite(std::move(model_.equations[u.index]), unit, equations);
        }
    }
    model_.equations = std::move(equations);
    model_.algorithms = std::move(algorithms);
}

void ClockPartitioner::list_variables() {
    bool const has_listing = !model_.listing.empty();
    std::vector<VarId> listing;
    auto const keep = [&](VarId id) {
        if (!is_clock_type(model_.exprs.types(), model_.variables[id].type)) listing.push_back(id);
    };
    if (has_listing) {
        for (VarId const id : model_.listing) keep(id);
        std::set<VarId> added;
        for (auto const& [key, variable] : structure_.stand_ins) added.insert(model_.exprs.variable_of(variable));
        listing.insert(listing.end(), added.begin(), added.end());
    } else {
        for (VarId const id : model_.variables.ids()) keep(id);
    }
    if (has_listing || listing.size() < model_.variables.size()) model_.listing = std::move(listing);
}

}  // namespace moo
