// moshow: shows a model for people, as a page, as text, as pictures, and as JSON.
#include <optional>

#include "backends/show/page.h"
#include "backends/template/template_folder.h"
#include "backends/tool/model_input.h"
#include "backends/tool/observe_passes.h"
#include "moo/base/cli.h"
#include "moo/base/kept_memory.h"
#include "moo/base/output_file.h"
#include "moo/io/document/read.h"
#include "moo/passes/pipeline.h"
#include "moo/trust/tool_trust.h"

namespace {

struct Options {
    moo::ModelInput input;
    bool json = false;
};

struct Shown {
    moo::Document document;
    moo::Translation translation;
};

// The document of the model, or as much of it as there is if the translation fails.
std::optional<Shown> load(moo::Tool& tool, moo::Interner& interner, Options const& options) {
    Shown shown;
    moo::FileId const file = find_document(tool, options.input);
    if (tool.has_failed()) return std::nullopt;
    if (file) {
        auto const scope = tool.stats.phase("parse");
        shown.document = read_document(file, tool.sources, interner, tool.diagnostics);
        if (tool.diagnostics.has_errors()) return std::nullopt;
        return shown;
    }
    moo::ExternalTrust trust =
        tool_trust(tool, options.input.library_folders, model_files(tool, options.input));
    std::optional<moo::FlatModel> flat = flatten_model(tool, interner, options.input, {}, trust);
    if (tool.has_failed()) return std::nullopt;
    if (!flat) {
        shown.translation.failure.stage = "flatten";
    } else {
        moo::PassObserver observer(shown.translation);
        moo::PassOptions pass_options;
        pass_options.observer = [&](std::string_view pass, moo::System const& system) { observer.after(pass, system); };
        moo::System system(interner, std::move(*flat));
        if (!run_pipeline(system, pass_options, tool.diagnostics, tool.stats)) observer.describe_failure(system);
        shown.document = std::move(system.document);
    }
    shown.translation.messages = tool.diagnostics.items();
    return shown;
}

// Unlike `Tool::write_output`, also if the model is wrong: then the output says why.
void write(moo::Tool& tool, std::string const& text) {
    auto const scope = tool.stats.phase("write");
    std::string const error = moo::write_file(tool.output(), text);
    if (!error.empty() && error != moo::closed_pipe) tool.fail("cannot write `" + tool.output() + "`: " + error);
}

void run(moo::Tool& tool, Options const& options) {
    moo::Interner interner;
    std::optional<Shown> const shown = load(tool, interner, options);
    if (!shown) return;
    moo::FileId const table = tool.load(moo::tmpl::shipped_folder() / "mathml.json");
    if (!table) return;
    auto const language = moo::tmpl::read_language_table(table, tool.sources, tool.diagnostics);
    if (!language) return;
    std::string const text = [&] {
        auto const scope = tool.stats.phase("report");
        moo::ShowContext context(shown->document, interner, tool.sources, shown->translation, &*language);
        return options.json ? write_report_json(context) : write_page(context);
    }();
    write(tool, text);
}

}  // namespace

int main(int argc, char** argv) {
    moo::keep_freed_memory();
    moo::Tool tool("moshow", "shows the equations of a model", "[FILE.moo | FILE.mo | CLASS]");
    Options options;
    add_model_options(tool, options.input, "show");
    tool.add_switch("--json", options.json, "write all data as JSON instead of a page");
    return tool.run(argc, argv, [&](moo::Tool& running) { run(running, options); });
}
