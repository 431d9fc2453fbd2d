// The scalars of expressions.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "moo/expr/array_layout.h"
#include "moo/expr/memo.h"
#include "moo/model/flat_model.h"
#include "moo/scalarize/known_values.h"
#include "moo/scalarize/result_shapes.h"
#include "moo/scalarize/scalar_types.h"
#include "moo/scalarize/scalarize.h"

namespace moo {

// The replacement of a variable: consecutive scalar variables, or one variable that remains whole.
struct VariableParts {
    VarId first;
    std::uint32_t count = 0;
    bool is_whole = false;
};

// The scalars of a value: the elements of an array row by row, the fields of a record in order.
struct Scalars {
    TypeId type;  // all its sizes are known
    std::span<ExprId const> items;
};

struct ExpandFailure {
    EvaluateError error = EvaluateError::none;
    ExprId where;  // in the old model
};

// Splits expressions of one model into scalar expressions of another, whose type table begins with that of the first.
//
// Results are remembered by id; those of expressions with iterators until an iterator changes. Items are valid until
// the next expansion.
class Expander {
public:
    Expander(FlatModel const& from, FlatModel& to, Store<VarId, VariableParts> const& parts, KnownValues& known,
             ScalarizeLimits const& limits);

    // None if the value cannot be split; `failure` says why.
    std::optional<Scalars> expand(ExprId expr);
    ExprId scalar(ExprId expr);
    // One expression of the same shape: an array constructor or record value over scalars, or an expression that can
    // stay as it is. For a call with several results, the call.
    ExprId whole(ExprId expr);
    // One of the results of a call, from 1.
    std::optional<Scalars> expand_output(ExprId call, std::size_t number);
    // The value of an expanded condition, if iterators of unrolled loops, or parameters that cannot change, determine
    // it.
    [[nodiscard]] std::optional<bool> known_condition(ExprId condition);
    [[nodiscard]] ExpandFailure const& failure() const { return failure_; }

    // An iterator of a loop that is unrolled or, with its own leaf as the value, of a loop that stays.
    class Loop {
    public:
        Loop(Expander& expander, Symbol iterator);
        ~Loop();
        Loop(Loop const&) = delete;
        Loop& operator=(Loop const&) = delete;
        void set(ExprId value);

    private:
        Expander& expander_;
        std::uint32_t outer_stamp_;
        std::size_t index_;
    };

    // The values that an iterator takes, as literals; nullopt if they are not known.
    std::optional<std::vector<ExprId>> iteration_values(ExprId range);
    // The range, and the leaf that stands for the iterator, of a loop that stays.
    ExprId kept_range(ExprId range);
    ExprId iterator_leaf(Symbol name, ExprId range);

    // The expression as it is, for functions and everything else that stays, but with the new variables.
    ExprId copy(ExprId expr);
    // The scalars of an expression that stays whole: `base[1]`, `base.a`. Appended to `out`.
    void append_parts(ExprId base, TypeId type, std::vector<ExprId>& out);
    // An expression of that type over these scalars.
    ExprId assemble(TypeId type, std::span<ExprId const> items);
    // Counts the scalars that are built; false, with a failure, if there are too many.
    bool charge(std::size_t scalars, ExprId where);
    // A function of the old model, or null.
    [[nodiscard]] FlatFunction const* find_function(Symbol name) const { return shapes_.find_function(name); }
    [[nodiscard]] ScalarTypes& types() { return types_; }

private:
    // A value that does not have exactly one scalar, or whose type was not known before.
    struct Composite {
        std::uint32_t stamp = 0;
        TypeId type;
        std::vector<ExprId> items;
        ExprId whole;
        bool is_base = false;  // `whole` is a call or variable as it is, not assembled from the items
    };
    struct Single {
        std::uint32_t stamp = 0;
        ExprId expr;
    };
    struct Binding {
        Symbol name;
        ExprId value;
    };

    // ---- expander.cpp: the machine ----
    [[nodiscard]] bool is_composite(ExprId id) const;
    [[nodiscard]] std::uint32_t stamp_for(ExprId id) const { return old_.has_iterator(id) ? iterator_stamp_ : 1; }
    [[nodiscard]] bool is_done(ExprId id) const;
    [[nodiscard]] Scalars scalars_of(ExprId id) const;
    // The only scalar of a value.
    [[nodiscard]] ExprId item_of(ExprId id) const { return scalars_of(id).items[0]; }
    [[nodiscard]] Dims dims_of(ExprId id) const { return types_.dims(scalars_of(id).type); }
    Composite& composite(ExprId id);
    bool fail(EvaluateError error, ExprId where);
    bool finish(ExprId id, ExprId expr);
    bool finish(ExprId id, TypeId type, std::vector<ExprId> items);
    bool finish_base(ExprId id, TypeId type, ExprId base);
    ExprId whole_of(ExprId id);
    bool run(ExprId root);
    bool step(ExprId id);
    bool step_if(ExprId id);
    bool step_logic(ExprId id);
    bool step_operands(ExprId id);
    bool compute(ExprId id);
    bool compute_elementwise(ExprId id);
    bool compute_binary(ExprId id);
    ExprId build_item(ExprId id, std::span<ExprId const> operands);
    ExprId build_around_choice(ExprId id, ExprId item);
    ExprId map_array(ExprId id, ExprId array);
    // The type of a node with these sizes; where the node does not know its element type, that of an operand.
    TypeId sized_type(ExprId id, Dims const& dims, ExprId operand);

