// moconv: MOO to MOO in another encoding.
#include "moo/base/cli.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "moo/io/schema/write_schema.h"
#include "moo/model/verify_document.h"

namespace {

struct Options {
    std::string to = "text";
    bool check = false;
    std::string schema;
};

void run_schema(moo::Tool& tool, std::string const& which) {
    if (!tool.arguments().empty()) return tool.fail("`--schema` takes no file");
    if (which == "json") return tool.write_output(moo::write_json_schema());
    if (which == "xsd") return tool.write_output(moo::write_xml_schema());
    if (which == "ebnf") return tool.write_output(moo::write_text_grammar());
    tool.fail("`--schema` is json, xsd or ebnf, not `" + which + "`");
}

void run(moo::Tool& tool, Options const& options) {
    if (!options.schema.empty()) return run_schema(tool, options.schema);
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    auto const encoding = moo::find_encoding(options.to);
    if (!encoding) return tool.fail("`--to` is text, json or xml, not `" + options.to + "`");
    moo::FileId const file = tool.load(tool.arguments().empty() ? "-" : tool.arguments()[0]);
    if (!file) return;
    moo::Interner interner;
    moo::Document const document = [&] {
        auto const scope = tool.stats.phase("read");
        return read_document(file, tool.sources, interner, tool.diagnostics);
    }();
    if (tool.diagnostics.has_errors()) return;
    if (options.check) {
        verify_document(document, tool.diagnostics);
        return;
    }
    std::string const text = [&] {
        auto const scope = tool.stats.phase("write");
        return write_document(document, interner, tool.sources, *encoding);
    }();
    tool.write_output(text);
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moconv", "converts a MOO file to another encoding", "[FILE]");
    Options options;
    tool.add_value("--to", "ENCODING", options.to, "write text (the default), json or xml");
    tool.add_switch("--check", options.check, "write nothing; report what is wrong with the document");
    tool.add_value("--schema", "KIND", options.schema, "write the schema of the files: json, xsd or ebnf for the text");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, options); });
}
