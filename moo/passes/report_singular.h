// Explains why equations cannot determine their unknowns.
#pragma once

#include <functional>

#include "moo/passes/system.h"
#include "moo/structure/dulmage_mendelsohn.h"

namespace moo {

struct SingularEquation {
    ExprId lhs;
    ExprId rhs;
    Provenance provenance;
    // As written in the model, before equal variables were joined.
    ExprId written_lhs;
    ExprId written_rhs;
};

// The rows (equations) and columns (unknowns) of a graph, with a maximum matching that leaves some of them free.
struct SingularSystem {
    System& system;
    std::string_view description;  // `the model at events`
    Incidence const& graph;
    Matching const& matching;
    std::function<SingularEquation(std::uint32_t row)> equation;
    std::function<std::string(std::uint32_t column)> unknown_text;
    std::function<VarId(std::uint32_t column)> unknown;
    // Rows that need no unknown, and columns that need no equation.
    std::function<bool(std::uint32_t row)> is_optional_row = [](std::uint32_t) { return false; };
    std::function<bool(std::uint32_t column)> is_optional_column = [](std::uint32_t) { return false; };
    // Kind of the report if an equation has nothing left to determine.
    DiagnosticKind surplus_kind = DiagnosticKind::StructurallySingular;
};

// Reports each surplus equation with the smallest set of equations that it contradicts, then the undetermined unknowns.
// False if there are any. The system keeps both, for reports of other kinds.
bool report_singular(SingularSystem const& system, Diagnostics& diagnostics);

}  // namespace moo
