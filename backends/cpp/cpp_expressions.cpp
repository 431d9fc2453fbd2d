#include "backends/cpp/cpp_statements.h"
#include "backends/common/c_text.h"
#include "moo/program/c_precedence.h"

namespace moo {

std::string CppStatements::text(ProgramExpr expr) {
    std::size_t const start = expression_.text().size();
    expression(expr, c_precedence::conditional);
    std::string made = expression_.text().substr(start);
    expression_.truncate(start);
    return made;
}

// `least` is the precedence that needs no parentheses.
void CppStatements::expression(ProgramExpr expr, int least) {
    ProgramNode const& n = nodes_.nodes[expr];
    if (OperationInfo const* const info = operation_info(n.op)) return operation(n, *info, least);
    auto const write = [this](std::string_view text) { expression_.write(text); };
    auto const number_of = [&n] { return std::to_string(n.index); };
    switch (n.op) {
        case ProgramOp::to_real: return call("double", n);
        case ProgramOp::to_whole: return call("int64_t", n);
        case ProgramOp::if_else: return choice(n, least);
        case ProgramOp::number: return number(n, least);
        // No underscore before the number, because a variable could be named `text_0`.
        case ProgramOp::text: {
            bool const is_file = resources_.contains(program_.texts[n.index]);
            return write("text" + number_of() + (is_file ? "(m)" : ""));
        }
        case ProgramOp::local: return write(names_.scalar(n.index));
        case ProgramOp::slot: return loaded(names_.slot(n.index), n.type);
        case ProgramOp::pre: return loaded(names_.previous(n.index), n.type);
        case ProgramOp::time: return write("m->time");
        case ProgramOp::initial: return write("(m->phase == MOO_INITIALIZATION)");
        case ProgramOp::terminal: return write("m->is_terminal");
        case ProgramOp::interval: return write("m->tick_interval");
        case ProgramOp::first_tick: return write("m->is_first_tick");
        case ProgramOp::is_set: return write("m->is_set[" + number_of() + "]");
        case ProgramOp::condition: return write("m->condition[" + number_of() + "]");
        case ProgramOp::rises: return write("rises(m, " + number_of() + ")");
        case ProgramOp::sampled: return write("m->sampled[" + number_of() + "]");
        case ProgramOp::remembered: write("moo_relation(m, " + number_of() + ", "); break;
        case ProgramOp::blend: write("moo_homotopy(m, "); break;
        case ProgramOp::delayed: write("moo_delay(m, " + number_of() + ", "); break;
        case ProgramOp::transported:
            write("moo_transport(m, " + number_of() + ", " + std::to_string(n.other) + ", ");
            break;
        // Calls are made by statements, which also take the results.
        case ProgramOp::call:
        case ProgramOp::result: return;
        default: return array_value(n);
    }
    operands(n);
    write(")");
}

void CppStatements::operation(ProgramNode const& n, OperationInfo const& info, int least) {
    bool const is_whole = n.type == ScalarType::integer && !info.whole_text.empty();
    std::string_view const name = is_whole ? info.whole_text : info.text;
    switch (info.form) {
        case OperationForm::prefix: {
            bool const parenthesize = least > info.level;
            if (parenthesize) expression_.write("(");
            expression_.write(name);
            expression(nodes_.operand(n, 0), c_precedence::primary);
            if (parenthesize) expression_.write(")");
            return;
        }
        case OperationForm::infix: return infix(n, info, least);
        case OperationForm::function: return call(name, n);
        case OperationForm::checked: return call(name, n, ", " + here());
    }
}

void CppStatements::infix(ProgramNode const& n, OperationInfo const& info, int least) {
    bool const parenthesize = least > info.level;
    if (parenthesize) expression_.write("(");
    // A comparison of comparisons is legal in C, but its readers expect something else.
    int const first_least = is_relation(n.op) ? info.level + 1 : info.level;
    bool const orders_texts =
        info.level == c_precedence::comparison && operand_node(n, 0).type == ScalarType::text;
    if (orders_texts) {
        call("moo_compare", n);
        expression_.write(info.text);
        expression_.write("0");
    } else {
        expression(nodes_.operand(n, 0), first_least);
        expression_.write(info.text);
        expression(nodes_.operand(n, 1), info.level + 1);
    }
    if (parenthesize) expression_.write(")");
}

void CppStatements::choice(ProgramNode const& n, int least) {
    // Literals have a smaller type than int64_t.
    bool const is_integer = n.type == ScalarType::integer;
    bool const parenthesize = is_integer || least > c_precedence::conditional;
    if (is_integer) expression_.write("int64_t");
    if (parenthesize) expression_.write("(");
    expression(nodes_.operand(n, 0), c_precedence::conditional + 1);
    expression_.write(" ? ");
    expression(nodes_.operand(n, 1), c_precedence::conditional + 1);
    expression_.write(" : ");
    expression(nodes_.operand(n, 2), c_precedence::conditional);
    if (parenthesize) expression_.write(")");
}

void CppStatements::number(ProgramNode const& n, int least) {
    if (n.type == ScalarType::boolean) return expression_.write(n.number != 0.0 ? "true" : "false");
    std::string const digits =
        n.type == ScalarType::integer ? std::to_string(static_cast<std::int64_t>(n.number)) : c_real(n.number);
    bool const parenthesize = digits[0] == '-' && least > c_precedence::additive;
    expression_.write(parenthesize ? "(" + digits + ")" : digits);
}

// A value read from an array or slot, converted to its type.
void CppStatements::loaded(std::string_view value, ScalarType type) {
    if (type == ScalarType::integer) expression_.write("int64_t");
    bool const parenthesize = type == ScalarType::integer || type == ScalarType::boolean;
    if (parenthesize) expression_.write("(");
    expression_.write(value);
    if (type == ScalarType::boolean) expression_.write(" != 0.0");
    if (parenthesize) expression_.write(")");
}

void CppStatements::operands(ProgramNode const& n) {
    for (std::size_t i = 0; i < n.operand_count; ++i) {
        if (i > 0) expression_.write(", ");
        expression(nodes_.operand(n, i), c_precedence::conditional);
    }
}

void CppStatements::call(std::string_view name, ProgramNode const& n, std::string_view more) {
    expression_.write(name);
    expression_.write("(");
    operands(n);
    expression_.write(more);
    expression_.write(")");
}

// ---- arrays and texts ------------------------------------------------------------------------------

void CppStatements::array_value(ProgramNode const& n) {
    std::string const array = n.op <= ProgramOp::dot ? names_.array(n.index) : std::string();
    switch (n.op) {
        case ProgramOp::element: {
            std::vector<std::string> places;
            for (std::size_t i = 0; i < n.operand_count; ++i) places.push_back(text(nodes_.operand(n, i)));
            return loaded(element(n.index, places), n.type);
        }
        case ProgramOp::place: return loaded(array + "[" + text(nodes_.operand(n, 0)) + "]", n.type);
        case ProgramOp::size: return size(n);
        case ProgramOp::count: return expression_.write(array + ".count()");
        case ProgramOp::sum: return loaded("moo_sum(" + array + ")", n.type);
        case ProgramOp::product: return loaded("moo_product_of(" + array + ")", n.type);
        case ProgramOp::smallest: return loaded("moo_smallest(" + array + ", " + here() + ")", n.type);
        case ProgramOp::largest: return loaded("moo_largest(" + array + ", " + here() + ")", n.type);
        case ProgramOp::only_element: return loaded("moo_scalar(" + array + ", " + here() + ")", n.type);
        case ProgramOp::dot:
            return loaded("moo_dot(" + array + ", " + names_.array(n.other) + ", " + here() + ")", n.type);
        default: return text_value(n);
    }
}

void CppStatements::text_value(ProgramNode const& n) {
    switch (n.op) {
        case ProgramOp::concatenate: return call("moo_concatenate", n);
        case ProgramOp::text_of_real: return call("moo_text_of_real", n, ", " + here());
        case ProgramOp::text_of_integer: return call("moo_text_of_integer", n, ", " + here());
        case ProgramOp::text_of_boolean: return call("moo_text_of_boolean", n, ", " + here());
        case ProgramOp::format_real: return call("moo_format_real", n, ", " + here());
        case ProgramOp::format_integer: return call("moo_format_integer", n, ", " + here());
        case ProgramOp::text_of_literal:
            expression_.write("moo_text_of_literal(");
            expression(nodes_.operand(n, 0), c_precedence::conditional);
            expression_.write(", literals_" + std::to_string(n.index) + ", " +
                              std::to_string(program_.enumerations[n.index].size()) + ", ");
            expression(nodes_.operand(n, 1), c_precedence::conditional);
            expression_.write(", ");
            expression(nodes_.operand(n, 2), c_precedence::conditional);
            return expression_.write(", " + here() + ")");
        default: return;
    }
}

std::string CppStatements::element(std::uint32_t index, std::vector<std::string> const& subscripts) const {
    std::string joined;
    for (std::string const& each : subscripts) joined += (joined.empty() ? "" : ", ") + each;
    if (subscripts.size() > 2) joined = "MooSizes{" + joined + "}.values";
    return names_.array(index) + ".at(" + joined + ", " + here() + ")";
}

void CppStatements::size(ProgramNode const& n) {
    ProgramNode const& dimension = operand_node(n, 0);
    bool const is_variable = n.index < first_constant_array;
    bool const is_known = dimension.op == ProgramOp::number && is_variable && dimension.number >= 1.0 &&
                          dimension.number <= static_cast<double>(function_->arrays[n.index].rank);
    if (is_known) {
        return expression_.write(names_.array(n.index) + ".size(" +
                                 std::to_string(static_cast<int>(dimension.number) - 1) + ")");
    }
    expression_.write("moo_size(" + names_.array(n.index) + ", ");
    operands(n);
    expression_.write(", " + here() + ")");
}

}  // namespace moo
