// The tests after `is`, which select and reject use as well.
#include "backends/template/call.h"

namespace moo::tmpl {

namespace {

constexpr Message<> no_divisor{DiagnosticKind::TemplateValue, "this divides by zero"};

template <ValueKind... kinds>
bool is_kind(Call const& call) {
    call.bind();
    return ((call.input.kind() == kinds) || ...);
}

bool is_defined(Call const& call) { return !is_kind<ValueKind::undefined>(call); }

template <bool wanted>
bool is_boolean(Call const& call) {
    return is_kind<ValueKind::boolean>(call) && call.input.boolean() == wanted;
}

template <std::int64_t remainder>
bool is_parity(Call const& call) {
    call.bind();
    return (call.integer(call.input) & 1) == remainder;
}

bool is_divisible(Call const& call) {
    auto const given = call.bind({"num"}, 1);
    std::int64_t const divisor = call.integer(given[0]);
    if (divisor == 0) call.fail(no_divisor);
    return divisor == -1 || call.integer(call.input) % divisor == 0;
}

template <char... symbol>
bool is_compared(Call const& call) {
    static constexpr char text[] = {symbol...};
    auto const given = call.bind({"other"}, 1);
    return call.apply(std::string_view(text, sizeof text), call.input, given[0]).is_true();
}

}  // namespace

std::map<std::string_view, BuiltinTest> const& builtin_tests() {
    static std::map<std::string_view, BuiltinTest> const tests = {
        {"defined", is_defined},
        {"undefined", is_kind<ValueKind::undefined>},
        {"none", is_kind<ValueKind::none>},
        {"boolean", is_kind<ValueKind::boolean>},
        {"integer", is_kind<ValueKind::integer>},
        {"float", is_kind<ValueKind::real>},
        {"number", is_kind<ValueKind::integer, ValueKind::real>},
        {"string", is_kind<ValueKind::string>},
        {"sequence", is_kind<ValueKind::list>},
        {"mapping", is_kind<ValueKind::dict>},
        {"iterable", is_kind<ValueKind::list, ValueKind::dict, ValueKind::string>},
        {"callable", is_kind<ValueKind::macro>},
        {"true", is_boolean<true>},
        {"false", is_boolean<false>},
        {"even", is_parity<0>},
        {"odd", is_parity<1>},
        {"divisibleby", is_divisible},
        {"eq", is_compared<'=', '='>},
        {"equalto", is_compared<'=', '='>},
        {"ne", is_compared<'!', '='>},
        {"lt", is_compared<'<'>},
        {"le", is_compared<'<', '='>},
        {"gt", is_compared<'>'>},
        {"ge", is_compared<'>', '='>},
        {"in", is_compared<'i', 'n'>},
    };
    return tests;
}

}  // namespace moo::tmpl
