// A parsed text with all that belongs to it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "moo/syntax/parse.h"
#include "moo/syntax/print.h"

namespace moo::tests {

struct Parsed {
    std::unique_ptr<SourceManager> sources = std::make_unique<SourceManager>();
    Interner interner;
    Diagnostics diagnostics;
    ast::Ast tree;
    ast::ExprId root;  // of an expression

    [[nodiscard]] std::string text() const { return render_text(diagnostics, *sources); }
    [[nodiscard]] std::string symbol(Symbol symbol) const { return std::string(interner.text(symbol)); }
    // `line:column Kind` of every error.
    [[nodiscard]] std::vector<std::string> errors() const {
        std::vector<std::string> out;
        for (Diagnostic const& item : diagnostics.items()) {
            DecodedLoc const place = sources->decode(item.span.begin);
            out.push_back(std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
                          std::string(kind_name(item.kind)));
        }
        return out;
    }
};

inline Parsed parse_text(std::string text, ParseOptions const& options = {}) {
    Parsed parsed;
    FileId const file = parsed.sources->add("test.mo", std::move(text));
    parsed.tree = parse(file, *parsed.sources, parsed.interner, parsed.diagnostics, options);
    return parsed;
}

inline Parsed parse_expression_text(std::string text, ParseOptions const& options = {}) {
    Parsed parsed;
    FileId const file = parsed.sources->add("test.mo", std::move(text));
    auto result = parse_expression(file, *parsed.sources, parsed.interner, parsed.diagnostics, options);
    parsed.tree = std::move(result.ast);
    parsed.root = result.root;
    return parsed;
}

// The expression as nested parentheses that show how it was read: `(+ a (* b c))`.
[[nodiscard]] std::string structure(Parsed const& parsed, ast::ExprId id);

constexpr ParseOptions base_modelica{.base_modelica = true};

}  // namespace moo::tests
