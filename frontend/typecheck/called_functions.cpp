#include "frontend/typecheck/called_functions.h"

#include <algorithm>
#include <unordered_set>

#include "frontend/typecheck/elaborator.h"
#include "frontend/typecheck/function_parts.h"
#include "frontend/typecheck/scope_resolver.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> prefix_in_function{
    DiagnosticKind::FunctionVariable, "the variable `{}` of a function is declared as `{}`"};
constexpr Message<std::string_view> needs_direction{
    DiagnosticKind::FunctionVariable, "the public variable `{}` of a function is neither input nor output"};
constexpr Message<std::string_view> function_not_input{
    DiagnosticKind::FunctionVariable, "the variable `{}` of a function is a function itself, but not an input"};
constexpr Message<std::string_view, std::string_view> model_in_function{
    DiagnosticKind::FunctionVariable, "the variable `{}` of a function is of `{}`, which is not a type or record"};

bool takes_function(Component const& component) {
    return component.primitive == Primitive::none && component.type->is_function();
}

bool redeclares_something(Layers const& layers) {
    for (Layer const& layer : layers) {
        if (!layer.modification) continue;
        for (ast::ModifierId const id : layer.ast->items((*layer.ast)[layer.modification].arguments)) {
            if ((*layer.ast)[id].kind == ast::ModifierKind::element) return true;
        }
    }
    return false;
}

}  // namespace

FunctionEntry& CalledFunctions::add_entry(Node& node, Symbol name) {
    FunctionEntry& entry = functions_.emplace_back();
    entry.node = &node;
    entry.number = static_cast<std::uint32_t>(functions_.size() - 1);
    entry.signature.name = name;
    entry.flat.name = name;
    functions_by_name_.emplace(name, &entry);
    return entry;
}

FunctionEntry* CalledFunctions::entry_named(Symbol name) {
    auto const found = functions_by_name_.find(name);
    return found != functions_by_name_.end() ? found->second : nullptr;
}

FunctionEntry* CalledFunctions::function_of(Node& node) {
    if (node.function != 0) return &functions_[node.function - 1];
    FunctionEntry& entry = add_entry(node, e_.types.class_name(node));
    node.function = static_cast<std::uint32_t>(functions_.size());
    fill_function(entry);
    return &entry;
}

void CalledFunctions::fill_function(FunctionEntry& entry) {
    Node& node = *entry.node;
    entry.signature_state = WorkState::busy;
    ast::Class const& syntax = node.def->syntax();
    entry.signature.source = syntax.name.span;
    entry.flat.source = syntax.name.span;
    entry.flat.description = interner.intern(node.def->ast->description_text(syntax.comment.description));
    if (syntax.form == ast::ClassForm::derivative) fill_derivative(e_, entry);
    if (entry.function_arguments.empty()) {
        instances.for_each_element(node, [&](Element& element) {
            if (element.def->is_class()) return;
            Component const* const component = instances.components.component_of(element);
            if (component != nullptr && takes_function(*component)) entry.is_template = true;
        });
    }
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        if (Component* const component = instances.components.component_of(element)) {
            add_function_variable(entry, *component);
        }
    });
    instances.for_each_base(node, [&](Node& base) {
        if (base.def->syntax().purity == ast::Purity::impure) {
            entry.flat.purity = FlatPurity::impure;
            entry.signature.is_impure = true;
        }
    });
    entry.signature_state = WorkState::done;
}

