#include "backends/xml/xml_expressions.h"

#include <unordered_set>

#include "moo/base/text_writer.h"

namespace moo {

namespace {

// Common tools read at most 256 levels of elements, and the elements around an expression take some of them.
constexpr std::size_t deepest_element = 200;

}  // namespace

XmlExpressions::XmlExpressions(WriteContext const& context)
    : context_(context),
      exprs_(context.document.exprs),
      free_variables_(context.document.exprs),
      shared_(context.shared.list()) {}

void XmlExpressions::append(pugi::xml_node parent, ExprId expr) { run(parent, expr, false); }

void XmlExpressions::append_variable(pugi::xml_node parent, VarId variable) const {
    append_attribute(append_element(parent, "component_reference"), "ident",
                     text(context_.document.variables[variable].name));
}

void XmlExpressions::append_shared(pugi::xml_node parent) {
    if (shared_.empty()) return;
    pugi::xml_node const list = append_element(parent, "shared_expressions");
    // The list grows while it is written.
    for (std::size_t i = 0; i < shared_.size(); ++i) {
        pugi::xml_node const item = append_element(list, "shared_expression");
        append_attribute(item, "number", i + 1);
        pugi::xml_node const uses = append_element(item, "uses");
        std::unordered_set<VarId> seen;
        for (VariableUse const& use : free_variables_.uses(shared_[i])) {
            if (seen.insert(use.variable).second) append_variable(uses, use.variable);
        }
        run(item, shared_[i], true);
    }
}

std::uint32_t XmlExpressions::number_of(Todo const& todo) {
    if (std::uint32_t const number = context_.shared.number_of(todo.expr); number != 0) return number;
    // Only a whole expression can be split off, and only if it does not use an iterator from outside.
    bool const is_part = exprs_.operands(todo.expr).empty() || exprs_.kind(todo.expr) == ExprKind::matrix_row;
    if (todo.depth < deepest_element || is_part || exprs_.has_iterator(todo.expr)) return 0;
    auto const [found, is_new] = deep_.try_emplace(todo.expr, static_cast<std::uint32_t>(shared_.size() + 1));
    if (is_new) shared_.push_back(todo.expr);
    return found->second;
}

// Uses an explicit stack, because a model decides how deep expressions nest.
void XmlExpressions::run(pugi::xml_node parent, ExprId root, bool is_definition) {
    todo_.clear();
    todo_.push_back({parent, root});
    bool is_here = is_definition;
    while (!todo_.empty()) {
        Todo todo = todo_.back();
        todo_.pop_back();
        if (todo.wrapper != nullptr) {
            todo.parent = append_element(todo.parent, todo.wrapper);
            if (todo.ident) append_attribute(todo.parent, "ident", text(todo.ident));
            ++todo.depth;
        }
        if (std::uint32_t const number = is_here ? 0 : number_of(todo); number != 0) {
            append_attribute(append_element(todo.parent, "shared"), "ref", std::size_t{number});
        } else {
            write(todo);
        }
        is_here = false;
    }
}

void XmlExpressions::push_operands(pugi::xml_node parent, Todo const& todo, std::size_t first) {
    Operands const operands = exprs_.operands(todo.expr);
    for (std::size_t i = operands.size(); i-- > first;) todo_.push_back({parent, operands[i], todo.depth + 2});
}

void XmlExpressions::operation(Todo const& todo, char const* element, char const* kind, bool is_element_wise) {
    pugi::xml_node const node = append_element(todo.parent, element);
    if (kind != nullptr) append_attribute(node, "operation", std::string_view(kind));
    append_flag(node, "element_wise", is_element_wise);
    push_operands(node, todo);
}

void XmlExpressions::reference(pugi::xml_node parent, Symbol name, char const* scope) const {
    pugi::xml_node const node = append_element(parent, "component_reference");
    append_attribute(node, "ident", text(name));
    append_attribute(node, "scope", std::string_view(scope));
}

pugi::xml_node XmlExpressions::append_call(pugi::xml_node parent, char const* element, std::string_view function,
                                           char const* scope) const {
    pugi::xml_node const call = append_element(parent, element);
    pugi::xml_node const name = append_element(call, "component_reference");
    append_attribute(name, "ident", function);
    append_attribute(name, "scope", std::string_view(scope));
    return append_element(call, "function_arguments");
}

void XmlExpressions::write(Todo const& todo) {
    ExprId const expr = todo.expr;
    pugi::xml_node const parent = todo.parent;
    switch (exprs_.kind(expr)) {
        case ExprKind::real: return append_real(parent, exprs_.real_value(expr));
        case ExprKind::integer:
            return append_literal(parent, "integer_literal", std::to_string(exprs_.integer_value(expr)));
        case ExprKind::boolean:
            return append_literal(parent, "bool_literal", exprs_.boolean_value(expr) ? "true" : "false");
        case ExprKind::string: return append_literal(parent, "string_literal", text(exprs_.symbol(expr)));
        case ExprKind::enumeration: {
            TypeTable const& types = exprs_.types();
            TypeId const type = exprs_.type(expr);
            pugi::xml_node const node = append_element(parent, "enumeration_literal");
            append_attribute(node, "type", text(types.name(type)));
            return append_attribute(node, "ident", text(types.literals(type)[exprs_.enumeration_ordinal(expr) - 1]));
        }
        case ExprKind::variable: return append_variable(parent, exprs_.variable_of(expr));
        case ExprKind::iterator: return reference(parent, exprs_.symbol(expr), "local");
        case ExprKind::time: {
            pugi::xml_node const node = append_element(parent, "component_reference");
            append_attribute(node, "ident", "time");
            return append_attribute(node, "scope", "predefined");
        }
        case ExprKind::end: return static_cast<void>(append_element(parent, "end"));
        case ExprKind::whole: return static_cast<void>(append_element(parent, "colon"));
        case ExprKind::neg: return operation(todo, "sub", "unary");
        case ExprKind::logical_not: return operation(todo, "not");
        case ExprKind::der:
            return push_operands(append_element(append_element(parent, "der"), "function_arguments"), todo);
        case ExprKind::pre: return push_operands(append_call(parent, "call", "pre", "predefined"), todo);
        case ExprKind::add: return operation(todo, "add", "binary");
        case ExprKind::sub: return operation(todo, "sub", "binary");
        case ExprKind::mul: return operation(todo, "mul");
        case ExprKind::div: return operation(todo, "div");
        case ExprKind::pow: return operation(todo, "pow");
        case ExprKind::element_add: return operation(todo, "add", "binary", true);
        case ExprKind::element_sub: return operation(todo, "sub", "binary", true);
        case ExprKind::element_mul: return operation(todo, "mul", nullptr, true);
        case ExprKind::element_div: return operation(todo, "div", nullptr, true);
        case ExprKind::element_pow: return operation(todo, "pow", nullptr, true);
        case ExprKind::logical_and: return operation(todo, "and");
        case ExprKind::logical_or: return operation(todo, "or");
        case ExprKind::less: return operation(todo, "lt");
        case ExprKind::less_equal: return operation(todo, "lte");
        case ExprKind::greater: return operation(todo, "gt");
        case ExprKind::greater_equal: return operation(todo, "gte");
        case ExprKind::equal: return operation(todo, "eq");
        case ExprKind::not_equal: return operation(todo, "ne");
        case ExprKind::if_else: {
            pugi::xml_node const node = append_element(parent, "if");
            todo_.push_back({node, exprs_.operand(expr, 2), todo.depth + 1, "else"});
            todo_.push_back({node, exprs_.operand(expr, 1), todo.depth + 1, "then"});
            todo_.push_back({node, exprs_.operand(expr, 0), todo.depth + 1});
            return;
        }
        case ExprKind::range: return operation(todo, "range");
        case ExprKind::subscript: {
            pugi::xml_node const node = append_element(parent, "subscripted");
            Operands const operands = exprs_.operands(expr);
            for (std::size_t i = operands.size(); i-- > 1;) {
                todo_.push_back({node, operands[i], todo.depth + 1, "subscript"});
            }
            todo_.push_back({node, operands[0], todo.depth + 1});
            return;
        }
        case ExprKind::field: {
            pugi::xml_node const node = append_element(parent, "record_field");
            append_attribute(node, "ident", text(exprs_.symbol(expr)));
            return push_operands(node, todo);
        }
        case ExprKind::array: return operation(todo, "array");
        case ExprKind::matrix: return operation(todo, "concat");
        case ExprKind::matrix_row: return operation(todo, "expression_list");
        case ExprKind::tuple: return operation(todo, "output_expression_list");
        case ExprKind::builtin:
            return push_operands(append_call(parent, "call", builtin_info(exprs_.builtin_of(expr)).name, "predefined"),
                                 todo);
        case ExprKind::call:
            return push_operands(
                append_call(parent, "call", text(exprs_.symbol(expr)), exprs_.is_record(expr) ? "record" : "function"),
                todo);
        case ExprKind::output: {
            pugi::xml_node const node = append_element(parent, "output");
            append_attribute(node, "number", exprs_.output_number(expr));
            return push_operands(node, todo);
        }
        case ExprKind::reduction: return write_reduction(parent, todo);
    }
}

// sum(body for i in range): the body, then an index for each iterator.
void XmlExpressions::write_reduction(pugi::xml_node parent, Todo const& todo) {
    Reduction const reduction = exprs_.reduction_of(todo.expr);
    pugi::xml_node const outer = reduction == Reduction::array
                                     ? append_element(parent, "array")
                                     : append_call(parent, "call", reduction_name(reduction), "predefined");
    pugi::xml_node const loop = append_element(outer, "for_iterator");
    for (std::size_t i = exprs_.iterator_count(todo.expr); i-- > 0;) {
        ReductionIterator const iterator = exprs_.iterator_at(todo.expr, i);
        todo_.push_back({loop, iterator.range, todo.depth + 3, "for_index", iterator.name});
    }
    todo_.push_back({loop, exprs_.operand(todo.expr, 0), todo.depth + 3});
}

}  // namespace moo
