#include "backends/cpp/cached_simulator.h"

#include <filesystem>

#include "backends/cpp/compile.h"
#include "backends/cpp/emit_cpp.h"
#include "backends/cpp/link_external.h"
#include "moo/base/output_file.h"
#include "moo/base/version.h"
#include "moo/program/check_program.h"

namespace moo {

CachedSimulator cached_simulator(Document const& document, Interner const& interner, SourceManager const& sources,
                                 Diagnostics& diagnostics, BuildCache& cache) {
    namespace fs = std::filesystem;
    CachedSimulator result;
    ExternalObjects const external = link_externals(document, interner);
    if (!report_problems(external.problems, diagnostics)) return result;
    std::string const code = emit_cpp(document, interner, sources);
    ContentHash hash;
    hash.add("simulator").add(version_text).add(code);
    for (std::string const& object : external.objects) hash.add(object);
    add_compiler_inputs(hash);
    BuildCache::Entry const entry = cache.get("simulator-" + hash.text(), [&](fs::path const& scratch) {
        result.was_built = true;
        fs::path const source = scratch / "model.cpp";
        if (std::string const problem = write_file(source.string(), code); !problem.empty()) {
            return "cannot write `" + source.string() + "`: " + problem;
        }
        return compile_simulator(source.string(), (scratch / "simulator").string(), external.objects);
    });
    result.error = entry.error;
    if (entry.error.empty()) result.program = (entry.folder / "simulator").string();
    return result;
}

}  // namespace moo
