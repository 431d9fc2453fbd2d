// Decides which external functions of a model may be built and called.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/program/model_program.h"
#include "moo/trust/external_trust.h"

namespace moo {

// Marks the functions that `trust` permits. Reports the others; then nothing of the model should run.
bool permit_externals(ModelProgram& model, Interner const& interner, ExternalTrust& trust, Diagnostics& diagnostics);

}  // namespace moo
