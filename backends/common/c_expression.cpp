#include "backends/common/c_expression.h"

#include "backends/common/c_precedence.h"
#include "backends/common/system_plan.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <variant>
#include <vector>

namespace moo {

namespace {

struct BinaryOperator {
    std::string_view text;
    c_precedence::Level precedence;
    bool is_associative;  // a op (b op c) needs no parentheses
};

// None for an operator that is a function in C, or of arrays.
BinaryOperator binary_operator(ExprKind kind) {
    if (kind == ExprKind::add || kind == ExprKind::element_add) return {" + ", c_precedence::additive, false};
    if (kind == ExprKind::sub || kind == ExprKind::element_sub) return {" - ", c_precedence::additive, false};
    if (kind == ExprKind::mul || kind == ExprKind::element_mul) return {" * ", c_precedence::multiplicative, false};
    if (kind == ExprKind::div || kind == ExprKind::element_div) return {" / ", c_precedence::multiplicative, false};
    if (kind == ExprKind::logical_and) return {" && ", c_precedence::logical_and, true};
    if (kind == ExprKind::logical_or) return {" || ", c_precedence::logical_or, true};
    if (kind == ExprKind::less) return {" < ", c_precedence::comparison, false};
    if (kind == ExprKind::less_equal) return {" <= ", c_precedence::comparison, false};
    if (kind == ExprKind::greater) return {" > ", c_precedence::comparison, false};
    if (kind == ExprKind::greater_equal) return {" >= ", c_precedence::comparison, false};
    if (kind == ExprKind::equal) return {" == ", c_precedence::equality, false};
    if (kind == ExprKind::not_equal) return {" != ", c_precedence::equality, false};
    return {{}, c_precedence::primary, false};
}

std::string_view function_name(Builtin builtin) {
    if (builtin == Builtin::abs) return "std::fabs";
    if (builtin == Builtin::min) return "std::fmin";
    if (builtin == Builtin::max) return "std::fmax";
    if (builtin == Builtin::integer) return "std::floor";
    if (builtin == Builtin::sign) return "(double)moo_sign";
    return {};
}

// Prints with an explicit stack: a sum of a hundred thousand terms is as deep as it is long.
class Printer {
public:
    Printer(TextWriter& out, ExprStore const& exprs, CLeaves const& leaves)
        : out_(out), exprs_(exprs), leaves_(leaves) {}

    void run(ExprId root) {
        push(root, c_precedence::conditional);
        while (!items_.empty()) {
            Item const item = std::move(items_.back());
            items_.pop_back();
            if (auto const* text = std::get_if<std::string>(&item)) {
                out_.write(*text);
            } else if (std::get_if<EndOfNoEvent>(&item) != nullptr) {
                --no_event_depth_;
            } else {
                print_node(std::get<Node>(item));
            }
        }
    }

private:
    struct Node {
        ExprId expr;
        int least;  // precedence that needs no parentheses
    };
    struct EndOfNoEvent {};
    using Item = std::variant<std::string, Node, EndOfNoEvent>;

    void push(ExprId expr, int least) { items_.emplace_back(Node{expr, least}); }
    void push(std::string text) { items_.emplace_back(std::move(text)); }

