// Functions of the language, and methods of its values.
#include "backends/template/call.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> failed{DiagnosticKind::TemplateFailed, "{}"};
constexpr Message<std::int64_t> range_too_long{DiagnosticKind::TemplateLimit, "this range has more than {} items"};
constexpr Message<> zero_range_step{DiagnosticKind::TemplateValue, "the step of a range is zero"};
constexpr Message<> not_found{DiagnosticKind::TemplateValue, "`split` needs something to look for"};
constexpr Message<std::string_view> only_named{DiagnosticKind::WrongArguments,
                                               "`{}` takes only arguments with names, such as `count=0`"};

Value make_range(Call const& call) {
    auto const given = call.bind({"start", "stop", "step"}, 1);
    bool const is_single = given[1].is_undefined();
    std::int64_t at = is_single ? 0 : call.integer(given[0]);
    std::int64_t const stop = call.integer(given[is_single ? 0 : 1]);
    std::int64_t const step = call.integer(given[2], 1);
    if (step == 0) call.fail(zero_range_step);
    std::size_t const most = call.interpreter.limits().items;
    ValueList items;
    while (step > 0 ? at < stop : at > stop) {
        items.emplace_back(at);
        if (items.size() > most) call.fail(range_too_long, static_cast<std::int64_t>(most));
        if (__builtin_add_overflow(at, step, &at)) break;
    }
    return items;
}

ValueDict named_members(Call const& call) {
    if (!call.arguments.positional.empty()) call.fail(only_named, call.name);
    ValueDict members;
    for (auto const& [name, value] : call.arguments.named) {
        if (!value.is_data()) call.fail_type("data", value);
        members[name] = value;
    }
    return members;
}

Value make_dict(Call const& call) { return named_members(call); }

Value make_namespace(Call const& call) { return std::make_shared<Namespace>(Namespace{named_members(call), false}); }

Value stop(Call const& call) {
    auto const given = call.bind({"message"}, 1);
    call.fail(failed, call.written(given[0]));
}

// ---- methods ----

template <bool has_keys, bool has_values>
Value list_members(Call const& call) {
    call.bind();
    ValueList items;
    for (std::string const& key : call.input.keys()) {
        Value const value = call.input.member(key);
        items.push_back(has_keys && has_values ? Value(ValueList{key, value}) : has_keys ? Value(key) : value);
    }
    return items;
}

Value get(Call const& call) {
    auto const given = call.bind({"key", "default"}, 1);
    Value const found = call.input.member(call.string(given[0]));
    if (!found.is_undefined()) return found;
    return given[1].is_undefined() ? Value(nullptr) : given[1];
}

Value starts_with(Call const& call) { return call.text().starts_with(call.string(call.bind({"prefix"}, 1)[0])); }

Value ends_with(Call const& call) { return call.text().ends_with(call.string(call.bind({"suffix"}, 1)[0])); }

Value split(Call const& call) {
    auto const given = call.bind({"separator"}, 1);
    std::string const& text = call.text();
    std::string const& separator = call.string(given[0]);
    if (separator.empty()) call.fail(not_found);
    ValueList parts;
    std::size_t at = 0;
    for (std::size_t found = text.find(separator); found != std::string::npos; found = text.find(separator, at)) {
        parts.emplace_back(text.substr(at, found - at));
        at = found + separator.size();
    }
    parts.emplace_back(text.substr(at));
    return parts;
}

}  // namespace

std::map<std::string_view, BuiltinFilter> const& builtin_functions() {
    static std::map<std::string_view, BuiltinFilter> const functions = {
        {"range", make_range}, {"dict", make_dict}, {"namespace", make_namespace}, {"fail", stop}};
    return functions;
}

std::map<std::string_view, BuiltinFilter> const& builtin_methods(Value const& object) {
    using Methods = std::map<std::string_view, BuiltinFilter>;
    static Methods const none;
    static Methods const of_dict = {{"keys", list_members<true, false>},
                                    {"values", list_members<false, true>},
                                    {"items", list_members<true, true>},
                                    {"get", get}};
    static Methods const of_string = {{"startswith", starts_with}, {"endswith", ends_with}, {"split", split}};
    return object.is_dict() ? of_dict : object.is_string() ? of_string : none;
}

}  // namespace moo::tmpl
