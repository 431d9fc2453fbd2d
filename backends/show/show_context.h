// Everything that reports about a model are made from.
#pragma once

#include "backends/show/difference.h"
#include "backends/show/formulas.h"
#include "backends/show/model_facts.h"
#include "backends/show/places.h"
#include "backends/show/results.h"
#include "backends/show/translation.h"

namespace moo {

// People read a formula of that many nodes more easily than a reference to another one.
inline constexpr std::uint8_t smallest_shown_shared = 60;

struct ShowContext {
    ShowContext(Document const& shown, Interner const& symbols, SourceManager const& texts,
                Translation const& known_translation, tmpl::LanguageTable const* language)
        : document(shown),
          interner(symbols),
          sources(texts),
          translation(known_translation),
          write_context(shown, symbols, texts, smallest_shown_shared),
          facts(shown, symbols),
          formulas(write_context, language),
          places(texts) {}

    Document const& document;
    Interner const& interner;
    SourceManager const& sources;
    Translation const& translation;
    WriteContext write_context;
    ModelFacts facts;
    Formulas formulas;
    Places places;
    ShownRun const* run = nullptr;             // if there are results
    Differences const* differences = nullptr;  // if the model is compared with another one

    [[nodiscard]] std::string_view text(Symbol symbol) const {
        return symbol ? interner.text(symbol) : std::string_view();
    }
};

}  // namespace moo
