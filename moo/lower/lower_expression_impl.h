// The class behind lower_expression.h. Its parts are in lower_expression*.cpp, by construct.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "moo/lower/lower_expression.h"
#include "moo/lower/type_text.h"

namespace moo {

// Whether a call is used where one value is expected, or where all results of the function are.
enum class CallUse : std::uint8_t { value, all_outputs };

// The values of iterators, for each its list; the innermost first.
using IterationValues = std::vector<std::vector<ExprId>>;

class ExpressionLowering {
public:
    explicit ExpressionLowering(LoweringContext& context)
        : context_(context), ast_(context.ast), exprs_(context.exprs), types_(context.exprs.types()) {}

    // lower_expression.cpp. The depth of the tree is bounded by ParseOptions::max_nesting.
    ExprId lower(ast::ExprId id);
    ExprId lower_as(ast::ExprId id, TypeId expected);
    ExprId lower_any_call(ast::ExprId id, CallUse use, bool is_called_pure = false);

    // lower_expression_subscripts.cpp
    ExprId lower_subscripts(ExprId base, std::span<ast::ExprId const> subscripts, SourceSpan span,
                            std::span<TypeId const> index_types = {});
    bool check_index_type(ExprId subscript, TypeId index, ast::ExprId id);

    // lower_expression_calls.cpp
    ExprId lower_function_call(ast::ExprId call, std::span<FunctionSignature const* const> candidates, CallUse use);
    ExprId call_function(std::span<ExprId const> arguments, std::span<FunctionSignature const* const> candidates);

    // lower_expression_iterators.cpp
    ExprId lower_iteration_range(ast::ExprId range);
    ExprId deduce_range(Symbol iterator, std::span<ExprId const> uses);

private:
    // ---- reports and questions: lower_expression.cpp ----
    ExprId refuse(ast::ExprId id, std::string_view what);
    ExprId mismatch(ast::ExprId id, ExprId value, std::string_view expected);
    ExprId types_disagree(SourceSpan span, ast::ExprId a_id, ExprId a, ast::ExprId b_id, ExprId b);
    [[nodiscard]] std::string text_of(TypeId type) const { return type_text(types_, type, context_.interner); }
    [[nodiscard]] std::string type_of(ExprId value) const { return text_of(exprs_.type(value)); }
    // As written, but on one line and short enough for a message.
    [[nodiscard]] std::string source_text(ast::ExprId id) const;
    [[nodiscard]] std::string name_of(FunctionSignature const& signature) const {
        return std::string(context_.interner.text(signature.name));
    }
    // The value at translation, by folding, by evaluating what does not vary, or from the resolver.
    Value evaluate(ExprId expr);
    std::optional<std::int64_t> evaluate_integer(ExprId expr);

    [[nodiscard]] bool is_boolean(ExprId value) const { return element_of(value) == types::boolean; }
    [[nodiscard]] bool is_string(ExprId value) const { return element_of(value) == types::string; }
    [[nodiscard]] bool is_numeric(ExprId value) const { return types_.is_numeric(exprs_.type(value)); }
    [[nodiscard]] bool is_integer(ExprId value) const { return element_of(value) == types::integer; }
    [[nodiscard]] bool is_scalar(ExprId value) const { return !types_.is_array(exprs_.type(value)); }
    [[nodiscard]] bool is_unknown(ExprId value) const { return element_of(value) == types::unknown; }
    [[nodiscard]] bool is_record(ExprId value) const { return types_.kind(element_of(value)) == TypeKind::record; }
    [[nodiscard]] bool is_enumeration(ExprId value) const {
        return types_.kind(element_of(value)) == TypeKind::enumeration;
    }
    // The name that an identifier in the source represents: without quotes where these are not part of names.
    Symbol plain_name(Symbol written) { return context_.names.iterator_name(context_, written); }
    [[nodiscard]] TypeId element_of(ExprId value) const { return types_.element(exprs_.type(value)); }
    [[nodiscard]] std::size_t rank_of(ExprId value) const { return types_.rank(exprs_.type(value)); }
    // A copy, because building expressions moves the table of types.
    [[nodiscard]] std::vector<std::int64_t> dims_of(ExprId value) const;

