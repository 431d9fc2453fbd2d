// Expressions and calls of macros.
#include <algorithm>
#include <optional>

#include "backends/template/call.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> undefined_name{DiagnosticKind::UnknownName, "nothing named `{}` is defined here"};
constexpr Message<std::string_view> uncalled_function{DiagnosticKind::TypeMismatch,
                                                      "`{}` is a function; it can only be called"};
constexpr Message<std::string_view, std::string_view> no_member{DiagnosticKind::UnknownName,
                                                                "{} has no member `{}` here"};
constexpr Message<std::int64_t, std::int64_t> no_item{DiagnosticKind::SubscriptOutOfRange,
                                                      "item {} of a list that has {} items"};
constexpr Message<std::string_view> not_callable{DiagnosticKind::TypeMismatch, "{} cannot be called"};
constexpr Message<> zero_step{DiagnosticKind::TemplateValue, "the step of a slice is zero"};
constexpr Message<std::string_view> not_data{DiagnosticKind::TypeMismatch,
                                             "{} cannot be part of a list, a dictionary or a namespace"};
constexpr Message<std::string_view, std::int64_t, std::int64_t> too_many{
    DiagnosticKind::WrongArguments, "{} takes at most {} arguments, but {} are given"};
constexpr Message<std::string_view, std::string_view> unknown_parameter{DiagnosticKind::WrongArguments,
                                                                        "{} has no parameter `{}`"};
constexpr Message<std::string_view, std::string_view> given_twice{DiagnosticKind::WrongArguments,
                                                                  "{} is given its parameter `{}` twice"};
constexpr Message<std::string_view, std::string_view> missing_argument{DiagnosticKind::WrongArguments,
                                                                       "{} needs a value for `{}`"};
constexpr Message<std::string_view, std::string_view> no_method{DiagnosticKind::UnknownName, "{} has no method `{}`"};
constexpr Message<std::string_view> unknown_filter{DiagnosticKind::UnknownName, "there is no filter `{}`"};
constexpr Message<std::string_view> unknown_test{DiagnosticKind::UnknownName, "there is no test `{}`"};

constexpr NoteText<std::string> in_macro{"in the macro `{}`, called here"};
// For a deep recursion, not every call is shown.
constexpr std::uint32_t max_shown_calls = 10;

std::vector<std::string_view> views(std::vector<std::string> const& names) { return {names.begin(), names.end()}; }

template <class Map>
std::vector<std::string_view> names_of(Map const& map) {
    std::vector<std::string_view> names;
    for (auto const& [name, value] : map) names.push_back(name);
    return names;
}

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

}  // namespace

Value Interpreter::evaluate(ExprId id, Missing missing) {
    Expr const& expr = source_->exprs[id];
    step(expr.span);
    bool const is_leaf = expr.kind == ExprKind::literal || expr.kind == ExprKind::name;
    if (is_leaf) return evaluate_kind(expr, missing);
    Deeper const level(*this, expr.span);
    return evaluate_kind(expr, missing);
}

