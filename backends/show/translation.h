// What is known about a translation beside its result: what the passes did, and where it ended if it failed. A tool
// that runs the passes fills it in; for a document from a file it is empty.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "moo/base/diagnostics.h"
#include "moo/expr/store.h"
#include "moo/model/provenance.h"

namespace moo {

struct PassStep {
    std::string pass;
    std::string summary;
    std::size_t equations = 0;
    std::size_t variables = 0;
    double milliseconds = 0.0;
};

// An equation as it was after a pass.
struct EquationStep {
    std::uint32_t pass = 0;  // index into the passes
    ExprId lhs;
    ExprId rhs;
};

// A variable that could have been a state.
struct DependentState {
    VarId variable;
    SourceSpan source;
    std::string reason;
};

struct UnsortedEquation {
    ExprId lhs;
    ExprId rhs;
    Provenance provenance;
};

// Without any one of these equations, the others have enough unknowns.
struct EquationConflict {
    std::vector<UnsortedEquation> equations;
    struct Unknown {
        std::string text;
        SourceSpan source;
    };
    std::vector<Unknown> unknowns;
};

struct UndeterminedUnknown {
    std::string text;
    SourceSpan source;
    std::string reason;
};

struct TranslationFailure {
    std::string stage;  // `flatten`, or a pass; empty if nothing failed
    std::vector<EquationConflict> conflicts;
    std::vector<UndeterminedUnknown> undetermined;
    std::vector<UnsortedEquation> equations;  // the model as it was then
};

// An equation of the model, and how often it was differentiated.
[[nodiscard]] inline std::uint64_t history_key(Provenance const& provenance) {
    return std::uint64_t{provenance.differentiations} << 32u | provenance.number;
}

struct Translation {
    std::vector<PassStep> passes;
    // By `history_key`: an entry for each pass that changed the equation. A derivative begins with what it was made
    // from.
    std::unordered_map<std::uint64_t, std::vector<EquationStep>> history;
    std::vector<DependentState> dependent_states;
    TranslationFailure failure;
    std::vector<Diagnostic> messages;

    [[nodiscard]] bool has_failed() const { return !failure.stage.empty(); }
    // None for equations that passes have added.
    [[nodiscard]] std::vector<EquationStep> const* steps(Provenance const& provenance) const {
        auto const found = history.find(history_key(provenance));
        return provenance.number == 0 || found == history.end() ? nullptr : &found->second;
    }
};

}  // namespace moo
