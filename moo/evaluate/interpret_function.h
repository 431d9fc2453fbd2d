// Runs functions of the flat model during translation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "moo/base/interner.h"
#include "moo/expr/evaluate.h"
#include "moo/expr/value.h"
#include "moo/model/flat_model.h"

namespace moo {

// The function of that name, or null. It must stay where it is as long as the interpreter.
using FunctionLookup = std::function<FlatFunction const*(Symbol)>;

// What an external function gave back: its value, and the new values of those arguments that it writes to (no value
// for the others), with the types of the variables that take them. A text in `error` means that it failed, and
// `details` has more to say; `is_refused` that it cannot be called here.
struct ExternalResult {
    Value value;
    std::vector<Value> arguments;
    std::string error;
    std::vector<std::string> details;
    bool is_refused = false;
};

// How external functions are called, if they can be.
struct ExternalCalls {
    // Calls the C or FORTRAN function behind `function`. The arguments are in the order of the external call; outputs
    // and local variables have their sizes, and no value where they have none yet.
    std::function<ExternalResult(FlatFunction const& function, std::span<Value const> arguments)> call;
    // The function whose local variable this external object was has ended.
    std::function<void(Value const& object)> release;
};

struct InterpretLimits {
    // Statements and iterations of loops, in one `call` with all that it calls.
    std::int64_t max_steps = 10'000'000;
    // Functions that call each other. Each level takes about 2 kB of the C++ stack.
    int max_depth = 200;
    // Statements inside statements of one function.
    int max_nesting = 100;
    EvaluateLimits evaluate;
};

enum class InterpretError : std::uint8_t {
    none,
    evaluation,        // of an expression; `evaluation` says which error
    unknown_function,  // no such function
    unsupported,       // an external function that cannot be called here, or a statement that needs the simulation
    external_failure,  // an external function says that it failed
    assertion,         // an assert of level error
    uninitialized,     // an output or variable is read before it has a value
    wrong_arguments,   // their number or types
    wrong_value,       // a value does not fit the variable that it is assigned to
    too_many_steps,
    too_deep,
};

// What went wrong and where. The innermost function and statement are named.
struct InterpretFailure {
    InterpretError error = InterpretError::none;
    EvaluateError evaluation = EvaluateError::none;
    Symbol function;
    SourceSpan source;                 // of the statement, or of the variable whose size or first value fails
    ExprId where;                      // the expression, if it is one
    std::string message;               // in words, without the place
    std::vector<std::string> details;  // what a compiler said about the external function
};

struct Interpretation {
    std::vector<Value> outputs;  // in the order of the declarations
    InterpretFailure failure;
    std::vector<std::string> warnings;  // of asserts of level warning, the first hundred
    [[nodiscard]] bool has_value() const { return failure.error == InterpretError::none; }
};

// Calls functions with values. Never guesses: what cannot be computed is a failure that says why.
class FunctionInterpreter {
public:
    FunctionInterpreter(ExprStore& store, Interner& interner, FunctionLookup lookup, InterpretLimits limits = {});
    ~FunctionInterpreter();
    FunctionInterpreter(FunctionInterpreter const&) = delete;
    FunctionInterpreter& operator=(FunctionInterpreter const&) = delete;

    // Without these, only functions of the language `builtin` are called.
    void set_external_calls(ExternalCalls calls);
    // The values of variables that functions refer to: package constants.
    void set_constants(ValueSource constants);

    // Arguments that are left out at the end take their defaults.
    Interpretation call(Symbol function, std::span<Value const> arguments);
    // For the evaluation of expressions outside functions that call functions: EvaluateHooks::call. The failure of the
    // last such call is kept.
    Evaluation evaluate_call(ExprId call, std::span<Value const> arguments);
    [[nodiscard]] InterpretFailure const& last_failure() const;

private:
    std::unique_ptr<class InterpretMachine> machine_;
};

}  // namespace moo
