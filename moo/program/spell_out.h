// Statements over numbered values, spelled out as a small program that computes each shared value once.
#pragma once

#include <span>
#include <vector>

#include "moo/program/model_program.h"

namespace moo {

// A piece of a procedure with variables for shared values. Nodes are trees over slots and variables.
struct SpelledOut {
    ProgramNodes nodes;
    std::vector<ProgramScalar> scalars;
    std::vector<bool> is_held;           // by scalar: `hold` declares and assigns it, and nothing else assigns to it
    std::vector<ProgramStatement> body;  // `place` is the number of the ModelOrigin
};

// Values that are used twice, results of calls, and values at the depth where trees are split get a variable. A value
// that is needed only under a condition is computed under it and not known afterwards: if two branches use it, both
// compute it. Calls are the exception, since they may take long: a call that several conditional statements need is
// made once, if any of the conditions holds.
//
// A value is computed where it is first needed. The variables that it depends on are not assigned to later, because
// equations are in computing order.
[[nodiscard]] SpelledOut spell_out(ModelProgram const& model, std::span<ModelStatement const> statements);

}  // namespace moo
