// The table of places that a Base Modelica file may carry.
#pragma once

#include <optional>
#include <vector>

#include "moo/base/source.h"
#include "moo/lower/lower_equation.h"
#include "moo/model/user_places.h"

namespace moo::base_modelica {

// The rows of `annotation(SourceLocations(__moo(files, instances, origins, table)))` of the package; row `n` is the
// place of the decoration `@n`, counted from 1. An invalid row has no place. None if there is no table.
// What it says about libraries and declarations goes to `user_places`.
[[nodiscard]] std::optional<std::vector<SourcePlace>> read_source_table(ast::Ast const& ast,
                                                                        ast::ModificationId annotation,
                                                                        SourceManager& sources, Interner& interner,
                                                                        UserPlaces& user_places);

}  // namespace moo::base_modelica
