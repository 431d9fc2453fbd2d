// Declares and calls functions in C and FORTRAN 77 from C++.
#pragma once

#include <functional>

#include "backends/cpp/function_names.h"
#include "moo/base/interner.h"
#include "moo/base/text_writer.h"

namespace moo {

void emit_external_declaration(TextWriter& out, Program const& program, ProgramFunction const& function,
                               Interner const& interner, std::size_t number);

// Writes the body of a function whose variables are declared already. `text` prints an expression of the program.
void emit_external_call(TextWriter& out, Program const& program, ProgramFunction const& function,
                        FunctionNames const& names, Interner const& interner,
                        std::function<std::string(ProgramExpr)> const& text);

}  // namespace moo
