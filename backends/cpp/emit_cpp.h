// Translates a model program into a C++ program that simulates it.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp/emit_functions.h"
#include "moo/base/source.h"
#include "moo/program/model_program.h"

namespace moo {

// One C++ source text: the model's tables and functions as in runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(ModelProgram const& model, Interner const& interner, SourceManager const& sources);

struct CppFile {
    std::string name;  // without folder
    std::string text;
};

// The same without `main`, split into several files if the model is large. The first file ends after a constant of type
// MooModel; headers come last. `resources` maps texts that are files of an FMU to their names in the FMU.
struct CppModel {
    std::vector<CppFile> files;
    std::string name;  // name of the constant, for code that is appended
};
[[nodiscard]] CppModel emit_cpp_model(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                                      std::string const& base_name, CppResources const& resources = {});

// The same with a `main` in the first file.
[[nodiscard]] std::vector<CppFile> emit_cpp_files(ModelProgram const& model, Interner const& interner,
                                                  SourceManager const& sources, std::string const& base_name);

}  // namespace moo
