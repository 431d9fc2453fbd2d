// MOO document to a C++ program that simulates it.
#pragma once

#include <string>

#include "backends/cpp/emit_functions.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// The same without `main`: it ends behind a constant `model` of type MooModel in an unnamed namespace. `resources` are
// texts that are files of an FMU, with their names there.
[[nodiscard]] std::string emit_cpp_model(Document const& document, Interner const& interner,
                                         SourceManager const& sources, CppResources const& resources = {});

// One C++ source text: the model's tables and functions behind runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
