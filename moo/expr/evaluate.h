// Evaluates expressions for given values of the variables.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "moo/expr/memo.h"
#include "moo/expr/store.h"
#include "moo/expr/value.h"

namespace moo {

struct OpResult;

enum class EvaluateError : std::uint8_t {
    none,
    unknown_value,  // the caller has no value for a leaf
    undefined,      // division by zero, logarithm of a negative number, a result that is not finite
    overflow,       // of an Integer
    type_mismatch,  // operands of the wrong type or shape
    subscript_out_of_range,
    unsupported,  // a call or construct that evaluation does not support
    too_large,    // an array or reduction beyond the limits
    call_failed,  // in a called function; the caller knows more
};

[[nodiscard]] std::string_view evaluate_error_text(EvaluateError error);

// Either a value, or the reason why there is none and the subexpression responsible. Never an invented value.
struct Evaluation {
    Value value;
    EvaluateError error = EvaluateError::none;
    ExprId where;
    [[nodiscard]] bool has_value() const { return error == EvaluateError::none; }
    // NaN if there is no value or it is not a number.
    [[nodiscard]] double as_real() const;
};

// The value of a variable, of der or pre of a reference, of `time`, of a free iterator, of a call of a function of the
// user or of a built-in with a memory; a Value without a value if there is none. The value of a call whose type is a
// tuple is the record of its results. It is called for a whole reference first (`x[2]`, `r.a`), then for its parts. It
// is not called for record values.
using ValueSource = std::function<Value(ExprStore const&, ExprId)>;

// Optional inputs of the evaluation.
struct EvaluateHooks {
    // Texts of strings: without it, String(…), concatenation and comparison of strings are not supported.
    Interner* strings = nullptr;
    // The value of a free iterator, null if there is none. The value is used in place and must remain valid until
    // `reset_iterators`. The ValueSource is then not called for references that begin with an iterator.
    std::function<Value const*(Symbol)> iterator;
    // The value of a call of a function of the user. The ValueSource is then not called for calls.
    std::function<Evaluation(ExprId call, std::span<Value const> arguments)> call;
};

struct EvaluateLimits {
    // Elements of one array, multiplications of one matrix product, and iterations of all reductions in one call of
    // `evaluate`. Models can come from anyone; these limits keep them from using all memory.
    std::int64_t max_elements = std::int64_t{1} << 20;
    // Reductions inside the bodies of reductions; each level is a level of the C++ stack.
    int max_nesting = 32;
};

// Keeps its memo table between calls, so that the cost of evaluating many small expressions does not depend on the size
// of the store. Values are remembered until `reset`, which the caller must call whenever the values of variables
// change; if only iterators change, `reset_iterators` keeps the rest. Both take constant time.
//
// String(r, …) has the arguments (value, significantDigits, minimumLength,
// leftJustified) for a Real, (value, minimumLength, leftJustified) for other types, or (value, format) for both.
class Evaluator {
public:
    Evaluator(ExprStore const& store, ValueSource values, EvaluateLimits limits = {}, EvaluateHooks hooks = {});
    Evaluation evaluate(ExprId expr);
    // The same for a subscript of a dimension of size `end`.
    Evaluation evaluate_subscript(ExprId expr, std::int64_t end);
    void reset() { base_stamp_ = free_stamp_ = ++last_stamp_; }
    void reset_iterators() { free_stamp_ = ++last_stamp_; }

private:
    struct Entry {
        std::uint64_t stamp = 0;
        // The value of an iterator that the caller stores.
        Value const* borrowed = nullptr;
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
    [[nodiscard]] Value const& value_of(ExprId id) const {
        Entry const& entry = memo_.get(id);
        return entry.borrowed != nullptr ? *entry.borrowed : entry.value;
    }
    bool finish(ExprId id, Value value);
    bool borrow(ExprId id, Value const& value);
    bool fail(EvaluateError error, ExprId where);
    bool ask(ExprId id);
    bool ask_or_fail(ExprId id, EvaluateError error);

    // These return false on an error.
    bool run(ExprId root);
    bool step(ExprId id);
    bool step_literal(ExprId id);
    bool step_iterator(ExprId id);
    bool step_reference(ExprId id);
    bool step_call(ExprId id);
    bool step_if(ExprId id);
    bool step_logic(ExprId id);
    bool step_operands(ExprId id);
    bool finish_or_fail(ExprId id, OpResult result);

    // evaluate_node.cpp: the value of a node whose operands have values.
    bool compute(ExprId id);
    bool compute_list(ExprId id);
    bool compute_subscript(ExprId id);
    bool compute_element(ExprId id, bool& done);
    bool compute_field(ExprId id);
    bool compute_output(ExprId id);
    bool compute_call(ExprId id);
    bool compute_builtin(ExprId id);
    [[nodiscard]] std::vector<Value> operand_values(ExprId id) const;

    // evaluate_reduction.cpp
    bool compute_reduction(ExprId id);
    bool iterate(ExprId id, std::vector<Value> const& ranges, std::int64_t total, std::vector<Value>& results);
    bool fold_reduction(ExprId id, std::vector<std::int64_t> const& counts, std::vector<Value> results);
    bool finish_array(ExprId id, std::vector<std::int64_t> dims, std::vector<Value> const& results);

    // evaluate_end.cpp: `end` has a value only inside its subscript, so an expression that contains it is evaluated by
    // a separate evaluator.
    [[nodiscard]] bool needs_end(ExprId subscript);
    Evaluation evaluate_with_end(ExprId subscript, std::int64_t end);

    ExprStore const& store_;
    ValueSource values_;
    EvaluateLimits limits_;
    EvaluateHooks hooks_;
    // Nodes below a reduction have different values in each iteration; their entries have a different stamp.
    ExprMemo<Entry> memo_;
    std::uint64_t last_stamp_ = 1;
    std::uint64_t base_stamp_ = 1;
    std::uint64_t free_stamp_ = 1;      // of nodes with iterators, outside reductions
    std::uint64_t iterator_stamp_ = 1;  // of nodes with iterators, now
    std::vector<ExprId> tasks_;
    std::vector<Binding> bindings_;
    int nesting_ = 0;
    std::int64_t iterations_ = 0;
    EvaluateError error_ = EvaluateError::none;
    ExprId error_at_;
    ExprMemo<std::uint8_t> end_memo_;
    std::unique_ptr<Evaluator> end_evaluator_;
    Value end_value_;
};

Evaluation evaluate(ExprStore const& store, ExprId expr, ValueSource const& values, Interner* strings = nullptr);
// For expressions without variables.
Evaluation evaluate_constant(ExprStore const& store, ExprId expr, Interner* strings = nullptr);
// Reads variables from `values[variable.index()]`; der, pre and calls have no value.
[[nodiscard]] ValueSource dense_values(std::vector<Value> const& values);

}  // namespace moo
