// From Base Modelica text to a flat model.
#pragma once

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/model/flat_model.h"

namespace moo {

// Reads what `write_base_modelica` and other tools write: a package with one model, or the model alone. Places in the
// source table replace those in the file, so that messages refer to the user's text.
[[nodiscard]] FlatModel read_base_modelica(FileId file, SourceManager& sources, Interner& interner,
                                           Diagnostics& diagnostics);

}  // namespace moo
