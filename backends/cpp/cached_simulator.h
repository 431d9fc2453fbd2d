// Compiled simulators, kept in a cache for the next time.
#pragma once

#include <string>

#include "moo/base/diagnostics.h"
#include "moo/base/source.h"
#include "moo/external/build_cache.h"
#include "moo/program/model_program.h"

namespace moo {

struct CachedSimulator {
    std::string program;  // empty after an error
    std::string error;    // an error that is not about the model; those are in the diagnostics
    bool was_built = false;
};

// The simulator for a model, from the cache or compiled now. The key is a hash of the generated code, the version of
// this tool, the runtime, the compiler's name and the shared objects of external functions.
[[nodiscard]] CachedSimulator cached_simulator(ModelProgram const& model, Interner const& interner,
                                               SourceManager const& sources, Diagnostics& diagnostics,
                                               BuildCache& cache);

}  // namespace moo