    // ---- expand_references.cpp ----
    bool compute_variable(ExprId id);
    bool compute_iterator(ExprId id);
    bool compute_subscript(ExprId id);
    bool compute_field(ExprId id);
    bool compute_call(ExprId id);
    bool compute_record(ExprId id);
    bool compute_output(ExprId id);
    bool insert_literals(ExprId id, VarId variable);
    struct Axis;
    bool read_axis(ExprId subscript, Axis& axis);
    ExprId choice(ExprId base, std::vector<Axis> const& axes, std::vector<std::size_t> const& at, std::size_t width,
                  std::size_t component);
    void append_choice_of_base(ExprId base, std::vector<Axis> const& axes, std::vector<std::size_t> const& at,
                               std::vector<ExprId>& items);
    // A subscript in the new model: a position from 1 if it is known, otherwise none.
    std::optional<std::int64_t> known_place(ExprId old_subscript, ExprId item);
    TypeId call_type(ExprId id);

    // ---- expand_arrays.cpp ----
    bool compute_array(ExprId id);
    bool compute_matrix(ExprId id);
    bool compute_range(ExprId id);
    bool compute_product(ExprId id);
    bool compute_power(ExprId id);
    bool multiply(ExprId id, MatrixProduct const& layout, std::span<ExprId const> a, std::span<ExprId const> b,
                  std::vector<ExprId>& out);
    bool finish_layout(ExprId id, ArrayLayout const& layout, std::span<ExprId const> items, ExprId operand);
    ExprId zero(TypeId type);
    // An Integer literal among Reals becomes one.
    ExprId as_element(ExprId item, TypeId element);
    ExprId add_up(ExprKind kind, std::span<ExprId const> items, ExprId empty);
    ExprId extremum(Builtin builtin, std::span<ExprId const> items);

    // ---- expand_reductions.cpp ----
    bool step_reduction(ExprId id);
    bool unroll_reduction(ExprId id, std::vector<std::vector<ExprId>> const& values);
    bool finish_reduction(ExprId id, Dims const& counts, TypeId body, std::vector<ExprId> items);
    bool keep_reduction(ExprId id);

    // ---- expand_builtins.cpp ----
    bool compute_builtin(ExprId id);
    bool compute_array_builtin(ExprId id, Builtin builtin, bool& is_handled);
    bool fold_integers(ExprId id);
    bool compute_promote(ExprId id);
    bool compute_outer_product(ExprId id);
    bool compute_cat(ExprId id);
    bool compute_linspace(ExprId id);
    bool compute_cross(ExprId id);
    bool compute_skew(ExprId id);
    bool compute_sizes(ExprId id);
    bool compute_fill(ExprId id, std::size_t first_size, std::span<ExprId const> items, Dims const& inner);
    bool reshape(ExprId id, Dims const& dims);
    std::optional<std::int64_t> structural_integer(ExprId old_expr);

    FlatModel const& from_;
    FlatModel const& to_;
    ExprStore const& old_;
    ExprStore& new_;
    Store<VarId, VariableParts> const& parts_;
    KnownValues& known_;
    ScalarizeLimits limits_;
    EvaluateLimits array_limits_;
    mutable ScalarTypes types_;
    ResultShapes shapes_;

    ExprMemo<Single> singles_;
    ExprMemo<std::uint32_t> composite_index_;  // plus one; zero is none
    std::deque<Composite> composites_;
    ExprMemo<ExprId> copies_;
    std::vector<ExprId> tasks_;
    std::vector<Binding> bindings_;
    // Entries of expressions without iterators have stamp 1.
    std::uint32_t last_stamp_ = 1;
    std::uint32_t iterator_stamp_ = 1;
    int nesting_ = 0;
    std::int64_t built_ = 0;
    std::vector<ExprId> output_items_;
    ExpandFailure failure_;
};

// The value of a literal.
[[nodiscard]] Value literal_value(ExprStore const& store, ExprId literal);

}  // namespace moo
