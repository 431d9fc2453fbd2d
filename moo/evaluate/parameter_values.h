// Values of constants and parameters during translation.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/model/flat_model.h"

namespace moo {

class FunctionInterpreter;

enum class ParameterChoice : std::uint8_t {
    any,      // those whose values are used are marked as evaluated: they cannot change any more
    settled,  // those that cannot change anyway: constants, and final or evaluated parameters
    guess,    // any, but only to look at: nothing is marked
};

// Evaluates expressions of constants and parameters by their bindings, with the functions that they call.
class ParameterValues {
public:
    ParameterValues(FlatModel& model, Interner& interner, ParameterChoice choice = ParameterChoice::any);
    ~ParameterValues();
    ParameterValues(ParameterValues const&) = delete;
    ParameterValues& operator=(ParameterValues const&) = delete;

    [[nodiscard]] Evaluation value(ExprId expr);
    // Without a value if it has none that may be used.
    [[nodiscard]] Value parameter_value(VarId variable);
    [[nodiscard]] std::optional<std::int64_t> integer(ExprId expr);
    [[nodiscard]] std::optional<bool> boolean(ExprId expr);
    // A String literal, or a parameter bound to one; none if it cannot be told.
    [[nodiscard]] std::optional<Symbol> string(ExprId expr);

    // For an Evaluator of somebody else over the expressions of the model.
    [[nodiscard]] ValueSource source();
    [[nodiscard]] EvaluateHooks hooks();

private:
    // Bindings that refer to parameters whose bindings refer to parameters, …; each level is a level of the stack.
    static constexpr int max_depth = 100;

    [[nodiscard]] bool may_use(Variable const& variable) const;
    FunctionInterpreter& interpreter();

    FlatModel& model_;
    Interner& interner_;
    ParameterChoice choice_;
    std::unordered_map<VarId, Value> known_;
    std::unordered_map<Symbol, FlatFunction const*> functions_;
    std::unique_ptr<FunctionInterpreter> interpreter_;
    // One for each depth: a binding is evaluated while whoever asks for it is. They are kept since a new one costs more
    // than a short expression.
    std::vector<std::unique_ptr<Evaluator>> evaluators_;
    std::size_t evaluations_ = 0;  // under way
    int depth_ = 0;
};

}  // namespace moo
