// moflat: Modelica to Base Modelica.
#include "moo/library/library_path.h"
#include "frontend/library/list_models.h"
#include "frontend/tool/flatten_input.h"
#include "moo/base/cli.h"
#include "moo/io/base_modelica/check.h"
#include "moo/io/base_modelica/write.h"
#include "moo/scalarize/scalarize.h"
#include "moo/syntax/parse.h"
#include "moo/trust/tool_trust.h"

namespace {

struct Options {
    std::string model_name;
    std::vector<std::string> library_folders;
    std::string list_pattern;
    bool with_experiment = false;
    bool check_only = false;
    bool scalarize = false;
    std::vector<std::string> settings;
    std::string profile = "mcp0031";
    std::string base_file;
};

// Says where a file departs from the strict profile of Base Modelica.
void check_base(moo::Tool& tool, std::string const& path, moo::Interner& interner) {
    moo::FileId const file = tool.load_model(path);
    if (!file) return;
    moo::ParseOptions parse_options;
    parse_options.base_modelica = true;
    moo::ast::Ast const ast = parse(file, tool.sources, interner, tool.diagnostics, parse_options);
    if (!tool.diagnostics.has_errors()) check_base_modelica(ast, tool.sources, interner, tool.diagnostics);
}

void run(moo::Tool& tool, Options const& options) {
    moo::Interner interner;
    moo::Library library(tool.sources, interner, tool.diagnostics, moo::library_folders(options.library_folders));
    if (!options.list_pattern.empty()) {
        std::string text;
        moo::ListOptions list_options;
        list_options.only_with_stop_time = options.with_experiment;
        for (std::string const& name : moo::list_models(library, interner, options.list_pattern, list_options)) {
            text += name + "\n";
        }
        tool.write_output(text);
        return;
    }
    if (!options.base_file.empty()) {
        check_base(tool, options.base_file, interner);
        return;
    }
    moo::BaseModelicaOptions write_options;
    if (options.profile == "omc") {
        write_options.profile = moo::BaseModelicaProfile::omc;
    } else if (options.profile != "mcp0031") {
        tool.fail("unknown profile `" + options.profile + "`; there are mcp0031 and omc");
        return;
    }
    std::vector<std::string> const classes = tool.class_names();
    moo::ExternalTrust trust = options.check_only ? moo::ExternalTrust::nothing("`--check` never runs C code")
                                                  : tool_trust(tool, options.library_folders, tool.files());
    moo::FlattenInput input{tool.files(), options.model_name, options.settings, &trust};
    if (input.class_name.empty() && !classes.empty()) input.class_name = classes[0];
    std::optional<moo::FlatModel> flat = flatten_input(tool, library, interner, input);
    if (!flat) return;
    moo::FlatModel& model = *flat;
    if (options.scalarize) {
        auto const scope = tool.stats.phase("scalarize");
        if (!moo::scalarize(model, interner, tool.diagnostics)) return;
    }
    tool.stats.count("variables", model.variables.size());
    tool.stats.count("equations", model.equations.size());
    if (options.check_only) return;
    auto const scope = tool.stats.phase("write");
    tool.write_output(write_base_modelica(model, interner, tool.sources, write_options));
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moflat", "flattens a Modelica model to Base Modelica", "[FILE.mo] [CLASS]");
    Options options;
    tool.add_value("--model", "NAME", options.model_name,
                   "the model to flatten (default: the file's last top-level model)");
    tool.add_list("-L", "DIR", options.library_folders, "search DIR for libraries, before MODELICAPATH");
    tool.add_list("--set", "NAME=VALUE", options.settings, "give a parameter of the model another value");
    tool.add_value("--profile", "PROFILE", options.profile,
                   "the dialect to write: mcp0031 (default), or omc as OpenModelica writes it");
    tool.add_value("--check-base", "FILE", options.base_file,
                   "report where a Base Modelica file departs from the draft");
    tool.add_switch("--scalarize", options.scalarize,
                    "write scalar variables and equations instead of arrays and loops");
    tool.add_switch("--check", options.check_only, "check the model and write nothing");
    tool.add_value("--list-models", "PATTERN", options.list_pattern,
                   "list the models of libraries: `Modelica.Blocks`, `*.Examples`");
    tool.add_switch("--with-experiment", options.with_experiment,
                    "list only models with an experiment annotation that has a StopTime");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, options); });
}
