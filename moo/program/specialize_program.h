// Specializes functions that are called with constant tables.
#pragma once

#include "moo/program/program.h"

namespace moo {

// Partial evaluation: a call with a constant array calls a copy of the function for that array, in which sizes and
// elements at known positions are numbers, conditions on them are decided, and short loops are unrolled. Arrays of a
// function that only ever hold one constant become that constant. Functions keep their numbers; copies are appended. An
// operation that fails still fails with the same message.
//
// This helps the interpreter, which spends time on each instruction; a compiler does it anyway.
// N. D. Jones, C. K. Gomard, P. Sestoft, Partial Evaluation and Automatic Program Generation, 1993, chapter 4.
void specialize_program(Program& program);

}  // namespace moo
