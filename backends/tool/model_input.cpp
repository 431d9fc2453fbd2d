#include "backends/tool/model_input.h"

#include "frontend/tool/flatten_input.h"
#include "moo/io/document/read.h"
#include "moo/library/library_path.h"

namespace moo {

std::vector<std::string> model_files(Tool const& tool, ModelInput const& input) {
    std::vector<std::string> files = tool.files();
    if (files.empty() && tool.class_names().empty() && input.model_name.empty()) files.emplace_back("-");
    return files;
}

void add_model_options(Tool& tool, ModelInput& input, std::string_view purpose) {
    tool.add_value("--model", "NAME", input.model_name,
                   "the model to " + std::string(purpose) + " (default: the file's last top-level model)");
    tool.add_list("-L", "DIR", input.library_folders, "search DIR for libraries, before MODELICAPATH");
}

FileId find_document(Tool& tool, ModelInput const& input) {
    std::vector<std::string> const files = model_files(tool, input);
    if (files.size() != 1) return {};
    FileId const file = tool.load_model(files[0]);
    if (!file) return {};
    // The notation of the paper has no header; only the file name says that it is not Modelica.
    bool const is_moo = is_document(tool.sources.text(file)) || files[0].ends_with(".moo");
    return is_moo ? file : FileId();
}

std::optional<FlatModel> flatten_model(Tool& tool, Interner& interner, ModelInput const& input,
                                       std::vector<std::string> settings, ExternalTrust& trust) {
    Library library(tool.sources, interner, tool.diagnostics, library_folders(input.library_folders));
    FlattenInput flatten{model_files(tool, input), input.model_name, std::move(settings), &trust,
                         input.accepts_unbalanced};
    std::vector<std::string> const classes = tool.class_names();
    if (flatten.class_name.empty() && !classes.empty()) flatten.class_name = classes[0];
    return flatten_input(tool, library, interner, flatten);
}

}  // namespace moo
