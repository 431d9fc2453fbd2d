#include "frontend/icons/graphic_values.h"

#include "moo/lower/annotation.h"

namespace moo {

namespace {

bool is_list(ast::ExprKind kind) {
    return kind == ast::ExprKind::array || kind == ast::ExprKind::matrix || kind == ast::ExprKind::matrix_row;
}

bool add_numbers_of(Value const& value, std::vector<double>& numbers) {
    if (value.is_number()) {
        numbers.push_back(value.as_real());
        return true;
    }
    if (!value.is_array()) return false;
    for (Value const& element : value.elements()) {
        if (!add_numbers_of(element, numbers)) return false;
    }
    return true;
}

}  // namespace

ast::ExprId GraphicValues::argument(ast::ExprId call, std::string_view name) const {
    for (ast::Argument const& argument : ast_.arguments(call)) {
        if (argument.name.symbol && elaborator_.interner.text(argument.name.symbol) == name) return argument.value;
    }
    return {};
}

ast::ExprId GraphicValues::argument(ast::ModificationId modification, std::string_view name) const {
    ast::ModificationId const found = find_argument(ast_, elaborator_.interner, modification, name);
    return found ? ast_[found].value : ast::ExprId();
}

ast::ExprId GraphicValues::static_part(ast::ExprId expr) {
    while (expr) {
        expr = ast_.strip(expr);
        if (ast_[expr].kind == ast::ExprKind::call) {
            auto const callee = ast_.simple_callee(expr);
            auto const arguments = ast_.arguments(expr);
            bool const is_dynamic = callee && elaborator_.interner.text(*callee) == "DynamicSelect";
            if (!is_dynamic || arguments.empty()) return expr;
            expr = arguments[0].value;
        } else if (ast_[expr].kind == ast::ExprKind::conditional) {
            // Conditions and values by turns, and the value of `else`.
            auto const parts = ast_.elements(expr);
            std::size_t at = 0;
            while (at + 1 < parts.size()) {
                auto const holds = truth(parts[at]);
                if (!holds) return expr;
                if (*holds) break;
                at += 2;
            }
            expr = at + 1 < parts.size() ? parts[at + 1] : parts.back();
        } else {
            return expr;
        }
    }
    return expr;
}

std::optional<double> GraphicValues::number(ast::ExprId expr) {
    std::vector<double> numbers;
    if (!add_numbers(expr, numbers) || numbers.size() != 1) return std::nullopt;
    return numbers[0];
}

std::optional<bool> GraphicValues::truth(ast::ExprId given) {
    ast::ExprId const expr = static_part(given);
    if (!expr) return std::nullopt;
    if (ast_[expr].kind == ast::ExprKind::boolean) return ast_[expr].boolean;
    Value const value = elaborator_.values.preview(ast_, expr, &scope_);
    return value.kind() == ValueKind::boolean ? std::optional(value.as_boolean()) : std::nullopt;
}

std::optional<std::string> GraphicValues::text(ast::ExprId given) {
    ast::ExprId const expr = static_part(given);
    if (!expr) return std::nullopt;
    if (ast_[expr].kind == ast::ExprKind::string) return ast_.string_value(expr);
    Value const value = elaborator_.values.preview(ast_, expr, &scope_);
    if (value.kind() != ValueKind::string) return std::nullopt;
    return std::string(elaborator_.interner.text(value.as_string()));
}

std::optional<std::vector<double>> GraphicValues::numbers(ast::ExprId expr) {
    std::vector<double> numbers;
    return add_numbers(expr, numbers) ? std::optional(std::move(numbers)) : std::nullopt;
}

// As deep as the parser lets expressions be nested.
bool GraphicValues::add_numbers(ast::ExprId given, std::vector<double>& numbers) {
    ast::ExprId const expr = static_part(given);
    if (!expr) return false;
    if (auto const literal = number_literal(ast_, expr)) {
        numbers.push_back(*literal);
        return true;
    }
    if (!is_list(ast_[expr].kind)) return add_numbers_of(elaborator_.values.preview(ast_, expr, &scope_), numbers);
    for (ast::ExprId const element : ast_.elements(expr)) {
        if (!add_numbers(element, numbers)) return false;
    }
    return true;
}

std::string_view GraphicValues::literal(ast::ExprId given) {
    ast::ExprId const expr = static_part(given);
    if (!expr || ast_[expr].kind != ast::ExprKind::reference) return {};
    return elaborator_.interner.text(ast_.reference_parts(expr).back().name);
}

std::vector<std::string_view> GraphicValues::literals(ast::ExprId given) {
    std::vector<std::string_view> found;
    ast::ExprId const expr = static_part(given);
    if (!expr) return found;
    if (!is_list(ast_[expr].kind)) return {literal(expr)};
    for (ast::ExprId const element : ast_.elements(expr)) found.push_back(literal(element));
    return found;
}

}  // namespace moo
