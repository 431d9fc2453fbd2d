// Modelica text to a document, in one process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "frontend/flatten/flatten.h"
#include "moo/passes/pipeline.h"

namespace moo::test {

inline FlatModel flatten_text(std::string const& text, SourceManager& sources, Interner& interner) {
    Diagnostics diagnostics;
    Library library(sources, interner, diagnostics, {});
    FileId const file = sources.add("model.mo", text);
    auto const stored = library.add_file(file);
    ClassTree tree(sources, interner, diagnostics, library);
    Instances instances(tree, interner, diagnostics);
    std::string const name = default_model(*stored.back()->ast, interner);
    FlatModel flat = flatten(instances, *find_model(instances, name));
    if (diagnostics.has_errors()) {
        std::fputs(render_text(diagnostics, sources).c_str(), stderr);
        std::exit(1);
    }
    return flat;
}

inline Document translate_text(std::string const& text, SourceManager& sources, Interner& interner) {
    Diagnostics diagnostics;
    PhaseStats stats;
    FlatModel flat = flatten_text(text, sources, interner);
    // Functions stay what they are, whatever moopt could make of them.
    for (FlatFunction& function : flat.functions) function.is_inline = false;
    std::optional<Document> document = optimize(std::move(flat), interner, {}, diagnostics, stats);
    if (!document) {
        std::fputs(render_text(diagnostics, sources).c_str(), stderr);
        std::exit(1);
    }
    return std::move(*document);
}

}  // namespace moo::test
