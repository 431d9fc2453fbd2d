#include "moo/passes/sort_partitions.h"

#include "moo/passes/sort_equations.h"

namespace moo {

bool sort_partitions(System& system, PassOptions const&, Diagnostics& diagnostics) {
    Document& document = system.document;
    bool good = true;
    for (SystemPartition const& partition : system.partitions) {
        std::string const description =
            "the partition of clock `" + std::string(system.interner.text(document.clocks[partition.base].name)) + "`";
        SortableSystem sortable;
        sortable.description = description;
        for (VarId const variable : partition.unknowns) sortable.unknowns.push_back({variable, Occurrence::value});
        for (SystemEquation const& equation : partition.equations) {
            bool const is_real =
                system.exprs().type(equation.lhs) == types::real || system.exprs().type(equation.rhs) == types::real;
            sortable.equations.push_back({equation.lhs, equation.rhs, equation.provenance, false, !is_real});
        }
        auto sorted = sort_equations(system, sortable, diagnostics);
        if (!sorted) {
            good = false;
            continue;
        }
        ClockedPartition result;
        result.base = partition.base;
        result.factor_numerator = partition.factor_numerator;
        result.factor_denominator = partition.factor_denominator;
        result.shift_numerator = partition.shift_numerator;
        result.shift_denominator = partition.shift_denominator;
        result.solver_method = partition.solver_method;
        result.equations = std::move(sorted->set);
        // The interval may differ between ticks.
        for (JacobianEntry& entry : result.equations.jacobian) {
            if (system.exprs().varies(entry.value)) entry.kind = EntryKind::dependent;
        }
        document.partitions.push_back(std::move(result));
    }
    // In their own partition they were unknowns like any other; for all other equations they change only at events.
    for (SystemPartition const& partition : system.partitions) {
        for (VarId const variable : partition.unknowns) {
            document.variables[variable].variability = Variability::discrete;
            document.facts[variable].role = Role::discrete;
        }
    }
    return good;
}

}  // namespace moo
