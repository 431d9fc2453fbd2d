// MOO document to a C++ program that simulates it.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp/emit_functions.h"
#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// One C++ source text: the model's tables and functions behind runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(Document const& document, Interner const& interner, SourceManager const& sources);

// The same in several files, if the model is large.
struct CppFile {
    std::string name;  // without a folder
    std::string text;
};
// The first has `main`, headers come last.
[[nodiscard]] std::vector<CppFile> emit_cpp_files(Document const& document, Interner const& interner,
                                                  SourceManager const& sources, std::string const& base_name);

// The same without `main`: the first file ends behind a constant of type MooModel. `resources` are texts that are files
// of an FMU, with their names there.
struct CppModel {
    std::vector<CppFile> files;
    std::string name;  // of the constant, for what is put behind it
};
[[nodiscard]] CppModel emit_cpp_model(Document const& document, Interner const& interner, SourceManager const& sources,
                                      std::string const& base_name, CppResources const& resources = {});

}  // namespace moo
