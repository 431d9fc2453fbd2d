// Functions and record constructors (Modelica 3.6, chapter 12).
#include <algorithm>

#include "frontend/typecheck/elaborator.h"
#include "moo/lower/annotation.h"
#include "moo/lower/lower_statement.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> partial_function{DiagnosticKind::ModelPartial,
                                                     "the function `{}` is partial; it cannot be called"};
constexpr Message<std::string_view> no_body{DiagnosticKind::FunctionWithoutBody,
                                            "the function `{}` has neither an algorithm nor an external clause"};
constexpr Message<std::string_view> several_bodies{DiagnosticKind::FunctionVariable,
                                                   "the function `{}` has more than one algorithm or external clause"};
constexpr Message<std::string_view, std::string_view> prefix_in_function{
    DiagnosticKind::FunctionVariable, "the variable `{}` of a function is declared as `{}`"};
constexpr Message<std::string_view> needs_direction{
    DiagnosticKind::FunctionVariable, "the public variable `{}` of a function is neither input nor output"};
constexpr Message<std::string_view, std::string_view> model_in_function{
    DiagnosticKind::FunctionVariable, "the variable `{}` of a function is of `{}`, which is not a type or record"};
constexpr Message<std::string_view> equations_in_function{DiagnosticKind::FunctionVariable,
                                                          "the function `{}` has equations; it needs an algorithm"};

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

FunctionEntry& Elaborator::add_entry(Node& node, Symbol name) {
    FunctionEntry& entry = functions_.emplace_back();
    entry.node = &node;
    entry.number = static_cast<std::uint32_t>(functions_.size() - 1);
    entry.signature.name = name;
    entry.flat.name = name;
    functions_by_name_.emplace(name, &entry);
    return entry;
}

FunctionEntry* Elaborator::entry_named(Symbol name) {
    auto const found = functions_by_name_.find(name);
    return found != functions_by_name_.end() ? found->second : nullptr;
}

FunctionEntry* Elaborator::function_of(Node& node) {
    if (node.function != 0) return &functions_[node.function - 1];
    FunctionEntry& entry = add_entry(node, class_name(node));
    node.function = static_cast<std::uint32_t>(functions_.size());
    fill_function(entry);
    return &entry;
}

void Elaborator::fill_function(FunctionEntry& entry) {
    Node& node = *entry.node;
    entry.signature_state = WorkState::busy;
    ast::Class const& syntax = node.def->syntax();
    entry.signature.source = syntax.name.span;
    entry.flat.source = syntax.name.span;
    entry.flat.description = interner.intern(node.def->ast->description_text(syntax.comment.description));
    if (syntax.form == ast::ClassForm::derivative) fill_derivative(entry);
    if (entry.function_arguments.empty()) {
        instances.for_each_element(node, [&](Element& element) {
            if (element.def->is_class()) return;
            Component const* const component = instances.component_of(element);
            if (component != nullptr && takes_function(*component)) entry.is_template = true;
        });
    }
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        if (Component* const component = instances.component_of(element)) add_function_variable(entry, *component);
    });
    instances.for_each_base(node, [&](Node& base) {
        if (base.def->syntax().purity == ast::Purity::impure) {
            entry.flat.purity = FlatPurity::impure;
            entry.signature.is_impure = true;
        }
    });
    entry.signature_state = WorkState::done;
}