Value Interpreter::evaluate_kind(Expr const& expr, Missing missing) {
    auto const operand = [&](std::size_t i) { return evaluate(expr.operands[i]); };
    switch (expr.kind) {
        case ExprKind::literal: return expr.literal;
        case ExprKind::name: return lookup(expr, missing);
        case ExprKind::list: {
            ValueList items;
            for (ExprId const item : expr.operands) items.push_back(require_data(expr.span, evaluate(item)));
            return items;
        }
        case ExprKind::dict: return evaluate_dict(expr);
        case ExprKind::logical_not: return !operand(0).is_true();
        case ExprKind::negate: {
            Value const value = operand(0);
            if (!value.is_number()) fail_type(expr.span, "`-`", "a number", value);
            return apply_operator(*this, expr.span, "-", std::int64_t{0}, value);
        }
        case ExprKind::binary: {
            Value const left = operand(0);
            return apply_operator(*this, expr.span, expr.text, left, operand(1));
        }
        case ExprKind::logical_and: {
            Value const left = operand(0);
            return left.is_true() ? operand(1) : left;
        }
        case ExprKind::logical_or: {
            Value const left = operand(0);
            return left.is_true() ? left : operand(1);
        }
        case ExprKind::conditional: return operand(0).is_true() ? operand(1) : operand(2);
        case ExprKind::attribute: return evaluate_attribute(expr, missing);
        case ExprKind::subscript: return evaluate_subscript(expr, missing);
        case ExprKind::slice: return evaluate_slice(expr);
        case ExprKind::call: return evaluate_call(expr);
        case ExprKind::filter: {
            bool const may_miss = expr.text == "default" || expr.text == "d";
            Value const input = evaluate(expr.operands[0], may_miss ? Missing::is_undefined : Missing::is_error);
            return apply_filter(expr.text, input, evaluate_arguments(expr));
        }
        case ExprKind::test: {
            bool const may_miss = expr.text == "defined" || expr.text == "undefined";
            Value const input = evaluate(expr.operands[0], may_miss ? Missing::is_undefined : Missing::is_error);
            return apply_test(expr.text, input, evaluate_arguments(expr));
        }
    }
    return {};
}

Value Interpreter::require_data(SourceSpan span, Value value) {
    if (!value.is_data()) fail(span, not_data, value.description());
    return value;
}

// ---- names and members ----

Value Interpreter::lookup(Expr const& expr, Missing missing) {
    for (Scope const* scope = scope_; scope != nullptr; scope = scope->parent) {
        if (auto const found = scope->names.find(expr.text); found != scope->names.end()) return found->second;
        if (scope->loop_length < 0 || expr.text != "loop") continue;
        std::int64_t const index = scope->loop_index;
        std::int64_t const length = scope->loop_length;
        return ValueDict{{"index", index + 1},
                         {"index0", index},
                         {"revindex", length - index},
                         {"revindex0", length - index - 1},
                         {"first", index == 0},
                         {"last", index + 1 == length},
                         {"length", length}};
    }
    if (missing == Missing::is_undefined) return {};
    if (builtin_functions().contains(expr.text)) fail(expr.span, uncalled_function, expr.text);
    std::vector<std::string_view> candidates = names_of(builtin_functions());
    for (Scope const* scope = scope_; scope != nullptr; scope = scope->parent) {
        for (auto const& [name, value] : scope->names) candidates.push_back(name);
    }
    fail_near(expr.span, expr.text, candidates, undefined_name, expr.text);
}

Value Interpreter::evaluate_attribute(Expr const& expr, Missing missing) {
    Value const base = evaluate(expr.operands[0], missing);
    if (base.is_undefined()) return {};
    if (base.is_dict() || base.kind() == ValueKind::space) {
        Value const found = find_member(base, expr.text);
        if (!found.is_undefined() || missing == Missing::is_undefined) return found;
        std::vector<std::string> names;
        if (base.is_dict()) {
            names = base.keys();
        } else {
            for (auto const& [name, value] : base.space().members) names.push_back(name);
        }
        fail_near(expr.span, expr.text, views(names), no_member, base.description(), expr.text);
    }
    if (missing == Missing::is_undefined) return {};
    fail(expr.span, no_member, base.description(), expr.text);
}

Value Interpreter::evaluate_subscript(Expr const& expr, Missing missing) {
    Value const base = evaluate(expr.operands[0], missing);
    if (base.is_undefined()) return {};
    Value const index = evaluate(expr.operands[1]);
    SourceSpan const place = source_->exprs[expr.operands[1]].span;
    if (base.is_dict()) {
        if (!index.is_string()) fail_type(place, "a dictionary", "a string as subscript", index);
        Value const found = base.member(index.string());
        if (!found.is_undefined() || missing == Missing::is_undefined) return found;
        fail_near(expr.span, index.string(), views(base.keys()), no_member, base.description(), index.string());
    }
    if (!base.is_list() && !base.is_string())
        fail_type(expr.span, "a subscript", "a list, a dictionary or a string", base);
    if (index.kind() != ValueKind::integer) fail_type(place, base.description(), "an integer as subscript", index);
    auto const size = static_cast<std::int64_t>(base.size());
    std::int64_t const at = index.integer() < 0 ? index.integer() + size : index.integer();
    if (at < 0 || at >= size) {
        if (missing == Missing::is_undefined) return {};
        fail(expr.span, no_item, index.integer(), size);
    }
    if (base.is_list()) return base.item(static_cast<std::size_t>(at));
    return std::string(characters(base.string())[static_cast<std::size_t>(at)]);
}

