// The language tables of templates, which are JSON: what is refused has messages with places.
#include "backends/template/language_table.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

void run(std::string_view text) {
    SourceManager sources;
    Diagnostics diagnostics;
    FileId const file = sources.add("fuzz.json", std::string(text));
    static_cast<void>(tmpl::read_language_table(file, sources, diagnostics));
    for (Diagnostic const& item : diagnostics.items()) {
        check(sources.decode(item.span.begin).line > 0, "an error without a place");
    }
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
}

}  // namespace moo::fuzz
