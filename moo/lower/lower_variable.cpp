#include "moo/lower/lower_variable.h"

#include "moo/lower/annotation.h"
#include "moo/lower/predefined.h"
#include "moo/lower/shared_messages.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> attribute_twice{DiagnosticKind::DuplicateName, "attribute `{}` is given twice"};
constexpr Message<std::string_view, std::string_view> unknown_attribute{DiagnosticKind::UnknownAttribute,
                                                                        "{} has no attribute `{}`"};
constexpr Message<std::string_view> constant_without_value{DiagnosticKind::MissingBinding,
                                                           "constant `{}` has no value"};
constexpr Message<std::string_view> size_not_constant{DiagnosticKind::UnsupportedConstruct,
                                                      "the size of `{}` is not known at translation"};

// The type of an attribute's value on a variable whose elements have type `element`.
TypeId attribute_type(LoweringContext& context, Attribute attribute, TypeId element) {
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::unit:
        case Attribute::display_unit: return types::string;
        case Attribute::fixed:
        case Attribute::unbounded: return types::boolean;
        case Attribute::min:
        case Attribute::max:
        case Attribute::start: return element;
        case Attribute::nominal: return types::real;
        case Attribute::state_select: return state_select_type(context.exprs.types(), context.interner);
    }
    return types::unknown;
}

bool has_attribute(TypeTable const& types, Attribute attribute, TypeId element) {
    bool const is_enumeration = types.kind(element) == TypeKind::enumeration;
    bool const is_simple = is_enumeration || element == types::real || element == types::integer ||
                           element == types::boolean || element == types::string;
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::start:
        case Attribute::fixed: return is_simple;
        case Attribute::min:
        case Attribute::max: return element == types::real || element == types::integer || is_enumeration;
        case Attribute::unit:
        case Attribute::display_unit:
        case Attribute::nominal:
        case Attribute::unbounded:
        case Attribute::state_select: return element == types::real;
    }
    return false;
}

Variability variability_of(ast::Variability written, TypeId element) {
    switch (written) {
        case ast::Variability::none: break;
        case ast::Variability::discrete: return Variability::discrete;
        case ast::Variability::parameter: return Variability::parameter;
        case ast::Variability::constant: return Variability::constant;
    }
    bool const is_discrete = element == types::integer || element == types::boolean || element == types::string;
    return is_discrete ? Variability::discrete : Variability::continuous;
}

}  // namespace

void VariableLowering::refuse(SourceSpan span, std::string_view what) {
    context_.diagnostics.error(span, lower_messages::not_supported_yet, what);
}

// ---- declarations ----------------------------------------------------------------------------------

void VariableLowering::declare(ast::Element const& element, bool is_protected, bool is_package_constant) {
    if (element.is_inner || element.is_outer) return refuse(element.span, "inner and outer components");
    if (element.is_replaceable || element.is_redeclare) return refuse(element.span, "replaceable components");
    ast::ComponentClause const& clause = ast_.component_clause(element);
    Variable variable;
    variable.is_protected = is_protected;
    variable.is_package_constant = is_package_constant;
    variable.is_final = element.is_final;
    switch (clause.flow) {
        case ast::FlowPrefix::none: break;
        case ast::FlowPrefix::flow: variable.connector_role = ConnectorRole::flow; break;
        case ast::FlowPrefix::stream: variable.connector_role = ConnectorRole::stream; break;
    }
    switch (clause.causality) {
        case ast::Causality::none: break;
        case ast::Causality::input: variable.causality = Causality::input; break;
        case ast::Causality::output: variable.causality = Causality::output; break;
    }
    for (ast::ComponentId const component : ast_.items(clause.components)) {
        declare_component(element, clause, component, variable);
    }
}

void VariableLowering::declare_component(ast::Element const& element, ast::ComponentClause const& clause,
                                         ast::ComponentId id, Variable variable) {
    ast::Component const& component = ast_[id];
    if (component.condition) return refuse(component.span, "conditional components");
    auto declared = lower_type_name(context_, scope_, clause.type);
    if (!declared || !add_sizes(context_, scope_, ast_.items(clause.subscripts), *declared)) return;
    if (!add_sizes(context_, scope_, ast_.items(component.subscripts), *declared)) return;
    TypeTable const& types = context_.exprs.types();
    variable.name = scope_.name_of(component.name.symbol);
    variable.type = declared->type;
    if (!types.has_known_sizes(variable.type)) {
        context_.diagnostics.error(component.name.span, size_not_constant, context_.interner.text(variable.name));
        return;
    }
    TypeId const scalar = types.element(variable.type);
    variable.variability = types.kind(scalar) == TypeKind::enumeration && clause.variability == ast::Variability::none
                               ? Variability::discrete
                               : variability_of(clause.variability, scalar);
    variable.description = context_.interner.intern(ast_.description_text(component.comment.description));
    SourcePlace const place = locate_({element.decoration, component.comment.annotation, component.name.span});
    variable.source = place.span;
    variable.instance = place.instance;
    read_annotation(component.comment.annotation, variable);
    if (VarId const known = scope_.find_variable(component.name.symbol)) {
        context_.diagnostics
            .error(component.name.span, lower_messages::duplicate_name, context_.interner.text(variable.name))
            .note(model_.variables[known].source, "the first declaration is here");
        return;
    }
    VarId const variable_id = model_.variables.add(variable);
    scope_.add_variable(component.name.symbol, variable_id);
    declared_.push_back({variable_id, id, std::move(declared->modifications)});
}

