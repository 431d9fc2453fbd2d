// Functions that are called with tables of constants, with those tables put in.
#pragma once

#include "moo/program/program.h"

namespace moo {

// A partial evaluation: a call that is given a constant array calls a copy of the function for that array, in which sizes
// and elements at known places are numbers, conditions on them are decided and short loops are unrolled. Arrays of a
// function that only ever hold one constant become that constant. Functions keep their numbers; copies stand behind
// them. What fails does so with the same message.
//
// For the interpreter: each instruction that is left out counts there, while a compiler does this by itself.
// N. D. Jones, C. K. Gomard, P. Sestoft, Partial Evaluation and Automatic Program Generation, 1993, chapter 4.
void specialize_program(Program& program);

}  // namespace moo
