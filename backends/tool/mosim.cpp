// mosim: from a Modelica model, or a MOO file, to results in one process, without a compiler.
#include <cstdio>
#include <optional>

#include "backends/interpret/interpreted_model.h"
#include "frontend/library/library_path.h"
#include "frontend/tool/flatten_input.h"
#include "moo/base/cli.h"
#include "moo/io/document/read.h"
#include "moo/model/verify_document.h"
#include "moo/passes/pipeline.h"
#include "moo/program/check_program.h"
#include "runtime/abi/model.h"
#include "runtime/tool/options.h"

namespace {

// The command line is that of a simulator, with the model before it: what belongs to the translation is taken out.
struct CommandLine {
    std::vector<char const*> translation;
    std::vector<char*> simulation;
    bool asks_help = false;
};

CommandLine split(int argc, char** argv) {
    CommandLine line{{argv[0]}, {argv[0]}, false};
    for (int i = 1; i < argc; ++i) {
        std::string_view const argument = argv[i];
        bool const has_next = i + 1 < argc;
        if (argument == "-L" || argument == "--model") {
            line.translation.push_back(argv[i]);
            if (has_next) line.translation.push_back(argv[++i]);
        } else if (argument == "--help" || argument == "-h") {
            line.asks_help = true;
            line.translation.push_back(argv[i]);
        } else if (!argument.starts_with('-') || argument == "-" || argument == "--version" ||
                   argument.starts_with("-L") || argument.starts_with("--model=") ||
                   argument.starts_with("--diagnostics")) {
            line.translation.push_back(argv[i]);
        } else {
            line.simulation.push_back(argv[i]);
            if (moo::runtime::takes_value(argument) && has_next) line.simulation.push_back(argv[++i]);
        }
    }
    return line;
}

struct Options {
    std::string model_name;
    std::vector<std::string> library_folders;
};

std::optional<moo::Document> make_document(moo::Tool& tool, moo::Interner& interner, Options const& options) {
    std::vector<std::string> const classes = tool.class_names();
    std::vector<std::string> files = tool.files();
    if (files.empty() && classes.empty() && options.model_name.empty()) files.emplace_back("-");
    if (files.size() == 1) {
        moo::FileId const file = tool.load(files[0]);
        if (!file) return std::nullopt;
        // The notation of the paper has no header; only the name tells that it is no Modelica.
        if (moo::is_document(tool.sources.text(file)) || files[0].ends_with(".moo")) {
            moo::Document document = read_document(file, tool.sources, interner, tool.diagnostics);
            if (tool.diagnostics.has_errors()) return std::nullopt;
            return document;
        }
    }
    moo::Library library(tool.sources, interner, tool.diagnostics, moo::library_folders(options.library_folders));
    moo::FlattenInput input{files, options.model_name, {}, true};
    if (input.class_name.empty() && !classes.empty()) input.class_name = classes[0];
    std::optional<moo::FlatModel> flat = flatten_input(tool, library, interner, input);
    if (!flat) return std::nullopt;
    return optimize(std::move(*flat), interner, {}, tool.diagnostics, tool.stats);
}

}  // namespace

int main(int argc, char** argv) {
    CommandLine line = split(argc, argv);
    moo::Tool tool("mosim", "simulates a Modelica model or a MOO file",
                   "[FILE.mo | FILE.moo] [CLASS] [options of the simulation]");
    Options options;
    tool.add_value("--model", "NAME", options.model_name,
                   "the model to simulate (default: the file's last top-level model)");
    tool.add_list("-L", "DIR", options.library_folders, "search DIR for libraries, before MODELICAPATH");
    moo::Interner interner;
    std::optional<moo::InterpretedModel> model;
    int const translated =
        tool.run(static_cast<int>(line.translation.size()), line.translation.data(), [&](moo::Tool& t) {
            std::optional<moo::Document> const document = make_document(t, interner, options);
            if (!document || !verify_document(*document, t.diagnostics)) return;
            if (check_program(*document, interner, t.diagnostics)) model.emplace(*document, interner, t.sources);
        });
    if (line.asks_help) std::fputs(("\noptions of the simulation:\n" + moo::runtime::options_text({})).c_str(), stdout);
    if (!model) return translated;
    return moo_simulator_main(static_cast<int>(line.simulation.size()), line.simulation.data(), &model->model());
}
