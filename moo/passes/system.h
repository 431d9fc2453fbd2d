// The state of the translation between a flat model and a MOO document: what the passes read and write.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/model/document.h"

namespace moo {

// lhs = rhs, at all times or initially.
struct SystemEquation {
    ExprId lhs;
    ExprId rhs;
    std::string origin;
    SourceSpan source;
};

// target = value at the moments when one of `conditions` becomes true.
struct InstantEquation {
    ExprId target;
    ExprId value;
    std::vector<std::uint32_t> conditions;  // indices into Document::when_conditions
    bool is_reinit = false;
    bool at_initial = false;  // the when-clause has `initial()` among its conditions
    SourceSpan source;
};

struct System {
    System(Interner& system_interner, FlatModel flat);

    Interner& interner;
    // The result grows here; it owns the expressions and variables from the start.
    Document document;
    // As they come from the flat model; `expand_equations` empties them into the lists below.
    std::vector<FlatEquation> flat_equations;
    std::vector<FlatEquation> flat_initial_equations;
    std::vector<FlatAlgorithm> flat_algorithms;
    std::vector<FlatAlgorithm> flat_initial_algorithms;
    std::vector<FlatPartition> flat_partitions;

    std::vector<SystemEquation> equations;
    std::vector<SystemEquation> initial_equations;
    std::vector<InstantEquation> instants;

    std::vector<SourceSpan> condition_places;  // of each of Document::when_conditions

    // How many names with a prefix `generated_name` has given away.
    std::unordered_map<std::string, std::uint32_t> generated_counts;

    [[nodiscard]] ExprStore& exprs() { return document.exprs; }
    [[nodiscard]] ExprId reference(VarId variable) {
        return document.exprs.variable(variable, document.variables[variable].type);
    }
    [[nodiscard]] std::string_view name_of(VarId variable) const {
        return interner.text(document.variables[variable].name);
    }
    // A value that changes only at events.
    [[nodiscard]] bool is_discrete(VarId variable) const {
        return document.variables[variable].variability == Variability::discrete;
    }
    [[nodiscard]] std::string text(ExprId expr) const;
};

}  // namespace moo
