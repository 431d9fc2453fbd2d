// The parts of `scalarize`, and what they share.
#pragma once

#include "moo/expr/free_variables.h"
#include "moo/scalarize/expander.h"

namespace moo {

// The old model, the new model, and the mapping between them.
struct Scalarizer {
    Scalarizer(FlatModel& old_model, Interner& names, Diagnostics& messages, ScalarizeLimits const& given_limits);

    FlatModel& from;
    FlatModel to;
    Interner& interner;
    Diagnostics& diagnostics;
    ScalarizeLimits limits;
    Store<VarId, VariableParts> parts;
    KnownValues known;
    Expander expander;
    FreeVariables free_variables;  // of the new model

    // Reports why the expander failed; returns false.
    bool report(SourceSpan source);
    bool report(SourceSpan source, ExpandFailure const& failure);
    // The scalars of an expression, appended; false after a report.
    bool expand(ExprId expr, SourceSpan source, std::vector<ExprId>& items, TypeId& type);
    // An impure function that an expression of the old model calls; none if there is none.
    [[nodiscard]] Symbol impure_call(ExprId expr) const;
    // Puts scalars of one type in the order of another; false if they do not fit.
    bool arrange(std::span<ExprId const> items, TypeId from_type, TypeId to_type, std::vector<ExprId>& out);
};

// ---- scalarize_variables.cpp ----
// Declares the scalar variables; then, when all are known, their attributes and bindings. False after a report.
bool declare_scalars(Scalarizer& scalarizer);
bool scalarize_attributes(Scalarizer& scalarizer);

// ---- scalarize_equations.cpp ----
bool scalarize_equations(Scalarizer& scalarizer, std::vector<FlatEquation> const& equations,
                         std::vector<FlatEquation>& result);

// ---- scalarize_algorithms.cpp ----
bool scalarize_algorithm(Scalarizer& scalarizer, FlatAlgorithm const& algorithm, FlatAlgorithm& result);

}  // namespace moo