// `base[begin:end:step]`, as Python has it.
Value Interpreter::evaluate_slice(Expr const& expr) {
    Value const base = evaluate(expr.operands[0]);
    if (!base.is_list() && !base.is_string()) fail_type(expr.span, "a slice", "a list or a string", base);
    auto const size = static_cast<std::int64_t>(base.size());
    auto const bound = [&](std::size_t i, std::int64_t otherwise) {
        if (!expr.operands[i]) return otherwise;
        Value const value = evaluate(expr.operands[i]);
        if (value.kind() != ValueKind::integer) fail_type(expr.span, "a slice", "integers", value);
        return value.integer();
    };
    std::int64_t const step_size = std::clamp(bound(3, 1), -size - 1, size + 1);
    if (step_size == 0) fail(expr.span, zero_step);
    bool const is_forward = step_size > 0;
    std::int64_t const least = is_forward ? 0 : -1;
    std::int64_t const most = is_forward ? size : size - 1;
    auto const place = [&](std::int64_t at) { return std::clamp(at < 0 ? at + size : at, least, most); };
    std::int64_t const begin = expr.operands[1] ? place(bound(1, 0)) : is_forward ? least : most;
    std::int64_t const end = expr.operands[2] ? place(bound(2, 0)) : is_forward ? most : least;
    ValueList items;
    std::string text;
    std::vector<std::string_view> const letters =
        base.is_string() ? characters(base.string()) : std::vector<std::string_view>();
    for (std::int64_t i = begin; is_forward ? i < end : i > end; i += step_size) {
        auto const at = static_cast<std::size_t>(i);
        base.is_list() ? items.push_back(base.item(at)) : static_cast<void>(text.append(letters[at]));
    }
    return base.is_list() ? Value(std::move(items)) : Value(std::move(text));
}

Value Interpreter::evaluate_dict(Expr const& expr) {
    ValueDict members;
    for (std::size_t i = 0; i < expr.operands.size(); i += 2) {
        Value const key = evaluate(expr.operands[i]);
        if (!key.is_string()) fail_type(source_->exprs[expr.operands[i]].span, "a dictionary", "a string as key", key);
        members[key.string()] = require_data(expr.span, evaluate(expr.operands[i + 1]));
    }
    return members;
}

Value find_member(Value const& value, std::string_view name) {
    if (value.is_dict()) return value.member(name);
    if (value.kind() != ValueKind::space) return {};
    auto const found = value.space().members.find(name);
    return found == value.space().members.end() ? Value() : found->second;
}

// ---- calls ----

Arguments Interpreter::evaluate_arguments(Expr const& expr) {
    Arguments arguments = {expr.span, {}, {}};
    for (ArgumentSyntax const& argument : expr.arguments) {
        Value value = evaluate(argument.value);
        if (argument.name.empty()) {
            arguments.positional.push_back(std::move(value));
        } else {
            arguments.named.emplace_back(argument.name, std::move(value));
        }
    }
    return arguments;
}

