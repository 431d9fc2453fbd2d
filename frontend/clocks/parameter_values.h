// Values of parameters that the analysis of clocks must know.
#pragma once

#include <optional>
#include <unordered_map>

#include "moo/expr/evaluate.h"
#include "moo/model/flat_model.h"

namespace moo {

// Evaluates expressions of constants and parameters by their bindings, and marks the parameters whose values were
// used: they cannot change any more.
class ParameterValues {
public:
    explicit ParameterValues(FlatModel& model) : model_(model) {}

    [[nodiscard]] std::optional<std::int64_t> integer(ExprId expr);
    [[nodiscard]] std::optional<bool> boolean(ExprId expr);
    // A String literal, or a parameter bound to one; none if it cannot be told.
    [[nodiscard]] std::optional<Symbol> string(ExprId expr);

private:
    // Bindings that refer to parameters whose bindings refer to parameters, …; each level is a level of the stack.
    static constexpr int max_depth = 100;

    Evaluation value(ExprId expr);
    Value parameter_value(VarId variable);

    FlatModel& model_;
    std::unordered_map<VarId, Value> known_;
    int depth_ = 0;
};

}  // namespace moo
