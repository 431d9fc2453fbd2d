// Evaluates expressions for given values of the variables.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"
#include "moo/expr/value.h"

namespace moo {

enum class EvaluateError : std::uint8_t {
    none,
    unknown_value,  // the caller has no value for a leaf
    undefined,      // division by zero, logarithm of a negative number, a result that is not finite
    overflow,       // of an Integer
    type_mismatch,  // operands of the wrong type or shape
    subscript_out_of_range,
    unsupported,  // a call or construct that evaluation does not know
    too_large,    // an array or reduction beyond the limits
};

[[nodiscard]] std::string_view evaluate_error_text(EvaluateError error);

// Either a value, or why there is none and at which subexpression. Never an invented value.
struct Evaluation {
    Value value;
    EvaluateError error = EvaluateError::none;
    ExprId where;
    [[nodiscard]] bool has_value() const { return error == EvaluateError::none; }
    // NaN if there is no value or it is not a number.
    [[nodiscard]] double as_real() const;
};

// The value of a variable, of der or pre of a reference, of `time`, of a free iterator, of a call of a function of
// the user or of a built-in with a memory; a Value without a value if there is none. It is asked for a reference
// as a whole first (`x[2]`, `r.a`), then for its parts.
using ValueSource = std::function<Value(ExprStore const&, ExprId)>;

struct EvaluateLimits {
    // Elements of one array, multiplications of one matrix product, and iterations of all reductions in one call of
    // `evaluate`. Models come from anywhere; this is what keeps them from taking all memory.
    std::int64_t max_elements = std::int64_t{1} << 20;
    // Reductions inside the bodies of reductions; each level is a level of the C++ stack.
    int max_nesting = 32;
};

// Keeps its memo table between calls, so that evaluating many small expressions costs what they cost
// and not what the store costs. Values are remembered until `reset`, which the caller owes whenever the
// values of variables change.
class Evaluator {
public:
    Evaluator(ExprStore const& store, ValueSource values, EvaluateLimits limits = {});
    Evaluation evaluate(ExprId expr);
    void reset() { base_stamp_ = iterator_stamp_ = ++last_stamp_; }

private:
    struct Entry {
        std::uint64_t stamp = 0;
        Value value;
    };
    struct Binding {
        Symbol name;
        Value value;
    };

    [[nodiscard]] std::uint64_t stamp_for(ExprId id) const {
        return store_.has_iterator(id) ? iterator_stamp_ : base_stamp_;
    }
    [[nodiscard]] bool is_done(ExprId id) const { return memo_.get(id).stamp == stamp_for(id); }
    [[nodiscard]] Value const& value_of(ExprId id) const { return memo_.get(id).value; }
    bool finish(ExprId id, Value value);
    bool fail(EvaluateError error, ExprId where);
    bool ask(ExprId id);
    bool ask_or_fail(ExprId id, EvaluateError error);

    // These return false on an error.
    bool run(ExprId root);
    bool step(std::vector<ExprId>& tasks, ExprId id);
    bool step_leaf(ExprId id);
    bool step_if(std::vector<ExprId>& tasks, ExprId id);
    bool step_logic(std::vector<ExprId>& tasks, ExprId id);
    bool step_operands(std::vector<ExprId>& tasks, ExprId id);
    bool compute(ExprId id);
    bool compute_reduction(ExprId id);
    bool fold_reduction(ExprId id, std::vector<std::int64_t> const& counts, std::vector<Value> results);

    ExprStore const& store_;
    ValueSource values_;
    EvaluateLimits limits_;
    // Nodes below a reduction have other values in each iteration; their entries carry another stamp.
    ExprMemo<Entry> memo_;
    std::uint64_t last_stamp_ = 1;
    std::uint64_t base_stamp_ = 1;
    std::uint64_t iterator_stamp_ = 1;
    std::vector<Binding> bindings_;
    int nesting_ = 0;
    std::int64_t iterations_ = 0;
    EvaluateError error_ = EvaluateError::none;
    ExprId error_at_;
};

Evaluation evaluate(ExprStore const& store, ExprId expr, ValueSource const& values);
// For expressions without variables.
Evaluation evaluate_constant(ExprStore const& store, ExprId expr);
// Reads variables from `values[variable.index()]`; der, pre and calls have no value.
[[nodiscard]] ValueSource dense_values(std::vector<Value> const& values);

}  // namespace moo
