// Flattens a text for the tests of this folder.
#pragma once

#include "frontend/flatten/flatten.h"
#include "moo/model/names.h"
#include "moo/syntax/parse.h"

namespace moo::test {

struct Flattened {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FlatModel model;

    explicit Flattened(std::string text, std::string_view name = {}) {
        FileId const file = sources.add("test.mo", std::move(text));
        ast::Ast const ast = parse(file, sources, interner, diagnostics);
        if (diagnostics.has_errors()) return;
        if (auto const chosen = choose_model(ast, interner, name, diagnostics)) {
            model = flatten(ast, *chosen, interner, diagnostics);
        }
    }

    [[nodiscard]] std::string text(ExprId expr) const {
        return to_string(model.exprs, expr, VariableNames(model.variables, interner, NameStyle::plain));
    }
    [[nodiscard]] std::string errors() const { return render_text(diagnostics, sources); }
};

}  // namespace moo::test
