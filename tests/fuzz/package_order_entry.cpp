// The file package.order: the text is a package, a line with only `---`, and the order. Every class is in the result
// once.
#include "frontend/library/package_order.h"

#include <algorithm>
#include <set>

#include "moo/syntax/parse.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

void run(std::string_view text) {
    constexpr std::string_view separator = "\n---\n";
    std::size_t const split = std::min(text.find(separator), text.size());
    std::string_view const order = text.substr(std::min(split + separator.size(), text.size()));
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const package = sources.add("package.mo", std::string(text.substr(0, split)));
    ast::Ast const ast = parse(package, sources, interner, diagnostics);
    if (diagnostics.has_errors() || ast.classes().empty()) return;
    FileId const file = sources.add("package.order", std::string(order));
    std::vector<Symbol> const stored = {interner.intern("A"), interner.intern("B"), interner.intern("C")};
    std::vector<Symbol> const names =
        order_members(stored, ast, ast.classes()[0], file, sources, interner, diagnostics);
    check(std::set(names.begin(), names.end()) == std::set(stored.begin(), stored.end()),
          "classes are lost or made up");
    check(names.size() == stored.size(), "a class is there twice");
    check(!diagnostics.has_errors(), "the order of classes is no reason for an error");
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
}

}  // namespace moo::fuzz
