// mogen-fmu: MOO to a Functional Mock-up Unit.
#include "backends/common/permit_externals.h"
#include "backends/fmu/describe_dae.h"
#include "backends/fmu/pack_fmu.h"
#include "moo/base/cli.h"
#include "moo/base/output_file.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/read.h"
#include "moo/program/check_program.h"
#include "moo/trust/tool_trust.h"

namespace {

struct Wishes {
    std::string version = "3";
    std::string kinds = "me,cs";
    bool has_sources = false;
    bool has_dae = false;
    std::vector<std::string> library_folders;
};

// An error text, empty if all is well.
std::string take(Wishes const& wishes, moo::FmuOptions& options) {
    if (wishes.version != "2" && wishes.version != "3") return "`--fmi` takes 2 or 3";
    options.version = wishes.version == "2" ? moo::FmiVersion::two : moo::FmiVersion::three;
    std::string const& kinds = wishes.kinds;
    options.has_model_exchange = kinds == "me" || kinds == "me,cs" || kinds == "cs,me";
    options.has_co_simulation = kinds == "cs" || kinds == "me,cs" || kinds == "cs,me";
    if (!options.has_model_exchange && !options.has_co_simulation) return "`--kind` takes me, cs or me,cs";
    options.has_sources = wishes.has_sources;
    options.has_dae = wishes.has_dae;
    bool const can_have_dae = options.version == moo::FmiVersion::three && options.has_model_exchange;
    if (options.has_dae && !can_have_dae) return "`--dae` is for Model Exchange of FMI 3.0";
    return {};
}

void run(moo::Tool& tool, Wishes const& wishes) {
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    if (tool.output() == "-") return tool.fail("give the name of the FMU with `-o NAME.fmu`");
    moo::FmuOptions options;
    if (std::string const problem = take(wishes, options); !problem.empty()) return tool.fail(problem);
    moo::FileId const file = tool.load_model(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    moo::Document const document = [&] {
        auto const scope = tool.stats.phase("parse");
        return read_document(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors() || !verify_document(document, tool.diagnostics)) return;
    moo::ModelProgram program = [&] {
        auto const scope = tool.stats.phase("lower");
        return lower_model(document, interner, tool.sources);
    }();
    if (!check_program(program, tool.diagnostics)) return;
    moo::ExternalTrust trust = tool_trust(tool, wishes.library_folders);
    if (!permit_externals(program, interner, trust, tool.diagnostics)) return;
    if (options.has_dae && !moo::has_residual_view(document)) {
        return tool.fail("`--dae` needs the residual view of the document: `moopt --formulation dae` adds it");
    }
    moo::PackedFmu const packed =
        pack_fmu(document, program, interner, tool.sources, options, tool.diagnostics, tool.stats);
    if (tool.diagnostics.has_errors()) return;
    if (!packed.error.empty()) return tool.fail(packed.error);
    auto const scope = tool.stats.phase("zip");
    moo::ZipArchive::Bytes const archive = packed.archive.bytes();
    if (!archive.error.empty()) return tool.fail(archive.error);
    if (std::string const problem = moo::write_file(tool.output(), archive.bytes); !problem.empty()) {
        tool.fail("cannot write `" + tool.output() + "`: " + problem);
    }
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mogen-fmu", "makes an FMU from a MOO file", "[FILE.moo]");
    tool.describe_output("make the FMU FILE");
    Wishes wishes;
    tool.add_value("--fmi", "VERSION", wishes.version, "version of the standard: 2 or 3 (3)");
    tool.add_value("--kind", "KINDS", wishes.kinds, "me for Model Exchange, cs for Co-Simulation, or both (me,cs)");
    tool.add_switch("--dae", wishes.has_dae,
                    "let importers of FMI-LS-DAE (a draft) solve the algebraic loops: needs moopt --formulation dae");
    tool.add_switch("--source", wishes.has_sources, "add the sources, which compile with C++17 and need no library");
    tool.add_list("-L", "DIR", wishes.library_folders, "search DIR for libraries with C code, before MODELICAPATH");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, wishes); });
}
