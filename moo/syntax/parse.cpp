#include "moo/syntax/parse.h"

#include "moo/syntax/parser.h"

namespace moo {

namespace {

constexpr Message<> nothing_in_file{DiagnosticKind::FileEmpty, "the file contains only white space and comments"};

}  // namespace

ast::Ast parse(FileId file, SourceManager const& sources, Interner& interner, Diagnostics& diagnostics,
               ParseOptions const& options) {
    ast::Ast tree(file, sources.start_of(file), sources.text(file));
    if (!check_text(file, sources, diagnostics)) return tree;
    Parser(file, sources, tree, interner, diagnostics, options).parse_stored_definition();
    return tree;
}

void parse_rows(FileId file, SourceManager const& sources, Interner& interner, Diagnostics& diagnostics,
                ParseOptions const& options, ast::Ast& tree, RowConsumer& consumer) {
    tree = ast::Ast(file, sources.start_of(file), sources.text(file));
    if (!check_text(file, sources, diagnostics)) return;
    Parser(file, sources, tree, interner, diagnostics, options).parse_rows(consumer);
}

ParsedExpression parse_expression(FileId file, SourceManager const& sources, Interner& interner,
                                  Diagnostics& diagnostics, ParseOptions const& options) {
    ParsedExpression result{ast::Ast(file, sources.start_of(file), sources.text(file)), {}};
    std::size_t const errors_before = diagnostics.error_count();
    if (!check_text(file, sources, diagnostics)) return result;
    ast::ExprId const root = Parser(file, sources, result.ast, interner, diagnostics, options).parse_lone_expression();
    if (diagnostics.error_count() == errors_before) result.root = root;
    return result;
}

bool Parser::report_empty_file() {
    if (!at(TokenKind::end_of_file) || lexer_.reached_end_inside_token()) return false;
    diagnostics_.error(span(0, 0), nothing_in_file);
    return true;
}

void Parser::parse_stored_definition() {
    if (report_empty_file()) return;
    if (accept(TokenKind::kw_within)) {
        builder_.set_within(at(TokenKind::semicolon) ? ast::Name() : parse_name(false));
        expect_semicolon();
        recover();
    }
    while (!at(TokenKind::end_of_file)) {
        bool const is_final = accept(TokenKind::kw_final);
        if (at_class_start()) {
            builder_.add_top_level(parse_class(is_final, false));
            expect_semicolon();
        } else {
            // Tokens at which recovery stops inside a class mean nothing here.
            if (errors_seen_ > 0 && at_recovery_point()) fail();
            unexpected("a class definition such as `model M … end M;`");
        }
        recover();
    }
    finish();
}

}  // namespace moo
