// Brings equal operations of a tape together, so that they run in loops.
//
// Choosing the code for the next instruction costs more than an addition, most of all when the processor guesses wrong.
// In a straight piece of a tape the order matters only where one instruction needs what another one writes. So the
// pieces are ordered by level, which is one more than that of what an instruction waits for, and within a level by
// operation; `run` of an instruction then says how many like it follow. A chain of 1000 masses becomes ten loops.
#pragma once

#include "backends/interpret/tape.h"

namespace moo {

void schedule_tape(Tape& tape);

}  // namespace moo