void VariableLowering::read_annotation(ast::ModificationId annotation, Variable& variable) const {
    if (!annotation) return;
    Interner const& interner = context_.interner;
    auto const is_set = [&](ast::ModificationId in, char const* name) {
        return in && boolean_argument(ast_, interner, in, name).value_or(false);
    };
    if (is_set(annotation, "HideResult")) variable.hide_result = true;
    if (is_set(annotation, "Protected")) variable.is_protected = true;
    if (is_set(annotation, "Evaluate")) variable.is_evaluated = true;
    ast::ModificationId const ours = find_argument(ast_, interner, annotation, "__moo");
    if (is_set(ours, "evaluated")) variable.is_evaluated = true;
    if (is_set(ours, "isFinal")) variable.is_final = true;
    std::string const role = ours ? string_argument(ast_, interner, ours, "role") : std::string();
    if (role == "potential") variable.connector_role = ConnectorRole::potential;
    if (role == "flow") variable.connector_role = ConnectorRole::flow;
    if (role == "stream") variable.connector_role = ConnectorRole::stream;
}

// ---- attributes ------------------------------------------------------------------------------------

void VariableLowering::lower_all() {
    for (Declared& declared : declared_) lower(declared);
}

void VariableLowering::lower(Declared& declared) {
    for (ast::ModificationId const modification : declared.type_modifications) {
        lower_attributes(declared.variable, modification);
    }
    ast::Component const& component = ast_[declared.component];
    if (component.modification) lower_attributes(declared.variable, component.modification);
    lower_binding(declared);
}

void VariableLowering::lower_attributes(VarId id, ast::ModificationId modification) {
    std::uint32_t given = 0;
    for (ast::ModifierId const modifier : ast_.items(ast_[modification].arguments)) {
        lower_attribute(id, ast_[modifier], given);
    }
}

// `given` has a bit for each attribute of this modification; those of the type may be given again.
void VariableLowering::lower_attribute(VarId id, ast::Modifier const& modifier, std::uint32_t& given) {
    if (modifier.kind != ast::ModifierKind::modification) return refuse(modifier.span, "redeclarations");
    TypeTable const& types = context_.exprs.types();
    TypeId const type = model_.variables[id].type;
    TypeId const element = types.element(type);
    if (types.kind(element) == TypeKind::record) return lower_field(id, modifier);
    std::string const name = name_text(ast_, context_.interner, modifier.name);
    auto const attribute = find_attribute(name);
    if (!attribute || !has_attribute(types, *attribute, element)) {
        context_.diagnostics.error(modifier.name.span, unknown_attribute, type_text(types, type, context_.interner),
                                   name);
        return;
    }
    std::uint32_t const bit = 1u << static_cast<unsigned>(*attribute);
    if ((given & bit) != 0) {
        context_.diagnostics.error(modifier.name.span, attribute_twice, name);
        return;
    }
    given |= bit;
    if (!modifier.modification || ast_[modifier.modification].binding == ast::BindingKind::none) return;
    ExprId const value =
        lower_attribute_value(ast_[modifier.modification].value, attribute_type(context_, *attribute, element), type);
    if (value) model_.variables[id].attributes[static_cast<std::size_t>(*attribute)] = value;
}

// One value for all elements of an array, or an array of its shape.
ExprId VariableLowering::lower_attribute_value(ast::ExprId value, TypeId scalar, TypeId variable) {
    if (!context_.exprs.types().is_array(variable)) return lower_expression_as(context_, value, scalar);
    ExprId const lowered = lower_expression(context_, value);
    if (!lowered) return {};
    TypeTable const& types = context_.exprs.types();
    if (is_assignable(types, context_.exprs.type(lowered), scalar)) return lowered;
    return lower_expression_as(context_, value, context_.exprs.types().with_element(variable, scalar));
}

