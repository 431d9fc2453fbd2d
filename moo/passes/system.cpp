#include "moo/passes/system.h"

#include "moo/model/names.h"

namespace moo {

System::System(Interner& system_interner, FlatModel flat)
    : interner(system_interner),
      flat_equations(std::move(flat.equations)),
      flat_initial_equations(std::move(flat.initial_equations)),
      flat_algorithms(std::move(flat.algorithms)),
      flat_partitions(std::move(flat.partitions)) {
    for (FlatAlgorithm& algorithm : flat.initial_algorithms) flat_algorithms.push_back(std::move(algorithm));
    document.name = flat.name;
    document.description = flat.description;
    document.experiment = flat.experiment;
    document.exprs = std::move(flat.exprs);
    document.variables = std::move(flat.variables);
    document.types = std::move(flat.types);
    document.functions = std::move(flat.functions);
}

std::string System::text(ExprId expr) const {
    return to_string(document.exprs, expr, VariableNames(document.variables, interner, NameStyle::plain));
}

}  // namespace moo
