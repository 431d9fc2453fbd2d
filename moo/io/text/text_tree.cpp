#include "moo/io/text/text_tree.h"

namespace moo {

template <class Visit>
void TextTree::for_each_field(Item object, Visit visit) const {
    if (object.tag == annotation_tag) {
        ast::Modification const& annotation = ast_[ast::ModificationId(object.handle)];
        for (ast::ModifierId const id : ast_.items(annotation.arguments)) {
            ast::Modifier const& modifier = ast_[id];
            auto const name = ast_.items(modifier.name.parts);
            if (name.size() != 1 || !modifier.modification) continue;
            ast::Modification const& value = ast_[modifier.modification];
            // `x(a = 1)` is an object, `x = 1` a value.
            Item const item = value.value ? TextTree::item(value.value) : TextTree::item(modifier.modification);
            if (visit(interner_.text(name[0].symbol), item)) return;
        }
        return;
    }
    for (ast::Argument const& argument : ast_.arguments(id_of(object))) {
        if (!argument.name.symbol) continue;
        if (visit(interner_.text(argument.name.symbol), TextTree::item(argument.value))) return;
    }
}

bool TextTree::is_object(Item item, std::string_view row) const {
    if (item.tag == annotation_tag) return true;
    if (ast_[id_of(item)].kind != ast::ExprKind::call) return false;
    auto const callee = ast_.simple_callee(id_of(item));
    if (!callee || (!row.empty() && interner_.text(*callee) != row)) return false;
    for (ast::Argument const& argument : ast_.arguments(id_of(item))) {
        if (!argument.name.symbol) return false;
    }
    return true;
}

Item TextTree::find(Item object, std::string_view name) const {
    Item found;
    for_each_field(object, [&](std::string_view field_name, Item value) {
        if (field_name == name) found = value;
        return found.has_value();
    });
    return found;
}

void TextTree::fields(Item object, std::vector<RowField>& list) const {
    for_each_field(object, [&](std::string_view field_name, Item value) {
        list.push_back({field_name, value});
        return false;
    });
}

bool TextTree::elements(Item list, std::string_view, std::vector<Item>& items) const {
    if (list.tag != expression_tag || ast_[id_of(list)].kind != ast::ExprKind::array) return false;
    for (ast::ExprId const id : ast_.elements(id_of(list))) items.push_back(item(id));
    return true;
}

bool TextTree::integers(Item list, std::vector<std::int64_t>& numbers) const {
    if (list.tag != expression_tag || ast_[id_of(list)].kind != ast::ExprKind::array) return false;
    for (ast::ExprId const id : ast_.elements(id_of(list))) {
        auto const number = integer(item(id));
        if (!number) return false;
        numbers.push_back(*number);
    }
    return true;
}

bool TextTree::is_nothing(Item item) const {
    return item.tag == expression_tag && ast_[id_of(item)].kind == ast::ExprKind::colon;
}

std::optional<bool> TextTree::boolean(Item item) const {
    if (item.tag != expression_tag) return std::nullopt;
    ast::Expr const& expr = ast_[id_of(item)];
    return expr.kind == ast::ExprKind::boolean ? std::optional(expr.boolean) : std::nullopt;
}

std::optional<std::int64_t> TextTree::integer(Item item) const {
    if (item.tag != expression_tag) return std::nullopt;
    ast::Expr const& expr = ast_[id_of(item)];
    if (expr.kind == ast::ExprKind::integer) return expr.integer;
    bool const is_negative = expr.kind == ast::ExprKind::unary && expr.op == ast::Operator::sub &&
                             ast_[ast_.operand(id_of(item))].kind == ast::ExprKind::integer;
    return is_negative ? std::optional(-ast_[ast_.operand(id_of(item))].integer) : std::nullopt;
}

std::optional<double> TextTree::real(Item item) const {
    if (auto const number = integer(item)) return static_cast<double>(*number);
    if (item.tag != expression_tag) return std::nullopt;
    ast::Expr const& expr = ast_[id_of(item)];
    if (expr.kind == ast::ExprKind::real) return expr.real;
    bool const is_negative = expr.kind == ast::ExprKind::unary && expr.op == ast::Operator::sub &&
                             ast_[ast_.operand(id_of(item))].kind == ast::ExprKind::real;
    return is_negative ? std::optional(-ast_[ast_.operand(id_of(item))].real) : std::nullopt;
}

std::optional<std::string_view> TextTree::text(Item item) const {
    if (item.tag != expression_tag || ast_[id_of(item)].kind != ast::ExprKind::string) return std::nullopt;
    std::string_view const literal = ast_.text(ast_[id_of(item)].span);
    if (literal.find('\\') == std::string_view::npos) return literal.substr(1, literal.size() - 2);
    buffer_ = ast_.string_value(id_of(item));
    return buffer_;
}

Symbol TextTree::variable_name(Item item) const {
    if (item.tag != expression_tag || ast_[id_of(item)].kind != ast::ExprKind::reference) return {};
    auto const parts = ast_.reference_parts(id_of(item));
    bool const is_plain = parts.size() == 1 && parts[0].subscripts.empty();
    return is_plain ? expressions_.name_of(parts[0].name) : Symbol();
}

SourceSpan TextTree::place(Item item) const {
    if (item.tag == annotation_tag) return ast_[ast::ModificationId(item.handle)].span;
    return item.has_value() ? ast_[id_of(item)].span : SourceSpan();
}

}  // namespace moo
