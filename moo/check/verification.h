// The parts of `verify_document`. A message names the section and the number of the row, as a MOO file does.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "moo/base/diagnostics.h"
#include "moo/expr/free_variables.h"
#include "moo/model/document.h"

namespace moo {

enum class SetKind : std::uint8_t { initialization, integration, reinitialization, clocked };

struct Verification {
    Verification(Document const& verified, Diagnostics& reports)
        : document(verified), exprs(verified.exprs), diagnostics(reports), walk(verified.exprs) {}

    Document const& document;
    ExprStore const& exprs;
    Diagnostics& diagnostics;
    FreeVariables walk;
    std::unordered_set<VarId> determined;  // by an equation of one of the three sets
    std::vector<ExprId> stack;
    std::unordered_set<ExprId> seen;
    bool good = true;

    void report(std::string const& what, SourceSpan source = {});
    // Checks an expression that is computed: its type, and its parts.
    void verify_value(std::string const& where, ExprId expr, TypeId expected, SourceSpan source = {});
    [[nodiscard]] TypeId type(VarId variable) const { return document.variables[variable].type; }
};

// `stateSets[2]`
[[nodiscard]] std::string row_text(std::string_view section, std::size_t index);

// verify_references.cpp
// False if a reference leads nowhere; no other check can run on such a document.
[[nodiscard]] bool verify_references(Verification& verification);
// verify_variables.cpp
void verify_variables(Verification& verification);
void verify_results(Verification& verification);
// verify_declarations.cpp
void verify_functions(Verification& verification);
void verify_parameters(Verification& verification);
void verify_eliminated(Verification& verification);
void verify_arrays(Verification& verification);
// verify_sets.cpp
void verify_set(Verification& verification, std::string const& name, EquationSet const& set, SetKind kind);
// verify_events.cpp
void verify_events(Verification& verification);
void verify_clocks(Verification& verification);
// verify_views.cpp
void verify_state_selection(Verification& verification);
void verify_views(Verification& verification);
// verify_icon.cpp
void verify_icon(Verification& verification);

}  // namespace moo
