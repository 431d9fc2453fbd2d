// Whether back ends can compute all functions of a model.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/program/model_program.h"

namespace moo {

// Names what they cannot.
bool check_program(ModelProgram const& model, Diagnostics& diagnostics);
bool report_problems(std::vector<ProgramProblem> const& problems, Diagnostics& diagnostics);

}  // namespace moo