// `'R' 'r'('a' = 1)`: an equation for the field.
void VariableLowering::lower_field(VarId id, ast::Modifier const& modifier) {
    Variable const& variable = model_.variables[id];
    TypeTable const& types = context_.exprs.types();
    auto const parts = ast_.items(modifier.name.parts);
    TypeId const record = types.element(variable.type);
    Symbol const field = parts.size() == 1 ? scope_.name_of(parts[0].symbol) : Symbol();
    auto const index = field ? types.field_index(record, field) : std::nullopt;
    if (!index) {
        context_.diagnostics.error(modifier.name.span, unknown_attribute,
                                   type_text(types, variable.type, context_.interner),
                                   name_text(ast_, context_.interner, modifier.name));
        return;
    }
    bool const is_plain = modifier.modification && ast_[modifier.modification].arguments.empty() &&
                          ast_[modifier.modification].value && !variable.is_parameter();
    if (!is_plain) return refuse(modifier.span, "attributes of the fields of a record, and parameters by field,");
    TypeId const field_type = types.fields(record)[*index].type;
    ExprId const reference = context_.exprs.variable(id, variable.type);
    if (ExprId const value = lower_expression_as(context_, ast_[modifier.modification].value, field_type)) {
        add_equation(id, context_.exprs.field(reference, field), value);
    }
}

void VariableLowering::set_attribute(VarId id, Attribute attribute, ExprId value, SourceSpan span) {
    ExprId& place = model_.variables[id].attributes[static_cast<std::size_t>(attribute)];
    if (place) {
        context_.diagnostics.error(span, attribute_twice, attribute_name(attribute));
        return;
    }
    place = value;
}

// ---- bindings --------------------------------------------------------------------------------------

void VariableLowering::lower_binding_of(VarId id) {
    if (!model_.variables[id].is_parameter()) return;
    std::size_t const place = id.index() - declared_.front().variable.index();
    // A size may ask for the value of the very variable that is being declared.
    if (place < declared_.size()) lower_binding(declared_[place]);
}

bool VariableLowering::take_final_value(ast::Equation const& equation) {
    if (equation.kind != ast::EquationKind::equality || declared_.empty()) return false;
    ast::ExprId const left = ast_.strip(equation.lhs);
    if (ast_[left].kind != ast::ExprKind::reference) return false;
    auto const parts = ast_.reference_parts(left);
    if (parts.size() != 1 || !parts[0].subscripts.empty()) return false;
    VarId const id = scope_.find_variable(parts[0].name);
    if (!id || id.index() < declared_.front().variable.index()) return false;
    Variable const& variable = model_.variables[id];
    bool const is_closed = variable.is_final || variable.is_protected;
    if (variable.variability != Variability::parameter || !is_closed) return false;
    Declared& declared = declared_[id.index() - declared_.front().variable.index()];
    if (declared.final_value) return false;
    if (ast::ModificationId const modification = ast_[declared.component].modification) {
        if (ast_[modification].binding != ast::BindingKind::none) return false;
        // With `fixed = false` the initial equations determine it together.
        bool const may_be_free = find_argument(ast_, context_.interner, modification, "fixed") &&
                                 boolean_argument(ast_, context_.interner, modification, "fixed") != true;
        if (may_be_free) return false;
    }
    declared.final_value = equation.rhs;
    return true;
}

void VariableLowering::lower_binding(Declared& declared) {
    if (declared.is_binding_lowered) return;
    declared.is_binding_lowered = true;
    VarId const id = declared.variable;
    ast::ModificationId const modification = ast_[declared.component].modification;
    bool const is_parameter = model_.variables[id].is_parameter();
    bool const is_declared = modification && ast_[modification].binding != ast::BindingKind::none;
    if (!is_declared && !declared.final_value) {
        if (model_.variables[id].variability == Variability::constant) {
            context_.diagnostics.error(model_.variables[id].source, constant_without_value,
                                       context_.interner.text(model_.variables[id].name));
        }
        return;
    }
    TypeId const type = model_.variables[id].type;
    ExprId const value =
        lower_expression_as(context_, is_declared ? ast_[modification].value : declared.final_value, type);
    if (is_parameter) {
        model_.variables[id].binding = value;
    } else if (value) {
        // An input with a value is not open to the outside.
        if (model_.variables[id].causality == Causality::input) model_.variables[id].causality = Causality::local;
        add_equation(id, context_.exprs.variable(id, type), value);
    }
}

void VariableLowering::add_equation(VarId id, ExprId left, ExprId right) {
    FlatEquation equation;
    equation.a = left;
    equation.b = right;
    equation.origin = ProvenanceKind::binding;
    equation.description = context_.interner.intern("");
    equation.instance = model_.variables[id].instance;
    equation.source = model_.variables[id].source;
    model_.equations.push_back(std::move(equation));
}

}  // namespace moo
