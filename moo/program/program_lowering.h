// The state while one function is lowered to a program.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>

#include "moo/program/lower_functions.h"
#include "moo/program/operations.h"

namespace moo {

// A scalar or array that holds a value, or a part of a record.
struct Leaf {
    bool is_array = false;
    std::uint32_t index = 0;  // a ProgramExpr, or an array of the function
    ScalarType type = ScalarType::real;
    std::uint32_t rank = 0;
};
// The scalars and arrays that a value consists of: one, or those of a record in the order of its fields.
using Leaves = std::vector<Leaf>;

struct LeafType {
    ScalarType type;
    std::vector<std::int64_t> sizes;
    std::string suffix;  // path of the field: `.a.b`
};

// Shared state while all functions of a document are lowered.
class ProgramContext {
public:
    ProgramContext(Document const& given, Interner const& texts, Program& made);

    Document const& document;
    ExprStore const& exprs;
    TypeTable const& types;
    Interner const& interner;
    Program& program;

    [[nodiscard]] std::string text(Symbol symbol) const { return std::string(interner.text(symbol)); }
    // The function that a call refers to; nullopt if there is none.
    [[nodiscard]] std::optional<std::uint32_t> find_function(ExprId call) const;
    [[nodiscard]] std::optional<std::uint32_t> find_function(std::string const& name) const;
    std::uint32_t text_number(std::string const& text);
    std::uint32_t enumeration_number(TypeId type);
    [[nodiscard]] std::vector<LeafType> leaf_types(TypeId type) const;
    static ScalarType scalar_type(TypeKind kind);

    ProgramExpr make(ProgramNode node, std::span<ProgramExpr const> operands);

private:
    void add_leaf_types(TypeId type, std::vector<std::int64_t> sizes, std::string const& suffix, int depth,
                        std::vector<LeafType>& found) const;

    std::unordered_map<std::string, std::uint32_t> function_numbers_;
    std::unordered_map<std::string, std::uint32_t> text_numbers_;
    std::unordered_map<TypeId, std::uint32_t> enumeration_numbers_;
};

class ProgramLowering {
public:
    ProgramLowering(ProgramContext& context, ProgramFunction& function)
        : c_(context), exprs_(context.exprs), types_(context.types), f_(function), out_(&function.body) {}

    void lower_function(FlatFunction const& function);
    // Lowers an expression of the equations: `inputs` are given, the values of `outputs` are the results.
    void lower_expression(std::vector<ExprId> const& inputs, std::vector<ExprId> const& outputs);
    void lower_effect(std::vector<ExprId> const& inputs, ExprId call);

private:
    using Expr = ProgramExpr;
    using Block = std::vector<ProgramStatement>;

    // A reference whose subscripts have not been applied yet.
    struct View {
        Leaves leaves;
        TypeId type;
        std::vector<ProgramSubscript> subscripts;  // of the leading dimensions of all leaves
        std::size_t open = 0;                      // dimensions of `type` after the subscripted ones
    };
    struct LoopRange {
        bool is_counted = false;
        Expr first = 0, step = 0, last = 0;
        std::uint32_t values = 0;
        Expr count = 0;
    };

    // ---- problems ----
    void report(std::string text);
    Leaves broken(TypeId type);  // after a problem: a placeholder of that type

    // ---- nodes ----
    Expr make(ProgramOp op, ScalarType type, std::initializer_list<Expr> operands = {}, std::uint32_t index = 0,
              std::uint32_t other = 0);
    Expr number(double value, ScalarType type);
    Expr integer(std::int64_t value) { return number(static_cast<double>(value), ScalarType::integer); }
    Expr local(std::uint32_t scalar) { return make(ProgramOp::local, f_.scalars[scalar].type, {}, scalar); }
    Expr convert(Expr expr, ScalarType type);
    [[nodiscard]] ScalarType type_of(Expr expr) const { return c_.program.nodes[expr].type; }
    [[nodiscard]] ScalarType element_type(TypeId type) const;
    [[nodiscard]] bool is_cheap(Expr expr) const;
    // A scalar that holds the value, so that it is computed once.
    Expr held(Expr expr);

    // ---- variables and statements ----
    std::uint32_t new_scalar(ScalarType type, std::string name = {});
    std::uint32_t new_array(ScalarType type, std::size_t rank, std::string name = {});
    [[nodiscard]] ScalarType array_type(std::uint32_t array) const;
    [[nodiscard]] std::size_t array_rank(std::uint32_t array) const;
    ProgramStatement& emit(ProgramStatementKind kind);
    void emit_assign(std::uint32_t scalar, Expr value);
    ProgramStatement& emit_array(ArrayOperation operation, std::uint32_t target, std::vector<std::uint32_t> arrays = {},
                                 std::vector<Expr> scalars = {});
    template <class Fill>
    Block block(Fill const& fill) {
        Block made;
        Block* const outer = std::exchange(out_, &made);
        fill();
        out_ = outer;
        return made;
    }

