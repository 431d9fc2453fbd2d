// What a simulator must be linked with because of external functions.
#pragma once

#include <string>
#include <vector>

#include "moo/external/external_code.h"
#include "moo/external/foreign_function.h"
#include "moo/program/model_program.h"

namespace moo {

// An external function of a model.
struct ModelExternal {
    PermittedCode code;
    ForeignSignature signature;
    std::string symbol;  // its name for the linker
    SourceSpan place;
};
// Those that are permitted.
[[nodiscard]] std::vector<ModelExternal> external_functions(ModelProgram const& model, Interner const& interner);

struct ExternalObjects {
    std::vector<std::string> objects;  // paths of shared objects, each once
    std::vector<ProgramProblem> problems;
};

// Finds libraries, and builds into the cache those that have to be built.
[[nodiscard]] ExternalObjects link_externals(std::vector<ModelExternal> const& functions);

// Returns `the external function `f` CANNOT: REASON`, with the compiler's output as notes.
[[nodiscard]] ProgramProblem external_problem(ModelExternal const& external, std::string const& cannot,
                                              std::string const& reason, std::vector<std::string> const& details);

}  // namespace moo
