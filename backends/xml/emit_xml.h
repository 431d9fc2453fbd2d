// MOO document to ModelicaXML.
//
// The vocabulary is that of Pop and Fritzson, "ModelicaXML: A Modelica XML Representation with Applications", Modelica
// 2003, and of the tool that implemented it later. docs/modelica_xml.md describes where we differ from it and what we
// add for the equation sets.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// The document must have been read without errors; it need not be complete enough to be simulated.
[[nodiscard]] std::string emit_xml(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
