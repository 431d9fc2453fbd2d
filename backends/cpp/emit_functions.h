// Functions of a model as C++.
#pragma once

#include <string>

#include "backends/cpp/cpp_statements.h"
#include "moo/base/source.h"
#include "moo/base/text_writer.h"

namespace moo {

// Writes declarations and definitions into the namespace of the model: texts, constant arrays, the functions.
void emit_functions(TextWriter& out, ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                    CppResources const& resources);

// The linker name of the C or FORTRAN function. A function with an include text is reached through a small C file that
// is built with that name.
[[nodiscard]] std::string external_symbol(ProgramExternal const& external, Interner const& interner,
                                          std::size_t function);
[[nodiscard]] bool needs_snippet(ProgramExternal const& external);

}  // namespace moo
