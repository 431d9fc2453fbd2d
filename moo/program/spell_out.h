// Statements over numbered values, spelled out as a small program that computes each shared value once.
#pragma once

#include <span>
#include <vector>

#include "moo/program/model_program.h"

namespace moo {

// A piece of a procedure with variables for what it shares. Nodes are trees over slots and variables.
struct SpelledOut {
    ProgramNodes nodes;
    std::vector<ProgramScalar> scalars;
    std::vector<bool> is_held;           // by scalar: `hold` declares it and assigns to it, nothing else does
    std::vector<ProgramStatement> body;  // `place` is the number of the ModelOrigin
};

// Values that are used twice, and those at the depth where trees end, get a variable; so do results of calls. What counts only
// under a condition is computed under it, and is not known afterwards: a value that is used in two branches is computed in
// both. Calls are the exception, for they may take long: one that several conditional statements need is made once,
// if any of the conditions holds.
//
// A value is computed where it is first needed. What it depends on is not assigned to afterwards, since equations stand in
// computing order.
[[nodiscard]] SpelledOut spell_out(ModelProgram const& model, std::span<ModelStatement const> statements);

}  // namespace moo
