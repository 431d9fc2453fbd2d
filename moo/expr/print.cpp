#include "moo/expr/print.h"

#include <array>
#include <cmath>
#include <vector>

#include "moo/expr/binary_form.h"

namespace moo {

namespace {

class Printer {
public:
    Printer(TextWriter& out, ExprStore const& store, NameSource const& names)
        : out_(out), store_(store), names_(names) {}

    void print(ExprId root) {
        todo_.push_back({root, {}, level_expression});
        while (!todo_.empty()) {
            Item const item = todo_.back();
            todo_.pop_back();
            if (item.name) {
                names_.write_identifier(out_, item.name);
                continue;
            }
            if (item.number != 0) {
                out_.write_integer(static_cast<std::int64_t>(item.number));
                continue;
            }
            if (item.ends_no_event) {
                --no_event_depth_;
                continue;
            }
            if (!item.expr) {
                out_.write(item.text);
                continue;
            }
            if (std::uint32_t const number = names_.shared_number(item.expr); number != 0) {
                out_.write("shared[");
                out_.write_integer(number);
                out_.write(']');
                continue;
            }
            bool const may_be_remembered = no_event_depth_ == 0 || !is_relation(store_.kind(item.expr));
            RememberedText const remembered = may_be_remembered ? names_.remembered(item.expr) : RememberedText();
            if (remembered.number != 0) {
                out_.write(remembered.word);
                out_.write('(');
                out_.write_integer(remembered.number);
                out_.write(", ");
                push_text(")");
                print_node(item.expr);
                continue;
            }
            bool const parentheses = level_of(item.expr) < item.level;
            if (parentheses) {
                out_.write('(');
                push_text(")");
            }
            print_node(item.expr);
        }
    }

private:
    // Text, a name, a number from 1, or an expression where the grammar asks for a level.
    struct Item {
        ExprId expr;
        std::string_view text;
        Level level = level_expression;
        Symbol name = {};
        std::size_t number = 0;
        bool ends_no_event = false;
    };

    void push_text(std::string_view text) { todo_.push_back({ExprId(), text}); }
    void push_name(Symbol name) { todo_.push_back({ExprId(), {}, level_expression, name}); }
    void push_number(std::size_t number) { todo_.push_back({ExprId(), {}, level_expression, {}, number}); }
    void push(ExprId expr, Level level = level_expression) { todo_.push_back({expr, {}, level}); }

    // Pushes operands [first, size) so that they come out from left to right.
    void push_list(ExprId expr, std::size_t first, std::string_view separator) {
        Operands const operands = store_.operands(expr);
        for (std::size_t i = operands.size(); i-- > first;) {
            push(operands[i]);
            if (i > first) push_text(separator);
        }
    }

    void print_call(std::string_view name, ExprId expr) {
        out_.write(name);
        print_arguments(expr);
    }

    void print_arguments(ExprId expr) {
        out_.write('(');
        push_text(")");
        push_list(expr, 0, ", ");
    }

    [[nodiscard]] Level level_of(ExprId expr) const;
    void print_node(ExprId expr);
    void print_if(ExprId expr);
    void print_tuple(ExprId expr);
    void print_enumeration(ExprId expr);
    void print_array(ExprId expr);
    void print_reduction(ExprId expr);
    void print_base(ExprId base);

