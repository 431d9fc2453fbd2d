// What a simulator is linked with for the external functions of its model.
#pragma once

#include <string>
#include <vector>

#include "moo/program/lower_program.h"

namespace moo {

struct ExternalObjects {
    std::vector<std::string> objects;  // paths of shared objects, each once
    std::vector<ProgramProblem> problems;
};

// Finds libraries, and builds into the cache what has to be built.
[[nodiscard]] ExternalObjects link_externals(Document const& document, Interner const& interner);

}  // namespace moo
