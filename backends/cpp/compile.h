// Runs the C++ compiler on generated code.
#pragma once

#include <string>
#include <vector>

#include "moo/external/build_cache.h"

namespace moo {

// How generated code of that many bytes is compiled.
[[nodiscard]] std::vector<std::string> code_options(std::size_t source_size);

// Compiles and links `source` with the runtime library to the executable `output`, which appears whole or not at
// all. The runtime is found beside the running program: ../include/moo, ../lib/libmoo_runtime.a and the libraries it
// needs in ../lib/moo/runtime_link.txt. `objects` are shared objects that the model needs beside it. The compiler is
// $CXX or c++, called by an argument vector. Returns an error text, empty if all went well.
[[nodiscard]] std::string compile_simulator(std::string const& source, std::string const& output,
                                            std::vector<std::string> const& objects);

// Adds all that a compiled simulator is made of beside its source: the runtime, what it is linked with, the compiler.
void add_compiler_inputs(ContentHash& hash);

}  // namespace moo
