// moshow: shows a model for people, as a page, as text, as pictures, and as JSON.
#include <optional>

#include "backends/show/page.h"
#include "backends/show/svg.h"
#include "backends/show/text_report.h"
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
    bool text = false;
    std::string picture;
    std::string set = "Eq";
    moo::TextQuery query;

    [[nodiscard]] bool is_text() const { return text || !query.is_empty() || !picture.empty(); }
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
    shown.translation.messages = tool.diagnostics.items();
    if (!flat) {
        shown.translation.failure.stage = "flatten";
        return shown;
    }
    // A model that is not balanced has been reported. What the passes find in addition is shown, but not reported again.
    bool const is_balanced = !tool.diagnostics.has_errors();
    moo::Diagnostics unreported;
    moo::Diagnostics& diagnostics = is_balanced ? tool.diagnostics : unreported;
    moo::PassObserver observer(shown.translation);
    moo::PassOptions pass_options;
    pass_options.observer = [&](std::string_view pass, moo::System const& system) { observer.after(pass, system); };
    moo::System system(interner, std::move(*flat));
    bool const is_complete = run_pipeline(system, pass_options, diagnostics, tool.stats);
    if (!is_complete || !is_balanced) observer.describe_failure(system);
    shown.document = std::move(system.document);
    if (is_balanced) shown.translation.messages.clear();
    shown.translation.messages.insert(shown.translation.messages.end(), diagnostics.items().begin(),
                                      diagnostics.items().end());
    return shown;
}

// Unlike `Tool::write_output`, also if the model is wrong: then the output says why.
void write(moo::Tool& tool, std::string const& text) {
    auto const scope = tool.stats.phase("write");
    std::string const error = moo::write_file(tool.output(), text);
    if (!error.empty() && error != moo::closed_pipe) tool.fail("cannot write `" + tool.output() + "`: " + error);
}

// `--path a b` as two options, because an option has one value.
std::vector<std::string> split_paths(int argc, char** argv) {
    std::vector<std::string> words(argv, argv + argc);
    for (std::size_t i = 1; i + 2 < words.size(); ++i) {
        if (words[i] != "--path") continue;
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(i + 2), "--path");
        break;
    }
    return words;
}

void write_answers(moo::Tool& tool, moo::ShowContext& context, Options const& options) {
    moo::TextAnswer const answer =
        options.picture.empty() ? write_text(context, options.query) : write_svg(context, options.picture, options.set);
    if (!answer.problem.empty()) return tool.fail(answer.problem);
    write(tool, answer.text);
}

void run(moo::Tool& tool, Options const& options) {
    if (options.query.path.size() != 0 && options.query.path.size() != 2) {
        return tool.fail("--path takes two variables: --path a b");
    }
    moo::Interner interner;
    std::optional<Shown> const shown = load(tool, interner, options);
    if (!shown) return;
    if (options.is_text()) {
        auto const scope = tool.stats.phase("report");
        moo::ShowContext context(shown->document, interner, tool.sources, shown->translation, nullptr);
        return write_answers(tool, context, options);
    }
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
    options.input.accepts_unbalanced = true;
    add_model_options(tool, options.input, "show");
    tool.add_switch("--json", options.json, "write all data as JSON instead of a page");
    tool.add_switch("--text", options.text, "write an overview as text; the options below answer questions instead");
    tool.add_switch("--states", options.query.states, "states and state sets, and why they were chosen");
    tool.add_switch("--loops", options.query.loops, "algebraic loops before and after tearing");
    tool.add_value("--block", "N", options.query.block, "one block: 7 of Eq, or iEq.7");
    tool.add_value("--equation", "N", options.query.equation, "one equation, from its source line to what runs: 5 of Eq, or iEq.5");
    tool.add_value("--uses", "VARIABLE", options.query.uses, "which equations determine a variable, and which use it");
    tool.add_value("--why", "VARIABLE", options.query.why, "why a variable is a state, an alias, an iteration variable, …");
    tool.add_list("--path", "A B", options.query.path, "how variable A depends on variable B");
    tool.add_switch("--singular", options.query.singular,
                    "for a singular model, the smallest sets of equations in conflict");
    tool.add_value("--svg", "PICTURE", options.picture,
                   "write one picture: incidence (of equations and unknowns), sparsity (of the states), or dependencies (of "
                   "blocks)");
    tool.add_value("--set", "SET", options.set, "the set of equations to draw: Eq (default), iEq, riEq, P1.Eq, …");
    std::vector<std::string> const words = split_paths(argc, argv);
    std::vector<char const*> pointers;
    for (std::string const& word : words) pointers.push_back(word.c_str());
    return tool.run(static_cast<int>(pointers.size()), pointers.data(), [&](moo::Tool& running) { run(running, options); });
}
