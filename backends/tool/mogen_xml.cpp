// mogen-xml: MOO to ModelicaXML.
#include "backends/xml/emit_xml.h"
#include "moo/base/cli.h"
#include "moo/io/document/read.h"

namespace {

void run(moo::Tool& tool) {
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    moo::FileId const file = tool.load_model(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    moo::Document const document = [&] {
        auto const scope = tool.stats.phase("parse");
        return read_document(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    auto const scope = tool.stats.phase("emit_xml");
    tool.write_output(emit_xml(document, interner, tool.sources));
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("mogen-xml", "writes a MOO file as ModelicaXML, for XPath and XSLT", "[FILE.moo]");
    return tool.run(argc, argv, [](moo::Tool& t) { run(t); });
}
