// The parser: what parses without a complaint survives printing; what does not is reported within the limits.
#include <string>

#include "moo/syntax/parse.h"
#include "moo/syntax/print.h"
#include "tests/fuzz/entry.h"
#include "tests/roundtrip/round_trip.h"

namespace moo::fuzz {

// As a file, and as an expression.
void run(std::string_view text) {
    SourceManager sources;
    Interner interner;
    FileId const file = sources.add("fuzz.mo", std::string(text));
    ParseOptions const options;

    Diagnostics diagnostics;
    ast::Ast const tree = parse(file, sources, interner, diagnostics, options);
    std::string const printed = print(tree, interner);
    // The lexer may be one token ahead when the parser gives up, and the encoding has an error of its own.
    check(diagnostics.error_count() <= options.max_errors + 2, "more errors than the limit");
    for (Diagnostic const& item : diagnostics.items()) {
        check(sources.decode(item.span.begin).line > 0, "an error without a place");
    }
    check(render_text(diagnostics, sources).empty() == !diagnostics.has_errors(), "errors without a text");
    if (!diagnostics.has_errors()) {
        std::string const problem = tests::check_round_trip("fuzz.mo", std::string(text));
        check(problem.empty(), problem);
    }

    Diagnostics expression_diagnostics;
    auto const parsed = parse_expression(file, sources, interner, expression_diagnostics, options);
    check(parsed.root.has_value() == !expression_diagnostics.has_errors(), "an expression without a root or an error");
    if (parsed.root) {
        std::string const problem = tests::check_expression_round_trip(std::string(text));
        check(problem.empty(), problem);
    }
}

}  // namespace moo::fuzz
