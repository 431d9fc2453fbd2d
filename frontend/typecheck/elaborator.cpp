#include "frontend/typecheck/elaborator.h"

#include "frontend/typecheck/scope_resolver.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> wrong_condition{DiagnosticKind::TypeMismatch,
                                                    "the condition of a component has type {}; expected Boolean"};
constexpr Message<std::string_view> wrong_dimension{DiagnosticKind::TypeMismatch,
                                                    "the size of a dimension has type {}; expected Integer"};
constexpr Message<std::string_view, std::int64_t> negative_size{DiagnosticKind::WrongSize,
                                                                "the size `{}` of a dimension is {}"};
constexpr Message<std::string_view> no_size{DiagnosticKind::WrongSize,
                                            "the size of `{}` is `:`, but it has no value that determines it"};

}  // namespace

Elaborator::Elaborator(Instances& of_instances, FlatModel& of_model, ElaboratorOptions const& options)
    : ElaborationContext{of_instances, of_model, of_model.exprs, of_instances.interner(), of_instances.diagnostics()},
      types(*this, *this),
      functions(*this, *this),
      components(*this, *this),
      values(*this, *this, options.trust) {
    instances.components.set_values(*this);
}

ExprId Elaborator::lower(ast::Ast const& ast, ast::ExprId expr, Node* scope) {
    ScopeResolver resolver(*this, scope);
    LoweringContext context{ast, interner, exprs, diagnostics, resolver};
    return lower_expression(context, expr);
}

// ---- sizes and conditions ----

std::optional<StructureValues::Dimension> Elaborator::dimension(DimensionSyntax const& dim, bool is_in_model) {
    ast::Expr const& syntax = (*dim.ast)[dim.expr];
    if (syntax.kind == ast::ExprKind::integer) return Dimension{syntax.integer};
    ExprId const expr = lower(*dim.ast, dim.expr, dim.scope);
    if (!expr) return std::nullopt;
    TypeTable const& table = exprs.types();
    TypeId const type = exprs.type(expr);
    // `Real x[E]` has one element for each literal of the type E.
    if (table.is_array(type) && table.rank(type) == 1) return Dimension{table.dims(type)[0], table.element(type)};
    if (type != types::integer && type != types::unknown) {
        diagnostics.error(syntax.span, wrong_dimension, type_text(table, type, interner));
        return std::nullopt;
    }
    std::size_t const errors = diagnostics.error_count();
    Value const value = is_in_model ? values.demand(expr) : values.evaluate(expr);
    if (diagnostics.error_count() > errors) return std::nullopt;
    if (value.kind() == ValueKind::integer) {
        if (value.as_integer() >= 0) return Dimension{value.as_integer()};
        diagnostics.error(syntax.span, negative_size, print(*dim.ast, interner, dim.expr), value.as_integer());
        return std::nullopt;
    }
    if (!is_in_model) return Dimension{TypeTable::unknown_size};
    std::string const what = "the size `" + print(*dim.ast, interner, dim.expr) + "`";
    values.report_not_evaluable(syntax.span, what);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> Elaborator::binding_sizes(Component& component) {
    ExprId const binding = components.binding_of(component);
    if (!binding) {
        if (!component.parent->is_in_model) return std::vector<std::int64_t>(8, TypeTable::unknown_size);
        if (!components.has_binding(component)) {
            diagnostics.error(component.span(), no_size, interner.text(component.name));
        }
        return std::nullopt;
    }
    auto const dims = exprs.types().dims(exprs.type(binding));
    std::vector<std::int64_t> sizes(dims.begin(), dims.end());
    bool const is_known = exprs.types().has_known_sizes(exprs.type(binding));
    if (is_known || !component.parent->is_in_model) return sizes;
    // A function decides in its body how large its result is: the value itself has the size.
    std::size_t const errors = diagnostics.error_count();
    Value const value = values.demand(binding);
    if (diagnostics.error_count() > errors) return std::nullopt;
    if (value.is_array()) return value.dims();
    std::string const what = "the size of `" + std::string(interner.text(instances.path_of(component))) + "`";
    values.report_not_evaluable(component.span(), what);
    return std::nullopt;
}

std::optional<bool> Elaborator::condition(ast::Ast const& ast, ast::ExprId expr, Node* scope) {
    ExprId const lowered = lower(ast, expr, scope);
    if (!lowered) return std::nullopt;
    if (exprs.type(lowered) != types::boolean) {
        diagnostics.error(ast[expr].span, wrong_condition, type_text(exprs.types(), exprs.type(lowered), interner));
        return std::nullopt;
    }
    std::string const what = "the condition `" + print(ast, interner, expr) + "`";
    Value const value = values.evaluate_or_report(lowered, ast[expr].span, what);
    if (value.kind() != ValueKind::boolean) return std::nullopt;
    return value.as_boolean();
}

}  // namespace moo
