// moflat: Modelica to Base Modelica.
#include <optional>

#include "frontend/flatten/flatten.h"
#include "frontend/library/library_path.h"
#include "moo/base/cli.h"
#include "moo/io/base_modelica/write.h"
#include "moo/syntax/parse.h"

namespace {

constexpr moo::Message<std::string_view> class_not_found{moo::DiagnosticKind::ModelNotFound,
                                                         "no library holds the class `{}`"};

struct Options {
    std::string model_name;
    std::vector<std::string> library_folders;
};

// The file to read: the one that is given, or the one that holds the class that is given.
std::optional<std::string> choose_file(moo::Tool& tool, Options const& options) {
    auto const files = tool.files();
    if (!files.empty()) return files[0];
    auto const classes = tool.class_names();
    if (classes.empty()) return "-";
    auto const folders = moo::library_folders(options.library_folders);
    if (auto const found = moo::find_class_file(folders, classes[0])) return found->string();
    auto report = tool.diagnostics.error({}, class_not_found, classes[0]);
    for (auto const& folder : folders) report.note({}, "looked in `{}`", std::string_view(folder.native()));
    return std::nullopt;
}

void run(moo::Tool& tool, Options const& options) {
    if (tool.files().size() > 1) return tool.fail("more than one file is given");
    if (tool.class_names().size() > 1) return tool.fail("more than one class is given");
    std::string const model_name = tool.class_names().empty() ? options.model_name : tool.class_names()[0];
    auto const path = choose_file(tool, options);
    if (!path) return;
    moo::FileId const file = tool.load(*path);
    if (!file) return;
    moo::Interner interner;
    moo::ast::Ast const ast = [&] {
        auto const scope = tool.stats.phase("parse");
        return parse(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    auto const chosen = choose_model(ast, interner, model_name, tool.diagnostics);
    if (!chosen) return;
    moo::FlatModel const model = [&] {
        auto const scope = tool.stats.phase("flatten");
        return flatten(ast, *chosen, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    tool.stats.count("variables", model.variables.size());
    tool.stats.count("equations", model.equations.size());
    tool.write_output(write_base_modelica(model, interner, tool.sources));
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moflat", "flattens a Modelica model to Base Modelica", "[FILE.mo] [CLASS]");
    Options options;
    tool.add_value("--model", "NAME", options.model_name,
                   "the model to flatten (default: the file's last top-level model)");
    tool.add_list("-L", "DIR", options.library_folders, "search DIR for libraries, before MODELICAPATH");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, options); });
}
