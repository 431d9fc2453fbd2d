#include "moo/functions/function_inverse.h"

namespace moo {

namespace {

// g(value, z); none if g cannot be called like that.
ExprId call_inverse(ExprStore& store, FunctionList& functions, FlatFunction const& function, FlatInverse const& inverse,
                    ExprId call, ExprId value) {
    FlatFunction const* const solved = functions.find(inverse.function);
    if (solved == nullptr || variables_with(*solved, FunctionRole::output).size() != 1 ||
        variables_with(*solved, FunctionRole::input).size() != inverse.arguments.size()) {
        return {};
    }
    std::vector<std::size_t> const inputs = variables_with(function, FunctionRole::input);
    Symbol const result = function.variables[variables_with(function, FunctionRole::output)[0]].name;
    std::vector<ExprId> arguments;
    bool has_result = false;
    for (Symbol const name : inverse.arguments) {
        ExprId argument = name == result ? value : ExprId();
        has_result = has_result || name == result;
        for (std::size_t i = 0; i < inputs.size() && !argument; ++i) {
            if (function.variables[inputs[i]].name == name && name != inverse.input) argument = store.operand(call, i);
        }
        if (!argument) return {};
        arguments.push_back(argument);
    }
    if (!has_result) return {};
    return store.call(inverse.function, arguments,
                      solved->variables[variables_with(*solved, FunctionRole::output)[0]].type);
}

}  // namespace

ExprId inverse_call(ExprStore& store, FunctionList& functions, ExprId call, std::size_t argument, ExprId value) {
    if (store.kind(call) != ExprKind::call || store.is_record(call)) return {};
    FlatFunction const* const function = functions.find(store.symbol(call));
    if (function == nullptr || variables_with(*function, FunctionRole::output).size() != 1) return {};
    std::vector<std::size_t> const inputs = variables_with(*function, FunctionRole::input);
    if (argument >= inputs.size() || inputs.size() != store.operands(call).size()) return {};
    Symbol const unknown = function->variables[inputs[argument]].name;
    for (FlatInverse const& inverse : function->inverses) {
        if (inverse.input != unknown) continue;
        if (ExprId const solved = call_inverse(store, functions, *function, inverse, call, value)) return solved;
    }
    return {};
}

}  // namespace moo
