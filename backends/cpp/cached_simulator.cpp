#include "backends/cpp/cached_simulator.h"

#include <filesystem>

#include "backends/cpp/compile.h"
#include "backends/cpp/emit_cpp.h"
#include "backends/cpp/link_external.h"
#include "moo/base/output_file.h"
#include "moo/base/version.h"
#include "moo/program/check_program.h"

namespace moo {

CachedSimulator cached_simulator(ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                                 Diagnostics& diagnostics, BuildCache& cache) {
    namespace fs = std::filesystem;
    CachedSimulator result;
    ExternalObjects const external = link_externals(external_functions(model, interner));
    if (!report_problems(external.problems, diagnostics)) return result;
    std::vector<CppFile> const files = emit_cpp_files(model, interner, sources, "model");
    ContentHash hash;
    hash.add("simulator").add(version_text);
    for (CppFile const& file : files) hash.add(file.name).add(file.text);
    for (std::string const& object : external.objects) hash.add(object);
    add_compiler_inputs(hash);
    BuildCache::Entry const entry = cache.get("simulator-" + hash.text(), [&](fs::path const& scratch) {
        result.was_built = true;
        std::vector<std::string> texts;
        if (std::string problem = write_sources(files, scratch, texts); !problem.empty()) return problem;
        return compile_simulator(texts, (scratch / "simulator").string(), external.objects);
    });
    result.error = entry.error;
    if (entry.error.empty()) result.program = (entry.folder / "simulator").string();
    return result;
}

}  // namespace moo
