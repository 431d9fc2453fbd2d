// How filters are found, and those on numbers and any value.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "backends/template/call.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> no_number{DiagnosticKind::TemplateValue, "`{}` is not a number"};
constexpr Message<> no_integer{DiagnosticKind::TemplateValue, "this number does not fit into an integer"};
constexpr Message<std::string_view> no_rounding_method{
    DiagnosticKind::TemplateValue, "`round` has the methods `common`, `ceil` and `floor`, not `{}`"};

Value to_default(Call const& call) {
    auto const given = call.bind({"value", "boolean"}, 1);
    bool const is_missing = call.input.is_undefined() || (given[1].is_true() && !call.input.is_true());
    return is_missing ? given[0] : call.input;
}

Value to_string(Call const& call) {
    call.bind();
    return call.written(call.input);
}

Value to_json_text(Call const& call) {
    auto const given = call.bind({"indent"});
    if (!call.input.is_data()) call.fail_type("data", call.input);
    return to_json(call.input, static_cast<std::size_t>(std::clamp<std::int64_t>(call.integer(given[0], 0), 0, 16)));
}

double parse_real(Call const& call) {
    std::string const& text = call.text();
    double value = 0;
    auto const result = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const is_number = result.ec == std::errc() && result.ptr == text.data() + text.size();
    if (!is_number || !std::isfinite(value)) call.fail(no_number, text);
    return value;
}

// Towards zero.
Value to_int(Call const& call) {
    call.bind();
    Value const& input = call.input;
    if (input.kind() == ValueKind::integer) return input;
    if (input.kind() == ValueKind::boolean) return std::int64_t{input.boolean()};
    if (input.is_string()) {
        std::string const& text = input.string();
        std::int64_t value = 0;
        auto const result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec == std::errc() && result.ptr == text.data() + text.size()) return value;
    }
    double const value = input.kind() == ValueKind::real ? input.number() : parse_real(call);
    constexpr double limit = 9223372036854775808.0;
    if (!(value >= -limit && value < limit)) call.fail(no_integer);
    return static_cast<std::int64_t>(value);
}

Value to_float(Call const& call) {
    call.bind();
    return call.input.is_number() ? call.input.number() : parse_real(call);
}

Value to_abs(Call const& call) {
    call.bind();
    if (!call.input.is_number()) call.fail_type("a number", call.input);
    return call.input.number() < 0 ? call.apply("-", std::int64_t{0}, call.input) : call.input;
}

Value to_round(Call const& call) {
    auto const given = call.bind({"precision", "method"});
    std::string const method = call.string(given[1], "common");
    if (!call.input.is_number()) call.fail_type("a number", call.input);
    if (method != "common" && method != "ceil" && method != "floor") call.fail(no_rounding_method, method);
    double const scale = std::pow(10.0, static_cast<double>(call.integer(given[0], 0)));
    double const scaled = call.input.number() * scale;
    double const rounded = method == "common" ? std::round(scaled)
                           : method == "ceil" ? std::ceil(scaled)
                                              : std::floor(scaled);
    // A number that is too large for the scale has no digits there.
    return std::isfinite(rounded / scale) ? rounded / scale : call.input.number();
}

}  // namespace

std::vector<FilterEntry> number_filters() {
    return {{"default", to_default}, {"d", to_default},   {"string", to_string}, {"tojson", to_json_text},
            {"int", to_int},         {"float", to_float}, {"abs", to_abs},       {"round", to_round}};
}

std::map<std::string_view, BuiltinFilter> const& builtin_filters() {
    static std::map<std::string_view, BuiltinFilter> const filters = [] {
        std::map<std::string_view, BuiltinFilter> all;
        for (auto const& entries : {text_filters(), list_filters(), number_filters()}) {
            for (FilterEntry const& entry : entries) all.emplace(entry.name, entry.apply);
        }
        return all;
    }();
    return filters;
}

void Call::fail_type(std::string_view expected, Value const& found) const {
    interpreter.fail_type(arguments.span, "`" + std::string(name) + "`", expected, found);
}

std::string const& Call::string(Value const& value) const {
    if (!value.is_string()) fail_type("a string", value);
    return value.string();
}

std::int64_t Call::integer(Value const& value) const {
    if (value.kind() != ValueKind::integer) fail_type("an integer", value);
    return value.integer();
}

std::string Call::string(Value const& value, std::string_view otherwise) const {
    return value.is_undefined() ? std::string(otherwise) : string(value);
}

std::int64_t Call::integer(Value const& value, std::int64_t otherwise) const {
    return value.is_undefined() ? otherwise : integer(value);
}

ValueList Call::items() const {
    ValueList items;
    if (input.is_list()) {
        for (std::size_t i = 0; i < input.size(); ++i) items.push_back(input.item(i));
    } else if (input.is_dict()) {
        for (std::string const& key : input.keys()) items.emplace_back(key);
    } else if (input.is_string()) {
        for (std::string_view const letter : characters(input.string())) items.emplace_back(std::string(letter));
    } else {
        fail_type("a list, a dictionary or a string", input);
    }
    return items;
}

}  // namespace moo::tmpl
