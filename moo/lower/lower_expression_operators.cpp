// Operators on numbers, Booleans and Strings, and if-expressions (Modelica 3.6, chapter 3 and section 10.6).
#include "moo/lower/binary_kind.h"
#include "moo/lower/lower_expression_impl.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view, std::string_view>
    operands_do_not_fit{DiagnosticKind::TypeMismatch, "`{}` cannot be applied to `{}` of type {} and `{}` of type {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> real_equality{
    DiagnosticKind::TypeMismatch, "`{}` compares `{}` and `{}`, which are Real, outside of a function"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> branches_differ{
    DiagnosticKind::TypeMismatch,
    "`{}` has type {}, but `{}` has type {}, and the condition between them is not known before the simulation"};

bool is_elementwise(ExprKind kind) { return kind >= ExprKind::element_add && kind <= ExprKind::element_pow; }

}  // namespace

ExprId ExpressionLowering::operator_mismatch(ast::Operator op, SourceSpan span, Operand a, Operand b) {
    context_.diagnostics.error(span, operands_do_not_fit, operator_text(op), source_text(a.id), type_of(a.value),
                               source_text(b.id), type_of(b.value));
    return {};
}

ExprId ExpressionLowering::lower_unary(ast::ExprId id) {
    ast::ExprId const operand_id = ast_.operand(id);
    ExprId const operand = lower(operand_id);
    if (!operand) return {};
    ast::Operator const op = ast_[id].op;
    if (is_record(operand)) return lower_record_unary(id, op, {operand_id, operand});
    if (op == ast::Operator::not_) {
        if (!is_boolean(operand) && !is_unknown(operand)) return mismatch(operand_id, operand, "Boolean");
        return exprs_.logical_not(operand);
    }
    if (!is_numeric(operand) && !is_unknown(operand)) return mismatch(operand_id, operand, "a number");
    bool const negate = op == ast::Operator::sub || op == ast::Operator::sub_elementwise;
    return negate ? exprs_.neg(operand) : operand;
}

ExprId ExpressionLowering::lower_chain(ast::ExprId id) {
    ast::ExprId const first_id = ast_.operand(id);
    ExprId value = lower(first_id);
    for (ast::Term const& term : ast_.terms(id)) {
        ExprId const operand = lower(term.operand);
        // Report what is wrong in every operand before giving up on the chain.
        if (!value || !operand) {
            value = {};
            continue;
        }
        value = lower_binary(term.op, ast_[term.operand].span, {first_id, value}, {term.operand, operand});
    }
    return value;
}

ExprId ExpressionLowering::lower_binary(ast::Operator op, SourceSpan span, Operand a, Operand b) {
    if (is_record(a.value) || is_record(b.value)) return lower_record_binary(op, span, a, b);
    ExprKind const kind = binary_kind(op);
    if (is_unknown(a.value) || is_unknown(b.value)) return exprs_.binary(kind, a.value, b.value);
    if (kind == ExprKind::logical_and || kind == ExprKind::logical_or) return lower_logic(kind, op, span, a, b);
    if (is_relation(kind)) return lower_relation(kind, span, a, b);
    return lower_arithmetic(kind, op, span, a, b);
}

ExprId ExpressionLowering::lower_logic(ExprKind kind, ast::Operator op, SourceSpan span, Operand a, Operand b) {
    if (!is_boolean(a.value)) return mismatch(a.id, a.value, "Boolean");
    if (!is_boolean(b.value)) return mismatch(b.id, b.value, "Boolean");
    if (!have_equal_shapes(types_, exprs_.type(a.value), exprs_.type(b.value)))
        return operator_mismatch(op, span, a, b);
    return exprs_.binary(kind, a.value, b.value);
}

ExprId ExpressionLowering::lower_relation(ExprKind kind, SourceSpan span, Operand a, Operand b) {
    bool const same = exprs_.type(a.value) == exprs_.type(b.value) || (is_numeric(a.value) && is_numeric(b.value));
    bool const is_ordered = is_numeric(a.value) || is_boolean(a.value) || is_string(a.value) || is_enumeration(a.value);
    if (!same || !is_ordered || !is_scalar(a.value) || !is_scalar(b.value)) {
        return types_disagree(span, a.id, a.value, b.id, b.value);
    }
    bool const is_equality = kind == ExprKind::equal || kind == ExprKind::not_equal;
    bool const has_real = element_of(a.value) == types::real || element_of(b.value) == types::real;
    if (is_equality && has_real && !context_.names.compares_reals()) {
        context_.diagnostics.error(span, real_equality, kind == ExprKind::equal ? "==" : "<>", source_text(a.id),
                                   source_text(b.id));
        return {};
    }
    return exprs_.binary(kind, a.value, b.value);
}

