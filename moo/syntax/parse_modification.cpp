#include "moo/syntax/literal.h"
#include "moo/syntax/parser.h"

namespace moo {

using ast::BindingKind;
using ast::List;
using ast::ModificationId;
using ast::Modifier;
using ast::ModifierId;
using ast::ModifierKind;

namespace {

constexpr Message<std::string_view> decoration_too_large{DiagnosticKind::NumberMalformed,
                                                         "the number `{}` is too large for a decoration"};
constexpr Message<> decoration_without_base{
    DiagnosticKind::UnexpectedToken,
    "`@` is Base Modelica, and this file does not begin with a header such as `//! base 0.1.0`"};

}  // namespace

ast::Name Parser::parse_name(bool may_be_global) {
    std::uint32_t const begin = current_.begin;
    ast::Name name;
    name.is_global = may_be_global && accept(TokenKind::dot);
    ListScope<ast::Ident> parts(builder_);
    do {
        ast::Ident const part = expect_identifier("an identifier");
        if (failed_) return {};
        parts.add(part);
        // After the name in an import clause there is `.{`.
    } while (at(TokenKind::dot) && peek() == TokenKind::identifier && accept(TokenKind::dot));
    name.parts = parts.finish();
    name.span = span_from(begin);
    return name;
}

List<ast::StringLiteral> Parser::parse_description() {
    if (!at(TokenKind::string)) return {};
    ListScope<ast::StringLiteral> parts(builder_);
    do {
        if (!at(TokenKind::string)) {
            unexpected("a string");
            break;
        }
        parts.add({span_of(current_)});
        advance();
    } while (accept(TokenKind::plus));
    return parts.finish();
}

ast::Comment Parser::parse_comment() {
    ast::Comment comment;
    comment.description = parse_description();
    if (at(TokenKind::kw_annotation)) comment.annotation = parse_annotation();
    return comment;
}

ModificationId Parser::parse_annotation() {
    advance();
    if (at(TokenKind::left_paren)) return parse_class_modification(false);
    unexpected("`(` after `annotation`");
    return {};
}

ast::Decoration Parser::parse_decoration() {
    if (!at(TokenKind::at)) return {};
    if (!options_.base_modelica) complain(span_of(current_), decoration_without_base);
    accept(TokenKind::at);
    if (!at(TokenKind::integer)) {
        unexpected("a number after `@`");
        return {};
    }
    auto const value = read_integer(text_of(current_));
    bool const fits = value && *value < std::int64_t{ast::Decoration::none};
    if (!fits) complain(span_of(current_), decoration_too_large, text_of(current_).substr(0, 60));
    accept(TokenKind::integer);
    return {fits ? static_cast<std::uint32_t>(*value) : 0u};
}

ModificationId Parser::parse_modification() {
    std::uint32_t const begin = current_.begin;
    ModificationId id;
    if (at(TokenKind::left_paren)) {
        id = parse_class_modification(false);
        if (!at(TokenKind::equal)) return id;
    } else if (!at(TokenKind::equal) && !at(TokenKind::assign)) {
        return {};
    }
    ast::Modification node;
    if (id) node = tree_[id];
    node.binding = at(TokenKind::equal) ? BindingKind::equal : BindingKind::assign;
    advance();
    node.value = at(TokenKind::kw_break) ? parse_literal(ast::ExprKind::break_) : parse_expression();
    node.span = span_from(begin);
    if (!id) return builder_.add(node);
    builder_.replace(id, node);
    return id;
}

ModificationId Parser::parse_class_modification(bool in_extends) {
    Nesting const nesting(*this);
    if (!nesting.is_fine()) return {};
    std::uint32_t const begin = current_.begin;
    advance();
    ast::Modification node;
    node.has_arguments = true;
    if (!at(TokenKind::right_paren)) {
        ListScope<ModifierId> modifiers(builder_);
        parse_modifier_list(modifiers, in_extends);
        node.arguments = modifiers.finish();
    }
    expect_closing(TokenKind::right_paren, begin, "`,` or `)`");
    node.span = span_from(begin);
    return builder_.add(node);
}

void Parser::parse_modifier_list(ListScope<ModifierId>& modifiers, bool in_extends) {
    do modifiers.add(parse_modifier(in_extends));
    while (accept(TokenKind::comma));
}

ModifierId Parser::parse_modifier(bool in_extends) {
    std::uint32_t const begin = current_.begin;
    Modifier modifier;
    modifier.decoration = parse_decoration();
    if (in_extends && at(TokenKind::kw_break)) {
        parse_break_modifier(modifier);
        modifier.span = span_from(begin);
        return builder_.add(modifier);
    }
    bool const redeclare = accept(TokenKind::kw_redeclare);
    modifier.is_each = accept(TokenKind::kw_each);
    modifier.is_final = accept(TokenKind::kw_final);
    if (redeclare || at(TokenKind::kw_replaceable)) {
        modifier.kind = ModifierKind::element;
        ast::Element element;
        element.is_redeclare = redeclare;
        element.is_replaceable = accept(TokenKind::kw_replaceable);
        parse_replaceable_part(element, true);
        element.span = span_from(begin);
        modifier.element = builder_.add(element);
    } else {
        if (at(TokenKind::identifier)) {
            modifier.name = parse_name(false);
        } else {
            unexpected("the name of what is modified");
        }
        modifier.modification = parse_modification();
        modifier.description = parse_description();
    }
    modifier.span = span_from(begin);
    return builder_.add(modifier);
}

void Parser::parse_break_modifier(Modifier& modifier) {
    advance();
    if (at(TokenKind::kw_connect)) {
        modifier.kind = ModifierKind::break_connect;
        parse_connect(modifier.connect_from, modifier.connect_to);
        return;
    }
    modifier.kind = ModifierKind::break_name;
    if (!at(TokenKind::identifier)) {
        unexpected("`connect` or an identifier after `break`");
        return;
    }
    modifier.name = parse_name(false);
}

}  // namespace moo
