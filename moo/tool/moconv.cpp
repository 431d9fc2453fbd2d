// moconv: MOO to MOO in another encoding, order or extent; what is wrong with it; how two differ.
#include <optional>

#include "moo/base/cli.h"
#include "moo/check/canonical_document.h"
#include "moo/check/slice_document.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/compare_documents.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "moo/io/schema/write_schema.h"

namespace {

struct Options {
    std::string to = "text";
    std::string only;
    std::string schema;
    bool operators = false;
    bool check = false;
    bool canonical = false;
    bool diff = false;
};

void write_schema(moo::Tool& tool, std::string const& which) {
    if (!tool.arguments().empty()) return tool.fail("`--schema` takes no file");
    if (which == "json") return tool.write_output(moo::write_json_schema());
    if (which == "xsd") return tool.write_output(moo::write_xml_schema());
    if (which == "ebnf") return tool.write_output(moo::write_text_grammar());
    tool.fail("`--schema` is json, xsd or ebnf, not `" + which + "`");
}

void write_operators(moo::Tool& tool) {
    if (tool.arguments().empty()) return tool.write_output(moo::write_operator_page());
    bool const is_json = tool.arguments().size() == 1 && tool.arguments()[0] == "json";
    if (is_json) return tool.write_output(moo::write_operator_json());
    tool.fail("`--operators` takes no file; `--operators json` writes the table as data");
}

// Nothing after a report.
std::optional<moo::Document> read(moo::Tool& tool, std::string const& path, moo::Interner& interner) {
    moo::FileId const file = tool.load_model(path);
    if (!file) return std::nullopt;
    auto const scope = tool.stats.phase("read");
    moo::Document document = read_document(file, tool.sources, interner, tool.diagnostics);
    if (tool.diagnostics.has_errors()) return std::nullopt;
    return document;
}

// Exit code 1 if there is a difference: the documents are not what they should be.
void write_differences(moo::Tool& tool) {
    if (tool.arguments().size() != 2) return tool.fail("`--diff` compares two files");
    std::string const& a = tool.arguments()[0];
    std::string const& b = tool.arguments()[1];
    moo::Interner interner;
    auto const left = read(tool, a, interner);
    auto const right = left ? read(tool, b, interner) : std::nullopt;
    if (!right) return;
    std::string text;
    for (std::string const& line : moo::compare_documents({*left, interner, a}, {*right, interner, b}))
        text += line + "\n";
    tool.write_output(text);
    if (!text.empty()) tool.end_with(moo::exit_model_at_fault);
}

// The names between commas; nothing after a report.
std::optional<std::vector<std::string>> slice_names(moo::Tool& tool, std::string const& list) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= list.size();) {
        std::size_t const end = std::min(list.find(',', begin), list.size());
        names.push_back(list.substr(begin, end - begin));
        begin = end + 1;
        if (moo::is_slice_name(names.back())) continue;
        std::string known;
        for (moo::SectionGroup const& group : moo::section_groups()) known += std::string(group.name) + ", ";
        tool.fail("no section is called `" + names.back() + "`; there are " + known +
                  "and the sections that docs/moo.md lists");
        return std::nullopt;
    }
    return names;
}

void run(moo::Tool& tool, Options const& options) {
    if (!options.schema.empty()) return write_schema(tool, options.schema);
    if (options.operators) return write_operators(tool);
    if (options.diff) return write_differences(tool);
    if (tool.arguments().size() > 1) return tool.fail("more than one file is given");
    auto const encoding = moo::find_encoding(options.to);
    if (!encoding) return tool.fail("`--to` is text, json or xml, not `" + options.to + "`");
    std::vector<std::string> slice;
    if (!options.only.empty()) {
        auto names = slice_names(tool, options.only);
        if (!names) return;
        slice = std::move(*names);
    }
    moo::Interner interner;
    auto document = read(tool, tool.arguments().empty() ? "-" : tool.arguments()[0], interner);
    if (!document) return;
    if (options.check) {
        verify_document(*document, tool.diagnostics);
        return;
    }
    if (!slice.empty()) slice_document(*document, slice, interner);
    if (options.canonical) make_canonical(*document, interner);
    std::string const text = [&] {
        auto const scope = tool.stats.phase("write");
        return write_document(*document, interner, tool.sources, *encoding);
    }();
    tool.write_output(text);
}

}  // namespace

int main(int argc, char** argv) {
    moo::Tool tool("moconv", "converts, checks and compares MOO files", "[FILE]");
    Options options;
    tool.add_value("--to", "ENCODING", options.to, "write text (the default), json or xml");
    tool.add_value("--only", "SECTIONS", options.only,
                   "write only some sections, separated by commas, such as equations,events");
    tool.add_switch("--canonical", options.canonical, "write everything that has no order of its own in a fixed order");
    tool.add_switch("--check", options.check, "write nothing; report what is wrong with the document");
    tool.add_switch("--diff", options.diff, "list the differences between two files; exit code 1 if there are any");
    tool.add_value("--schema", "KIND", options.schema, "write the schema of the files: json, xsd or ebnf for the text");
    tool.add_switch("--operators", options.operators,
                    "write what each operator and function means; with the argument `json`, as data");
    return tool.run(argc, argv, [&](moo::Tool& t) { run(t, options); });
}