    // ---- values (lower_value.cpp, lower_scalar.cpp) ----
    Leaves leaves(ExprId id);
    Expr scalar(ExprId id);
    Expr scalar(ExprId id, ScalarType type) { return convert(scalar(id), type); }
    std::uint32_t array(ExprId id);
    std::vector<std::uint32_t> arrays(std::span<ExprId const> ids);
    Leaves call(ExprId id);
    Leaves choice(ExprId id);
    Leaves constructed(ExprId id);
    Leaves global(VarId variable);
    void store_leaf(Leaf const& to, Leaf const& from);
    Leaf temporary(ScalarType type, std::size_t rank);
    Expr scalar_node(ExprId id);
    Expr arithmetic(ExprId id);
    Expr relation(ExprId id);
    Expr logic(ExprId id);
    Expr scalar_builtin(Builtin builtin, TypeId type, std::vector<ExprId> const& arguments);
    Expr numeric_builtin(Builtin builtin, TypeId type, std::vector<ExprId> const& arguments);
    Expr text_of(std::vector<ExprId> const& arguments);
    Expr size_of(ExprId array, ExprId dimension);

    // ---- arrays (lower_array.cpp) ----
    std::uint32_t array_node(ExprId id);
    std::uint32_t array_literal(ExprId id);
    std::uint32_t matrix_literal(ExprId id);
    std::uint32_t array_builtin(Builtin builtin, ExprId id, std::vector<ExprId> const& arguments);
    std::uint32_t promoted(ExprId id, std::size_t rank);
    [[nodiscard]] bool is_elementwise(ExprId id) const;
    std::uint32_t elementwise(ExprId id);
    void prepare_elements(ExprId id, std::vector<std::pair<ExprId, Leaf>>& prepared);
    Expr element_of(ExprId id, Expr place, std::vector<std::pair<ExprId, Leaf>> const& prepared);
    Expr apply(ExprKind kind, ScalarType type, Expr a, Expr b);
    std::optional<ConstantArray> constant_array(ExprId id);
    Leaves stacked(std::vector<Leaves> const& elements, TypeId type);

    // ---- loops (lower_loop.cpp) ----
    LoopRange loop_range(ExprId range);
    void loop(LoopRange const& range, Symbol iterator, TypeId type, std::function<void()> const& body);
    void count_loop(Expr first, Expr step, Expr last, std::function<void(Expr)> const& body);
    Leaves reduction(ExprId id);
    Leaves array_reduction(ExprId id, std::vector<LoopRange> const& ranges);
    void nested_loops(ExprId id, std::vector<LoopRange> const& ranges, std::size_t level,
                      std::function<void()> const& body);

    // ---- references (lower_reference.cpp) ----
    View view(ExprId id);
    Leaves finish(View view);
    Leaf finish_leaf(Leaf const& leaf, std::vector<ProgramSubscript> subscripts);
    ProgramSubscript subscript(ExprId id, Leaf const& leaf, std::size_t axis);
    void assign(ExprId target, Leaves values, bool is_fresh);
    std::optional<Leaves> find(Symbol name) const;

    // ---- statements (lower_statement.cpp) ----
    void take_inputs(std::vector<ExprId> const& inputs);
    void declare(FunctionVariable const& variable);
    void initialize(FunctionVariable const& variable);
    void check_sizes(FunctionVariable const& variable);
    void statements(std::vector<FlatStatement> const& list);
    void statement(FlatStatement const& statement);
    void assignment(FlatStatement const& statement);
    void tuple_assignment(ExprId target, ExprId value);
    void if_statement(FlatStatement const& statement, std::size_t branch);
    void while_statement(FlatStatement const& statement);
    void assertion(FlatStatement const& statement);
    void at(SourceSpan source);

    // ---- external functions (lower_external.cpp) ----
    void external(FlatFunction const& function);
    ProgramExternalArgument external_argument(FlatFunction const& function, ExprId id);
    [[nodiscard]] bool is_written(FlatFunction const& function, ExprId id) const;

    struct Named {
        Symbol name;
        Leaves leaves;
    };
    ProgramContext& c_;
    ExprStore const& exprs_;
    TypeTable const& types_;
    ProgramFunction& f_;
    Block* out_;
    std::vector<Named> names_;                             // innermost last
    std::unordered_map<ExprId, Leaf> given_;               // inputs of an expression of the equations
    std::unordered_map<std::uint32_t, bool> keeps_sizes_;  // arrays whose sizes are declared
    std::vector<Leaf> end_arrays_;
    std::vector<std::size_t> end_axes_;
    std::uint32_t place_ = 0;
    int depth_ = 0;
    ExprId shared_call_;  // its value is computed already
    Leaves shared_value_;
};

}  // namespace moo
