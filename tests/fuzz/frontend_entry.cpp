// The front end as a whole: a file with a model is refused with a message that has a text, or becomes a flat model
// whose Base Modelica the reader takes, and which is written with the same bytes again.
#include "frontend/flatten/flatten.h"
#include "frontend/library/library.h"
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

namespace {

void check_text(FlatModel const& model, Interner& interner, SourceManager& sources) {
    std::string const first = write_base_modelica(model, interner, sources);
    Diagnostics diagnostics;
    FlatModel const again = read_base_modelica(sources.add("flat.bmo", first), sources, interner, diagnostics);
    check(!diagnostics.has_errors(), "the flat model is refused:\n" + first + render_text(diagnostics, sources));
    std::string const second = write_base_modelica(again, interner, sources);
    check(first == second, "written anew the flat model differs:\n" + first + "\n" + second);
}

}  // namespace

void run(std::string_view text) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    Library library(sources, interner, diagnostics, {});
    auto const stored = library.add_file(sources.add("fuzz.mo", std::string(text)));
    if (diagnostics.has_errors() || stored.empty()) return;
    std::string const name = default_model(*stored.back()->ast, interner);
    if (name.empty()) return;
    ClassTree tree(sources, interner, diagnostics, library);
    Instances instances(tree, interner, diagnostics);
    Node* const node = find_model(instances, name);
    check(node != nullptr || diagnostics.has_errors(), "no model and no error");
    if (node == nullptr) return;
    FlatModel const model = flatten(instances, *node);
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
    if (!diagnostics.has_errors()) check_text(model, interner, sources);
}

}  // namespace moo::fuzz
