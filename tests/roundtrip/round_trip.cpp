#include "tests/roundtrip/round_trip.h"

#include "moo/syntax/lexer.h"
#include "moo/syntax/print.h"

namespace moo::tests {

namespace {

// The first difference between the tokens of two files, nothing if there is none.
std::string compare_tokens(FileId left, FileId right, SourceManager const& sources, Interner& interner) {
    Diagnostics ignored;
    Lexer left_lexer(sources.text(left), sources.start_of(left), interner, ignored);
    Lexer right_lexer(sources.text(right), sources.start_of(right), interner, ignored);
    while (true) {
        Token const a = left_lexer.next();
        Token const b = right_lexer.next();
        std::string_view const a_text = sources.text(left).substr(a.begin, a.end - a.begin);
        std::string_view const b_text = sources.text(right).substr(b.begin, b.end - b.begin);
        bool const same = a.kind == TokenKind::identifier ? a.symbol == b.symbol : a_text == b_text;
        if (a.kind != b.kind || !same) {
            return "line " + std::to_string(sources.decode(sources.loc(left, a.begin)).line) + ": `" +
                   std::string(a_text) + "` was printed as `" + std::string(b_text) + "`";
        }
        if (a.kind == TokenKind::end_of_file) return {};
    }
}

// `parse_and_print` takes a file to its printed text.
template <class ParseAndPrint>
std::string check(std::string const& name, std::string const& text, ParseAndPrint const& parse_and_print) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FileId const source = sources.add(name, text);
    std::string const printed = parse_and_print(source, sources, interner, diagnostics);
    if (!diagnostics.items().empty()) return render_text(diagnostics, sources);

    FileId const once = sources.add(name + " as printed", printed);
    if (std::string difference = compare_tokens(source, once, sources, interner); !difference.empty()) {
        return name + ": " + difference;
    }
    std::string const printed_again = parse_and_print(once, sources, interner, diagnostics);
    if (!diagnostics.items().empty()) return render_text(diagnostics, sources);
    if (printed_again != printed) return name + ": printing twice gives different texts";
    return {};
}

}  // namespace

std::string check_round_trip(std::string const& name, std::string const& text, ParseOptions const& options) {
    std::string version;
    return check(name, text, [&](FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
        ast::Ast const tree = parse(file, sources, interner, diagnostics, options);
        std::string printed = print(tree, interner);
        // The header is a comment to the lexer, so the comparison of tokens does not see it.
        if (!tree.base_version().empty()) version = tree.base_version();
        return version == tree.base_version() ? printed : "the version header is lost";
    });
}

std::string check_expression_round_trip(std::string const& text, ParseOptions const& options) {
    ParseOptions all = options;
    return check("<expression>", text,
                 [&](FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
                     auto const parsed = parse_expression(file, sources, interner, diagnostics, all);
                     // An expression is printed without the header of its file.
                     if (!parsed.ast.base_version().empty()) all.base_modelica = true;
                     return print(parsed.ast, interner, parsed.root);
                 });
}

}  // namespace moo::tests
