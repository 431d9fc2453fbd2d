// moopt: Base Modelica to MOO.
#include "moo/base/cli.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/document/write.h"
#include "moo/passes/pipeline.h"

namespace {

void run(moo::Tool& tool) {
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    moo::FileId const file = tool.load(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    moo::FlatModel model = [&] {
        auto const scope = tool.stats.phase("parse");
        return read_base_modelica(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    std::optional<moo::Document> const document =
        optimize(std::move(model), interner, {}, tool.diagnostics, tool.stats);
    if (!document) return;
    tool.stats.count("variables", document->variables.size());
    tool.stats.count("states", document->states().size());
    tool.stats.count("zero crossings", document->zero_crossings.size());
    tool.write_output(write_document(*document, interner, tool.sources));
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moopt", "sorts and solves the equations of a flat model and writes MOO", "[FILE]");
    return tool.run(argc, argv, run);
}
