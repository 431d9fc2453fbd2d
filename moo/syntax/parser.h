// The recursive descent parser. Internal to moo/syntax; its entry points are in parse.h.
//
// On a syntax error the parser reports once and *fails*: until `recover`, the current token reads as
// `TokenKind::error`. So every test for a token is false, every loop ends, and no function has to check the result of
// another. The lists of elements, equations and statements recover.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "moo/syntax/ast_builder.h"
#include "moo/syntax/lexer.h"
#include "moo/syntax/parse.h"

namespace moo {

class Parser {
public:
    Parser(FileId file, SourceManager const& sources, ast::Ast& tree, Interner& interner, Diagnostics& diagnostics,
           ParseOptions const& options);

    void parse_stored_definition();
    ast::ExprId parse_lone_expression();
    void parse_rows(RowConsumer& consumer);

private:
    template <class T>
    using ListScope = ast::AstBuilder::ListScope<T>;

    // ---- tokens (parser.cpp) ----
    [[nodiscard]] TokenKind kind() const { return current_.kind; }
    [[nodiscard]] TokenKind peek() const { return next_.kind; }
    [[nodiscard]] bool at(TokenKind kind) const { return current_.kind == kind; }
    void advance() {
        previous_ = current_;
        current_ = next_;
        next_ = lexer_.next();
    }
    bool accept(TokenKind kind) {
        if (current_.kind != kind) return false;
        advance();
        return true;
    }
    bool expect(TokenKind kind, std::string_view expected);
    bool expect(TokenKind kind);
    // A closing bracket; the message shows the opening one.
    void expect_closing(TokenKind kind, std::uint32_t opening, std::string_view expected);
    ast::Ident expect_identifier(std::string_view expected);
    void expect_semicolon();
    // The keyword between the head and the body of a compound equation or statement; looks for it
    // further on if the head has failed.
    void expect_head_end(TokenKind keyword);
    ast::Ident take_identifier();
    [[nodiscard]] bool at_word(std::string_view word) const;

    // ---- positions ----
    [[nodiscard]] SourceLoc loc(std::uint32_t offset) const { return {start_.offset + offset}; }
    [[nodiscard]] SourceSpan span(std::uint32_t begin, std::uint32_t end) const { return {loc(begin), loc(end)}; }
    // To the end of the previous token.
    [[nodiscard]] SourceSpan span_from(std::uint32_t begin) const {
        return span(begin, previous_.end < begin ? begin : previous_.end);
    }
    [[nodiscard]] SourceSpan span_of(Token const& token) const { return span(token.begin, token.end); }
    [[nodiscard]] std::string_view text_of(Token const& token) const {
        return source_.substr(token.begin, token.end - token.begin);
    }
    [[nodiscard]] bool newline_before_current() const;

    // ---- errors and recovery (parser.cpp) ---- Reports the current token, unless something was already reported at
    // this place. `opening` is the position of the bracket to be closed.
    static constexpr std::uint32_t no_opening = 0xffffffffu;
    void unexpected(std::string_view expected, std::string_view hint = {}, std::uint32_t opening = no_opening);
    // Reports something after which parsing continues as if nothing had happened.
    template <class... Args>
    void complain(SourceSpan place, Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
        if (silent()) {
            ++errors_seen_;
            return;
        }
        diagnostics_.error(place, message, args...);
        count_error();
    }
    [[nodiscard]] bool silent() const { return failed_ || doubtful_ || gave_up_; }
    // Does the bookkeeping after a report.
    void count_error();
    void fail();
    void give_up();
    // Reports what was not known before the end of the file.
    void finish();
    void recover();
    [[nodiscard]] bool at_recovery_point() const;
    [[nodiscard]] std::string describe(Token const& token) const;
    // The texts, concatenated, in backticks.
    [[nodiscard]] static std::string code(std::string_view first, std::string_view second = {});

    class Nesting {
    public:
        explicit Nesting(Parser& parser) : parser_(parser) { ++parser_.depth_; }
        ~Nesting() { --parser_.depth_; }
        Nesting(Nesting const&) = delete;
        Nesting& operator=(Nesting const&) = delete;
        // Returns false, after one report, if the nesting is too deep; then the parser gives up on the file.
        [[nodiscard]] bool is_fine() const {
            return parser_.depth_ <= parser_.options_.max_nesting || parser_.report_too_deep();
        }