ExprId ExpressionLowering::lower_arithmetic(ExprKind kind, ast::Operator op, SourceSpan span, Operand a, Operand b) {
    bool const joins = kind == ExprKind::add || kind == ExprKind::element_add;
    bool const joins_strings = joins && is_string(a.value) && is_string(b.value);
    if (!joins_strings) {
        if (!is_numeric(a.value)) return mismatch(a.id, a.value, "a number");
        if (!is_numeric(b.value)) return mismatch(b.id, b.value, "a number");
    }
    if (!do_shapes_fit(kind, a.value, b.value)) return operator_mismatch(op, span, a, b);
    return exprs_.binary(kind, a.value, b.value);
}

bool ExpressionLowering::do_shapes_fit(ExprKind kind, ExprId a, ExprId b) const {
    if (is_scalar(a) && is_scalar(b)) return true;
    TypeId const a_type = exprs_.type(a);
    TypeId const b_type = exprs_.type(b);
    if (is_elementwise(kind)) return is_scalar(a) || is_scalar(b) || have_equal_shapes(types_, a_type, b_type);
    if (kind == ExprKind::add || kind == ExprKind::sub) return have_equal_shapes(types_, a_type, b_type);
    if (kind == ExprKind::div) return is_scalar(b);
    auto const x = types_.dims(a_type);
    auto const y = types_.dims(b_type);
    auto const agree = [](std::int64_t m, std::int64_t n) {
        return m == n || m == TypeTable::unknown_size || n == TypeTable::unknown_size;
    };
    if (kind == ExprKind::pow) return is_scalar(b) && is_integer(b) && x.size() == 2 && agree(x[0], x[1]);
    if (x.empty() || y.empty()) return true;
    return x.size() <= 2 && y.size() <= 2 && agree(x.back(), y.front());
}

// ---- if --------------------------------------------------------------------------------------------

// All branches are lowered, because the condition may change. Where one of them cannot be, the value that the
// conditions have during translation decides: a branch that is not taken may use elements that an array does not have
// in this case.
ExprId ExpressionLowering::lower_conditional(ast::ExprId id) {
    auto const parts = ast_.elements(id);
    std::vector<ConditionalBranch> branches;
    bool good = true;
    for (std::size_t at = 0; at < parts.size(); at += 2) {
        bool const is_decided = !branches.empty() && !branches.back().condition && good;
        bool const is_else = at + 1 == parts.size();
        ExprId condition;
        if (!is_else && is_decided) context_.names.check_names(context_, parts[at]);
        if (!is_else && !is_decided) {
            condition = lower_as(parts[at], types::boolean);
            good = good && condition.has_value();
        }
        ast::ExprId const value_id = is_else ? parts[at] : parts[at + 1];
        if (is_decided || (condition && exprs_.is_boolean(condition, false))) {
            context_.names.check_names(context_, value_id);
            continue;
        }
        if (condition && exprs_.is_boolean(condition, true)) condition = {};
        std::size_t const evaluations = context_.names.evaluation_count();
        std::size_t const reports = context_.diagnostics.items().size();
        branches.push_back({condition, {value_id, lower(value_id)}});
        if (branches.back().value.value) continue;
        context_.names.forget_evaluations(evaluations);
        good = good && drop_last_branch(branches);
        if (!good) continue;
        context_.diagnostics.take_back(reports, ast_[value_id].span);
        context_.names.check_names(context_, value_id);
    }
    if (!good || branches.empty()) return {};
    // From the end, because an elseif is an if in the else.
    Operand last = branches.back().value;
    for (auto it = branches.rbegin() + 1; it != branches.rend() && last.value; ++it) {
        last.value = join_branches(it->condition, it->value, last);
    }
    return last.value;
}

// Removes the last branch if it is known not to be taken; the branches then end with the one that is, if it is there.
bool ExpressionLowering::drop_last_branch(std::vector<ConditionalBranch>& branches) {
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (!branches[i].condition) return false;
        Value const value = evaluate(branches[i].condition);
        if (value.kind() != ValueKind::boolean) return false;
        bool const is_last = i + 1 == branches.size();
        if (value.as_boolean()) {
            if (is_last) return false;
            branches.resize(i + 1);
            branches.back().condition = {};
            return true;
        }
    }
    branches.pop_back();
    return true;
}

ExprId ExpressionLowering::join_branches(ExprId condition, Operand then_branch, Operand else_branch) {
    TypeId const a = exprs_.type(then_branch.value);
    TypeId const b = exprs_.type(else_branch.value);
    if (!have_common_element(types_, a, b)) {
        return types_disagree(ast_[else_branch.id].span, then_branch.id, then_branch.value, else_branch.id,
                              else_branch.value);
    }
    if (have_equal_shapes(types_, a, b) || a == types::unknown || b == types::unknown) {
        return exprs_.if_else(condition, then_branch.value, else_branch.value);
    }
    Value const value = evaluate(condition);
    if (value.kind() == ValueKind::boolean) return value.as_boolean() ? then_branch.value : else_branch.value;
    context_.diagnostics.error(ast_[else_branch.id].span, branches_differ, source_text(then_branch.id),
                               type_of(then_branch.value), source_text(else_branch.id), type_of(else_branch.value));
    return {};
}

}  // namespace moo
