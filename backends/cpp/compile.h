// Runs the C++ compiler on generated code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "backends/cpp/emit_cpp.h"
#include "moo/external/build_cache.h"

namespace moo {

// The compiler options for generated code of that many bytes.
[[nodiscard]] std::vector<std::string> code_options(std::size_t source_size);

// Compiles `sources`, as many at a time as there are processors, and links them with the runtime library to the
// executable `output`, which is either complete or not there at all. The runtime is found relative to the running
// program: ../include/moo, ../lib/libmoo_runtime.a and the libraries that it needs in ../lib/moo/runtime_link.txt.
// `objects` are further shared objects that the model needs. The compiler is $CXX or c++, called without a shell.
// Returns an error text, empty on success.
[[nodiscard]] std::string compile_simulator(std::vector<std::string> const& sources, std::string const& output,
                                            std::vector<std::string> const& objects);
// Compiles each source to an object file in the same folder. `options` are added to those for generated code.
[[nodiscard]] std::string compile_objects(std::vector<std::string> const& sources,
                                          std::vector<std::string> const& options, std::vector<std::string>& objects);
// Writes the files of a model into a folder. Returns an error text; `sources` gets the files to compile.
[[nodiscard]] std::string write_sources(std::vector<CppFile> const& files, std::filesystem::path const& folder,
                                        std::vector<std::string>& sources);

// Where the runtime is, relative to the running program: ../include/moo, ../lib and ../lib/moo.
struct RuntimeFolders {
    std::filesystem::path include;
    std::filesystem::path libraries;
    std::filesystem::path facts;  // lists of what to link
};
[[nodiscard]] RuntimeFolders runtime_folders();
// Reads a list of link arguments, one per line; empty if the file does not exist.
[[nodiscard]] std::vector<std::string> read_link_list(std::filesystem::path const& list);
// $CXX or c++.
[[nodiscard]] std::string compiler_name();
// Runs the compiler without a shell and shows its output. Returns an error text, empty on success.
[[nodiscard]] std::string run_compiler(std::vector<std::string> const& words);

// Adds everything that goes into a compiled simulator apart from its source: the runtime, the libraries it is linked
// with, the compiler.
void add_compiler_inputs(ContentHash& hash);

}  // namespace moo