void Elaborator::add_function_variable(FunctionEntry& entry, Component& component) {
    // An input that is a function itself was replaced in this copy.
    for (FunctionEntry::FunctionArgument const& argument : entry.function_arguments) {
        if (argument.input == component.name) return;
    }
    if (takes_function(component)) return;
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
        variable.binding = binding_of(component);
    } else if (BindingSyntax const written = find_binding(component.layers); is_copy && written.has_value()) {
        // It may call an input that is a function, which only the copy for one call knows.
        ScopeResolver resolver(*this, written.scope, &entry);
        LoweringContext context{*written.ast, interner, exprs, diagnostics, resolver};
        variable.binding = lower_expression(context, written.expr);
    }
    // `output Complex result(re = x, im = y)` has the value of its fields, and so has one that is not modified if the
    // record gives them values. An input of the caller has them only where its declaration says so.
    bool const may_have_default = variable.role != FunctionRole::input || !component.layers.empty();
    if (!variable.binding && component.primitive == Primitive::none && component.dims.empty() && may_have_default) {
        variable.binding = record_default(component);
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
TypeId Elaborator::function_variable_type(Component& component, std::vector<ExprId>* sizes) {
    // `input R r(redeclare record T = S)` has fields that its class has not.
    bool const is_modified = component.type->is_record() && redeclares_something(component.layers);
    Node& type = is_modified ? *instances.derive(*component.type, component.layers) : *component.type;
    TypeId const element = type_of_class(type);
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
            size = lower(*dim.ast, dim.expr, dim.scope);
            if (size) {
                TypeId const size_type = exprs.type(size);
                if (exprs.types().is_array(size_type)) {
                    known = exprs.types().dims(size_type)[0];
                    component.index_types[dims.size()] = exprs.types().element(size_type);
                } else if (Value const value = evaluate(size); value.kind() == ValueKind::integer) {
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

FlatFunction const* Elaborator::complete_function(FunctionEntry& entry) {
    if (entry.body_state == WorkState::untouched) {
        entry.body_state = WorkState::busy;
        lower_body(entry);
        entry.body_state = WorkState::done;
    }
    return &entry.flat;
}

void Elaborator::lower_body(FunctionEntry& entry) {
    Node& node = *entry.node;
    if (node.def->syntax().form == ast::ClassForm::derivative) return lower_derivative(entry);
    std::string_view const name = interner.text(entry.flat.name);
    bool is_wrong = false;
    std::size_t bodies = 0;
    instances.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        ScopeResolver resolver(*this, &base, &entry);
        LoweringContext context{ast, interner, exprs, diagnostics, resolver};
        // Without a word about it a function may call impure ones, though that is deprecated.
        context.allows_impure = node.def->syntax().purity != ast::Purity::pure;
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            if (section.kind == ast::SectionKind::equation) {
                diagnostics.error(section.span, equations_in_function, name);
                is_wrong = true;
            }
            if (section.kind != ast::SectionKind::algorithm) continue;
            if (++bodies == 2) diagnostics.error(section.span, several_bodies, name);
            lower_statements(context, ast.items(section.statements), own_place, entry.flat.body);
        }
        if (ast.external(base.def->syntax()) != nullptr) {
            if (++bodies == 2) diagnostics.error(base.def->syntax().name.span, several_bodies, name);
            lower_external(entry, base);
        }
        read_function_annotations(entry, base);
    });
    if (is_wrong) return;
    if (!has_body(entry)) {
        // A partial function is not a mistake; calling it is.
        bool const is_called = entry.first_call.begin.offset != entry.first_call.end.offset;
        if (node.is_partial && is_called) {
            diagnostics.error(entry.first_call, partial_function, name).note(entry.flat.source, "it is declared here");
        } else {
            diagnostics.error(entry.flat.source, node.is_partial ? partial_function : no_body, name);
        }
        return;
    }
    check_body(entry);
}

void Elaborator::read_function_annotations(FunctionEntry& entry, Node& node) {
    ast::Ast const& ast = *node.def->ast;
    ast::ModificationId const annotation = node.def->syntax().comment.annotation;
    if (!annotation) return;
    FlatFunction& flat = entry.flat;
    // Declarations of a base class hold unless they are repeated.
    auto const boolean = [&](char const* name, std::optional<bool>& target) {
        if (auto const value = boolean_argument(ast, interner, annotation, name)) target = value;
    };
    boolean("Inline", flat.is_inline);
    boolean("LateInline", flat.is_late_inline);
    boolean("GenerateEvents", flat.generates_events);
    if (auto const order = integer_argument(ast, interner, annotation, "smoothOrder")) {
        flat.smooth_order = static_cast<int>(*order);
    }
    auto const find_function = [&](ast::ExprId callee) -> FunctionEntry* {
        ScopeResolver resolver(*this, &node);
        LoweringContext context{ast, interner, exprs, diagnostics, resolver};
        Found const found = resolver.find_callee(context, callee);
        Node* const function = found.element != nullptr && found.element->def->is_class()
                                   ? instances.class_of(*found.element)
                                   : found.class_node;
        return function != nullptr && function->is_function() ? function_of(*function) : nullptr;
    };
    for (ast::ModifierId const id : ast.items(ast[annotation].arguments)) {
        ast::Modifier const& modifier = ast[id];
        if (modifier.kind != ast::ModifierKind::modification || !modifier.modification) continue;
        std::string_view const name = interner.text(ast.items(modifier.name.parts)[0].symbol);
        ast::Modification const& modification = ast[modifier.modification];
        if (name == "derivative" && modification.value && ast[modification.value].kind == ast::ExprKind::reference) {
            FlatDerivative derivative;
            FunctionEntry* const function = find_function(modification.value);
            if (function == nullptr) continue;
            derivative.function = function->flat.name;
            for (ast::ModifierId const option_id : ast.items(modification.arguments)) {
                ast::Modifier const& option = ast[option_id];
                if (option.kind != ast::ModifierKind::modification || !option.modification) continue;
                ast::ExprId const value = ast[option.modification].value;
                if (!value) continue;
                std::string_view const option_name = interner.text(ast.items(option.name.parts)[0].symbol);
                if (option_name == "order" && ast[value].kind == ast::ExprKind::integer) {
                    derivative.order = static_cast<int>(ast[value].integer);
                } else if (ast[value].kind == ast::ExprKind::reference) {
                    Symbol const input = ast.reference_parts(value)[0].name;
                    if (option_name == "zeroDerivative") derivative.zero_derivative.push_back(input);
                    if (option_name == "noDerivative") derivative.no_derivative.push_back(input);
                }
            }
            flat.derivatives.push_back(std::move(derivative));
        } else if (name == "inverse") {
            for (ast::ModifierId const inverse_id : ast.items(modification.arguments)) {
                ast::Modifier const& written = ast[inverse_id];
                if (written.kind != ast::ModifierKind::modification || !written.modification) continue;
                ast::ExprId const call = ast[written.modification].value;
                if (!call || ast[call].kind != ast::ExprKind::call) continue;
                FunctionEntry* const function = find_function(ast.callee(call));
                if (function == nullptr) continue;
                FlatInverse inverse;
                inverse.input = ast.items(written.name.parts)[0].symbol;
                inverse.function = function->flat.name;
                for (ast::Argument const& argument : ast.arguments(call)) {
                    if (ast[argument.value].kind == ast::ExprKind::reference) {
                        inverse.arguments.push_back(ast.reference_parts(argument.value)[0].name);
                    }
                }
                flat.inverses.push_back(std::move(inverse));
            }
        }
    }
}

bool Elaborator::has_body(FunctionEntry const& entry) {
    Node& node = *entry.node;
    if (node.def->syntax().form == ast::ClassForm::derivative) return true;
    bool found = false;
    instances.for_each_base(node, [&](Node& base) {
        ast::Ast const& ast = *base.def->ast;
        found = found || ast.external(base.def->syntax()) != nullptr;
        for (ast::Section const& section : ast.items(base.def->syntax().sections)) {
            found = found || section.kind == ast::SectionKind::algorithm;
        }
    });
    // Outputs with bindings need no algorithm.
    return found ||
           (!node.is_partial &&
            std::all_of(entry.flat.variables.begin(), entry.flat.variables.end(), [](FunctionVariable const& variable) {
                return variable.role != FunctionRole::output || variable.binding.has_value();
            }));
}

std::vector<FunctionEntry const*> Elaborator::called_functions(std::vector<ExprId> expressions) {
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

// ---- constructors ----

FunctionSignature const* Elaborator::implicit_constructor(Node& record) {
    auto const [found, is_new] = implicit_constructors_.try_emplace(&record, nullptr);
    if (!is_new) return found->second;
    FunctionSignature& signature = constructors_.emplace_back();
    implicit_constructors_[&record] = &signature;
    signature.is_record_constructor = true;
    signature.source = record.def->syntax().name.span;
    signature.name = interner.intern(record_name(record));
    std::vector<RecordField> fields;
    instances.for_each_element(record, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances.component_of(element);
        if (component == nullptr) return;
        TypeId const type = type_of(*component);
        fields.push_back({component->name, type});
        // A field that cannot be modified has its value and is not given in calls; it stays in the record.
        bool const is_closed = component->is_final || find_binding(component->layers).is_final;
        ExprId default_value = binding_of(*component);
        if (!default_value && component->primitive == Primitive::none && component->dims.empty()) {
            default_value = record_default(*component);
        }
        signature.inputs.push_back({component->name, type, field_sizes(*component), default_value, is_closed});
    });
    TypeId const type = record_type(signature.name, fields);
    signature.name = exprs.types().name(type);
    records_.try_emplace(type, &record_class(record));
    signature.outputs.push_back({signature.name, type, {}, {}});
    return &signature;
}

// The sizes of a field that depend on other fields; none for the others.
std::vector<ExprId> Elaborator::field_sizes(Component& component) {
    std::vector<ExprId> sizes;
    auto const own = component.ast->items((*component.ast)[component.syntax].subscripts);
    for (std::size_t i = 0; i < own.size() && i < component.dims.size(); ++i) {
        bool const is_open = component.dims[i] == TypeTable::unknown_size;
        bool const is_written = is_open && (*component.ast)[own[i]].kind != ast::ExprKind::colon;
        sizes.push_back(is_written ? lower(*component.ast, own[i], component.scope) : ExprId());
    }
    return sizes;
}

// The value of a record component that is built from the defaults of its fields; none if one has no default.
ExprId Elaborator::record_default(Component& component) {
    std::vector<Node*> const& values = instances.values_of(component);
    if (values.empty() || !values[0]->is_record()) return {};
    std::vector<ExprId> fields;
    bool is_complete = true;
    instances.for_each_element(*values[0], [&](Element& element) {
        if (element.def->is_class() || !is_complete) return;
        Component* const field = instances.component_of(element);
        ExprId value = field != nullptr ? binding_of(*field) : ExprId();
        if (!value && field != nullptr && field->primitive == Primitive::none) value = record_default(*field);
        is_complete = value.has_value();
        fields.push_back(value);
    });
    return is_complete ? exprs.record(type_of(component), fields) : ExprId();
}

std::vector<FunctionSignature const*> Elaborator::constructors_of(Node& record, SourceSpan) {
    std::vector<FunctionSignature const*> found;
    if (Element* const element = instances.find_element(record, interner.intern("'constructor'"))) {
        if (Node* const operators = instances.class_of(*element)) {
            if (operators->is_function()) {
                found.push_back(&function_of(*operators)->signature);
            } else {
                instances.for_each_element(*operators, [&](Element& inner) {
                    if (!inner.def->is_class()) return;
                    Node* const function = instances.class_of(inner);
                    if (function != nullptr && function->is_function()) {
                        found.push_back(&function_of(*function)->signature);
                    }
                });
            }
        }
    }
    // The implicit constructor comes after those of the user.
    found.push_back(implicit_constructor(record));
    return found;
}

}  // namespace moo
