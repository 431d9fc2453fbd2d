// MOO document to a C++ program that simulates it.
#pragma once

#include <string>
#include <vector>

#include "moo/base/source.h"
#include "moo/model/document.h"

namespace moo {

// The same without `main`: it ends behind a constant `model` of type MooModel in an unnamed namespace.
[[nodiscard]] std::string emit_cpp_model(Document const& document, Interner const& interner,
                                         SourceManager const& sources);

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

}  // namespace moo
