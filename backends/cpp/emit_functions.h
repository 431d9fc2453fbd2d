// Functions of a model as C++.
#pragma once

#include <map>
#include <string>

#include "moo/base/source.h"
#include "moo/base/text_writer.h"
#include "moo/program/lower_program.h"

namespace moo {

// Texts of a model that are files of an FMU, and their names there.
using CppResources = std::map<std::string, std::string>;

// Declarations and definitions, for the namespace of the model: texts, constant arrays, the functions, and for each
// expression of the equations that needs one a function `call_N`.
void emit_functions(TextWriter& out, ModelProgram const& program, Interner const& interner,
                    SourceManager const& sources, CppResources const& resources);

// Whether calls of it are kept in a `MooResults`: several results, which are asked for one by one.
[[nodiscard]] bool has_several_results(ModelCall const& call);

// The name that the function of C or FORTRAN has for the linker. One with an include text is reached through a piece
// of C that is built with that name.
[[nodiscard]] std::string external_symbol(ProgramExternal const& external, Interner const& interner,
                                          std::size_t function);
[[nodiscard]] bool needs_snippet(ProgramExternal const& external);

}  // namespace moo