    ExprId lower_reference(ast::ExprId id);
    [[nodiscard]] std::optional<std::size_t> output_number(Symbol written) const;
    ExprId lower_member(ast::ExprId id);
    // The values of all of them, empty if one is wrong; all are checked.
    std::optional<std::vector<ExprId>> lower_all(std::span<ast::ExprId const> ids);

    // ---- operators: lower_expression_operators.cpp ----
    struct Operand {
        ast::ExprId id;
        ExprId value;
    };
    ExprId lower_unary(ast::ExprId id);
    ExprId lower_chain(ast::ExprId id);
    ExprId lower_binary(ast::Operator op, SourceSpan span, Operand a, Operand b);
    ExprId lower_logic(ExprKind kind, ast::Operator op, SourceSpan span, Operand a, Operand b);
    ExprId lower_relation(ExprKind kind, SourceSpan span, Operand a, Operand b);
    ExprId lower_arithmetic(ExprKind kind, ast::Operator op, SourceSpan span, Operand a, Operand b);
    [[nodiscard]] bool do_shapes_fit(ExprKind kind, ExprId a, ExprId b) const;
    ExprId operator_mismatch(ast::Operator op, SourceSpan span, Operand a, Operand b);
    ExprId lower_conditional(ast::ExprId id);
    struct ConditionalBranch {
        ExprId condition;  // none for the last
        Operand value;
    };
    bool drop_last_branch(std::vector<ConditionalBranch>& branches);
    ExprId join_branches(ExprId condition, Operand then_branch, Operand else_branch);

    // ---- operators of records: lower_expression_overloads.cpp ----
    ExprId lower_record_unary(ast::ExprId id, ast::Operator op, Operand operand);
    ExprId lower_record_binary(ast::Operator op, SourceSpan span, Operand a, Operand b);
    // None without a report if no overload fits.
    ExprId apply_overload(std::string_view name, std::span<ExprId const> operands);
    bool report_ambiguous(SourceSpan span, std::string_view name);
    ExprId apply_elementwise(ast::Operator op, ExprId a, ExprId b);
    ExprId apply_product(ExprId a, ExprId b);
    ExprId inner_product(ExprId a, std::span<std::int64_t const> row, ExprId b, std::span<std::int64_t const> column,
                         std::int64_t count);
    ExprId sum_of_records(ast::ExprId id, ExprId array);
    ExprId convert_by_constructor(ExprId value, TypeId record);

    // ---- arrays: lower_expression_arrays.cpp ----
    ExprId lower_array(ast::ExprId id);
    ExprId array_of(std::span<ast::ExprId const> ids, std::span<ExprId const> values);
    ExprId lower_matrix(ast::ExprId id);
    ExprId concatenate(SourceSpan span, std::size_t axis, std::span<Operand const> parts, std::size_t rank);
    ExprId lower_range(ast::ExprId id);
    ExprId literal_if_known(ExprId value);

    // ---- subscripts: lower_expression_subscripts.cpp ----
    ExprId lower_end(ast::ExprId id);
    ExprId lower_subscript(ExprId base, std::size_t dimension, ast::ExprId id, SourceSpan span, TypeId index);
    bool check_subscript_range(ExprId base, std::size_t dimension, ExprId subscript, ast::ExprId id, SourceSpan span);

    // ---- iterators: lower_expression_iterators.cpp ----
    ExprId lower_comprehension(ast::ExprId id, Reduction reduction);
    ExprId build_reduction(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators);
    // Whether a range mentions another of these iterators.
    [[nodiscard]] bool depend_on_each_other(std::span<ReductionIterator const> iterators) const;
    ExprId unroll(Reduction reduction, ExprId body, std::span<ReductionIterator const> iterators);
    ExprId lower_unrolled(ast::ExprId id, Reduction reduction, std::span<ReductionIterator const> iterators);
    std::optional<IterationValues> iteration_values(std::span<ReductionIterator const> iterators);
    ExprId combine(Reduction reduction, std::vector<ExprId> terms, IterationValues const& values);
    [[nodiscard]] bool should_unroll(ExprId body, std::span<ReductionIterator const> iterators) const;

