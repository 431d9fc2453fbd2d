#include "backends/fmu/external_sources.h"

#include "moo/base/scratch_folder.h"
#include "moo/external/portable_sources.h"

namespace moo {

namespace {

std::string dependencies_text(std::vector<std::string> const& libraries) {
    std::string text = "To compile the sources, these libraries have to be on the system:\n\n";
    for (std::string const& name : libraries) text += "    lib" + name + "\n";
    return text;
}

}  // namespace

ExternalSources add_external_sources(ZipArchive& archive, std::vector<ModelExternal> const& functions,
                                     FmuSources& sources) {
    ExternalSources result;
    if (functions.empty()) return result;
    std::vector<PortableCall> calls;
    for (ModelExternal const& external : functions) {
        calls.push_back({*external.code, external.signature, external.symbol});
    }
    ScratchFolder const scratch("mogen-fmu");
    PortableSources portable = make_portable(calls, scratch.path());
    for (PortableSources::Problem const& problem : portable.problems) {
        result.problems.push_back(external_problem(functions[problem.function], "has no sources that could be packed",
                                                   problem.text, problem.details));
    }
    result.error = std::move(portable.error);
    if (!result.problems.empty()) return result;
    for (std::string const& name : portable.files) {
        if (!result.error.empty()) return result;
        result.error = archive.add_file("sources/" + name, (scratch.path() / name).string());
    }
    for (PortableSet& set : portable.sets) {
        sources.sets.push_back({"C99", std::move(set.files), std::move(set.macros), std::move(set.include_folders)});
    }
    sources.libraries = std::move(portable.libraries);
    if (!sources.libraries.empty() && result.error.empty()) {
        result.error = archive.add("documentation/externalDependencies.txt", dependencies_text(sources.libraries));
    }
    return result;
}

}  // namespace moo
