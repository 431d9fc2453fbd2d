#include <algorithm>
#include <utility>

#include "moo/syntax/parser.h"

namespace moo {

using ast::Class;
using ast::ClassForm;
using ast::ClassKind;
using ast::Purity;
using ast::SectionKind;

namespace {

constexpr Message<std::string_view, std::string_view> end_name_mismatch{DiagnosticKind::EndNameMismatch,
                                                                        "`end {}` closes the class `{}`"};
constexpr Message<std::string_view, std::string_view> class_not_closed{
    DiagnosticKind::EndNameMismatch, "`end {}`, but the class `{}` inside it is still open"};
constexpr Message<std::string_view, std::string_view> class_open_at_end_of_file{
    DiagnosticKind::UnexpectedToken, "the file ends inside the class `{}`; `end {};` is missing"};
constexpr Message<> long_class_in_modifier{DiagnosticKind::UnexpectedToken,
                                           "a class with a body in a modifier; only `name = type` is allowed here"};
constexpr Message<std::string_view, std::string_view> class_in_itself{
    DiagnosticKind::UnexpectedToken, "`{}` begins again inside itself, and there is only one `end {};`"};
constexpr Message<> second_annotation{
    DiagnosticKind::UnexpectedToken,
    "this annotation belongs to no declaration or equation, and the class has another one"};
constexpr NoteText<> annotation_of_class{"this is the annotation of the class"};
constexpr NoteText<std::string_view> class_began{"`{}` begins here"};

constexpr TokenSet class_starts{
    TokenKind::kw_encapsulated, TokenKind::kw_partial,  TokenKind::kw_class,   TokenKind::kw_model,
    TokenKind::kw_operator,     TokenKind::kw_record,   TokenKind::kw_block,   TokenKind::kw_expandable,
    TokenKind::kw_connector,    TokenKind::kw_type,     TokenKind::kw_package, TokenKind::kw_pure,
    TokenKind::kw_impure,       TokenKind::kw_function,
};

struct PlainKind {
    TokenKind keyword;
    ClassKind kind;
};
constexpr PlainKind plain_kinds[] = {
    {TokenKind::kw_model, ClassKind::model},         {TokenKind::kw_package, ClassKind::package},
    {TokenKind::kw_function, ClassKind::function},   {TokenKind::kw_record, ClassKind::record},
    {TokenKind::kw_block, ClassKind::block},         {TokenKind::kw_type, ClassKind::type},
    {TokenKind::kw_connector, ClassKind::connector}, {TokenKind::kw_class, ClassKind::class_},
};

}  // namespace

bool Parser::at_class_start() const { return class_starts.contains(kind()); }

bool Parser::at_long_class_body() const {
    return at_element_start() || at(TokenKind::string) || at(TokenKind::kw_end) || at_recovery_point();
}

ast::ClassId Parser::parse_class(bool is_final, bool short_only) {
    Nesting const nesting(*this);
    Class node;
    if (!nesting.is_fine()) return builder_.add(node);
    std::uint32_t const begin = current_.begin;
    node.is_final = is_final;
    parse_class_prefixes(node);
    if (!short_only && accept(TokenKind::kw_extends)) node.form = ClassForm::extends_;
    // Without its kind this need not be a class; without its name it still has a body and an end.
    bool const hopeless = failed_ || at(TokenKind::equal);
    node.name = expect_identifier("the name of the class");
    if (node.form == ClassForm::long_ && accept(TokenKind::equal)) {
        parse_short_class(node);
    } else if (short_only && !at_long_class_body()) {
        unexpected("`=`");
    } else if (!hopeless) {
        if (short_only) complain(span_of(current_), long_class_in_modifier);
        recover();
        parse_long_class(node, begin);
    }
    node.span = span_from(begin);
    return builder_.add(node);
}

void Parser::parse_class_prefixes(Class& node) {
    node.is_encapsulated = accept(TokenKind::kw_encapsulated);
    node.is_partial = accept(TokenKind::kw_partial);
    if (accept(TokenKind::kw_expandable)) {
        expect(TokenKind::kw_connector);
        node.kind = ClassKind::expandable_connector;
        return;
    }
    bool const pure = accept(TokenKind::kw_pure);
    if (pure) {
        node.purity = options_.base_modelica && accept(TokenKind::kw_constant) ? Purity::pure_constant : Purity::pure;
    } else if (accept(TokenKind::kw_impure)) {
        node.purity = Purity::impure;
    }
    if (accept(TokenKind::kw_operator)) {
        if (accept(TokenKind::kw_function))
            node.kind = ClassKind::operator_function;
        else if (node.purity == Purity::none && accept(TokenKind::kw_record))
            node.kind = ClassKind::operator_record;
        else
            node.kind = ClassKind::operator_;
        return;
    }
    if (node.purity != Purity::none) {
        expect(TokenKind::kw_function);
        node.kind = ClassKind::function;
        return;
    }
    for (PlainKind const& plain : plain_kinds) {
        if (!accept(plain.keyword)) continue;
        node.kind = plain.kind;
        return;
    }
    unexpected("a kind of class such as `model` or `function`");
}

// ---- short classes ---------------------------------------------------------------------------------

void Parser::parse_short_class(Class& node) {
    node.form = ClassForm::short_;
    if (at(TokenKind::kw_enumeration)) {
        parse_enumeration(node);
    } else if (at(TokenKind::kw_der)) {
        parse_derivative_class(node);
    } else {
        if (accept(TokenKind::kw_input))
            node.causality = ast::Causality::input;
        else if (accept(TokenKind::kw_output))
            node.causality = ast::Causality::output;
        node.base = parse_name(true);
        if (at(TokenKind::left_bracket)) node.subscripts = parse_subscripts();
        if (at(TokenKind::left_paren)) node.modification = parse_class_modification(false);
    }
    node.comment = parse_comment();
}

void Parser::parse_enumeration(Class& node) {
    node.form = ClassForm::enumeration;
    advance();
    std::uint32_t const opening = current_.begin;
    expect(TokenKind::left_paren, "`(` after `enumeration`");
    if (accept(TokenKind::colon)) {
        node.is_open_enumeration = true;
    } else if (!at(TokenKind::right_paren)) {
        ListScope<ast::EnumLiteral> literals(builder_);
        do {
            ast::EnumLiteral literal;
            literal.name = expect_identifier("the name of an enumeration literal");
            literal.comment = parse_comment();
            literals.add(literal);
        } while (accept(TokenKind::comma));
        node.literals = literals.finish();
    }
    expect_closing(TokenKind::right_paren, opening, "`,` or `)`");
}

void Parser::parse_derivative_class(Class& node) {
    node.form = ClassForm::derivative;
    advance();
    std::uint32_t const opening = current_.begin;
    expect(TokenKind::left_paren, "`(` after `der`");
    node.base = parse_name(true);
    ListScope<ast::Ident> variables(builder_);
    expect(TokenKind::comma, "`,` and the variables to differentiate by");
    do variables.add(expect_identifier("an identifier"));
    while (accept(TokenKind::comma));
    node.derivative_variables = variables.finish();
    expect_closing(TokenKind::right_paren, opening, "`,` or `)`");
}

// ---- long classes ----------------------------------------------------------------------------------

void Parser::parse_long_class(Class& node, std::uint32_t begin) {
    bool const is_in_itself = !open_classes_.empty() && open_classes_.back() == node.name.symbol;
    if (is_in_itself) began_again_ = node.name;
    open_classes_.push_back(node.name.symbol);
    if (node.form == ClassForm::extends_ && at(TokenKind::left_paren)) {
        node.extends_modification = parse_class_modification(false);
    }
    node.comment.description = parse_description();
    recover();
    parse_composition(node);
    parse_class_end(node, begin);
    open_classes_.pop_back();
}

void Parser::parse_composition(Class& node) {
    std::uint32_t const errors_before = errors_seen_;
    ListScope<ast::Section> sections(builder_);
    if (at_element_start() || at(TokenKind::at)) parse_element_section(sections, SectionKind::elements);
    while (!at(TokenKind::end_of_file) && !failed_) {
        if (at(TokenKind::kw_end) && (peek() == TokenKind::identifier || !at_recovery_point())) break;
        // Partitions come last.
        if (!node.partitions.empty() && !at(TokenKind::kw_annotation)) {
            report_stray_in_class(node);
        } else if (at(TokenKind::kw_public)) {
            parse_element_section(sections, SectionKind::public_);
        } else if (at(TokenKind::kw_protected)) {
            parse_element_section(sections, SectionKind::protected_);
        } else if (at(TokenKind::kw_external)) {
            parse_external(node);
        } else if (at(TokenKind::kw_annotation)) {
            parse_class_annotation(node);
        } else if (options_.base_modelica && at_word("partition")) {
            parse_partitions(node);
        } else if (!parse_behaviour_section(sections)) {
            // The rest of a construct that was already reported is not reported again.
            if (errors_seen_ != errors_before) fail();
            report_stray_in_class(node);
        }
        recover();
    }
    node.sections = sections.finish();
}

// A second annotation shows that the first is not at the end of the class: most likely it lost its component.
void Parser::parse_class_annotation(Class& node) {
    SourceSpan const place = span_of(current_);
    ast::ModificationId const annotation = parse_annotation();
    if (node.comment.annotation && !silent()) {
        diagnostics_.error(tree_[node.comment.annotation].span, second_annotation).note(place, annotation_of_class);
        count_error();
    }
    node.comment.annotation = annotation;
    expect_semicolon();
}

void Parser::report_stray_in_class(Class const& node) {
    std::string expected = "a section";
    if (node.name.symbol) expected += " or " + code("end ", interner_.text(node.name.symbol));
    bool const late = at_element_start();
    unexpected(expected, late ? "a declaration after equations needs `public` or `protected` before it" : "");
}

void Parser::parse_element_section(ListScope<ast::Section>& sections, SectionKind section_kind) {
    ast::Section section;
    section.kind = section_kind;
    std::uint32_t const begin = current_.begin;
    if (section_kind != SectionKind::elements) advance();
    ListScope<ast::ElementId> elements(builder_);
    while (at_element_start() || at(TokenKind::at)) {
        std::uint32_t const element_begin = current_.begin;
        ast::Decoration const decoration = parse_decoration();
        if (at(TokenKind::kw_external)) {
            pending_decoration_ = decoration;
            break;
        }
        elements.add(parse_element(decoration, element_begin));
        expect_semicolon();
        recover();
    }
    section.elements = elements.finish();
    section.span = span_from(begin);
    sections.add(section);
}

bool Parser::parse_behaviour_section(ListScope<ast::Section>& sections) {
    bool const initial =
        at(TokenKind::kw_initial) && (peek() == TokenKind::kw_equation || peek() == TokenKind::kw_algorithm);
    if (!initial && !at(TokenKind::kw_equation) && !at(TokenKind::kw_algorithm)) return false;
    std::uint32_t const begin = current_.begin;
    ast::Section section;
    if (initial) advance();
    if (accept(TokenKind::kw_equation)) {
        section.kind = initial ? SectionKind::initial_equation : SectionKind::equation;
        section.equations = parse_equations();
    } else {
        advance();
        section.kind = initial ? SectionKind::initial_algorithm : SectionKind::algorithm;
        section.statements = parse_statements();
    }
    section.span = span_from(begin);
    sections.add(section);
    return true;
}

void Parser::parse_external(Class& node) {
    std::uint32_t const begin = current_.begin;
    ast::External external;
    external.decoration = std::exchange(pending_decoration_, {});
    expect(TokenKind::kw_external);
    if (at(TokenKind::string)) {
        external.language.span = span_of(current_);
        advance();
    }
    if (at(TokenKind::identifier) || at(TokenKind::dot)) {
        if (peek() != TokenKind::left_paren) {
            external.output = parse_reference();
            expect(TokenKind::equal);
        }
        external.function = expect_identifier("the name of an external function");
        std::uint32_t const opening = current_.begin;
        expect(TokenKind::left_paren);
        external.arguments = parse_expression_list(TokenKind::right_paren);
        expect_closing(TokenKind::right_paren, opening, "`,` or `)`");
    }
    if (at(TokenKind::kw_annotation)) external.annotation = parse_annotation();
    external.span = span_from(begin);
    if (node.external == 0)
        node.external = builder_.add(external) + 1;
    else
        unexpected("one external clause only");
    expect_semicolon();
}

void Parser::parse_class_end(Class const& node, std::uint32_t begin) {
    if (failed_) return;
    Symbol const name = node.name.symbol;
    std::string_view const name_text = name ? interner_.text(name) : "";
    SourceSpan const began = name ? node.name.span : span(begin, begin + 1);
    if (at(TokenKind::end_of_file)) {
        // Without a name, there is a report already.
        if (!silent() && name && !lexer_.reached_end_inside_token()) {
            auto report = began_again_.symbol == name
                              ? diagnostics_.error(began_again_.span, class_in_itself, name_text, name_text)
                              : diagnostics_.error(span_of(current_), class_open_at_end_of_file, name_text, name_text);
            report.note(began, class_began, name_text);
            give_up();
        }
        return;
    }
    if (peek() != TokenKind::identifier) {
        advance();
        if (!failed_) unexpected(name ? code(name_text) + " after `end`" : "the name of the class after `end`");
        return;
    }
    if (next_.symbol == name || !name) {
        advance();
        advance();
        return;
    }
    bool const closes_outer =
        std::find(open_classes_.begin(), open_classes_.end() - 1, next_.symbol) != open_classes_.end() - 1;
    if (!silent()) {
        SourceSpan const place = span(current_.begin, next_.end);
        auto const& message = closes_outer ? class_not_closed : end_name_mismatch;
        auto report = closes_outer && began_again_.symbol == name
                          ? diagnostics_.error(began_again_.span, class_in_itself, name_text, name_text)
                          : diagnostics_.error(place, message, interner_.text(next_.symbol), name_text);
        report.note(began, class_began, name_text);
        count_error();
    }
    if (failed_) return;
    if (closes_outer) {
        doubtful_ = true;
        doubt_errors_ = errors_seen_ + 1;
        return;
    }
    advance();
    advance();
}

// ---- Base Modelica partitions ----------------------------------------------------------------------

void Parser::parse_partitions(Class& node) {
    ListScope<ast::Partition> partitions(builder_);
    while (at_word("partition")) partitions.add(parse_partition());
    node.partitions = partitions.finish();
}

ast::Partition Parser::parse_partition() {
    std::uint32_t const begin = current_.begin;
    ast::Partition partition;
    advance();
    partition.comment = parse_comment();
    if (partition.comment.annotation) expect_semicolon();
    ListScope<ast::ClockClause> clocks(builder_);
    while (at_word("Clock") || at(TokenKind::at)) {
        ast::ClockClause clock;
        clock.decoration = parse_decoration();
        if (!at_word("Clock")) unexpected("`Clock`");
        accept(TokenKind::identifier);
        clock.name = expect_identifier("the name of a clock");
        expect(TokenKind::equal);
        clock.value = parse_expression();
        clock.comment = parse_comment();
        clocks.add(clock);
        expect_semicolon();
        recover();
    }
    partition.clocks = clocks.finish();
    ListScope<ast::SubPartition> sub_partitions(builder_);
    while (at_word("subpartition")) sub_partitions.add(parse_sub_partition());
    partition.sub_partitions = sub_partitions.finish();
    partition.span = span_from(begin);
    return partition;
}

ast::SubPartition Parser::parse_sub_partition() {
    std::uint32_t const begin = current_.begin;
    ast::SubPartition sub;
    advance();
    std::uint32_t const opening = current_.begin;
    expect(TokenKind::left_paren, "`(` after `subpartition`");
    {
        ListScope<ast::ModifierId> arguments(builder_);
        parse_modifier_list(arguments, false);
        sub.arguments = arguments.finish();
    }
    expect_closing(TokenKind::right_paren, opening, "`,` or `)`");
    sub.comment = parse_comment();
    if (sub.comment.annotation) expect_semicolon();
    recover();
    ListScope<ast::Section> sections(builder_);
    while (parse_behaviour_section(sections)) recover();
    sub.sections = sections.finish();
    sub.span = span_from(begin);
    return sub;
}

}  // namespace moo
