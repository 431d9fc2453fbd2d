// moshow: shows a model for people, as a page, as text, as pictures, and as JSON.
#include <optional>

#include "backends/show/svg.h"
#include "backends/show/text_report.h"
#include "backends/tool/model_input.h"
#include "backends/tool/model_report.h"
#include "backends/tool/observe_passes.h"
#include "moo/base/cli.h"
#include "moo/base/kept_memory.h"
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
    std::string results;
    std::string profile;
    std::string other;  // a MOO file to compare with
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
    moo::ExternalTrust trust = tool_trust(tool, options.input.library_folders, model_files(tool, options.input));
    std::optional<moo::FlatModel> flat = flatten_model(tool, interner, options.input, {}, trust);
    if (tool.has_failed()) return std::nullopt;
    shown.translation.messages = tool.diagnostics.items();
    if (!flat) {
        shown.translation.failure.stage = "flatten";
        return shown;
    }
    // A model that is not balanced has been reported. What the passes find in addition is shown, but not reported
    // again.
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
    write_report(tool, tool.output(), answer.text);
}

// The results in files, as `mosim` writes them.
std::optional<moo::ShownRun> read_run(moo::Tool& tool, Options const& options) {
    moo::FileId const file = tool.load(options.results);
    if (!file) return std::nullopt;
    moo::ReadTable read = moo::read_run_table(tool.sources.text(file));
    if (!read.table) {
        tool.fail("`" + options.results + "`: " + read.problem);
        return std::nullopt;
    }
    moo::ShownRun run{options.results, std::move(*read.table), {}};
    if (options.profile.empty()) return run;
    moo::FileId const profile = tool.load(options.profile);
    if (!profile) return std::nullopt;
    run.profile = moo::read_profile(tool.sources.text(profile));
    if (!run.profile.empty()) return run;
    tool.fail("`" + options.profile + "` is not what `mosim --profile` prints to standard error");
    return std::nullopt;
}

// The differences to a MOO file.
std::optional<moo::Differences> compare(moo::Tool& tool, Options const& options, moo::Document const& document,
                                        moo::Interner const& interner) {
    moo::FileId const file = tool.load(options.other);
    if (!file) return std::nullopt;
    if (!moo::is_document(tool.sources.text(file)) && !options.other.ends_with(".moo")) {
        tool.fail("`" + options.other + "` is not a MOO file; moflat and moopt make one of a model");
        return std::nullopt;
    }
    moo::Interner other_interner;
    moo::Document const other = read_document(file, tool.sources, other_interner, tool.diagnostics);
    if (tool.diagnostics.has_errors()) return std::nullopt;
    std::string const name = tool.arguments().empty() ? "-" : tool.arguments()[0];
    return moo::describe_differences({other, other_interner, options.other}, {document, interner, name});
}

void run(moo::Tool& tool, Options const& options) {
    if (options.query.path.size() != 0 && options.query.path.size() != 2) {
        return tool.fail("--path takes two variables: --path a b");
    }
    if (!options.profile.empty() && options.results.empty()) return tool.fail("--profile needs --run");
    moo::Interner interner;
    std::optional<Shown> const shown = load(tool, interner, options);
    if (!shown) return;
    if (options.is_text()) {
        auto const scope = tool.stats.phase("report");
        moo::ShowContext context(shown->document, interner, tool.sources, shown->translation, nullptr);
        return write_answers(tool, context, options);
    }
    moo::ReportExtras extras;
    std::optional<moo::Differences> differences;
    if (!options.other.empty()) {
        differences = compare(tool, options, shown->document, interner);
        if (!differences) return;
        bool const is_page = options.json || tool.output().ends_with(".html");
        if (!is_page) return write_report(tool, tool.output(), differences_text(*differences));
        extras.differences = &*differences;
    }
    std::optional<moo::ShownRun> run;
    if (!options.results.empty()) {
        run = read_run(tool, options);
        if (!run) return;
        extras.run = &*run;
    }
    std::string const text = model_report(tool, interner, shown->document, shown->translation, extras, options.json);
    if (!text.empty()) write_report(tool, tool.output(), text);
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
    tool.add_value("--equation", "N", options.query.equation,
                   "one equation, from its source line to what runs: 5 of Eq, or iEq.5");
    tool.add_value("--uses", "VARIABLE", options.query.uses, "which equations determine a variable, and which use it");
    tool.add_value("--why", "VARIABLE", options.query.why,
                   "why a variable is a state, an alias, an iteration variable, …");
    tool.add_list("--path", "A B", options.query.path, "how variable A depends on variable B");
    tool.add_switch("--singular", options.query.singular,
                    "for a singular model, the smallest sets of equations in conflict");
    tool.add_value(
        "--svg", "PICTURE", options.picture,
        "write one picture: incidence (of equations and unknowns), sparsity (of the states), or dependencies (of "
        "blocks)");
    tool.add_value("--set", "SET", options.set, "the set of equations to draw: Eq (default), iEq, riEq, P1.Eq, …");
    tool.add_value("--run", "FILE.csv", options.results, "show results of a simulation next to the variables");
    tool.add_value("--profile", "FILE", options.profile,
                   "with --run: show the time that `mosim --profile` has written to FILE next to the blocks");
    tool.add_value(
        "--diff", "FILE.moo", options.other,
        "what has changed from FILE.moo to the model: as text, or with -o FILE.html or --json in the report");
    std::vector<std::string> const words = split_paths(argc, argv);
    std::vector<char const*> pointers;
    for (std::string const& word : words) pointers.push_back(word.c_str());
    return tool.run(static_cast<int>(pointers.size()), pointers.data(),
                    [&](moo::Tool& running) { run(running, options); });
}