    private:
        Parser& parser_;
    };
    bool report_too_deep();
    // Each branch is nested in the one before it for the tools that follow.
    static constexpr std::uint32_t most_branches = 20'000;
    void report_many_branches(std::uint32_t begin);

    // ---- files (parse.cpp), and in pieces (parse_rows.cpp) ----
    bool report_empty_file();
    void parse_model_rows(RowConsumer& consumer);
    void parse_element_rows(RowConsumer& consumer);
    void forget_rows(ast::Ast::Mark const& mark);
    void parse_equation_rows(RowConsumer& consumer);

    // ---- classes (parse_class.cpp) ----
    [[nodiscard]] bool at_class_start() const;
    [[nodiscard]] bool at_long_class_body() const;
    ast::ClassId parse_class(bool is_final, bool short_only);
    void parse_class_prefixes(ast::Class& node);
    void parse_long_class(ast::Class& node, std::uint32_t begin);
    void parse_short_class(ast::Class& node);
    void parse_enumeration(ast::Class& node);
    void parse_derivative_class(ast::Class& node);
    void parse_composition(ast::Class& node);
    // One section of equations or statements; false if there is none here.
    bool parse_behaviour_section(ListScope<ast::Section>& sections);
    void parse_element_section(ListScope<ast::Section>& sections, ast::SectionKind section_kind);
    void parse_external(ast::Class& node);
    void parse_partitions(ast::Class& node);
    ast::Partition parse_partition();
    ast::SubPartition parse_sub_partition();
    void parse_class_annotation(ast::Class& node);
    void report_stray_in_class(ast::Class const& node);
    void parse_class_end(ast::Class const& node, std::uint32_t begin);

    // ---- elements (parse_element.cpp) ----
    [[nodiscard]] bool at_element_start() const;
    // After its decoration, which began at `begin`.
    ast::ElementId parse_element(ast::Decoration decoration, std::uint32_t begin);
    void parse_import(ast::Element& element);
    void parse_extends(ast::Element& element);
    void parse_parameter_equation(ast::Element& element);
    // A class or a component clause with its constraining clause; `in_modifier` allows short classes
    // and single components only.
    void parse_replaceable_part(ast::Element& element, bool in_modifier);
    void parse_component_clause(ast::Element& element, bool in_modifier);
    ast::ComponentId parse_component(bool in_modifier);
    void parse_constraint(ast::Element& element, bool with_comment);

    // ---- modifiers, names, comments (parse_modification.cpp) ----
    ast::ModificationId parse_modification();
    ast::ModificationId parse_class_modification(bool in_extends);
    void parse_modifier_list(ListScope<ast::ModifierId>& modifiers, bool in_extends);
    ast::ModifierId parse_modifier(bool in_extends);
    void parse_break_modifier(ast::Modifier& modifier);
    ast::ModificationId parse_annotation();
    ast::Name parse_name(bool may_be_global);
    ast::List<ast::StringLiteral> parse_description();
    ast::Comment parse_comment();
    ast::Decoration parse_decoration();

    // ---- equations and statements (parse_equation.cpp, parse_statement.cpp) ----
    [[nodiscard]] bool at_body_end() const;
    ast::List<ast::EquationId> parse_equations();
    ast::EquationId parse_equation();
    void parse_plain_equation(ast::Equation& equation);
    void parse_connect(ast::ExprId& from, ast::ExprId& to);
    ast::List<ast::StatementId> parse_statements();
    ast::StatementId parse_statement();
    void parse_plain_statement(ast::Statement& statement);
    // The branches of an `if` or `when` up to its end.
    template <class BodyId>
    ast::List<ast::BranchOf<BodyId>> parse_branches(TokenKind keyword, ast::List<BodyId> (Parser::*parse_body)());
    ast::List<ast::Iterator> parse_iterators();
    // `end if` and the like.
    void expect_block_end(TokenKind keyword, std::uint32_t begin);

