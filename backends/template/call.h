// The arguments of a filter, a test, a function or a method, and access to them.
#pragma once

#include "backends/template/interpreter.h"

namespace moo::tmpl {

struct Call {
    Interpreter& interpreter;
    std::string_view name;  // for messages
    Value const& input;     // the value before `|`, `is` or the dot; none for a function
    Arguments const& arguments;

    // Arguments by position or name, one for each parameter; undefined where none is given.
    std::vector<Value> bind(std::initializer_list<std::string_view> parameters = {}, std::size_t required = 0) const {
        return interpreter.bind(name, arguments, {parameters.begin(), parameters.size()}, required);
    }
    template <class... Args>
    [[noreturn]] void fail(Message<Args...> const& message, std::type_identity_t<Args> const&... args) const {
        interpreter.fail(arguments.span, message, args...);
    }
    // `default` takes a string, not a list
    [[noreturn]] void fail_type(std::string_view expected, Value const& found) const;

    // The input or an argument if it has that kind; otherwise a mistake. An argument that is not given has a default.
    [[nodiscard]] std::string const& text() const { return string(input); }
    [[nodiscard]] std::string const& string(Value const& value) const;
    [[nodiscard]] std::int64_t integer(Value const& value) const;
    [[nodiscard]] std::string string(Value const& value, std::string_view otherwise) const;
    [[nodiscard]] std::int64_t integer(Value const& value, std::int64_t otherwise) const;
    // Items of a list, keys of a dictionary, characters of a string.
    [[nodiscard]] ValueList items() const;

    [[nodiscard]] std::string written(Value const& value) const { return interpreter.text_of(arguments.span, value); }
    void check_size(std::size_t size) const { interpreter.check_size(arguments.span, size); }
    [[nodiscard]] Value apply(std::string_view symbol, Value const& a, Value const& b) const {
        return apply_operator(interpreter, arguments.span, symbol, a, b);
    }
    [[nodiscard]] bool less(Value const& a, Value const& b) const { return is_less(interpreter, arguments.span, a, b); }
};

// The built-in filters, by what they work on.
struct FilterEntry {
    std::string_view name;
    Value (*apply)(Call const&);
};
[[nodiscard]] std::vector<FilterEntry> text_filters();
[[nodiscard]] std::vector<FilterEntry> list_filters();
[[nodiscard]] std::vector<FilterEntry> number_filters();

}  // namespace moo::tmpl
