// mogen-cpp: MOO to a C++ simulator.
#include <filesystem>

#include "backends/common/permit_externals.h"
#include "backends/cpp/compile.h"
#include "backends/cpp/emit_cpp.h"
#include "backends/cpp/link_external.h"
#include "moo/base/cli.h"
#include "moo/base/output_file.h"
#include "moo/base/scratch_folder.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/read.h"
#include "moo/program/check_program.h"
#include "moo/trust/tool_trust.h"

namespace {

namespace fs = std::filesystem;

// The name of a model can be any text; as the name of a file it becomes letters, digits and underscores.
std::string file_name(std::string_view model_name) {
    std::string name;
    for (char const c : model_name) {
        bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name += is_plain ? c : '_';
    }
    return name.empty() ? "model" : name;
}

struct Options {
    std::string source_folder;
    std::vector<std::string> library_folders;
};

void run(moo::Tool& tool, Options const& options) {
    std::string const& source_folder = options.source_folder;
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    if (tool.output() == "-" && source_folder.empty()) {
        return tool.fail("give the name of the simulator with `-o NAME`, or `--source DIR` for the C++ only");
    }
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
    std::vector<moo::CppFile> const files = [&] {
        auto const scope = tool.stats.phase("emit_cpp");
        return emit_cpp_files(program, interner, tool.sources, file_name(interner.text(document.name)));
    }();

    moo::ScratchFolder const scratch("mogen-cpp");
    fs::path const folder = source_folder.empty() ? scratch.path() : fs::path(source_folder);
    if (folder.empty()) return tool.fail("cannot make a folder for the generated source");
    std::error_code error;
    fs::create_directories(folder, error);
    std::vector<std::string> sources;
    if (std::string const problem = write_sources(files, folder, sources); !problem.empty()) return tool.fail(problem);
    if (tool.output() == "-") return;
    moo::ExternalTrust trust = tool_trust(tool, options.library_folders);
    if (!permit_externals(program, interner, trust, tool.diagnostics)) return;
    moo::ExternalObjects const external = [&] {
        auto const scope = tool.stats.phase("external");
        return link_externals(external_functions(program, interner));
    }();
    if (!report_problems(external.problems, tool.diagnostics)) return;
    auto const scope = tool.stats.phase("compile");
    std::string const problem = moo::compile_simulator(sources, tool.output(), external.objects);
    if (!problem.empty()) tool.fail(problem);
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mogen-cpp", "makes a simulator from a MOO file", "[FILE.moo]");
    tool.describe_output("make the executable simulator FILE");
    Options options;
    tool.add_value("--source", "DIR", options.source_folder, "write the C++ to DIR; without -o, stop there");
    tool.add_list("-L", "DIR", options.library_folders, "search DIR for libraries with C code, before MODELICAPATH");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, options); });
}