    // ---- expressions (parse_expression.cpp) ----
    ast::ExprId parse_expression();
    ast::ExprId parse_simple_expression();
    ast::ExprId parse_operators(int min_level);
    ast::ExprId parse_prefixed(int min_level);
    ast::ExprId parse_chain(ast::ExprId first, int level);
    ast::ExprId parse_primary();
    ast::ExprId parse_conditional();
    ast::ExprId parse_number();
    ast::ExprId parse_literal(ast::ExprKind literal_kind);
    ast::ExprId parse_reference();
    ast::ExprId parse_reference_or_call();
    ast::ExprId parse_keyword_call();
    ast::ExprId parse_call(ast::ExprId callee);
    ast::ExprId parse_partial_application();
    ast::ExprId parse_argument_value();
    void parse_arguments(ListScope<ast::Argument>& arguments);
    ast::ExprId parse_parenthesized();
    ast::ExprId parse_postfix(std::uint32_t begin, ast::ExprId expr);
    ast::ExprId parse_array();
    ast::ExprId parse_matrix();
    ast::ExprId parse_comprehension(ast::ExprId body);
    ast::ExprId parse_decorated(ast::ExprId expr);
    ast::List<ast::ExprId> parse_expression_list(TokenKind end);
    ast::List<ast::ExprId> parse_subscripts();
    // Adds a node from `begin` to the previous token.
    ast::ExprId add_expr(ast::ExprKind expr_kind, std::uint32_t begin, std::uint32_t a = 0, std::uint32_t b = 0,
                         std::uint32_t c = 0);
    template <class T>
    ast::ExprId add_expr(ast::ExprKind expr_kind, std::uint32_t begin, ast::List<T> list, ast::ExprId operand = {}) {
        return add_expr(expr_kind, begin, list.begin, list.count, operand.index());
    }
    [[nodiscard]] std::uint32_t begin_of(ast::ExprId expr) const {
        return expr ? tree_[expr].span.begin.offset - start_.offset : previous_.end;
    }

    std::string_view source_;
    SourceLoc start_;
    ast::Ast& tree_;
    ast::AstBuilder builder_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    ParseOptions options_;
    Lexer lexer_;

    Token previous_;
    Token current_;
    Token next_;
    std::uint32_t depth_ = 0;
    std::uint32_t open_matrices_ = 0;  // a `;` in them separates rows

    bool failed_ = false;
    Token failed_at_;  // the current token before the failure
    bool failed_in_matrix_ = false;
    bool gave_up_ = false;
    bool quote_suspected_ = false;  // a missing quote was pointed out
    // A `;` was missing: the following text may be the rest of the same construct. So until the next `;` nothing is
    // reported, unless the text makes sense up to a line end without `;` (no more than `doubt_errors_` errors so far).
    bool doubtful_ = false;
    std::uint32_t doubt_errors_ = 0;
    std::size_t errors_before_ = 0;
    std::uint32_t last_recovery_ = 0xffffffffu;
    ast::Decoration pending_decoration_;  // of an external clause
    // Names of the classes around the current position, the innermost last.
    std::vector<Symbol> open_classes_;
    ast::Ident began_again_;         // the name of the last class inside a class of the same name
    std::uint32_t errors_seen_ = 0;  // including those that were not reported
    std::uint32_t forgotten_rows_ = 0;
};

template <class BodyId>
ast::List<ast::BranchOf<BodyId>> Parser::parse_branches(TokenKind keyword, ast::List<BodyId> (Parser::*parse_body)()) {
    std::uint32_t const block_begin = current_.begin;
    TokenKind const again = keyword == TokenKind::kw_if ? TokenKind::kw_elseif : TokenKind::kw_elsewhen;
    ListScope<ast::BranchOf<BodyId>> branches(builder_);
    bool is_else = false;
    std::uint32_t count = 0;
    do {
        std::uint32_t const begin = current_.begin;
        is_else = at(TokenKind::kw_else);
        advance();
        if (++count == most_branches + 1) report_many_branches(begin);
        ast::BranchOf<BodyId> branch;
        if (!is_else) {
            branch.condition = parse_expression();
            expect_head_end(TokenKind::kw_then);
        }
        branch.body = (this->*parse_body)();
        branch.span = span_from(begin);
        branches.add(branch);
    } while (!is_else && (at(again) || (keyword == TokenKind::kw_if && at(TokenKind::kw_else))));
    auto const list = branches.finish();
    expect_block_end(keyword, block_begin);
    return list;
}

}  // namespace moo
