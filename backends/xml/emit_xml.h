// MOO document to ModelicaXML.
//
// The vocabulary is that of Pop and Fritzson, "ModelicaXML: A Modelica XML Representation with Applications", Modelica
// 2003, and of the tool that followed it. docs/modelica_xml.md describes the differences and the additions for the
// sets.
#pragma once

#include <string>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// Needs a document that was read without errors; it need not be complete enough to be simulated.
[[nodiscard]] std::string emit_xml(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
