#include "moo/passes/expand_equations.h"

#include <utility>

#include "moo/passes/expand_partitions.h"
#include "moo/passes/expand_section.h"
#include "moo/passes/run_algorithm.h"

namespace moo {

namespace {

void number_equations(System& system) {
    std::uint32_t number = 0;
    for (SystemEquation& equation : system.equations) equation.provenance.number = ++number;
    for (SystemEquation& equation : system.initial_equations) equation.provenance.number = ++number;
    for (SystemPartition& partition : system.partitions) {
        for (SystemEquation& equation : partition.equations) equation.provenance.number = ++number;
    }
}

}  // namespace

bool expand_equations(System& system, PassOptions const&, Diagnostics& diagnostics) {
    system.begin_document();
    FlatModel const flat = std::exchange(system.flat, FlatModel());
    Expansion expansion(system, diagnostics);
    expand_section(expansion, flat.equations, Section::model, system.equations);
    expand_section(expansion, flat.initial_equations, Section::initial, system.initial_equations);
    for (FlatAlgorithm const& algorithm : flat.algorithms) {
        run_algorithm(expansion, algorithm, Section::model, system.equations);
    }
    for (FlatAlgorithm const& algorithm : flat.initial_algorithms) {
        run_algorithm(expansion, algorithm, Section::initial, system.initial_equations);
    }
    expand_partitions(expansion, flat.partitions);
    number_equations(system);
    return expansion.good;
}

}  // namespace moo