Value Interpreter::evaluate_call(Expr const& expr) {
    Expr const& callee = source_->exprs[expr.operands[0]];
    auto const function = builtin_functions().find(callee.text);
    bool const is_function = callee.kind == ExprKind::name && function != builtin_functions().end();
    if (is_function && lookup(callee, Missing::is_undefined).is_undefined()) {
        return function->second({*this, callee.text, {}, evaluate_arguments(expr)});
    }
    if (callee.kind == ExprKind::attribute) {
        Value const object = evaluate(callee.operands[0]);
        auto const& methods = builtin_methods(object);
        auto const method = methods.find(callee.text);
        if (method != methods.end()) return method->second({*this, callee.text, object, evaluate_arguments(expr)});
        if (object.kind() != ValueKind::space) {
            fail_near(callee.span, callee.text, names_of(methods), no_method, object.description(), callee.text);
        }
    }
    Value const called = evaluate(expr.operands[0]);
    if (called.kind() != ValueKind::macro) fail(callee.span, not_callable, called.description());
    return call_macro(called.macro(), evaluate_arguments(expr));
}

Value Interpreter::call_macro(Macro const& macro, Arguments const& arguments) {
    Statement const& definition = macro.source->statements[macro.definition];
    auto const& parameters = definition.parameters;
    std::vector<std::string_view> parameter_names;
    for (ArgumentSyntax const& parameter : parameters) parameter_names.push_back(parameter.name);
    std::vector<Value> const given = bind(definition.text, arguments, parameter_names, 0);
    Scope scope;
    scope.parent = macro.scope;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!given[i].is_undefined()) {
            scope.names[parameters[i].name] = given[i];
        } else if (!parameters[i].value) {
            fail(arguments.span, missing_argument, quoted(definition.text), parameters[i].name);
        }
    }
    std::optional<Diagnostics::Context> context;
    Temporarily const level(call_level_, call_level_ + 1);
    if (call_level_ <= max_shown_calls) {
        context.emplace(diagnostics_, arguments.span, in_macro, definition.text);
    }
    Temporarily const file(source_, macro.source);
    Temporarily const names(scope_, &scope);
    for (ArgumentSyntax const& parameter : parameters) {
        if (!scope.names.contains(parameter.name)) scope.names[parameter.name] = evaluate(parameter.value);
    }
    return capture(definition.branches.front().body);
}

std::vector<Value> Interpreter::bind(std::string_view what, Arguments const& arguments,
                                     std::span<std::string_view const> parameters, std::size_t required) {
    std::string const label = quoted(what);
    if (arguments.positional.size() > parameters.size()) {
        fail(arguments.span, too_many, label, static_cast<std::int64_t>(parameters.size()),
             static_cast<std::int64_t>(arguments.positional.size()));
    }
    std::vector<Value> values = arguments.positional;
    values.resize(parameters.size());
    for (auto const& [name, value] : arguments.named) {
        auto const found = std::ranges::find(parameters, name);
        if (found == parameters.end()) {
            fail_near(arguments.span, name, {parameters.begin(), parameters.end()}, unknown_parameter, label, name);
        }
        Value& place = values[static_cast<std::size_t>(found - parameters.begin())];
        if (!place.is_undefined()) fail(arguments.span, given_twice, label, name);
        place = value;
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (values[i].is_undefined()) fail(arguments.span, missing_argument, label, parameters[i]);
    }
    return values;
}

Value Interpreter::apply_filter(std::string_view name, Value const& input, Arguments const& arguments) {
    Call const call = {*this, name, input, arguments};
    auto const builtin = builtin_filters().find(name);
    if (builtin != builtin_filters().end()) {
        Value result = builtin->second(call);
        if (result.is_string()) check_size(arguments.span, result.string().size());
        return result;
    }
    if (auto const found = environment_.filters.find(name); found != environment_.filters.end())
        return found->second(call);
    std::vector<std::string_view> candidates = names_of(builtin_filters());
    for (auto const& [known, filter] : environment_.filters) candidates.push_back(known);
    fail_near(arguments.span, name, candidates, unknown_filter, name);
}

bool Interpreter::apply_test(std::string_view name, Value const& input, Arguments const& arguments) {
    auto const found = builtin_tests().find(name);
    if (found == builtin_tests().end()) fail_near(arguments.span, name, names_of(builtin_tests()), unknown_test, name);
    return found->second({*this, name, input, arguments});
}

}  // namespace moo::tmpl
