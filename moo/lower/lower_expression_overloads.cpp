// Operators of operator records (Modelica 3.6, section 14.4).
#include "moo/lower/lower_expression_impl.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view> no_unary_overload{
    DiagnosticKind::TypeMismatch, "{} has no operator `{}` for `{}`"};
constexpr Message<std::string_view> ambiguous_operator{DiagnosticKind::TypeMismatch,
                                                       "several functions of the operator `{}` fit here"};
constexpr Message<std::string_view> record_sizes_unknown{
    DiagnosticKind::UnsupportedConstruct, "operators on arrays of {} need sizes that are known at translation"};
// Elements of an array of records that operators are applied to one by one.
constexpr std::int64_t most_elements = 65536;

// The name of the operator in a record; elementwise operators use those of the elements.
std::string_view overload_name(ast::Operator op) {
    switch (op) {
        case ast::Operator::add:
        case ast::Operator::add_elementwise: return "'+'";
        case ast::Operator::sub:
        case ast::Operator::sub_elementwise: return "'-'";
        case ast::Operator::mul:
        case ast::Operator::mul_elementwise: return "'*'";
        case ast::Operator::div:
        case ast::Operator::div_elementwise: return "'/'";
        case ast::Operator::pow:
        case ast::Operator::pow_elementwise: return "'^'";
        case ast::Operator::less: return "'<'";
        case ast::Operator::less_equal: return "'<='";
        case ast::Operator::greater: return "'>'";
        case ast::Operator::greater_equal: return "'>='";
        case ast::Operator::equal: return "'=='";
        case ast::Operator::not_equal: return "'<>'";
        case ast::Operator::and_: return "'and'";
        case ast::Operator::or_: return "'or'";
        case ast::Operator::not_: return "'not'";
        case ast::Operator::none: break;
    }
    return {};
}

bool is_elementwise(ast::Operator op) {
    return op == ast::Operator::add_elementwise || op == ast::Operator::sub_elementwise ||
           op == ast::Operator::mul_elementwise || op == ast::Operator::div_elementwise ||
           op == ast::Operator::pow_elementwise;
}

}  // namespace

// By a constructor with one argument that is not a record constructor of the same type.
ExprId ExpressionLowering::convert_by_constructor(ExprId value, TypeId record) {
    if (types_.kind(record) != TypeKind::record) return {};
    auto const constructors = context_.names.operator_functions(context_, record, "'constructor'");
    ExprId result;
    for (FunctionSignature const* constructor : constructors) {
        if (constructor->outputs.size() != 1) continue;
        GivenArgument const argument{Symbol(), ast::ExprId(), value};
        if (!could_bind(*constructor, {&argument, 1})) continue;
        BoundCall bound;
        if (!bind_arguments(ast::ExprId(), *constructor, {&argument, 1}, bound)) continue;
        if (extra_dimensions(bound) != std::size_t{0}) continue;
        if (result) return {};  // more than one: ambiguous
        result = build_call(bound, CallUse::value);
    }
    return result;
}

ExprId ExpressionLowering::apply_overload(std::string_view name, std::span<ExprId const> operands) {
    ambiguous_ = {};
    std::vector<FunctionSignature const*> candidates;
    TypeId last;
    for (ExprId const operand : operands) {
        TypeId const record = element_of(operand);
        if (types_.kind(record) != TypeKind::record || record == last) continue;
        last = record;
        for (FunctionSignature const* candidate : context_.names.operator_functions(context_, record, name)) {
            candidates.push_back(candidate);
        }
    }
    auto const bind = [&](FunctionSignature const& candidate, std::span<ExprId const> values, BoundCall& bound) {
        std::vector<GivenArgument> given;
        for (ExprId const value : values) given.push_back({Symbol(), ast::ExprId(), value});
        return could_bind(candidate, given) && bind_arguments(ast::ExprId(), candidate, given, bound) &&
               extra_dimensions(bound) == std::size_t{0};
    };
    BoundCall chosen;
    for (FunctionSignature const* candidate : candidates) {
        BoundCall bound;
        if (chosen.signature == candidate || !bind(*candidate, operands, bound)) continue;
        if (chosen.signature != nullptr) {
            ambiguous_ = {chosen.signature, candidate};
            return {};
        }
        chosen = std::move(bound);
    }
    if (chosen.signature != nullptr) return build_call(chosen, CallUse::value);
    if (operands.size() != 2) return {};
    // One operand is converted to what a candidate takes there.
    ExprId result;
    FunctionSignature const* from = nullptr;
    for (FunctionSignature const* candidate : candidates) {
        if (candidate->inputs.size() < 2) continue;
        for (std::size_t i = 0; i < 2; ++i) {
            std::vector<ExprId> values(operands.begin(), operands.end());
            values[i] = convert_by_constructor(values[i], candidate->inputs[i].type);
            BoundCall bound;
            if (!values[i] || !bind(*candidate, values, bound)) continue;
            ExprId const converted = build_call(bound, CallUse::value);
            if (result && converted != result) {
                ambiguous_ = {from, candidate};
                return {};
            }
            result = converted;
            from = candidate;
        }
    }
    return result;
}

