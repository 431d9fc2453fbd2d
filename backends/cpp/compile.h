// Runs the C++ compiler on generated code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "backends/cpp/emit_cpp.h"
#include "moo/external/build_cache.h"

namespace moo {

// How generated code of that many bytes is compiled.
[[nodiscard]] std::vector<std::string> code_options(std::size_t source_size);

// Compiles `sources`, as many at a time as there are processors, and links them with the runtime library to the
// executable `output`, which appears whole or not at all. The runtime is found beside the running program:
// ../include/moo, ../lib/libmoo_runtime.a and the libraries it needs in ../lib/moo/runtime_link.txt. `objects` are
// shared objects that the model needs beside it. The compiler is $CXX or c++, called by an argument vector. Returns an
// error text, empty if all went well.
[[nodiscard]] std::string compile_simulator(std::vector<std::string> const& sources, std::string const& output,
                                            std::vector<std::string> const& objects);
// Compiles each source to an object beside it, with `options` beside those for generated code.
[[nodiscard]] std::string compile_objects(std::vector<std::string> const& sources,
                                          std::vector<std::string> const& options, std::vector<std::string>& objects);
// Writes the files of a model into a folder. Returns an error text; `sources` are those to compile.
[[nodiscard]] std::string write_sources(std::vector<CppFile> const& files, std::filesystem::path const& folder,
                                        std::vector<std::string>& sources);

// Where the runtime lies, beside the running program: ../include/moo, ../lib and ../lib/moo.
struct RuntimeFolders {
    std::filesystem::path include;
    std::filesystem::path libraries;
    std::filesystem::path facts;  // lists of what to link
};
[[nodiscard]] RuntimeFolders runtime_folders();
// A list of link arguments, one a line; empty if it is not there.
[[nodiscard]] std::vector<std::string> read_link_list(std::filesystem::path const& list);
// $CXX or c++.
[[nodiscard]] std::string compiler_name();
// Runs it by an argument vector and shows what it says. Returns an error text, empty if all went well.
[[nodiscard]] std::string run_compiler(std::vector<std::string> const& words);

// Adds all that a compiled simulator is made of beside its source: the runtime, what it is linked with, the compiler.
void add_compiler_inputs(ContentHash& hash);

}  // namespace moo
