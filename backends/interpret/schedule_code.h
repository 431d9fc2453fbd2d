// Groups equal operations of a procedure, so that they run in loops.
//
// Dispatching the next instruction costs more than an addition, above all when the processor mispredicts it. In
// straight-line code, order matters only where one instruction needs the result of another. So the instructions of each
// piece are sorted by level, which is one more than the highest level that the instruction waits for, and within a
// level by operation. A chain of 1000 masses becomes ten loops.
#pragma once

#include "backends/interpret/code.h"

namespace moo {

// For procedures whose registers are placed. In the input a jump gives the number of an instruction, in the output a
// distance.
void schedule_code(std::vector<CodeInstruction>& code);

}  // namespace moo
