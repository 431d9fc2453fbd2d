// Checks whether back ends can compute all functions of a model.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/program/model_program.h"

namespace moo {

// Reports what they cannot compute.
bool check_program(ModelProgram const& model, Diagnostics& diagnostics);
bool report_problems(std::vector<ProgramProblem> const& problems, Diagnostics& diagnostics);

}  // namespace moo
