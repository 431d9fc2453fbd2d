// mosim: from a Modelica model, or a MOO file, to results in one process, without a compiler.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "backends/common/permit_externals.h"
#include "backends/cpp/cached_simulator.h"
#include "backends/interpret/interpreted_model.h"
#include "backends/tool/model_input.h"
#include "backends/tool/model_report.h"
#include "backends/tool/mosim_settings.h"
#include "backends/tool/observe_passes.h"
#include "moo/base/cli.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/read.h"
#include "moo/passes/pipeline.h"
#include "moo/program/check_program.h"
#include "moo/trust/tool_trust.h"
#include "runtime/abi/model.h"
#include "runtime/tool/option_table.h"

namespace {

// The command line is that of a simulator, with the model before it: options of the translation are taken out.
struct CommandLine {
    std::vector<char const*> translation;
    std::vector<std::string> simulation;
    std::vector<std::string> parameter_files;
    bool asks_help = false;
};

// Whether it is for the translation; if neither part knows it, the translation refuses it.
bool is_for_translation(std::string_view argument) {
    if (!argument.starts_with('-') || argument == "-" || argument.starts_with("-L")) return true;
    std::string_view const name = argument.substr(0, argument.find('='));
    return name == "--help" || name == "-h" || name == "--version" || moo::runtime::find_option(name) == nullptr;
}

CommandLine split(int argc, char** argv) {
    CommandLine line{{argv[0]}, {}, {}, false};
    for (int i = 1; i < argc; ++i) {
        std::string_view const argument = argv[i];
        bool const has_next = i + 1 < argc;
        // Both parts have warnings.
        if (argument == "--strict") line.simulation.emplace_back(argument);
        if (argument == "--strict" || is_for_translation(argument)) {
            line.translation.push_back(argv[i]);
            line.asks_help = line.asks_help || argument == "--help" || argument == "-h";
            bool const takes_next = argument == "-L" || argument == "--model" || argument == "--report";
            if (takes_next && has_next) line.translation.push_back(argv[++i]);
        } else {
            line.simulation.emplace_back(argument);
            if (moo::runtime::takes_value(argument) && has_next) line.simulation.emplace_back(argv[++i]);
        }
    }
    line.parameter_files = moo::expand_parameter_files(line.simulation);
    return line;
}

struct Options {
    moo::ModelInput input;
    bool is_compiled = false;
    std::string report;  // the file for a page that shows the model
};

std::optional<moo::Document> translate(moo::Tool& tool, moo::Interner& interner, Options const& options,
                                       std::vector<std::string> settings, moo::ExternalTrust& trust,
                                       moo::Translation& translation) {
    std::optional<moo::FlatModel> flat = flatten_model(tool, interner, options.input, std::move(settings), trust);
    if (!flat) return std::nullopt;
    translation = {};
    moo::PassObserver observer(translation);
    moo::PassOptions pass_options;
    if (!options.report.empty()) {
        pass_options.observer = [&](std::string_view pass, moo::System const& system) { observer.after(pass, system); };
    }
    return optimize(std::move(*flat), interner, pass_options, tool.diagnostics, tool.stats);
}

// `trust` counts the files as models of the user if they are written in Modelica; anyone may have made a MOO file.
std::optional<moo::Document> make_document(moo::Tool& tool, moo::Interner& interner, Options const& options,
                                           std::vector<std::string>& simulation,
                                           std::optional<moo::ExternalTrust>& trust, moo::Translation& translation) {
    moo::FileId const file = find_document(tool, options.input);
    if (tool.has_failed()) return std::nullopt;
    if (file) {
        trust.emplace(tool_trust(tool, options.input.library_folders));
        moo::Document document = read_document(file, tool.sources, interner, tool.diagnostics);
        if (tool.diagnostics.has_errors()) return std::nullopt;
        return document;
    }
    trust.emplace(tool_trust(tool, options.input.library_folders, model_files(tool, options.input)));
    std::optional<moo::Document> document = translate(tool, interner, options, {}, *trust, translation);
    if (!document) return std::nullopt;
    std::vector<std::string> settings = take_settings_of_translation(*document, interner, simulation);
    if (settings.empty()) return document;
    // Translates again with these values; messages are those of this translation.
    tool.diagnostics.take_back(0);
    return translate(tool, interner, options, std::move(settings), *trust, translation);
}

// The target of the translation: a model in memory, or a program.
struct Product {
    std::optional<moo::InterpretedModel> model;
    std::string program;
    moo::BuildCache cache;  // without a folder of the user it is deleted together with this object
};

void make_product(moo::Tool& tool, moo::Interner& interner, Options const& options, CommandLine& line,
                  Product& product) {
    std::optional<moo::ExternalTrust> trust;
    // A page replaces only a page: the model may name any other file as its table.
    if (!options.report.empty() && !options.report.ends_with(".html")) {
        return tool.fail("`--report` needs the name of a page, FILE.html, not `" + options.report + "`");
    }
    moo::Translation translation;
    std::optional<moo::Document> const document =
        make_document(tool, interner, options, line.simulation, trust, translation);
    for (std::string const& path : line.parameter_files) tool.sources.add_input(path);
    for (std::string const& path : moo::output_files(line.simulation)) {
        if (!tool.may_write(path)) return;
    }
    if (!document || !verify_document(*document, tool.diagnostics)) return;
    if (!options.report.empty()) {
        translation.messages = tool.diagnostics.items();
        std::string const page = model_report(tool, interner, *document, translation, {}, false);
        if (!page.empty()) write_report(tool, options.report, page);
        if (tool.has_failed()) return;
    }
    moo::ModelProgram program = lower_model(*document, interner, tool.sources);
    if (!check_program(program, tool.diagnostics)) return;
    if (!permit_externals(program, interner, *trust, tool.diagnostics)) return;
    if (!options.is_compiled) {
        product.model.emplace(std::move(program), tool.sources);
        return;
    }
    moo::CachedSimulator simulator = cached_simulator(program, interner, tool.sources, tool.diagnostics, product.cache);
    if (!simulator.error.empty()) tool.fail(simulator.error);
    product.program = std::move(simulator.program);
}

// Both end like the `main` of a simulator.
int simulate(Product const& product, std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    auto const argc = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    if (product.model) return moo_simulator_main(argc, argv.data(), &product.model->model());
    ::execv(product.program.c_str(), argv.data());
    std::fprintf(stderr, "mosim: error: cannot run `%s`: %s\n", product.program.c_str(), std::strerror(errno));
    return moo::exit_usage_or_system;
}

}  // namespace

int main(int argc, char** argv) {
    CommandLine line = split(argc, argv);
    moo::Tool tool("mosim", "simulates a Modelica model or a MOO file",
                   "[FILE.mo | FILE.moo] [CLASS] [options of the simulation]");
    Options options;
    add_model_options(tool, options.input, "simulate");
    tool.add_value("--report", "FILE.html", options.report,
                   "write a page that shows the equations of the model, as moshow does");
    tool.add_switch("--compiled", options.is_compiled,
                    "compile the model: it starts later and runs faster; the program is cached");
    std::vector<std::string_view> simulation_options;
    for (moo::runtime::OptionInfo const& option : moo::runtime::option_table())
        simulation_options.push_back(option.name);
    tool.suggest_also(std::move(simulation_options));
    moo::Interner interner;
    Product product;
    int const translated = tool.run(static_cast<int>(line.translation.size()), line.translation.data(),
                                    [&](moo::Tool& t) { make_product(t, interner, options, line, product); });
    if (line.asks_help) std::fputs(("\noptions of the simulation:\n" + moo::runtime::options_text({})).c_str(), stdout);
    if (!product.model && product.program.empty()) return translated;
    line.simulation.insert(line.simulation.begin(), "mosim");
    return simulate(product, line.simulation);
}