    TextWriter& out_;
    ExprStore const& store_;
    NameSource const& names_;
    std::vector<Item> todo_;
    int no_event_depth_ = 0;
};

Level Printer::level_of(ExprId expr) const {
    switch (store_.kind(expr)) {
        // A negative number is written with a sign.
        case ExprKind::real: return std::signbit(store_.real_value(expr)) ? level_arithmetic : level_primary;
        case ExprKind::integer: return store_.integer_value(expr) < 0 ? level_arithmetic : level_primary;
        case ExprKind::neg: return level_arithmetic;
        case ExprKind::logical_not: return level_not;
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
        case ExprKind::not_equal: return binary_form(store_.kind(expr)).own;
        case ExprKind::if_else: return level_expression;
        case ExprKind::range: return level_simple;
        case ExprKind::boolean:
        case ExprKind::string:
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::time:
        case ExprKind::end:
        case ExprKind::whole:
        case ExprKind::der:
        case ExprKind::pre:
        case ExprKind::subscript:
        case ExprKind::field:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::tuple:
        case ExprKind::builtin:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::reduction: return level_primary;
    }
    return level_primary;
}

// The base of subscripts and fields: a name as it is, anything else in parentheses.
void Printer::print_base(ExprId base) {
    ExprKind const kind = store_.kind(base);
    bool const is_place = kind == ExprKind::subscript || kind == ExprKind::field || kind == ExprKind::output;
    bool const is_name = store_.is_reference(base) || (is_place && names_.shared_number(base) == 0);
    if (!is_name) push_text(")");
    push(base);
    if (!is_name) push_text("(");
}

// An if in the else branch becomes elseif.
void Printer::print_if(ExprId expr) {
    std::vector<Item> parts;
    std::string_view keyword = "if ";
    // The first one is printed in any case.
    while (store_.kind(expr) == ExprKind::if_else && (parts.empty() || names_.shared_number(expr) == 0)) {
        Operands const operands = store_.operands(expr);
        parts.push_back({ExprId(), keyword});
        parts.push_back({operands[0], {}});
        parts.push_back({ExprId(), " then "});
        parts.push_back({operands[1], {}});
        keyword = " elseif ";
        expr = operands[2];
    }
    parts.push_back({ExprId(), " else "});
    parts.push_back({expr, {}});
    todo_.insert(todo_.end(), parts.rbegin(), parts.rend());
}

// A member that is left out has no text.
void Printer::print_tuple(ExprId expr) {
    Operands const operands = store_.operands(expr);
    out_.write('(');
    push_text(")");
    for (std::size_t i = operands.size(); i-- > 0;) {
        if (store_.kind(operands[i]) != ExprKind::whole) push(operands[i]);
        if (i > 0) push_text(", ");
    }
}

void Printer::print_enumeration(ExprId expr) {
    TypeId const type = store_.type(expr);
    Symbol const name = store_.types().name(type);
    Symbol const literal = store_.types().literals(type)[store_.enumeration_ordinal(expr) - 1];
    std::string_view const text = names_.text(name);
    // The enumerations of the language are not names of the model.
    bool const is_predefined = text == "StateSelect" || text == "AssertionLevel";
    if (is_predefined) {
        out_.write(text);
        out_.write('.');
        out_.write(names_.text(literal));
        return;
    }
    names_.write_identifier(out_, name);
    out_.write('.');
    names_.write_identifier(out_, literal);
}

// The grammar has no empty constructor.
void Printer::print_array(ExprId expr) {
    if (store_.operands(expr).empty()) {
        out_.write("zeros(0)");
        return;
    }
    out_.write('{');
    push_text("}");
    push_list(expr, 0, ", ");
}

void Printer::print_reduction(ExprId expr) {
    Reduction const reduction = store_.reduction_of(expr);
    bool const is_array = reduction == Reduction::array;
    if (!is_array) out_.write(reduction_name(reduction));
    out_.write(is_array ? '{' : '(');
    push_text(is_array ? "}" : ")");
    for (std::size_t i = store_.iterator_count(expr); i-- > 0;) {
        ReductionIterator const iterator = store_.iterator_at(expr, i);
        push(iterator.range);
        push_text(" in ");
        push_name(iterator.name);
        push_text(i == 0 ? " for " : ", ");
    }
    push(store_.operand(expr, 0));
}

void Printer::print_node(ExprId expr) {
    ExprKind const kind = store_.kind(expr);
    Operands const operands = store_.operands(expr);
    switch (kind) {
        case ExprKind::real: out_.write_real(store_.real_value(expr)); return;
        case ExprKind::integer: out_.write_integer(store_.integer_value(expr)); return;
        case ExprKind::boolean: out_.write(store_.boolean_value(expr) ? "true" : "false"); return;
        case ExprKind::string: print_string_literal(out_, names_.text(store_.symbol(expr))); return;
        case ExprKind::enumeration: print_enumeration(expr); return;
        case ExprKind::variable: names_.write_variable(out_, store_.variable_of(expr)); return;
        case ExprKind::iterator: names_.write_identifier(out_, store_.symbol(expr)); return;
        case ExprKind::time: out_.write("time"); return;
        case ExprKind::end: out_.write("end"); return;
        case ExprKind::whole: out_.write(':'); return;
        case ExprKind::neg:
            out_.write('-');
            push(operands[0], level_term);
            return;
        case ExprKind::logical_not:
            out_.write("not ");
            push(operands[0], level_relation);
            return;
        case ExprKind::der: print_call("der", expr); return;
        case ExprKind::pre: print_call("pre", expr); return;
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
        case ExprKind::not_equal: {
            BinaryForm const form = binary_form(kind);
            push(operands[1], form.right);
            push_text(form.token);
            push(operands[0], form.left);
            return;
        }
        case ExprKind::if_else: print_if(expr); return;
        case ExprKind::range:
            for (std::size_t i = operands.size(); i-- > 0;) {
                push(operands[i], level_or);
                if (i > 0) push_text(":");
            }
            return;
        case ExprKind::subscript:
            push_text("]");
            push_list(expr, 1, ", ");
            push_text("[");
            print_base(operands[0]);
            return;
        case ExprKind::field:
            push_name(store_.symbol(expr));
            push_text(".");
            print_base(operands[0]);
            return;
        case ExprKind::array: print_array(expr); return;
        case ExprKind::matrix:
            out_.write('[');
            push_text("]");
            push_list(expr, 0, "; ");
            return;
        case ExprKind::matrix_row: push_list(expr, 0, ", "); return;
        case ExprKind::tuple: print_tuple(expr); return;
        case ExprKind::builtin:
            if (store_.builtin_of(expr) == Builtin::no_event) {
                ++no_event_depth_;
                todo_.push_back({ExprId(), {}, level_expression, {}, 0, true});
            }
            print_call(builtin_info(store_.builtin_of(expr)).name, expr);
            return;
        case ExprKind::call:
            if (store_.is_record(expr)) {
                names_.write_constructor(out_, store_.symbol(expr));
            } else {
                names_.write_identifier(out_, store_.symbol(expr));
            }
            print_arguments(expr);
            return;
        // The name of no field: what a tool makes up begins with `_`.
        case ExprKind::output:
            push_number(store_.output_number(expr));
            push_text("._");
            print_base(operands[0]);
            return;
        case ExprKind::reduction: print_reduction(expr); return;
    }
}

}  // namespace

void print(TextWriter& out, ExprStore const& store, ExprId expr, NameSource const& names) {
    Printer(out, store, names).print(expr);
}

std::string to_string(ExprStore const& store, ExprId expr, NameSource const& names) {
    TextWriter out;
    print(out, store, expr, names);
    return out.take();
}

void print_string_literal(TextWriter& out, std::string_view text) {
    static constexpr std::string_view special = "\"\\\n\t\r\a\b\f\v";
    constexpr std::string_view letters = "\"\\ntrabfv";
    // A look-up for each character takes fewer instructions than comparisons.
    static constexpr auto is_escaped = [] {
        std::array<bool, 256> escaped{};
        for (char const c : special) escaped[static_cast<unsigned char>(c)] = true;
        return escaped;
    }();
    out.write('"');
    // Text that needs no escape, which is almost always the whole text, is written at once.
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_escaped[static_cast<unsigned char>(text[i])]) continue;
        std::size_t const escape = special.find(text[i]);
        out.write(text.substr(done, i - done));
        out.write('\\');
        out.write(letters[escape]);
        done = i + 1;
    }
    out.write(text.substr(done));
    out.write('"');
}

}  // namespace moo
