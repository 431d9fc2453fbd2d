// Flattens a text for the tests of this folder.
#pragma once

#include "frontend/flatten/flatten.h"
#include "moo/model/names.h"

namespace moo::test {

struct Flattened {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FlatModel model;

    explicit Flattened(std::string text, std::string_view name = {}) {
        FileId const file = sources.add("test.mo", std::move(text));
        Library library(sources, interner, diagnostics, {});
        auto const stored = library.add_file(file);
        if (diagnostics.has_errors() || stored.empty()) return;
        std::string const chosen = name.empty() ? default_model(*stored.back()->ast, interner) : std::string(name);
        ClassTree tree(sources, interner, diagnostics, library);
        Instances instances(tree, interner, diagnostics);
        if (Node* const node = find_model(instances, chosen)) model = flatten(instances, *node);
    }

    [[nodiscard]] std::string text(ExprId expr) const {
        return to_string(model.exprs, expr, VariableNames(model.variables, interner, NameStyle::plain));
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
};

}  // namespace moo::test
