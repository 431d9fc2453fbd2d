// The inside of FunctionInterpreter.
#pragma once

#include <unordered_map>

#include "moo/evaluate/interpret_assign.h"
#include "moo/evaluate/interpret_function.h"

namespace moo {

// A function with the places of its variables.
struct PreparedFunction {
    FlatFunction const* function = nullptr;
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> outputs;
    std::unordered_map<Symbol, std::uint32_t> slots;
};

class InterpretMachine {
public:
    InterpretMachine(ExprStore const& store, Interner& interner, FunctionLookup lookup, InterpretLimits limits);

    Interpretation call(Symbol function, std::span<Value const> arguments);
    Evaluation evaluate_call(ExprId call_expr, std::span<Value const> arguments);
    [[nodiscard]] Value value_of_call(ExprId call_expr, std::vector<Value> outputs) const;

    ExternalCalls external;
    ValueSource constants;
    InterpretFailure last_failure;

private:
    struct LoopVariable {
        Symbol name;
        Value value;
    };
    // One call. Frames are kept and used again: a memo table of expressions is costly to allocate. Each depth has its
    // own, because the same expression has other values in each call of a recursion.
    struct Frame {
        Frame(InterpretMachine& machine, ExprStore const& store, EvaluateLimits const& limits, Interner& interner);
        [[nodiscard]] Value const* find(Symbol name) const;
        PreparedFunction const* prepared = nullptr;
        std::vector<Value> values;
        std::vector<LoopVariable> loops;
        SourceSpan source;
        bool is_stale = false;  // an impure function was called: what was evaluated may be different now
        Evaluator evaluator;
    };
    enum class Flow : std::uint8_t { next, break_, return_, failed };

    // These return false on a failure, which is then in `failure_`; the first one stays.
    bool fail(Frame const& frame, InterpretError error, std::string message, ExprId where = {});
    bool fail_evaluation(Frame const& frame, Evaluation const& evaluation);
    bool evaluate(Frame& frame, ExprId expr, Value& value);
    bool evaluate_list(Frame& frame, Operands const& exprs, std::vector<Value>& values);
    bool count_step(Frame const& frame);
    Evaluation call_from_expression(Frame& frame, ExprId call, std::span<Value const> arguments);

    // interpret_function.cpp: calls
    PreparedFunction const* prepare(Symbol function);
    bool invoke(Symbol function, std::span<Value const> arguments, std::vector<Value>& outputs);
    bool run_function(Frame& frame, std::span<Value const> arguments, std::vector<Value>& outputs);
    bool bind_arguments(Frame& frame, std::span<Value const> arguments);
    bool initialize_variables(Frame& frame, std::size_t argument_count);
    bool initialize(Frame& frame, std::uint32_t slot);
    bool evaluate_sizes(Frame& frame, FunctionVariable const& variable, std::vector<std::int64_t>& sizes);
    bool check_input_sizes(Frame& frame);
    bool run_external(Frame& frame, FlatExternal const& call);
    ExternalResult call_external(FlatFunction const& function, std::span<Value const> arguments);
    bool store_external(Frame& frame, FlatExternal const& call, ExternalResult const& result);
    void release_objects(Frame& frame);
    // The part of a variable that a reference without subscripts means; null for other expressions.
    Value const* find_part(Frame const& frame, ExprId reference) const;

    // interpret_statement.cpp
    Flow run(Frame& frame, std::vector<FlatStatement> const& statements, int nesting);
    Flow run_statement(Frame& frame, FlatStatement const& statement, int nesting);
    Flow run_if(Frame& frame, FlatStatement const& statement, int nesting);
    Flow run_while(Frame& frame, FlatStatement const& statement, int nesting);
    Flow run_for(Frame& frame, FlatStatement const& statement, int nesting);
    Flow run_iteration(Frame& frame, FlatStatement const& statement, Value value, int nesting);
    bool check_assertion(Frame& frame, FlatStatement const& statement);
    bool run_call(Frame& frame, ExprId call, std::vector<Value>& outputs);
    bool run_assignment(Frame& frame, FlatStatement const& statement);
    bool assign(Frame& frame, ExprId target, Value value);
    bool assign_whole(Frame& frame, std::uint32_t slot, Value value);
    bool assign_path(Frame& frame, std::uint32_t slot, std::span<ExprId const> nodes, Value value);
    bool evaluate_path_subscripts(Frame& frame, ExprId node, Value const* array, PathStep& step);

    [[nodiscard]] std::string name_of(Symbol symbol) const { return std::string(interner_.text(symbol)); }

    ExprStore const& store_;
    Interner& interner_;
    FunctionLookup lookup_;
    InterpretLimits limits_;
    std::unordered_map<Symbol, PreparedFunction> prepared_;
    std::vector<std::unique_ptr<Frame>> frames_;
    int depth_ = 0;
    std::int64_t steps_ = 0;
    InterpretFailure failure_;
    std::vector<std::string> warnings_;
};

}  // namespace moo
