#include "backends/fmu/pack_fmu.h"

#include <filesystem>

#include "backends/cpp/compile.h"
#include "backends/cpp/link_external.h"
#include "backends/fmu/describe_dae.h"
#include "backends/fmu/describe_fmu.h"
#include "backends/fmu/describe_terminals.h"
#include "backends/fmu/emit_fmu.h"
#include "backends/fmu/external_sources.h"
#include "backends/fmu/fmu_resources.h"
#include "backends/fmu/fmu_xml.h"
#include "backends/fmu/link_fmu.h"
#include "backends/fmu/runtime_sources.h"
#include "backends/fmu/shared_name.h"
#include "moo/base/scratch_folder.h"
#include "moo/base/version.h"
#include "moo/external/build_object.h"
#include "moo/program/check_program.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

class Packer {
public:
    Packer(Document const& document, ModelProgram const& program, Interner const& interner,
           SourceManager const& sources, FmuOptions const& options, PackedFmu& packed)
        : document_(document),
          program_(program),
          interner_(interner),
          resources_(find_resources(document, interner)),
          options_(with_resources(options, resources_)),
          plan_(plan_fmu(document, interner, program, options_)),
          packed_(packed) {
        facts_.identifier = model_identifier(document, interner);
        facts_.has_tangents = program.tables.partials.has_value();
        model_ = emit_cpp_model(program, interner, sources, facts_.identifier, resources_.names);
    }

    // Call this before the description is made, which lists the sources in FMI 2.0. Returns problems of the model.
    std::vector<ProgramProblem> add_sources(std::vector<ModelExternal> const& functions) {
        FmuSources sources;
        SourceSet& main = sources.sets.emplace_back();
        for (CppFile const& file : model_.files) {
            if (file.name.ends_with(".cpp")) main.files.push_back(file.name);
        }
        packed_.error = add_runtime_sources(packed_.archive, options_.version, main);
        ExternalSources external = add_external_sources(packed_.archive, functions, sources);
        if (packed_.error.empty()) packed_.error = std::move(external.error);
        add("sources/buildDescription.xml", describe_build(facts_.identifier, sources));
        for (SourceSet const& set : sources.sets) {
            facts_.source_files.insert(facts_.source_files.end(), set.files.begin(), set.files.end());
        }
        return std::move(external.problems);
    }

    // The token links description and binary: it is a hash of everything that both are made from.
    void describe() {
        ContentHash hash;
        hash.add("fmu").add(version_text);
        for (CppFile const& file : model_.files) hash.add(file.text);
        hash.add(describe_fmu(document_, interner_, program_, plan_, options_, facts_));
        facts_.token = "{" + hash.text() + "}";
        add("modelDescription.xml", describe_fmu(document_, interner_, program_, plan_, options_, facts_));
        for (auto const& [name, path] : resources_.entries) {
            if (packed_.error.empty()) packed_.error = packed_.archive.add_file("resources/" + name, path);
        }
        if (options_.has_dae) add(dae_manifest_name, describe_dae(document_, program_, plan_));
    }

    // Pictures do not affect the token, since nothing depends on them.
    void draw(Diagnostics& diagnostics) {
        std::vector<FmuTerminal> const terminals = find_terminals(document_, interner_, plan_);
        FmuIcons icons = draw_fmu_icons(document_, terminals, interner_, diagnostics);
        std::string description = describe_terminals(document_, interner_, plan_, terminals, icons);
        if (!description.empty()) add("terminalsAndIcons/terminalsAndIcons.xml", std::move(description));
        for (auto& [name, content] : icons.files) add("terminalsAndIcons/" + name, std::move(content));
        bool const has_picture = options_.version == FmiVersion::two && !icons.model_png.empty();
        if (has_picture) add("model.png", std::move(icons.model_png));
    }

    void compile(std::vector<std::string> const& objects) {
        ScratchFolder const scratch("mogen-fmu");
        if (scratch.path().empty()) packed_.error = "cannot make a folder for the generated source";
        if (!packed_.error.empty()) return;
        model_.files[0].text += emit_fmu_table(plan_, options_, facts_.token, model_.name);
        std::vector<std::string> written;
        packed_.error = write_sources(model_.files, scratch.path(), written);
        for (CppFile const& file : model_.files) {
            if (options_.has_sources) add("sources/" + file.name, file.text);
        }
        FmuCompanions const companions = gather(objects, scratch.path());
        if (!packed_.error.empty()) return;
        fs::path const library = scratch.path() / (facts_.identifier + ".so");
        packed_.error = link_fmu(written, library, options_.version, companions);
        if (!packed_.error.empty()) return;
        packed_.error = packed_.archive.add_file(binaries() + library.filename().string(), library.string());
    }

private:
    static FmuOptions with_resources(FmuOptions options, FmuResources const& resources) {
        options.resources = resources.literals;
        return options;
    }

    // Libraries that we built become part of the library of the FMU. Others are packed unchanged, under the name that
    // the loader looks for.
    FmuCompanions gather(std::vector<std::string> const& objects, fs::path const& folder) {
        FmuCompanions companions;
        companions.folder = folder;
        for (std::string const& object : objects) {
            if (fs::path const part = relocatable_object(object); !part.empty()) {
                companions.objects.push_back(part.string());
                continue;
            }
            std::string const name = shared_name(object);
            if (is_system_library(name)) continue;
            std::error_code error;
            fs::copy_file(object, folder / name, fs::copy_options::overwrite_existing, error);
            if (error) packed_.error = "cannot copy `" + object + "`: " + error.message();
            if (packed_.error.empty()) packed_.error = packed_.archive.add_file(binaries() + name, object);
            companions.libraries.push_back(name);
        }
        return companions;
    }

    [[nodiscard]] std::string binaries() const {
        return options_.version == FmiVersion::three ? "binaries/x86_64-linux/" : "binaries/linux64/";
    }

    void add(std::string const& name, std::string content) {
        if (packed_.error.empty()) packed_.error = packed_.archive.add(name, std::move(content));
    }

    Document const& document_;
    ModelProgram const& program_;
    Interner const& interner_;
    FmuResources resources_;
    FmuOptions options_;
    FmuPlan plan_;
    FmuFacts facts_;
    PackedFmu& packed_;
    CppModel model_;
};

}  // namespace

PackedFmu pack_fmu(Document const& document, ModelProgram const& program, Interner const& interner,
                   SourceManager const& sources, FmuOptions const& options, Diagnostics& diagnostics,
                   PhaseStats& stats) {
    PackedFmu packed;
    std::vector<ModelExternal> const functions = external_functions(program, interner);
    ExternalObjects const external = [&] {
        auto const scope = stats.phase("external");
        return link_externals(functions);
    }();
    if (!report_problems(external.problems, diagnostics)) return packed;
    Packer packer(document, program, interner, sources, options, packed);
    if (options.has_sources) {
        auto const scope = stats.phase("sources");
        if (!report_problems(packer.add_sources(functions), diagnostics)) return packed;
    }
    if (packed.error.empty()) {
        auto const scope = stats.phase("describe");
        packer.describe();
    }
    if (packed.error.empty()) {
        auto const scope = stats.phase("icons");
        packer.draw(diagnostics);
    }
    if (packed.error.empty()) {
        auto const scope = stats.phase("compile");
        packer.compile(external.objects);
    }
    return packed;
}

}  // namespace moo
