// Flat model to Base Modelica text.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/flat_model.h"

namespace moo {

// Every variable and equation is decorated with its place in the source (`@n`); the table of places is in the
// package's annotation `SourceLocations(__moo(files, table))`, entries being {file, line, column}.
[[nodiscard]] std::string write_base_modelica(FlatModel const& model, Interner const& interner,
                                              SourceManager const& sources);

}  // namespace moo
