// Functions for the tests of the interpreter, written with few words.
#pragma once

#include <map>
#include <string>

#include "moo/evaluate/interpret_function.h"

namespace moo::test {

struct Functions {
    ExprStore s;
    Interner names;
    std::map<Symbol, FlatFunction> functions;
    InterpretLimits limits;

    Symbol name(std::string_view text) { return names.intern(text); }
    ExprId n(std::int64_t value) { return s.integer(value); }
    ExprId r(double value) { return s.real(value); }
    ExprId str(std::string_view text) { return s.string(name(text)); }
    TypeId array_type(std::vector<std::int64_t> const& dims, TypeId element = types::real) {
        return s.types().array(element, dims);
    }
    ExprId var(std::string_view text, TypeId type = types::real) { return s.iterator(name(text), type); }
    ExprId call(std::string_view function, ExprList arguments, TypeId type = types::real) {
        return s.call(name(function), arguments, type);
    }

    FlatFunction& function(std::string_view text) {
        FlatFunction& result = functions[name(text)];
        result.name = name(text);
        return result;
    }
    // Declares a variable and gives the expression that refers to it.
    ExprId declare(FlatFunction& f, FunctionRole role, std::string_view text, TypeId type = types::real,
                   ExprId binding = {}, std::vector<ExprId> sizes = {}) {
        FunctionVariable variable;
        variable.name = name(text);
        variable.type = type;
        variable.role = role;
        variable.binding = binding;
        variable.sizes = std::move(sizes);
        f.variables.push_back(std::move(variable));
        return var(text, type);
    }
    ExprId input(FlatFunction& f, std::string_view text, TypeId type = types::real, ExprId binding = {}) {
        return declare(f, FunctionRole::input, text, type, binding);
    }
    ExprId output(FlatFunction& f, std::string_view text, TypeId type = types::real, ExprId binding = {},
                  std::vector<ExprId> sizes = {}) {
        return declare(f, FunctionRole::output, text, type, binding, std::move(sizes));
    }
    ExprId local(FlatFunction& f, std::string_view text, TypeId type = types::real, ExprId binding = {},
                 std::vector<ExprId> sizes = {}) {
        return declare(f, FunctionRole::local, text, type, binding, std::move(sizes));
    }

    static FlatStatement statement(FlatStatementKind kind, ExprId a = {}, ExprId b = {}, ExprId c = {}) {
        FlatStatement result;
        result.kind = kind;
        result.a = a;
        result.b = b;
        result.c = c;
        return result;
    }
    static FlatStatement set(ExprId target, ExprId value) {
        return statement(FlatStatementKind::assignment, target, value);
    }
    static FlatStatement if_then(ExprId condition, std::vector<FlatStatement> body,
                                 std::vector<FlatStatement> otherwise = {}) {
        FlatStatement result = statement(FlatStatementKind::if_);
        result.branches.push_back({condition, std::move(body)});
        if (!otherwise.empty()) result.branches.push_back({ExprId(), std::move(otherwise)});
        return result;
    }
    FlatStatement for_in(std::string_view iterator, ExprId range, std::vector<FlatStatement> body) {
        FlatStatement result = statement(FlatStatementKind::for_, range);
        result.iterator = name(iterator);
        result.branches.push_back({ExprId(), std::move(body)});
        return result;
    }
    static FlatStatement while_do(ExprId condition, std::vector<FlatStatement> body) {
        FlatStatement result = statement(FlatStatementKind::while_, condition);
        result.branches.push_back({ExprId(), std::move(body)});
        return result;
    }

    FunctionLookup lookup() {
        return [this](Symbol function_name) -> FlatFunction const* {
            auto const found = functions.find(function_name);
            return found == functions.end() ? nullptr : &found->second;
        };
    }
    Interpretation run(std::string_view function_name, std::vector<Value> const& arguments) {
        FunctionInterpreter interpreter(s, names, lookup(), limits);
        return interpreter.call(name(function_name), arguments);
    }
    Value value(std::string_view function_name, std::vector<Value> const& arguments) {
        Interpretation result = run(function_name, arguments);
        return result.has_value() && !result.outputs.empty() ? result.outputs[0] : Value();
    }
};

inline Value vector_value(std::vector<double> const& numbers) {
    std::vector<Value> elements;
    for (double const number : numbers) elements.push_back(Value::real(number));
    return Value::array({static_cast<std::int64_t>(numbers.size())}, elements);
}

}  // namespace moo::test
