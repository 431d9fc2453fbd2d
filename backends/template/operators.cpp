// Arithmetic, comparison and concatenation.
#include <algorithm>
#include <cmath>

#include "backends/template/interpreter.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view> not_defined_for{
    DiagnosticKind::TypeMismatch, "`{}` is not defined for {} and {}"};
constexpr Message<> division_by_zero{DiagnosticKind::TemplateValue, "this divides by zero"};
constexpr Message<> overflow{DiagnosticKind::TemplateValue, "the result is too large"};

// One operation on two operands, and its place.
struct Operation {
    Interpreter& interpreter;
    SourceSpan span;
    std::string_view symbol;
    Value const& a;
    Value const& b;

    [[noreturn]] void refuse() const {
        interpreter.fail(span, not_defined_for, symbol, a.description(), b.description());
    }
    [[nodiscard]] bool are_integers() const { return a.kind() == ValueKind::integer && b.kind() == ValueKind::integer; }
    [[nodiscard]] Value real(double value) const {
        if (!std::isfinite(value)) interpreter.fail(span, overflow);
        return value;
    }

    [[nodiscard]] Value integer_arithmetic() const {
        std::int64_t const x = a.integer();
        std::int64_t const y = b.integer();
        std::int64_t result = 0;
        bool overflows = false;
        if (symbol == "+") overflows = __builtin_add_overflow(x, y, &result);
        if (symbol == "-") overflows = __builtin_sub_overflow(x, y, &result);
        if (symbol == "*") overflows = __builtin_mul_overflow(x, y, &result);
        if (symbol == "//" || symbol == "%") {
            if (y == 0) interpreter.fail(span, division_by_zero);
            // The quotient is rounded down, and the remainder has the sign of the divisor. The one that overflows
            // is the least integer by -1.
            if (y == -1) {
                overflows = symbol == "//" && __builtin_sub_overflow(std::int64_t{0}, x, &result);
            } else {
                std::int64_t const remainder = x % y;
                bool const is_off = remainder != 0 && (remainder < 0) != (y < 0);
                result = symbol == "//" ? x / y - (is_off ? 1 : 0) : remainder + (is_off ? y : 0);
            }
        }
        if (overflows) interpreter.fail(span, overflow);
        return result;
    }

    [[nodiscard]] Value power() const {
        if (!are_integers() || b.integer() < 0) return real(std::pow(a.number(), b.number()));
        std::int64_t result = 1;
        std::int64_t base = a.integer();
        for (std::int64_t exponent = b.integer(); exponent > 0; exponent /= 2) {
            bool overflows = exponent % 2 != 0 && __builtin_mul_overflow(result, base, &result);
            overflows = overflows || (exponent > 1 && __builtin_mul_overflow(base, base, &base));
            if (overflows) interpreter.fail(span, overflow);
        }
        return result;
    }

    [[nodiscard]] Value arithmetic() const {
        if (symbol == "**") return power();
        if (symbol != "/" && are_integers()) return integer_arithmetic();
        double const x = a.number();
        double const y = b.number();
        if (symbol == "+") return real(x + y);
        if (symbol == "-") return real(x - y);
        if (symbol == "*") return real(x * y);
        if (y == 0) interpreter.fail(span, division_by_zero);
        if (symbol == "/") return real(x / y);
        double const quotient = std::floor(x / y);
        return real(symbol == "//" ? quotient : x - quotient * y);
    }

    [[nodiscard]] Value concatenate() const { return join(interpreter.text_of(span, a), interpreter.text_of(span, b)); }
    [[nodiscard]] Value join(std::string const& x, std::string const& y) const {
        interpreter.check_size(span, x.size() + y.size());
        return x + y;
    }

    [[nodiscard]] Value join_lists() const {
        ValueList items;
        for (std::size_t i = 0; i < a.size(); ++i) items.push_back(a.item(i));
        for (std::size_t i = 0; i < b.size(); ++i) items.push_back(b.item(i));
        return items;
    }

    // "ab" * 3
    [[nodiscard]] Value repeat() const {
        std::string const& text = a.string();
        auto const count = static_cast<std::size_t>(std::max<std::int64_t>(b.integer(), 0));
        if (!text.empty())
            interpreter.check_size(span, count > interpreter.limits().text ? count : count * text.size());
        std::string result;
        for (std::size_t i = 0; i < count && !text.empty(); ++i) result += text;
        return result;
    }

    [[nodiscard]] bool is_in() const {
        if (b.is_string() && a.is_string()) return b.string().find(a.string()) != std::string::npos;
        if (b.is_dict() && a.is_string()) return !b.member(a.string()).is_undefined();
        if (!b.is_list()) refuse();
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (equal(a, b.item(i))) return true;
        }
        return false;
    }

    [[nodiscard]] Value run() const {
        if (symbol == "==") return equal(a, b);
        if (symbol == "!=") return !equal(a, b);
        if (symbol == "<") return is_less(interpreter, span, a, b);
        if (symbol == ">") return is_less(interpreter, span, b, a);
        if (symbol == "<=") return !is_less(interpreter, span, b, a);
        if (symbol == ">=") return !is_less(interpreter, span, a, b);
        if (symbol == "in") return is_in();
        if (symbol == "not in") return !is_in();
        if (symbol == "~") return concatenate();
        if (a.is_number() && b.is_number()) return arithmetic();
        if (symbol == "+" && a.is_string() && b.is_string()) return join(a.string(), b.string());
        if (symbol == "+" && a.is_list() && b.is_list()) return join_lists();
        if (symbol == "*" && a.is_string() && b.kind() == ValueKind::integer) return repeat();
        refuse();
    }
};

}  // namespace

bool is_less(Interpreter& interpreter, SourceSpan span, Value const& a, Value const& b) {
    if (a.kind() == ValueKind::integer && b.kind() == ValueKind::integer) return a.integer() < b.integer();
    if (a.is_number() && b.is_number()) return a.number() < b.number();
    if (a.is_string() && b.is_string()) return a.string() < b.string();
    Operation{interpreter, span, "<", a, b}.refuse();
}

Value apply_operator(Interpreter& interpreter, SourceSpan span, std::string_view symbol, Value const& a,
                     Value const& b) {
    return Operation{interpreter, span, symbol, a, b}.run();
}

}  // namespace moo::tmpl
