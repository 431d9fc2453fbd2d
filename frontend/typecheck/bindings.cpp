// What components are bound to.
#include "frontend/typecheck/component_values.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/expr/value_expr.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> missing_each_in_components{DiagnosticKind::WrongEach,
                                                               "`{}` is a single value, but it is given to an array of components"};
constexpr Message<std::int64_t, std::int64_t> wrong_split{
    DiagnosticKind::WrongSize, "the value has the size {}, but it is for an array of {} components"};

}  // namespace

ExprId ComponentValues::lower_binding(BindingSyntax const& binding, Component const& component) {
    ScopeResolver resolver(e_, binding.scope);
    LoweringContext context{*binding.ast, interner, exprs, diagnostics, resolver};
    // The value of a parameter or an external object is computed once.
    context.allows_impure = !component.parent->is_in_model || component.variability >= Variability::parameter ||
                            component.primitive == Primitive::external_object;
    context.allows_conditional = component.is_conditional;
    for (Component const* at = component.parent->component; at != nullptr; at = at->parent->component) {
        context.allows_conditional = context.allows_conditional || at->is_conditional;
    }
    ExprId const value = lower_expression(context, binding.expr);
    if (value && binding.index != nullptr && !check_split(binding, value)) return {};
    return apply_index(value, binding.index);
}

ExprId ComponentValues::lower(BindingSyntax const& binding) {
    ExprId const value = e_.lower(*binding.ast, binding.expr, binding.scope);
    if (value && binding.index != nullptr && !check_split(binding, value)) return {};
    return apply_index(value, binding.index);
}

// A value for an array of components without `each` has an element for each of them (section 7.2.5).
bool ComponentValues::check_split(BindingSyntax const& binding, ExprId value) {
    std::vector<std::int64_t> sizes;
    for (IndexPath const* at = binding.index; at != nullptr; at = at->outer) sizes.insert(sizes.begin(), at->size);
    TypeId const type = exprs.type(value);
    if (type == types::unknown) return true;
    auto const dims = exprs.types().dims(type);
    std::uint64_t const key = (std::uint64_t{binding.ast->file().index()} << 32) | binding.expr.index();
    if (dims.size() < sizes.size()) {
        if (!wrong_splits_.insert(key).second) return false;
        diagnostics.error(binding.span(), missing_each_in_components, print(*binding.ast, interner, binding.expr))
            .note({}, "write `each` before the modifier to give the same value to all of them");
        return false;
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (dims[i] == sizes[i] || dims[i] == TypeTable::unknown_size) continue;
        if (!wrong_splits_.insert(key).second) return false;
        diagnostics.error(binding.span(), wrong_split, dims[i], sizes[i]);
        return false;
    }
    return true;
}

// The element of a value that was given to an array of components as a whole.
ExprId ComponentValues::apply_index(ExprId value, IndexPath const* index) {
    if (!value || index == nullptr) return value;
    std::vector<ExprId> subscripts;
    for (; index != nullptr; index = index->outer) subscripts.insert(subscripts.begin(), exprs.integer(index->index));
    std::size_t const rank = exprs.types().rank(exprs.type(value));
    if (rank < subscripts.size()) return value;
    ExprId const element = exprs.subscript(value, subscripts);
    if (exprs.varies(element) || exprs.kind(element) != ExprKind::subscript) return element;
    // One element of a list that is written as a formula, such as `{j for j in 1:3}`.
    Value const known = e_.values.evaluate(element);
    ExprId const literal = known.has_value() ? value_to_expr(exprs, known, exprs.type(element)) : ExprId();
    return literal ? literal : element;
}

bool ComponentValues::has_binding(Component& component) {
    return find_binding(component.layers).has_value() || component.parent->has_record_binding;
}

ExprId ComponentValues::binding_of(Component& component) {
    if (component.binding_state != WorkState::untouched) return component.binding;
    component.binding_state = WorkState::busy;
    std::size_t const evaluations = e_.values.evaluation_count();
    if (BindingSyntax const written = find_binding(component.layers); written.has_value()) {
        component.binding = lower_binding(written, component);
    } else if (component.parent->has_record_binding && component.parent->component != nullptr) {
        // The field of the value of the record around.
        Node& record = *component.parent;
        ExprId whole_record = binding_of(*record.component);
        if (whole_record && !record.component->dims.empty()) {
            std::vector<ExprId> subscripts;
            std::size_t left = record.component->dims.size();
            for (IndexPath const* at = record.index; at != nullptr && left > 0; at = at->outer, --left) {
                subscripts.insert(subscripts.begin(), exprs.integer(at->index));
            }
            if (exprs.types().rank(exprs.type(whole_record)) >= subscripts.size()) {
                whole_record = exprs.subscript(whole_record, subscripts);
            }
        }
        TypeTable const& types = exprs.types();
        if (whole_record) {
            TypeId const type = types.element(exprs.type(whole_record));
            if (types.kind(type) == TypeKind::record && types.field_index(type, component.name)) {
                component.binding = exprs.field(whole_record, component.name);
            }
        }
    }
    component.binding_state = component.binding ? WorkState::done : WorkState::failed;
    // The binding has the values in it for good, even if whoever asked for it has no use for it in the end.
    e_.values.keep_evaluations(evaluations);
    return component.binding;
}

}  // namespace moo
