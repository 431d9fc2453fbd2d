#include "backends/fmu/link_fmu.h"

#include "backends/cpp/compile.h"

namespace moo {

namespace fs = std::filesystem;

std::string link_fmu(std::vector<std::string> const& sources, fs::path const& output, FmiVersion version,
                     FmuCompanions const& companions) {
    RuntimeFolders const runtime = runtime_folders();
    std::string const functions = version == FmiVersion::three ? "fmi3" : "fmi2";
    std::vector<std::string> const archives = read_link_list(runtime.facts / "fmu_link.txt");
    fs::path const library = runtime.libraries / ("libmoo_" + functions + ".a");
    if (archives.empty() || !fs::exists(library)) return "the runtime of FMUs is missing: " + library.string();
    std::vector<std::string> objects;
    if (std::string error = compile_objects(sources, {"-fPIC", "-fvisibility=hidden"}, objects); !error.empty()) {
        return error;
    }
    // Hide our symbols and those of the C++ library, which could clash with those of the importer.
    std::vector<std::string> words = {
        compiler_name(),     "-shared",
        "-static-libstdc++", "-static-libgcc",
        "-Wl,--gc-sections", "-Wl,--version-script=" + (runtime.facts / (functions + ".map")).string()};
    words.insert(words.end(), {"-o", output.string()});
    words.insert(words.end(), objects.begin(), objects.end());
    // If several objects define a symbol, the first definition is used.
    if (!companions.objects.empty()) words.emplace_back("-Wl,-z,muldefs");
    words.insert(words.end(), companions.objects.begin(), companions.objects.end());
    words.insert(words.end(), {"-Wl,--whole-archive", library.string(), "-Wl,--no-whole-archive"});
    words.insert(words.end(), {"-Wl,--start-group", (runtime.libraries / "libmoo_fmi.a").string(),
                               (runtime.libraries / "libmoo_runtime.a").string()});
    words.insert(words.end(), archives.begin(), archives.end());
    words.emplace_back("-Wl,--end-group");
    if (!companions.libraries.empty()) {
        words.insert(words.end(), {"-L", companions.folder.string(), "-Wl,-rpath,$ORIGIN"});
        for (std::string const& name : companions.libraries) words.push_back("-l:" + name);
    }
    return run_compiler(words);
}

}  // namespace moo
