// MOO document to a C++ program that simulates it.
#pragma once

#include <string>
#include <unordered_map>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// The same without `main`: it ends behind a constant `model` of type MooModel in an unnamed namespace. `resources` are
// String literals that are files of an FMU, by their names there.
using CppResources = std::unordered_map<ExprId, std::string>;
[[nodiscard]] std::string emit_cpp_model(Document const& document, Interner const& interner,
                                         SourceManager const& sources, CppResources const& resources = {});

// One C++ source text: the model's tables and functions behind runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources);

}  // namespace moo
