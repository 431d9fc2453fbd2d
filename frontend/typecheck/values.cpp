// Bindings, sizes and types of components.
#include "frontend/typecheck/elaborator.h"
#include "moo/expr/value_expr.h"
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

constexpr Message<std::string_view> missing_each_in_components{
    DiagnosticKind::WrongEach, "`{}` is a single value, but it is given to an array of components"};
constexpr Message<std::int64_t, std::int64_t> wrong_split{
    DiagnosticKind::WrongSize, "the value has the size {}, but it is for an array of {} components"};

}  // namespace

ExprId Elaborator::lower(ast::Ast const& ast, ast::ExprId expr, Node* scope) {
    ScopeResolver resolver(*this, scope);
    LoweringContext context{ast, interner, exprs, diagnostics, resolver};
    return lower_expression(context, expr);
}

ExprId Elaborator::lower_binding(BindingSyntax const& binding, Component const& component) {
    ScopeResolver resolver(*this, binding.scope);
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

ExprId Elaborator::lower(BindingSyntax const& binding) {
    ExprId const value = lower(*binding.ast, binding.expr, binding.scope);
    if (value && binding.index != nullptr && !check_split(binding, value)) return {};
    return apply_index(value, binding.index);
}

// A value for an array of components without `each` has an element for each of them (section 7.2.5).
bool Elaborator::check_split(BindingSyntax const& binding, ExprId value) {
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
ExprId Elaborator::apply_index(ExprId value, IndexPath const* index) {
    if (!value || index == nullptr) return value;
    std::vector<ExprId> subscripts;
    for (; index != nullptr; index = index->outer) subscripts.insert(subscripts.begin(), exprs.integer(index->index));
    std::size_t const rank = exprs.types().rank(exprs.type(value));
    if (rank < subscripts.size()) return value;
    ExprId const element = exprs.subscript(value, subscripts);
    if (exprs.varies(element) || exprs.kind(element) != ExprKind::subscript) return element;
    // One element of a list that is written as a formula, such as `{j for j in 1:3}`.
    Value const known = evaluate(element);
    ExprId const literal = known.has_value() ? value_to_expr(exprs, known, exprs.type(element)) : ExprId();
    return literal ? literal : element;
}

// ---- bindings ----

bool Elaborator::has_binding(Component& component) {
    return find_binding(component.layers).has_value() || component.parent->has_record_binding;
}

ExprId Elaborator::binding_of(Component& component) {
    if (component.binding_state != WorkState::untouched) return component.binding;
    component.binding_state = WorkState::busy;
    std::size_t const evaluations = evaluation_count();
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
    // The values in the binding are used permanently, even if the caller does not need the binding in the end.
    evaluated_.resize(evaluations);
    return component.binding;
}

// ---- sizes and conditions ----

std::optional<StructureValues::Dimension> Elaborator::dimension(DimensionSyntax const& dim, bool is_in_model) {
    ast::Expr const& syntax = (*dim.ast)[dim.expr];
    if (syntax.kind == ast::ExprKind::integer) return Dimension{syntax.integer};
    ExprId const expr = lower(*dim.ast, dim.expr, dim.scope);
    if (!expr) return std::nullopt;
    TypeTable const& types = exprs.types();
    TypeId const type = exprs.type(expr);
    // `Real x[E]` has one element for each literal of the type E.
    if (types.is_array(type) && types.rank(type) == 1) return Dimension{types.dims(type)[0], types.element(type)};
    if (type != types::integer && type != types::unknown) {
        diagnostics.error(syntax.span, wrong_dimension, type_text(types, type, interner));
        return std::nullopt;
    }
    std::size_t const errors = diagnostics.error_count();
    Value const value = is_in_model ? demand(expr) : evaluate(expr);
    if (diagnostics.error_count() > errors) return std::nullopt;
    if (value.kind() == ValueKind::integer) {
        if (value.as_integer() >= 0) return Dimension{value.as_integer()};
        diagnostics.error(syntax.span, negative_size, print(*dim.ast, interner, dim.expr), value.as_integer());
        return std::nullopt;
    }
    if (!is_in_model) return Dimension{TypeTable::unknown_size};
    std::string const what = "the size `" + print(*dim.ast, interner, dim.expr) + "`";
    report_not_evaluable(syntax.span, what);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> Elaborator::binding_sizes(Component& component) {
    ExprId const binding = binding_of(component);
    if (!binding) {
        if (!component.parent->is_in_model) return std::vector<std::int64_t>(8, TypeTable::unknown_size);
        if (!has_binding(component)) diagnostics.error(component.span(), no_size, interner.text(component.name));
        return std::nullopt;
    }
    auto const dims = exprs.types().dims(exprs.type(binding));
    std::vector<std::int64_t> sizes(dims.begin(), dims.end());
    bool const is_known = exprs.types().has_known_sizes(exprs.type(binding));
    if (is_known || !component.parent->is_in_model) return sizes;
    // A function decides in its body how large its result is: the value itself has the size.
    std::size_t const errors = diagnostics.error_count();
    Value const value = demand(binding);
    if (diagnostics.error_count() > errors) return std::nullopt;
    if (value.is_array()) return value.dims();
    std::string const what = "the size of `" + std::string(interner.text(instances.path_of(component))) + "`";
    report_not_evaluable(component.span(), what);
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
    Value const value = evaluate_or_report(lowered, ast[expr].span, what);
    if (value.kind() != ValueKind::boolean) return std::nullopt;
    return value.as_boolean();
}

// ---- types and variables ----

TypeId Elaborator::enumeration_type(Node& node) {
    Node* at = &node;
    // `type E2 extends E` has the literals in its base.
    while (at->def->syntax().form != ast::ClassForm::enumeration && !at->bases.empty() && at->bases[0] != nullptr) {
        at = at->bases[0];
    }
    auto const [found, is_new] = enumerations_.try_emplace(at->def);
    if (!is_new) return found->second;
    std::vector<Symbol> literals;
    ast::Ast const& ast = *at->def->ast;
    FlatType declaration;
    for (ast::EnumLiteral const& literal : ast.items(at->def->syntax().literals)) {
        literals.push_back(literal.name.symbol);
        declaration.member_descriptions.push_back(interner.intern(ast.description_text(literal.comment.description)));
    }
    Symbol const name = interner.intern(qualified_name(*at->def, interner));
    declaration.type = exprs.types().enumeration(name, literals);
    declaration.description = interner.intern(ast.description_text(at->def->syntax().comment.description));
    declaration.source = at->def->syntax().name.span;
    found->second = declaration.type;
    model.types.push_back(std::move(declaration));
    return found->second;
}

TypeId Elaborator::external_object_type(Node& node) {
    TypeId const type = exprs.types().external_object(interner.intern(qualified_name(*node.def, interner)));
    for (ExternalObject const& known : external_objects_) {
        if (known.type == type) return type;
    }
    external_objects_.push_back({type, instances.node_of(*node.def)});
    return type;
}

TypeId Elaborator::type_of_class(Node& node) {
    switch (instances.primitive_of(node)) {
        case Primitive::real: return types::real;
        case Primitive::integer: return types::integer;
        case Primitive::boolean: return types::boolean;
        case Primitive::string: return types::string;
        case Primitive::clock: return types::clock;
        case Primitive::enumeration: return enumeration_type(node);
        case Primitive::external_object: return external_object_type(node);
        case Primitive::none: break;
    }
    if (node.type) return node.type;
    std::vector<RecordField> fields;
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances.component_of(element);
        if (component != nullptr) fields.push_back({component->name, type_of(*component)});
    });
    node.type = record_type(interner.intern(record_name(node)), fields);
    records_.try_emplace(node.type, &record_class(node));
    return node.type;
}

TypeId Elaborator::type_of(Component& component) {
    if (component.value_type) return component.value_type;
    if (component.parent->is_function()) {
        component.value_type = function_variable_type(component, nullptr);
    } else {
        component.value_type = exprs.types().array(type_of_class(*component.type), component.dims);
    }
    return component.value_type;
}

VarId Elaborator::variable_of(Component& component) {
    if (component.variable) return component.variable;
    Variable variable;
    variable.name = instances.path_of(component);
    variable.type = type_of(component);
    variable.variability = component.variability;
    variable.instance = instances.path_of(*component.parent);
    variable.is_package_constant = !component.parent->is_in_model;
    variable.is_protected = component.is_protected;
    variable.is_final = component.is_final;
    variable.source = component.span();
    variable.description =
        interner.intern(component.ast->description_text((*component.ast)[component.syntax].comment.description));
    if (variable.is_package_constant) variable.variability = Variability::constant;
    component.variable = model.variables.add(std::move(variable));
    components_.resize(model.variables.size(), nullptr);
    components_[component.variable.index()] = &component;
    return component.variable;
}

}  // namespace moo
