// Whether back ends can compute all functions of a document.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/program/lower_program.h"

namespace moo {

// Names what they cannot.
bool check_program(Document const& document, Interner const& interner, Diagnostics& diagnostics);
bool report_problems(std::vector<ProgramProblem> const& problems, Diagnostics& diagnostics);

}  // namespace moo
