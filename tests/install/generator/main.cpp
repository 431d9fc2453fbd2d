// Reads a MOO file and lists the equations of its integration, as a back end of somebody else might begin.
#include <iostream>

#include "moo/base/cli.h"
#include "moo/io/document/read.h"
#include "moo/model/names.h"

int main(int argc, char** argv) {
    moo::Tool tool("list_equations", "lists the equations of Eq", "[FILE.moo]");
    return tool.run(argc, argv, [](moo::Tool& t) {
        moo::FileId const file = t.load(t.arguments().empty() ? "-" : t.arguments()[0]);
        if (!file) return;
        moo::Interner interner;
        moo::Document const document = read_document(file, t.sources, interner, t.diagnostics);
        if (t.diagnostics.has_errors()) return;
        moo::VariableNames const names(document.variables, interner, moo::NameStyle::plain);
        std::string text;
        for (moo::SetEquation const& equation : document.integration.equations) {
            text += to_string(document.exprs, equation.target, names) +
                    " := " + to_string(document.exprs, equation.value, names) + "\n";
        }
        t.write_output(text);
    });
}
