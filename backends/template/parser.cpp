#include "backends/template/parser.h"

#include <algorithm>
#include <array>

#include "backends/template/token_cursor.h"
#include "moo/base/nearest_word.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> unknown_statement{DiagnosticKind::UnexpectedToken, "there is no statement `{}`"};
constexpr Message<std::string_view> not_open{DiagnosticKind::UnexpectedToken, "`{}` does not belong to an open block"};
constexpr Message<std::string_view, std::string_view> not_closed{DiagnosticKind::TemplateUnterminated,
                                                                 "this `{}` has no `{% {} %}`"};
constexpr Message<std::int64_t> blocks_too_deep{DiagnosticKind::NestingTooDeep,
                                                "blocks are nested more than {} levels deep"};
constexpr Message<std::string_view> duplicate_parameter{DiagnosticKind::DuplicateName,
                                                        "the macro has two parameters named `{}`"};
constexpr Message<> macro_inside{DiagnosticKind::UnexpectedToken, "a macro must be defined outside of all blocks"};

constexpr std::array<std::string_view, 6> statement_words = {"if", "for", "set", "macro", "include", "import"};
constexpr std::array<std::string_view, 6> inner_words = {"elif", "else", "endif", "endfor", "endset", "endmacro"};

class Parser {
public:
    Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : cursor_(std::move(tokens), diagnostics) {}

    Template run() {
        while (true) {
            parse_body(result_.body);
            if (cursor_.at(TokenKind::end)) return std::move(result_);
            // The body was stopped by the end or middle of a block that was never begun.
            Token const& word = cursor_.peek(1);
            cursor_.diagnostics().error(word.span, not_open, word.text);
            skip_tag();
        }
    }

private:
    // ---- tags ----

    // Parses the inside of a tag up to its end; a mistake is reported and the rest of the tag skipped.
    template <class Parse>
    void in_tag(Parse const& parse, TokenKind end = TokenKind::statement_end) {
        try {
            parse();
            if (!cursor_.at(end)) cursor_.fail_expecting(end == TokenKind::output_end ? "`}}`" : "the end of the tag");
        } catch (SyntaxFault const&) {
            // The rest of the tag may be anything.
        }
        skip_tag();
    }

    void skip_tag() {
        while (!cursor_.at(TokenKind::statement_end) && !cursor_.at(TokenKind::output_end) &&
               !cursor_.at(TokenKind::end))
            cursor_.next();
        if (!cursor_.at(TokenKind::end)) cursor_.next();
    }

    static Statement begin(StatementKind kind, SourceSpan span) {
        Statement statement;
        statement.kind = kind;
        statement.span = span;
        return statement;
    }

    ExprId expression() { return parse_expression(cursor_, result_.exprs); }

    // At `{%` of one of the words; takes both.
    bool take_tag(std::string_view word) {
        bool const is_it = cursor_.at(TokenKind::statement_begin) && cursor_.peek(1).kind == TokenKind::name &&
                           cursor_.peek(1).text == word;
        if (!is_it) return false;
        cursor_.next();
        cursor_.next();
        return true;
    }

    // ---- bodies ----

    // Up to the end of the text, or to a tag with one of the inner words.
    void parse_body(std::vector<StatementId>& body) {
        while (true) {
            if (cursor_.diagnostics().error_count() > max_errors) cursor_.skip_all();
            if (cursor_.at(TokenKind::end)) return;
            Token const& token = cursor_.peek();
            if (token.kind == TokenKind::text) {
                Statement statement = begin(StatementKind::text, token.span);
                statement.text = token.text;
                body.push_back(result_.statements.add(std::move(statement)));
                cursor_.next();
            } else if (token.kind == TokenKind::output_begin) {
                parse_output(body);
            } else if (cursor_.peek(1).kind == TokenKind::name &&
                       std::ranges::find(inner_words, cursor_.peek(1).text) != inner_words.end()) {
                return;
            } else {
                parse_statement(body);
            }
        }
    }

    void parse_output(std::vector<StatementId>& body) {
        Statement statement = begin(StatementKind::output, cursor_.next().span);
        in_tag([&] { statement.expr = expression(); }, TokenKind::output_end);
        body.push_back(result_.statements.add(std::move(statement)));
    }

    void parse_statement(std::vector<StatementId>& body) {
        cursor_.next();
        Token const& word = cursor_.peek();
        if (level_ >= max_nesting) {
            cursor_.diagnostics().error(word.span, blocks_too_deep, std::int64_t{max_nesting});
            cursor_.skip_all();
            return;
        }
        ++level_;
        Statement statement = begin(StatementKind::text, word.span);
        if (cursor_.take_word("if")) {
            parse_if(statement);
        } else if (cursor_.take_word("for")) {
            parse_for(statement);
        } else if (cursor_.take_word("set")) {
            parse_set(statement);
        } else if (cursor_.take_word("macro")) {
            parse_macro(statement);
        } else if (cursor_.take_word("include")) {
            statement.kind = StatementKind::include;
            in_tag([&] { statement.expr = expression(); });
        } else if (cursor_.take_word("import")) {
            parse_import(statement);
        } else {
            in_tag([&] { refuse_statement(); });
        }
        --level_;
        body.push_back(result_.statements.add(std::move(statement)));
    }

