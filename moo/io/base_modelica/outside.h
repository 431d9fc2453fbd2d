// The icon of the model and the connectors on its outside in Base Modelica: `annotation(__moo(icon = …, connectors =
// …))` with rows as in MOO text.
#pragma once

#include <string_view>

#include "moo/base/diagnostics.h"
#include "moo/base/text_writer.h"
#include "moo/model/flat_model.h"
#include "moo/syntax/ast.h"

namespace moo::base_modelica {

// Writes `before` first; false if there is nothing to write.
bool write_outside(TextWriter& out, std::string_view before, FlatModel const& model, Interner const& interner,
                   SourceManager const& sources);

// Reads the annotation of the model. Mistakes are reported.
void read_outside(ast::Ast const& ast, ast::ModificationId annotation, SourceManager& sources, Interner& interner,
                  Diagnostics& diagnostics, FlatModel& model);

}  // namespace moo::base_modelica