void CalledFunctions::add_function_variable(FunctionEntry& entry, Component& component) {
    // An input that is a function itself was replaced in this copy.
    for (FunctionEntry::FunctionArgument const& argument : entry.function_arguments) {
        if (argument.input == component.name) return;
    }
    if (takes_function(component)) {
        if (component.causality == ast::Causality::input) return;
        diagnostics.error(component.span(), function_not_input, interner.text(component.name));
        return;
    }
    ast::ClassKind const kind = component.type->kind;
    if (component.primitive == Primitive::none && (kind == ast::ClassKind::model || kind == ast::ClassKind::block)) {
        diagnostics.error(component.span(), model_in_function, interner.text(component.name),
                          interner.text(instances.path_of(*component.type)));
        return;
    }
    if (component.is_inner || component.is_outer) {
        diagnostics.error(component.span(), prefix_in_function, interner.text(component.name),
                          component.is_inner ? "inner" : "outer");
        return;
    }
    FunctionVariable variable;
    variable.name = component.name;
    switch (component.causality) {
        case ast::Causality::input: variable.role = FunctionRole::input; break;
        case ast::Causality::output: variable.role = FunctionRole::output; break;
        case ast::Causality::none:
            variable.role = FunctionRole::local;
            if (!component.is_protected && component.variability < Variability::parameter) {
                diagnostics.error(component.span(), needs_direction, interner.text(component.name));
            }
            break;
    }
    variable.type = function_variable_type(component, &variable.sizes);
    component.value_type = variable.type;
    bool const is_copy = !entry.function_arguments.empty();
    if (variable.role == FunctionRole::input || (!entry.is_template && !is_copy)) {
        variable.binding = e_.components.binding_of(component);
    } else if (BindingSyntax const written = find_binding(component.layers); is_copy && written.has_value()) {
        // It may call an input that is a function, which only the copy for one call knows.
        ScopeResolver resolver(e_, written.scope, &entry);
        LoweringContext context{*written.ast, interner, exprs, diagnostics, resolver};
        variable.binding = lower_expression(context, written.expr);
    }
    // `output Complex result(re = x, im = y)` has the value of its fields, and so has one that is not modified if the
    // record gives them values. An input of the caller has them only where its declaration says so.
    bool const may_have_default = variable.role != FunctionRole::input || !component.layers.empty();
    if (!variable.binding && component.primitive == Primitive::none && component.dims.empty() && may_have_default) {
        variable.binding = e_.components.record_default(component);
    }
    variable.source = component.span();
    variable.description =
        interner.intern(component.ast->description_text((*component.ast)[component.syntax].comment.description));
    if (variable.role != FunctionRole::local) {
        SignatureVariable const seen{variable.name, variable.type, variable.sizes, variable.binding};
        (variable.role == FunctionRole::input ? entry.signature.inputs : entry.signature.outputs).push_back(seen);
    }
    entry.flat.variables.push_back(std::move(variable));
}

// The sizes of a function's variable may depend on the sizes and values of its inputs.
TypeId CalledFunctions::function_variable_type(Component& component, std::vector<ExprId>* sizes) {
    // `input R r(redeclare record T = S)` has fields that its class has not.
    bool const is_modified = component.type->is_record() && redeclares_something(component.layers);
    Node& type = is_modified ? *instances.classes.derive(*component.type, component.layers) : *component.type;
    TypeId const element = e_.types.type_of_class(type);
    ast::Component const& syntax = (*component.ast)[component.syntax];
    ast::ComponentClause const& clause = component.ast->component_clause((*component.ast)[component.clause_element]);
    std::vector<DimensionSyntax> written;
    for (ast::ExprId const dim : component.ast->items(syntax.subscripts)) {
        written.push_back({component.ast, dim, component.scope});
    }
    for (ast::ExprId const dim : component.ast->items(clause.subscripts)) {
        written.push_back({component.ast, dim, component.scope});
    }
    written.insert(written.end(), component.type->dims.begin(), component.type->dims.end());
    std::vector<std::int64_t> dims(written.size(), TypeTable::unknown_size);
    // A size may mention the variable itself: `y[size(y, 1)]`.
    component.value_type = exprs.types().array(element, dims);
    dims.clear();
    component.index_types.assign(written.size(), types::integer);
    for (DimensionSyntax const& dim : written) {
        ExprId size;
        std::int64_t known = TypeTable::unknown_size;
        if ((*dim.ast)[dim.expr].kind != ast::ExprKind::colon) {
            size = e_.lower(*dim.ast, dim.expr, dim.scope);
            if (size) {
                TypeId const size_type = exprs.type(size);
                if (exprs.types().is_array(size_type)) {
                    known = exprs.types().dims(size_type)[0];
                    component.index_types[dims.size()] = exprs.types().element(size_type);
                } else if (Value const value = e_.values.evaluate(size); value.kind() == ValueKind::integer) {
                    known = value.as_integer();
                }
            }
            if (known >= 0) size = exprs.integer(known);
        }
        dims.push_back(known);
        if (sizes != nullptr) sizes->push_back(size);
    }
    return exprs.types().array(element, dims);
}