    void refuse_statement() {
        if (!cursor_.at(TokenKind::name)) cursor_.fail_expecting("a statement");
        Token const& word = cursor_.peek();
        auto report = cursor_.diagnostics().error(word.span, unknown_statement, word.text);
        std::vector<std::string_view> words(statement_words.begin(), statement_words.end());
        words.insert(words.end(), inner_words.begin(), inner_words.end());
        std::string_view const nearest = nearest_word(word.text, words);
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        throw SyntaxFault();
    }

    // The body of a block, and what ends it if that is `end`.
    std::vector<StatementId> parse_block(Statement const& statement, std::string_view opened_by, std::string_view end,
                                         bool may_continue = false) {
        std::vector<StatementId> body;
        while (true) {
            parse_body(body);
            if (cursor_.at(TokenKind::end)) {
                if (!cursor_.skipped_all()) cursor_.diagnostics().error(statement.span, not_closed, opened_by, end);
                return body;
            }
            if (take_tag(end)) {
                in_tag([] {});
                return body;
            }
            std::string const& word = cursor_.peek(1).text;
            if (may_continue && (word == "else" || word == "elif")) return body;
            cursor_.diagnostics()
                .error(cursor_.peek(1).span, not_open, word)
                .note(statement.span, "the innermost open block is this `{}`", opened_by);
            // The end of a block further out ends this one as well.
            if (level_ > 1 && word.starts_with("end")) return body;
            skip_tag();
        }
    }

    // ---- statements ----

    void parse_if(Statement& statement) {
        statement.kind = StatementKind::if_;
        ExprId condition;
        in_tag([&] { condition = expression(); });
        while (true) {
            statement.branches.push_back({condition, parse_block(statement, "if", "endif", true)});
            if (take_tag("elif")) {
                in_tag([&] { condition = expression(); });
            } else if (take_tag("else")) {
                in_tag([] {});
                statement.branches.push_back({ExprId(), parse_block(statement, "if", "endif")});
                return;
            } else {
                return;
            }
        }
    }

    void parse_for(Statement& statement) {
        statement.kind = StatementKind::for_;
        in_tag([&] {
            do {
                statement.names.push_back(cursor_.expect_name("a name for the items"));
            } while (cursor_.take_symbol(","));
            cursor_.expect_word("in");
            statement.expr = parse_unconditional(cursor_, result_.exprs);
            if (cursor_.take_word("if")) statement.filter = expression();
        });
        statement.branches.push_back({ExprId(), parse_block(statement, "for", "endfor", true)});
        if (take_tag("else")) {
            in_tag([] {});
            statement.branches.push_back({ExprId(), parse_block(statement, "for", "endfor")});
        }
    }

    void parse_set(Statement& statement) {
        statement.kind = StatementKind::set;
        bool is_block = false;
        in_tag([&] {
            statement.names.push_back(cursor_.expect_name("a name"));
            if (cursor_.take_symbol(".")) {
                statement.kind = StatementKind::set_member;
                statement.names.push_back(cursor_.expect_name("a member"));
            }
            while (statement.kind == StatementKind::set && cursor_.take_symbol(",")) {
                statement.names.push_back(cursor_.expect_name("a name"));
            }
            is_block = statement.kind == StatementKind::set && statement.names.size() == 1 &&
                       cursor_.at(TokenKind::statement_end);
            if (is_block) return;
            cursor_.expect_symbol("=");
            statement.expr = expression();
        });
        if (!is_block) return;
        statement.kind = StatementKind::set_block;
        statement.branches.push_back({ExprId(), parse_block(statement, "set", "endset")});
    }

    void parse_macro(Statement& statement) {
        statement.kind = StatementKind::macro;
        if (level_ > 1) cursor_.diagnostics().error(statement.span, macro_inside);
        in_tag([&] {
            statement.text = cursor_.expect_name("a name for the macro");
            cursor_.expect_symbol("(");
            while (!cursor_.at_symbol(")")) {
                SourceSpan const span = cursor_.peek().span;
                ArgumentSyntax parameter = {cursor_.expect_name("a parameter"), {}};
                for (ArgumentSyntax const& other : statement.parameters) {
                    if (other.name == parameter.name) cursor_.fail(span, duplicate_parameter, parameter.name);
                }
                if (cursor_.take_symbol("=")) parameter.value = expression();
                statement.parameters.push_back(std::move(parameter));
                if (!cursor_.take_symbol(",")) break;
            }
            cursor_.expect_symbol(")");
        });
        statement.branches.push_back({ExprId(), parse_block(statement, "macro", "endmacro")});
    }

    void parse_import(Statement& statement) {
        statement.kind = StatementKind::import;
        in_tag([&] {
            statement.expr = expression();
            cursor_.expect_word("as");
            statement.names.push_back(cursor_.expect_name("a name for the template"));
        });
    }

    TokenCursor cursor_;
    Template result_;
    std::uint32_t level_ = 0;
};

}  // namespace

Template parse_template(FileId file, SourceManager const& sources, Diagnostics& diagnostics) {
    return Parser(lex(file, sources, diagnostics), diagnostics).run();
}

}  // namespace moo::tmpl
