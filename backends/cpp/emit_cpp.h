// A model to a C++ program that simulates it.
#pragma once

#include <string>
#include <vector>

#include "backends/cpp/emit_functions.h"
#include "moo/base/source.h"
#include "moo/program/model_program.h"

namespace moo {

// One C++ source text: the model's tables and functions after runtime/abi/model.h, and a `main`.
[[nodiscard]] std::string emit_cpp(ModelProgram const& model, Interner const& interner, SourceManager const& sources);

struct CppFile {
    std::string name;  // without a folder
    std::string text;
};

// The same without `main`, in several files if it is large: the first ends after a constant of type MooModel, headers come
// last. `resources` are texts that are files of an FMU, with their names there.
struct CppModel {
    std::vector<CppFile> files;
    std::string name;  // of the constant, for what is put after it
};
[[nodiscard]] CppModel emit_cpp_model(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                                      std::string const& base_name, CppResources const& resources = {});

// The same with a `main` in the first file.
[[nodiscard]] std::vector<CppFile> emit_cpp_files(ModelProgram const& model, Interner const& interner,
                                                  SourceManager const& sources, std::string const& base_name);

}  // namespace moo