    void print_node(Node const& node) {
        ExprId const id = node.expr;
        ExprKind const kind = exprs_.kind(id);
        if (auto const call = leaves_.call(id)) return print_call(*call);
        switch (kind) {
            case ExprKind::real: return print_number(exprs_.real_value(id), node.least);
            case ExprKind::integer: return print_number(static_cast<double>(exprs_.integer_value(id)), node.least);
            case ExprKind::boolean: return out_.write(exprs_.boolean_value(id) ? "true" : "false");
            case ExprKind::enumeration: return out_.write_real(exprs_.enumeration_ordinal(id));
            case ExprKind::variable:
                return print_boolean_place(id, [&] { leaves_.write_value(out_, exprs_.variable_of(id)); });
            case ExprKind::pre:
                return print_boolean_place(id, [&] { leaves_.write_previous(out_, exprs_.referenced_variable(id)); });
            case ExprKind::der: return leaves_.write_derivative(out_, exprs_.referenced_variable(id));
            case ExprKind::time: return out_.write(leaves_.time());
            case ExprKind::neg: return print_unary("-", node);
            case ExprKind::logical_not: return print_unary("!", node);
            case ExprKind::if_else: return print_if(node);
            case ExprKind::builtin: return print_builtin(node);
            case ExprKind::output:
                if (print_memory_operator(id, exprs_.operand(id, 0))) return;
                return stop_at(kind);
            case ExprKind::string: return out_.write(leaves_.text(id));
            // What is no number is computed by functions.
            case ExprKind::iterator:
            case ExprKind::end:
            case ExprKind::whole:
            case ExprKind::range:
            case ExprKind::subscript:
            case ExprKind::field:
            case ExprKind::array:
            case ExprKind::matrix:
            case ExprKind::matrix_row:
            case ExprKind::tuple:
            case ExprKind::call:
            case ExprKind::reduction: return stop_at(kind);
            case ExprKind::add:
            case ExprKind::sub:
            case ExprKind::mul:
            case ExprKind::div:
            case ExprKind::pow:
            case ExprKind::element_add:
            case ExprKind::element_sub:
            case ExprKind::element_mul:
            case ExprKind::element_div:
            case ExprKind::element_pow:
            case ExprKind::logical_and:
            case ExprKind::logical_or:
            case ExprKind::less:
            case ExprKind::less_equal:
            case ExprKind::greater:
            case ExprKind::greater_equal:
            case ExprKind::equal:
            case ExprKind::not_equal: return print_binary(node);
        }
    }

    void print_call(CCall const& call) {
        out_.write(call.before);
        push(call.after);
        for (std::size_t i = call.arguments.size(); i-- > 0;) {
            push(call.arguments[i], c_precedence::conditional);
            if (i > 0) push(", ");
        }
    }

    [[noreturn]] static void stop_at(ExprKind kind) {
        std::fprintf(stderr, "internal error: a C expression cannot hold a node of kind %.*s\n",
                     static_cast<int>(kind_name(kind).size()), kind_name(kind).data());
        std::abort();
    }

    // A Boolean is held as 0.0 or 1.0 and read as a condition.
    template <class Write>
    void print_boolean_place(ExprId id, Write const& write) {
        bool const is_condition = exprs_.type(id) == types::boolean;
        if (is_condition) out_.write("(");
        write();
        if (is_condition) out_.write(" != 0.0)");
    }

    void print_number(double value, int least) {
        bool const parenthesize = std::signbit(value) && least > c_precedence::additive;
        if (parenthesize) out_.write("(");
        out_.write_real(value);
        if (parenthesize) out_.write(")");
    }

    // Pushes the closing parenthesis and prints the opening one.
    void open(bool needed) {
        if (!needed) return;
        out_.write("(");
        push(")");
    }

    void print_unary(char const* text, Node const& node) {
        open(node.least > c_precedence::unary);
        out_.write(text);
        push(exprs_.operand(node.expr, 0), c_precedence::primary);
    }

    void print_binary(Node const& node) {
        ExprKind const kind = exprs_.kind(node.expr);
        ExprId const a = exprs_.operand(node.expr, 0);
        ExprId const b = exprs_.operand(node.expr, 1);
        if (kind == ExprKind::pow || kind == ExprKind::element_pow) {
            out_.write("std::pow(");
            push(")");
            push(b, c_precedence::conditional);
            push(", ");
            push(a, c_precedence::conditional);
            return;
        }
        std::string const prefix =
            is_relation(kind) && no_event_depth_ == 0 ? leaves_.relation_prefix(node.expr) : std::string();
        BinaryOperator const op = binary_operator(kind);
        if (!prefix.empty()) {
            // A call, which needs no parentheses outside and none inside.
            out_.write(prefix);
            push(")");
        } else {
            open(node.least > op.precedence);
        }
        push(b, op.is_associative ? op.precedence : op.precedence + 1);
        push(std::string(op.text));
        // Comparisons of comparisons are legal in C but mean something else to a reader.
        push(a, op.precedence == c_precedence::comparison || op.precedence == c_precedence::equality ? op.precedence + 1
                                                                                                     : op.precedence);
    }