ExprId ExpressionLowering::lower_record_unary(ast::ExprId id, ast::Operator op, Operand operand) {
    if (op == ast::Operator::add || op == ast::Operator::add_elementwise) return operand.value;
    ExprId result = apply_overload(overload_name(op), {&operand.value, 1});
    if (!result && !is_scalar(operand.value)) result = apply_elementwise(op, operand.value, ExprId());
    if (result) return result;
    if (report_ambiguous(ast_[id].span, overload_name(op))) return {};
    context_.diagnostics.error(ast_[id].span, no_unary_overload, text_of(element_of(operand.value)), overload_name(op),
                               source_text(operand.id));
    return {};
}

// If the last operator that was not found has several functions that fit equally well.
bool ExpressionLowering::report_ambiguous(SourceSpan span, std::string_view name) {
    if (ambiguous_[0] == nullptr) return false;
    context_.diagnostics.error(span, ambiguous_operator, name)
        .note(ambiguous_[0]->source, "one is here")
        .note(ambiguous_[1]->source, "another is here");
    return true;
}

ExprId ExpressionLowering::lower_record_binary(ast::Operator op, SourceSpan span, Operand a, Operand b) {
    std::array const operands{a.value, b.value};
    bool const a_array = !is_scalar(a.value);
    bool const b_array = !is_scalar(b.value);
    // `.*` of arrays is the operator of their elements, even if `'*'` takes arrays as well.
    if (!is_elementwise(op) || (!a_array && !b_array)) {
        if (ExprId const result = apply_overload(overload_name(op), operands)) return result;
        if (report_ambiguous(span, overload_name(op))) return {};
    }
    if (!a_array && !b_array) return operator_mismatch(op, span, a, b);
    for (ExprId const operand : operands) {
        if (types_.has_known_sizes(exprs_.type(operand))) continue;
        context_.diagnostics.error(span, record_sizes_unknown, text_of(element_of(operand)));
        return {};
    }
    bool const equal = have_equal_shapes(types_, exprs_.type(a.value), exprs_.type(b.value));
    bool const mixed = a_array != b_array;
    bool const sums = op == ast::Operator::add || op == ast::Operator::sub;
    bool const scales = mixed && (op == ast::Operator::mul || (op == ast::Operator::div && a_array));
    ExprId result;
    if ((sums && equal) || scales || (is_elementwise(op) && (equal || mixed))) {
        result = apply_elementwise(op, a.value, b.value);
    } else if (op == ast::Operator::mul && !mixed) {
        result = apply_product(a.value, b.value);
    }
    if (result || report_ambiguous(span, overload_name(op))) return result;
    return operator_mismatch(op, span, a, b);
}

// Dimension by dimension; without `b` the operator is unary.
ExprId ExpressionLowering::apply_elementwise(ast::Operator op, ExprId a, ExprId b) {
    bool const a_array = !is_scalar(a);
    bool const b_array = b && !is_scalar(b);
    if (!a_array && !b_array) {
        std::array const operands{a, b};
        return apply_overload(overload_name(op), std::span(operands).first(b ? 2 : 1));
    }
    std::int64_t const size = a_array ? dims_of(a)[0] : dims_of(b)[0];
    if (size < 0 || size > most_elements) return {};
    std::vector<ExprId> elements;
    for (std::int64_t k = 1; k <= size; ++k) {
        ExprId const at = exprs_.integer(k);
        ExprId const x = a_array ? element(a, {&at, 1}) : a;
        ExprId const y = b_array ? element(b, {&at, 1}) : b;
        elements.push_back(apply_elementwise(op, x, y));
        if (!elements.back()) return {};
    }
    return exprs_.array(elements);
}