FunctionEntry* CalledFunctions::specialize(FunctionEntry& entry,
                                           std::vector<FunctionEntry::FunctionArgument> functions) {
    std::string name(interner.text(entry.signature.name));
    for (FunctionEntry::FunctionArgument const& argument : functions) {
        name += "(" + std::string(interner.text(argument.input)) + "=" +
                std::string(interner.text(argument.function->signature.name));
        for (auto const& [input, extra] : argument.fixed) name += "," + std::string(interner.text(input));
        name += ")";
    }
    Symbol const symbol = interner.intern(name);
    if (FunctionEntry* const known = entry_named(symbol)) return known;
    FunctionEntry& copy = add_entry(*entry.node, symbol);
    copy.function_arguments = std::move(functions);
    fill_function(copy);
    for (FunctionEntry::FunctionArgument const& argument : copy.function_arguments) {
        for (auto const& [input, extra] : argument.fixed) {
            for (SignatureVariable const& v : argument.function->signature.inputs) {
                if (v.name != input) continue;
                copy.signature.inputs.push_back({extra, v.type, {}, {}});
                FunctionVariable variable;
                variable.name = extra;
                variable.type = v.type;
                variable.sizes.resize(exprs.types().rank(v.type));
                variable.role = FunctionRole::input;
                variable.source = copy.flat.source;
                copy.flat.variables.push_back(std::move(variable));
            }
        }
    }
    return &copy;
}

std::vector<FunctionEntry const*> CalledFunctions::called_functions(std::vector<ExprId> expressions) {
    std::vector<FunctionEntry const*> found;
    std::unordered_set<ExprId> seen;
    while (!expressions.empty()) {
        ExprId const expr = expressions.back();
        expressions.pop_back();
        if (!seen.insert(expr).second) continue;
        if (exprs.kind(expr) == ExprKind::call) {
            FunctionEntry const* const entry = entry_named(exprs.symbol(expr));
            if (entry != nullptr && std::find(found.begin(), found.end(), entry) == found.end()) found.push_back(entry);
        }
        for (ExprId const operand : exprs.operands(expr)) expressions.push_back(operand);
    }
    return found;
}

// ---- constructors of records ----

FunctionSignature const* CalledFunctions::implicit_constructor(Node& record) {
    auto const [found, is_new] = implicit_constructors_.try_emplace(&record, nullptr);
    if (!is_new) return found->second;
    FunctionSignature& signature = constructors_.emplace_back();
    implicit_constructors_[&record] = &signature;
    signature.is_record_constructor = true;
    signature.source = record.def->syntax().name.span;
    signature.name = e_.types.record_name(record);
    std::vector<RecordField> fields;
    instances.for_each_element(record, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances.components.component_of(element);
        if (component == nullptr) return;
        TypeId const type = e_.types.type_of(*component);
        fields.push_back({component->name, type});
        // A field that cannot be modified has its value and is not given in calls; it stays in the record.
        bool const is_closed = component->is_final || find_binding(component->layers).is_final;
        ExprId default_value = e_.components.binding_of(*component);
        if (!default_value && component->primitive == Primitive::none && component->dims.empty()) {
            default_value = e_.components.record_default(*component);
        }
        signature.inputs.push_back({component->name, type, field_sizes(*component), default_value, is_closed});
    });
    TypeId const type = e_.types.record_type(signature.name, record, fields);
    signature.name = exprs.types().name(type);
    signature.outputs.push_back({signature.name, type, {}, {}});
    return &signature;
}

// The sizes of a field that depend on other fields; none for the others.
std::vector<ExprId> CalledFunctions::field_sizes(Component& component) {
    std::vector<ExprId> sizes;
    auto const own = component.ast->items((*component.ast)[component.syntax].subscripts);
    for (std::size_t i = 0; i < own.size() && i < component.dims.size(); ++i) {
        bool const is_open = component.dims[i] == TypeTable::unknown_size;
        bool const is_written = is_open && (*component.ast)[own[i]].kind != ast::ExprKind::colon;
        sizes.push_back(is_written ? e_.lower(*component.ast, own[i], component.scope) : ExprId());
    }
    return sizes;
}

std::vector<FunctionSignature const*> CalledFunctions::constructors_of(Node& record) {
    std::vector<FunctionSignature const*> found;
    if (Element* const element = instances.find_element(record, interner.intern("'constructor'"))) {
        if (Node* const operators = instances.classes.class_of(*element)) {
            if (operators->is_function()) {
                found.push_back(&function_of(*operators)->signature);
            } else {
                instances.for_each_element(*operators, [&](Element& inner) {
                    if (!inner.def->is_class()) return;
                    Node* const function = instances.classes.class_of(inner);
                    if (function != nullptr && function->is_function()) {
                        found.push_back(&function_of(*function)->signature);
                    }
                });
            }
        }
    }
    // The implicit constructor stands behind those of the user.
    found.push_back(implicit_constructor(record));
    return found;
}

}  // namespace moo
