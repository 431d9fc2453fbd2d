#include "moo/syntax/parser.h"

namespace moo {

using ast::Causality;
using ast::Element;
using ast::ElementKind;
using ast::FlowPrefix;
using ast::ImportKind;
using ast::Variability;

namespace {

constexpr TokenSet element_starts{
    TokenKind::identifier,     TokenKind::dot,         TokenKind::kw_import, TokenKind::kw_extends,
    TokenKind::kw_redeclare,   TokenKind::kw_final,    TokenKind::kw_inner,  TokenKind::kw_outer,
    TokenKind::kw_replaceable, TokenKind::kw_flow,     TokenKind::kw_stream, TokenKind::kw_discrete,
    TokenKind::kw_parameter,   TokenKind::kw_constant, TokenKind::kw_input,  TokenKind::kw_output,
};

}  // namespace

bool Parser::at_element_start() const {
    if (at(TokenKind::identifier)) return !(options_.base_modelica && at_word("partition"));
    return element_starts.contains(kind()) || at_class_start();
}

ast::ElementId Parser::parse_element(ast::Decoration decoration, std::uint32_t begin) {
    Element element;
    element.decoration = decoration;
    if (at(TokenKind::kw_import)) {
        parse_import(element);
    } else if (at(TokenKind::kw_extends)) {
        parse_extends(element);
    } else if (at(TokenKind::kw_parameter) && peek() == TokenKind::kw_equation && options_.base_modelica) {
        parse_parameter_equation(element);
    } else {
        element.is_redeclare = accept(TokenKind::kw_redeclare);
        element.is_final = accept(TokenKind::kw_final);
        element.is_inner = accept(TokenKind::kw_inner);
        element.is_outer = accept(TokenKind::kw_outer);
        element.is_replaceable = accept(TokenKind::kw_replaceable);
        parse_replaceable_part(element, false);
    }
    element.span = span_from(begin);
    return builder_.add(element);
}

void Parser::parse_import(Element& element) {
    element.kind = ElementKind::import;
    advance();
    ast::Import node;
    if (at(TokenKind::identifier) && peek() == TokenKind::equal) {
        node.kind = ImportKind::renamed;
        node.alias = take_identifier();
        advance();
    }
    node.name = parse_name(false);
    if (node.kind == ImportKind::qualified) {
        if (accept(TokenKind::dot_star)) {
            node.kind = ImportKind::unqualified;
        } else if (accept(TokenKind::dot)) {
            std::uint32_t const opening = current_.begin;
            if (accept(TokenKind::star)) {
                node.kind = ImportKind::unqualified;
            } else if (expect(TokenKind::left_brace, "an identifier, `*` or `{`")) {
                node.kind = ImportKind::group;
                ListScope<ast::Ident> members(builder_);
                do members.add(expect_identifier("an identifier"));
                while (accept(TokenKind::comma));
                expect_closing(TokenKind::right_brace, opening, "`,` or `}`");
                node.members = members.finish();
            }
        }
    }
    node.comment = parse_comment();
    element.detail = builder_.add(node);
}

void Parser::parse_extends(Element& element) {
    element.kind = ElementKind::extends;
    advance();
    ast::Extends node;
    node.type = parse_name(true);
    if (at(TokenKind::left_paren)) node.modification = parse_class_modification(true);
    if (at(TokenKind::kw_annotation)) node.annotation = parse_annotation();
    element.detail = builder_.add(node);
}

// `parameter equation guess(x) = e`
void Parser::parse_parameter_equation(Element& element) {
    element.kind = ElementKind::parameter_equation;
    advance();
    advance();
    std::uint32_t const begin = current_.begin;
    ast::Equation equation;
    equation.lhs = parse_simple_expression();
    auto const callee = tree_.simple_callee(equation.lhs);
    if (!failed_ && (!callee || interner_.text(*callee) != "guess")) {
        unexpected("a parameter equation of the form `guess(x) = expression`");
    }
    expect(TokenKind::equal);
    equation.rhs = parse_expression();
    equation.comment = parse_comment();
    equation.span = span_from(begin);
    element.detail = builder_.add(equation).index();
}

void Parser::parse_replaceable_part(Element& element, bool in_modifier) {
    if (at_class_start()) {
        element.kind = ElementKind::class_definition;
        element.detail = parse_class(false, in_modifier).index();
    } else {
        parse_component_clause(element, in_modifier);
    }
    if (at(TokenKind::kw_constrainedby) && element.is_replaceable) parse_constraint(element, !in_modifier);
}

void Parser::parse_constraint(Element& element, bool with_comment) {
    advance();
    ast::Constraint node;
    node.type = parse_name(true);
    if (at(TokenKind::left_paren)) node.modification = parse_class_modification(false);
    if (with_comment) node.comment = parse_comment();
    element.constraint = builder_.add(node) + 1;
}

void Parser::parse_component_clause(Element& element, bool in_modifier) {
    element.kind = ElementKind::component_clause;
    ast::ComponentClause node;
    if (accept(TokenKind::kw_flow))
        node.flow = FlowPrefix::flow;
    else if (accept(TokenKind::kw_stream))
        node.flow = FlowPrefix::stream;
    if (accept(TokenKind::kw_discrete))
        node.variability = Variability::discrete;
    else if (accept(TokenKind::kw_parameter))
        node.variability = Variability::parameter;
    else if (accept(TokenKind::kw_constant))
        node.variability = Variability::constant;
    if (accept(TokenKind::kw_input))
        node.causality = Causality::input;
    else if (accept(TokenKind::kw_output))
        node.causality = Causality::output;
    if (at(TokenKind::identifier) || at(TokenKind::dot)) {
        node.type = parse_name(true);
    } else {
        unexpected("a type", element_starts.contains(kind()) ? "prefixes come in the order redeclare, final, inner, "
                                                               "outer, replaceable, flow, parameter, input"
                                                             : "");
    }
    if (at(TokenKind::left_bracket)) node.subscripts = parse_subscripts();
    ListScope<ast::ComponentId> components(builder_);
    do components.add(parse_component(in_modifier));
    while (!in_modifier && accept(TokenKind::comma));
    node.components = components.finish();
    element.detail = builder_.add(node);
}

ast::ComponentId Parser::parse_component(bool in_modifier) {
    std::uint32_t const begin = current_.begin;
    ast::Component node;
    node.name = expect_identifier("the name of a component");
    if (at(TokenKind::left_bracket)) node.subscripts = parse_subscripts();
    node.modification = parse_modification();
    if (!in_modifier && accept(TokenKind::kw_if)) node.condition = parse_expression();
    node.comment = parse_comment();
    node.span = span_from(begin);
    return builder_.add(node);
}

}  // namespace moo