    // ---- calls: lower_expression_calls.cpp, lower_expression_vectorize.cpp ----
    // Arguments in the order of the inputs; `ids` has none where a default was filled in.
    struct BoundCall {
        FunctionSignature const* signature = nullptr;
        std::vector<ExprId> values;
        std::vector<ast::ExprId> ids;
    };
    // Arguments as written: positional ones first.
    struct GivenArgument {
        Symbol name;
        ast::ExprId id;
        ExprId value;
    };
    bool bind_arguments(ast::ExprId call, FunctionSignature const& signature, std::span<GivenArgument const> given,
                        BoundCall& bound);
    [[nodiscard]] bool could_bind(FunctionSignature const& signature, std::span<GivenArgument const> given) const;
    bool fill_defaults(BoundCall& bound);
    bool fill_default(BoundCall& bound, std::size_t input, std::size_t depth);
    ExprId substitute_inputs(BoundCall const& bound, ExprId expr);
    // The number of dimensions that the call is vectorized over; none if the arguments do not fit.
    [[nodiscard]] std::optional<std::size_t> extra_dimensions(BoundCall const& bound) const;
    [[nodiscard]] bool does_argument_fit(ExprId argument, TypeId input, std::size_t extra) const;
    void report_misfit(ast::ExprId call, BoundCall const& bound);
    bool check_input_sizes(ast::ExprId call, BoundCall const& bound);
    ExprId finish_call(ast::ExprId call, BoundCall const& bound, std::size_t extra, CallUse use);
    ExprId as_input(ExprId value, TypeId input);
    ExprId build_call(BoundCall const& bound, CallUse use);
    TypeId output_type(BoundCall const& bound, SignatureVariable const& output);
    // With all outputs it is a comprehension of tuples of outputs, which `spread_targets` turns into loops.
    ExprId vectorize(BoundCall bound, std::size_t extra, CallUse use = CallUse::value);
    ExprId vectorize_unrolled(BoundCall& bound, std::span<bool const> spread, std::span<std::int64_t const> dims);
    ExprId vectorize_symbolic(BoundCall& bound, std::span<bool const> spread, std::size_t extra,
                              CallUse use = CallUse::value);
    // value[subscripts], taken inside sums, products with scalars and conditionals.
    ExprId element(ExprId value, std::span<ExprId const> subscripts, int depth = 0);

    // ---- built-in functions: lower_expression_builtins.cpp, lower_expression_builtin_rules.cpp ----
    ExprId lower_builtin_call(ast::ExprId id, Builtin builtin);
    // Arguments by position, with named arguments in their places; nullopt after a report.
    std::optional<std::vector<Operand>> builtin_arguments(ast::ExprId id, Builtin builtin);
    std::optional<std::vector<Operand>> string_arguments(ast::ExprId id);
    std::optional<std::vector<Operand>> clock_arguments(ast::ExprId id);
    std::optional<std::vector<Operand>> place_arguments(ast::ExprId id, std::string_view name,
                                                        std::span<std::string_view const> parameters);
    ExprId unknown_argument(ast::ExprId id, std::string_view function, Symbol name);
    ExprId lower_der(ast::ExprId id);
    ExprId lower_pre(ast::ExprId id);
    ExprId wrong_count(ast::ExprId id, std::string_view name, std::string_view expected, std::size_t count);
    [[nodiscard]] bool is_place(ExprId value, int depth = 0) const;
    ExprId check_builtin(ast::ExprId id, Builtin builtin, std::vector<Operand>& arguments);
    ExprId vectorize_builtin(ast::ExprId id, Builtin builtin, std::span<Operand const> arguments);
    bool expect_numbers(std::span<Operand const> arguments);
    bool expect_scalar(Operand const& argument, TypeId type);
    bool expect_rank(Operand const& argument, std::size_t rank, std::string_view expected);
    bool expect_sizes(std::span<Operand> arguments);
    bool expect_vector_of(Operand const& argument, std::int64_t size);
    ExprId lower_extremum(ast::ExprId id, Builtin builtin, std::span<Operand const> arguments);
    ExprId lower_size(ast::ExprId id, std::span<Operand const> arguments);
    ExprId lower_reshape(Builtin builtin, Operand const& argument);
    ExprId lower_cat(std::span<Operand const> arguments);
    ExprId lower_string(ast::ExprId id, std::span<Operand const> arguments);
    ExprId builtin_of(Builtin builtin, std::span<Operand const> arguments);

    LoweringContext& context_;
    ast::Ast const& ast_;
    ExprStore& exprs_;
    TypeTable& types_;
    std::array<FunctionSignature const*, 2> ambiguous_{};  // functions of an operator that fit equally well
};

}  // namespace moo
