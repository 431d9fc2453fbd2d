// What the targets of the MOO readers have in common.
#pragma once

#include <string>

#include "moo/check/canonical_document.h"
#include "moo/check/slice_document.h"
#include "moo/check/verify_document.h"
#include "moo/io/document/compare_documents.h"
#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

// What is refused has messages with places, and not too many. What is taken is written in all encodings, read again
// and then written with the same bytes; a canonical form is the same after reading, and has no difference from what it
// was made of. Whether it is sound can be asked of any document.
inline void check_document(std::string_view text) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const file = sources.add("fuzz.moo", std::string(text));
    Document document = read_document(file, sources, interner, diagnostics);
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
    for (Diagnostic const& item : diagnostics.items()) {
        check(item.span.begin.has_value(), "a message without a place");
    }
    if (diagnostics.has_errors()) return;
    Diagnostics verdict;
    bool const is_sound = verify_document(document, verdict);
    check(is_sound == !verdict.has_errors(), "the verdict is not the messages");
    for (Encoding const encoding : {Encoding::text, Encoding::json, Encoding::xml}) {
        std::string const first = write_document(document, interner, sources, encoding);
        Document const again = read_document(sources.add("again.moo", first), sources, interner, diagnostics);
        check(!diagnostics.has_errors(), "what was written is refused:\n" + first + render_text(diagnostics, sources));
        std::string const second = write_document(again, interner, sources, encoding);
        check(first == second, "written anew it differs:\n" + first + "\n" + second);
        auto const differences = compare_documents({document, interner, "a"}, {again, interner, "b"});
        check(differences.empty(), differences.empty() ? "" : "read again it differs: " + differences[0]);
    }
    make_canonical(document, interner);
    std::string const canonical = write_document(document, interner, sources, Encoding::json);
    Document again = read_document(sources.add("canonical.moo", canonical), sources, interner, diagnostics);
    check(!diagnostics.has_errors(),
          "the canonical form is refused:\n" + canonical + render_text(diagnostics, sources));
    make_canonical(again, interner);
    check(write_document(again, interner, sources, Encoding::json) == canonical,
          "the canonical form differs:\n" + canonical);
    std::vector<std::string> const names{"events", "views"};
    slice_document(document, names, interner);
    std::string const slice = write_document(document, interner, sources, Encoding::xml);
    Document const piece = read_document(sources.add("slice.moo", slice), sources, interner, diagnostics);
    check(!diagnostics.has_errors(), "the slice is refused:\n" + slice + render_text(diagnostics, sources));
}

}  // namespace moo::fuzz
