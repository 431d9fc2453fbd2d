// mogen-example: from MOO to pseudo-code. It shows how to write a tool around a back end.
#include "backends/common/check_features.h"
#include "backends/example/emit_example.h"
#include "moo/base/cli.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/read.h"

namespace {

void run(moo::Tool& tool) {
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    moo::FileId const file = tool.load_model(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    // Text, JSON or XML. The file may come from anyone: verify_document makes sure that it can be computed.
    moo::Document const document = read_document(file, tool.sources, interner, tool.diagnostics);
    if (tool.diagnostics.has_errors() || !verify_document(document, tool.diagnostics)) return;
    // The features that the back end supports beyond equations, blocks and when-clauses; all others are refused by
    // name.
    if (!check_features(document, "mogen-example", {"homotopy", "timeEvents", "torn"}, tool.diagnostics)) return;
    tool.write_output(emit_example(document, interner, tool.sources));
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mogen-example", "writes a MOO file as pseudo-code", "[FILE.moo]");
    return tool.run(argc, argv, [](moo::Tool& t) { run(t); });
}