// Vector * vector, matrix * vector, vector * matrix, matrix * matrix.
ExprId ExpressionLowering::apply_product(ExprId a, ExprId b) {
    std::vector<std::int64_t> const x = dims_of(a);
    std::vector<std::int64_t> const y = dims_of(b);
    if (x.size() > 2 || y.size() > 2 || x.back() != y.front()) return {};
    std::int64_t const rows = x.size() == 2 ? x[0] : 1;
    std::int64_t const columns = y.size() == 2 ? y[1] : 1;
    if (rows > most_elements || columns > most_elements || rows * columns > most_elements) return {};
    std::vector<ExprId> result_rows;
    for (std::int64_t i = 1; i <= rows; ++i) {
        std::vector<ExprId> row;
        for (std::int64_t j = 1; j <= columns; ++j) {
            auto const a_row = std::span(&i, x.size() == 2 ? 1 : 0);
            auto const b_column = std::span(&j, y.size() == 2 ? 1 : 0);
            row.push_back(inner_product(a, a_row, b, b_column, x.back()));
            if (!row.back()) return {};
        }
        result_rows.push_back(y.size() == 2 ? exprs_.array(row) : row[0]);
    }
    return x.size() == 2 ? exprs_.array(result_rows) : result_rows[0];
}

ExprId ExpressionLowering::inner_product(ExprId a, std::span<std::int64_t const> row, ExprId b,
                                         std::span<std::int64_t const> column, std::int64_t count) {
    ExprId sum;
    for (std::int64_t k = 1; k <= count; ++k) {
        std::vector<ExprId> left;
        std::vector<ExprId> right;
        for (std::int64_t const i : row) left.push_back(exprs_.integer(i));
        left.push_back(exprs_.integer(k));
        right.push_back(exprs_.integer(k));
        for (std::int64_t const j : column) right.push_back(exprs_.integer(j));
        std::array const factors{element(a, left), element(b, right)};
        ExprId const product = apply_overload("'*'", factors);
        if (!product) return {};
        std::array const terms{sum, product};
        sum = sum ? apply_overload("'+'", terms) : product;
        if (!sum) return {};
    }
    if (sum) return sum;
    auto const zero = context_.names.operator_functions(context_, element_of(is_record(a) ? a : b), "'0'");
    return zero.size() == 1 ? call_function({}, zero) : ExprId();
}

ExprId ExpressionLowering::sum_of_records(ast::ExprId id, ExprId array) {
    if (!array) return {};
    TypeId const record = element_of(array);
    if (!types_.has_known_sizes(exprs_.type(array))) {
        context_.diagnostics.error(ast_[id].span, record_sizes_unknown, text_of(record));
        return {};
    }
    std::vector<ExprId> terms{array};
    while (!terms.empty() && !is_scalar(terms[0])) {
        std::vector<ExprId> inner;
        for (ExprId const term : terms) {
            std::int64_t const size = dims_of(term)[0];
            if (size > most_elements) return {};
            for (std::int64_t k = 1; k <= size; ++k) {
                ExprId const at = exprs_.integer(k);
                inner.push_back(element(term, {&at, 1}));
            }
        }
        terms = std::move(inner);
    }
    ExprId sum;
    if (terms.empty()) {
        auto const zero = context_.names.operator_functions(context_, record, "'0'");
        if (zero.size() == 1) sum = call_function({}, zero);
    }
    for (ExprId const term : terms) {
        std::array const operands{sum, term};
        sum = sum ? apply_overload("'+'", operands) : term;
        if (!sum) break;
    }
    if (!sum) context_.diagnostics.error(ast_[id].span, no_unary_overload, text_of(record), "'+'", source_text(id));
    return sum;
}

}  // namespace moo
