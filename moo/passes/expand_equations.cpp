#include "moo/passes/expand_equations.h"

#include "moo/passes/expand_partitions.h"
#include "moo/passes/expand_section.h"
#include "moo/passes/run_algorithm.h"

namespace moo {

bool expand_equations(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Expansion expansion(system, diagnostics);
    expand_section(expansion, system.flat_equations, Section::model, system.equations);
    expand_section(expansion, system.flat_initial_equations, Section::initial, system.initial_equations);
    for (FlatAlgorithm const& algorithm : system.flat_algorithms) {
        run_algorithm(expansion, algorithm, Section::model, system.equations);
    }
    for (FlatAlgorithm const& algorithm : system.flat_initial_algorithms) {
        run_algorithm(expansion, algorithm, Section::initial, system.initial_equations);
    }
    expand_partitions(expansion, system.flat_partitions);
    system.flat_equations.clear();
    system.flat_initial_equations.clear();
    system.flat_algorithms.clear();
    system.flat_initial_algorithms.clear();
    system.flat_partitions.clear();
    return expansion.good;
}

}  // namespace moo
