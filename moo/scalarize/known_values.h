// Values that are known during translation, with iterators of loops that are being unrolled.
#pragma once

#include <deque>

#include "moo/expr/memo.h"

#include "moo/evaluate/parameter_values.h"

namespace moo {

class KnownValues {
public:
    KnownValues(FlatModel& model, Interner& interner, std::int64_t max_elements);

    // The value, if it certainly cannot change: constants, final and evaluated parameters, iterators. Otherwise without
    // a value.
    [[nodiscard]] Value settled(ExprId expr);
    // The value of something on which the structure of the model depends. It may also use other parameters, which are
    // then marked as evaluated.
    [[nodiscard]] Value structural(ExprId expr);

    // The size of an output of a function, given the values of its inputs or, for arrays, their shapes.
    [[nodiscard]] Value size(ExprId expr, std::unordered_map<Symbol, Value> const& inputs);

    // Loops are numbered from the outermost, which is 0. An iterator without a value is unknown.
    void enter(Symbol iterator);
    void set(std::size_t loop, Value value);
    void leave();

private:
    struct Binding {
        Symbol name;
        Value value;
    };
    [[nodiscard]] bool is_settled(ExprId expr);
    [[nodiscard]] bool is_settled_leaf(ExprId leaf) const;
    [[nodiscard]] EvaluateHooks with_iterators(ParameterValues& parameters);
    void reset_iterators();

    FlatModel const& model_;
    EvaluateLimits limits_;
    ExprMemo<std::uint8_t> settled_memo_;
    // In a deque: evaluators borrow values.
    std::deque<Binding> bindings_;
    ParameterValues settled_parameters_;
    ParameterValues all_parameters_;
    Evaluator settled_;
    Evaluator structural_;
};

}  // namespace moo