    void print_if(Node const& node) {
        open(node.least > c_precedence::conditional);
        push(exprs_.operand(node.expr, 2), c_precedence::conditional);
        push(" : ");
        push(exprs_.operand(node.expr, 1), c_precedence::conditional + 1);
        push(" ? ");
        push(exprs_.operand(node.expr, 0), c_precedence::conditional + 1);
    }

    void print_builtin(Node const& node) {
        Builtin const builtin = exprs_.builtin_of(node.expr);
        if (print_memory_operator(node.expr, node.expr)) return;
        if (is_passed_on(exprs_, node.expr)) return push(exprs_.operand(node.expr, 0), node.least);
        if (builtin == Builtin::previous) {
            ExprId const variable = exprs_.operand(node.expr, 0);
            return print_boolean_place(variable,
                                       [&] { leaves_.write_previous(out_, exprs_.referenced_variable(variable)); });
        }
        if (builtin == Builtin::no_event) {
            ++no_event_depth_;
            items_.emplace_back(EndOfNoEvent{});
            return push(exprs_.operand(node.expr, 0), node.least);
        }
        if (builtin == Builtin::smooth) return push(exprs_.operand(node.expr, 1), node.least);
        bool const is_same =
            builtin == Builtin::homotopy || builtin == Builtin::to_integer || builtin == Builtin::to_real;
        if (is_same) return push(exprs_.operand(node.expr, 0), node.least);
        if (builtin == Builtin::initial) return out_.write(leaves_.initial());
        if (builtin == Builtin::edge) return print_change(node.expr, " != 0.0 && ", " == 0.0)");
        if (builtin == Builtin::change) return print_change(node.expr, " != ", ")");
        std::string_view const special = function_name(builtin);
        if (special.empty()) {
            out_.write("std::");
            out_.write(builtin_info(builtin).name);
        } else {
            out_.write(special);
        }
        out_.write("(");
        push(")");
        auto const operands = exprs_.operands(node.expr);
        for (std::size_t i = operands.size(); i-- > 0;) {
            push(operands[i], c_precedence::conditional);
            if (i > 0) push(", ");
        }
    }

    // `operands_of` holds the operands of operator `id`: the operator itself, or the call whose result it is.
    bool print_memory_operator(ExprId id, ExprId operands_of) {
        CLeaves::MemoryOperator const found = leaves_.memory_operator(id);
        if (found.text.empty()) return false;
        out_.write(found.text);
        if (found.operands == 0) return true;
        push(")");
        for (std::size_t i = found.operands; i-- > 0;) {
            push(exprs_.operand(operands_of, i), c_precedence::conditional);
            if (i > 0) push(", ");
        }
        return true;
    }

    void print_change(ExprId id, char const* between, char const* after) {
        VarId const variable = exprs_.referenced_variable(exprs_.operand(id, 0));
        out_.write("(");
        leaves_.write_value(out_, variable);
        out_.write(between);
        leaves_.write_previous(out_, variable);
        out_.write(after);
    }

    TextWriter& out_;
    ExprStore const& exprs_;
    CLeaves const& leaves_;
    std::vector<Item> items_;
    int no_event_depth_ = 0;
};

}  // namespace

void write_c_expression(TextWriter& out, ExprStore const& exprs, ExprId expr, CLeaves const& leaves) {
    Printer(out, exprs, leaves).run(expr);
}

std::string c_string_literal(std::string_view text) {
    std::string out = "\"";
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        bool const is_plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
        if (is_plain) {
            out += c;
            continue;
        }
        // Three octal digits: unlike \x, they cannot swallow what follows; `?` so that there are no trigraphs.
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\%03o", byte);
        out += buffer;
    }
    return out + "\"";
}

std::string c_comment_text(std::string_view text) {
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        bool const is_safe = byte >= 0x20 && byte != 0x7f && c != '\\' && c != '?';
        bool const ends_comment = c == '/' && !out.empty() && out.back() == '*';
        bool const opens_comment = c == '*' && !out.empty() && out.back() == '/';
        out += is_safe && !ends_comment && !opens_comment ? c : '_';
    }
    return out;
}

}  // namespace moo
