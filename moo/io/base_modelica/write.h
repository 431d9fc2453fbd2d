// From a flat model to Base Modelica text.
#pragma once

#include <cstdint>
#include <string>

#include "moo/base/source.h"
#include "moo/model/flat_model.h"

namespace moo {

enum class BaseModelicaProfile : std::uint8_t {
    mcp0031,  // the draft of the Modelica Association: guess values as parameter equations, source decorations
    omc,      // as OpenModelica writes it: `start` and `fixed` as attributes, no decorations
};

struct BaseModelicaOptions {
    BaseModelicaProfile profile = BaseModelicaProfile::mcp0031;
};

// The same model always gives the same bytes, and writing the result of `read_base_modelica` gives the same bytes
// again.
//
// In the profile `mcp0031` every variable, equation and statement is decorated with its place in the source (`@n`); the
// table of places is in the package's annotation `SourceLocations(__moo(…))` (docs/base_modelica.md).
[[nodiscard]] std::string write_base_modelica(FlatModel const& model, Interner const& interner,
                                              SourceManager const& sources, BaseModelicaOptions const& options = {});

}  // namespace moo
