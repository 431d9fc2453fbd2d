// Brings equal operations of a procedure together, so that they run in loops.
//
// Choosing the code for the next instruction costs more than an addition, most of all when the processor guesses wrong.
// In a straight piece of code the order matters only where one instruction needs what another one writes. So the
// pieces are ordered by level, which is one more than that of what an instruction waits for, and within a level by
// operation. A chain of 1000 masses becomes ten loops.
#pragma once

#include "backends/interpret/code.h"

namespace moo {

// Of a procedure whose registers are placed. Jumps lead to instructions before, and by as many instructions after.
void schedule_code(std::vector<CodeInstruction>& code);

}  // namespace moo
