// Components to variables with attributes and bindings.
#include <algorithm>

#include "frontend/flatten/flattener.h"
#include "frontend/instantiate/nearest_component.h"
#include "moo/base/nearest_word.h"
#include "moo/lower/annotation.h"
#include "moo/lower/predefined.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> size_unknown{
    DiagnosticKind::NotEvaluable, "the sizes of `{}` must be known during translation, but {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> binding_type{
    DiagnosticKind::TypeMismatch, "`{}` has type {}, but its value has type {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> attribute_value{
    DiagnosticKind::TypeMismatch, "attribute `{}` has type {}; expected {}"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> attribute_shape{
    DiagnosticKind::TypeMismatch, "attribute `{}` has type {}, but `{}` has type {}"};
constexpr Message<std::string_view, std::string_view> object_copied{
    DiagnosticKind::NotAValue,
    "the external object `{}` must be constructed by a call of `{}`; objects are not copied"};
constexpr Message<std::string_view> constant_without_value{DiagnosticKind::MissingBinding,
                                                           "constant `{}` has no value"};
constexpr Message<std::string_view, std::string_view> partial_component{DiagnosticKind::ModelPartial,
                                                                        "component `{}` is of the partial class `{}`"};
constexpr Message<std::string_view, std::string_view> parameter_varies{
    DiagnosticKind::VariabilityMismatch,
    "the value of parameter `{}` depends on `{}`, which changes during simulation"};
constexpr Message<std::string_view, std::string_view, std::string_view> constant_varies{
    DiagnosticKind::VariabilityMismatch, "the value of constant `{}` depends on `{}`, which {}"};
constexpr Message<std::string_view, std::string_view, std::string_view> attribute_varies{
    DiagnosticKind::VariabilityMismatch, "`{}` of `{}` depends on `{}`, which changes during simulation"};
constexpr Message<std::string_view, std::string_view, std::string_view> each_of_array{
    DiagnosticKind::WrongEach, "`{}` is an array, but `each {}` gives it to each element of `{}`"};
constexpr Message<std::string_view, std::string_view> missing_each{
    DiagnosticKind::WrongEach, "`{}` is a single value, but it is given to the array `{}`"};

// A connector itself, its variables, and the fields of records in it.
bool is_in_connector(Component const& component) {
    if (component.type->is_connector()) return true;
    Node const* node = component.parent;
    while (!node->is_connector() && node->is_record() && node->component != nullptr) node = node->component->parent;
    return node->is_connector();
}

// Variables that others can set and read: public top-level components, and those in connectors and records there.
bool is_on_outside(Component const& component) {
    if (!component.parent->is_in_model || component.is_protected) return false;
    // A parameter in an input or output is neither.
    bool const is_settled = component.parent->holder != nullptr && component.variability >= Variability::parameter;
    Node const* node = component.parent;
    while (node->holder != nullptr && (node->is_connector() || node->is_record())) node = node->holder;
    return node->holder == nullptr && !is_settled;
}

}  // namespace

void Flattener::list_components(Node& node) {
    nodes_.push_back(&node);
    checks_.check_node(node);
    instances_.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances_.components.component_of(element);
        if (component == nullptr || component->is_disabled) return;
        if (component->is_outer) {
            instances_.components.resolve_outer(*component);
            checks_.check_outer(*component);
            if (!component->is_inner) return;
        }
        list_component(node, *component);
    });
}

void Flattener::list_component(Node& node, Component& component) {
    if (component.primitive != Primitive::none) {
        component.is_listed = true;
        model_.listing.push_back(elaborator_.components.variable_of(component));
        variables_.push_back(&component);
        checks_.check_component(component);
        if (component.type->is_connector()) connector_checks_.add(component);
        bool const has_sizes = exprs_.types().has_known_sizes(elaborator_.types.type_of(component));
        if (!has_sizes && !elaborator_.values.is_failure_reported()) {
            auto report =
                diagnostics_.error(component.span(), size_unknown, interner_.text(instances_.path_of(component)),
                                   elaborator_.values.last_failure_text());
            elaborator_.values.explain_failure(report);
        }
        return;
    }
    checks_.check_component(component);
    if (component.type->is_partial) {
        auto report =
            diagnostics_.error(component.span(), partial_component, interner_.text(instances_.path_of(component)),
                               interner_.text(instances_.path_of(*component.type)));
        if (Component const* const owner = nearest_component_of_model(component)) {
            report.note(owner->span(), "it is a part of `{}`", interner_.text(instances_.path_of(*owner)));
        }
        report.note({}, "redeclare it with a class that is complete");
        return;
    }
    if (component.type->kind == ast::ClassKind::expandable_connector &&
        node.kind != ast::ClassKind::expandable_connector) {
        // Its contents follow from the connections.
        expandable_.push_back(&component);
        return;
    }
    if (component.type->is_connector()) connector_checks_.add(component);
    if (find_binding(component.layers).has_value()) records_.push_back(&component);
    for (Node* const value : instances_.components.values_of(component)) list_components(*value);
}

void Flattener::finish_variable(Component& component) {
    VarId const id = component.variable;
    Variable variable = model_.variables[id];
    if (is_on_outside(component)) {
        // An input with a value of its own takes none from outside: its value is an equation.
        bool const is_open =
            component.causality == ast::Causality::input && !elaborator_.components.has_binding(component);
        if (is_open) variable.causality = Causality::input;
        if (component.causality == ast::Causality::output) variable.causality = Causality::output;
    }
    if (is_in_connector(component)) {
        switch (component.flow) {
            case ast::FlowPrefix::none: variable.connector_role = ConnectorRole::potential; break;
            case ast::FlowPrefix::flow: variable.connector_role = ConnectorRole::flow; break;
            case ast::FlowPrefix::stream: variable.connector_role = ConnectorRole::stream; break;
        }
    }
    bool const is_real = component.primitive == Primitive::real;
    if (variable.variability == Variability::continuous && !is_real) variable.variability = Variability::discrete;
    read_attributes(component, variable);
    read_annotations(component, variable);
    add_binding(component, variable);
    variable.is_evaluated = model_.variables[id].is_evaluated;
    model_.variables[id] = std::move(variable);
}

// The declaration of an outer output has no attributes of its own: they are those of the inner variable.
void Flattener::share_attributes() {
    for (Component* const component : variables_) {
        if (component->merged_into == nullptr) continue;
        Component* owner = component->merged_into;
        while (owner->merged_into != nullptr) owner = owner->merged_into;
        Variable const& inner = model_.variables[owner->variable];
        Variable& variable = model_.variables[component->variable];
        for (std::size_t i = 0; i < attribute_count; ++i) {
            if (!variable.attributes[i]) variable.attributes[i] = inner.attributes[i];
        }
    }
}

void Flattener::read_annotations(Component& component, Variable& variable) {
    auto const is_true = [&](Component const& declared, char const* name) {
        ast::ModificationId const annotation = (*declared.ast)[declared.syntax].comment.annotation;
        return annotation && boolean_argument(*declared.ast, interner_, annotation, name).value_or(false);
    };
    variable.hide_result = is_true(component, "HideResult");
    if (variable.variability != Variability::parameter) return;
    // `Evaluate` of a record is that of its fields.
    Component const* declared = &component;
    while (declared != nullptr && !is_true(*declared, "Evaluate")) {
        declared = declared->parent->is_record() ? declared->parent->component : nullptr;
    }
    if (declared != nullptr && elaborator_.values.value_of(component).has_value()) {
        elaborator_.values.mark_evaluated(component.variable);
    }
}

// ---- attributes ----

std::array<ExprId, attribute_count> const& Flattener::type_attributes(Node& type) {
    auto const [found, is_new] = type_attributes_.try_emplace(&type);
    if (!is_new) return found->second;
    std::array<ExprId, attribute_count> attributes{};
    TypeId const element = elaborator_.types.type_of_class(type);
    // A long class that extends Real has the attributes in its base.
    std::vector<Node*> chain{&type};
    while (!chain.back()->bases.empty() && chain.back()->bases[0] != nullptr) chain.push_back(chain.back()->bases[0]);
    for (std::size_t i = 0; i < attribute_count; ++i) {
        for (Node* const node : chain) {
            BindingSyntax const value = find_part_binding(node->layers, attribute_symbols_[i]);
            if (!value.has_value()) continue;
            attributes[i] = lower_attribute(static_cast<Attribute>(i), value, element);
            break;
        }
    }
    return type_attributes_[&type] = attributes;
}

ExprId Flattener::lower_attribute(Attribute which, BindingSyntax const& value, TypeId variable_type) {
    ExprId const lowered = elaborator_.components.lower(value);
    if (!lowered) return {};
    TypeId expected = types::string;
    switch (which) {
        case Attribute::quantity:
        case Attribute::unit:
        case Attribute::display_unit: break;
        case Attribute::fixed:
        case Attribute::unbounded: expected = types::boolean; break;
        case Attribute::min:
        case Attribute::max:
        case Attribute::start: expected = exprs_.types().element(variable_type); break;
        case Attribute::nominal: expected = types::real; break;
        case Attribute::state_select: expected = state_select_type(exprs_.types(), interner_); break;
    }
    TypeTable const& types = exprs_.types();
    TypeId const given = types.element(exprs_.type(lowered));
    if (given != types::unknown && !is_assignable(types, given, expected)) {
        diagnostics_.error(value.span(), attribute_value, attribute_name(which), type_text(types, given, interner_),
                           type_text(types, expected, interner_));
        return {};
    }
    return lowered;
}

void Flattener::read_attributes(Component& component, Variable& variable) {
    variable.attributes = type_attributes(*component.type);
    if (component.layers.empty()) return;
    for (std::size_t i = 0; i < attribute_count; ++i) {
        BindingSyntax const value = find_part_binding(component.layers, attribute_symbols_[i]);
        if (!value.has_value()) continue;
        Attribute const which = static_cast<Attribute>(i);
        variable.attributes[i] = lower_attribute(which, value, variable.type);
        if (!variable.attributes[i]) continue;
        if (Symbol const varying = find_varying(variable.attributes[i], Variability::parameter)) {
            diagnostics_.error(value.span(), attribute_varies, attribute_name(which), interner_.text(variable.name),
                               interner_.text(varying));
        }
        TypeId const type = exprs_.type(variable.attributes[i]);
        bool const is_scalar = !exprs_.types().is_array(type);
        auto const sizes = exprs_.types().dims(type);
        if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
            // Of no element.
            variable.attributes[i] = {};
            continue;
        }
        if (value.is_each && !is_scalar && !component.dims.empty()) {
            diagnostics_.error(value.span(), each_of_array, print(*value.ast, interner_, value.expr),
                               attribute_name(which), interner_.text(component.name));
        }
        if (!is_scalar && !value.is_each && !have_equal_shapes(exprs_.types(), type, variable.type)) {
            diagnostics_.error(value.span(), attribute_shape, attribute_name(which),
                               type_text(exprs_.types(), type, interner_), interner_.text(component.name),
                               type_text(exprs_.types(), variable.type, interner_));
        }
        if (is_scalar && !value.is_each && !component.dims.empty()) {
            diagnostics_
                .error(value.span(), missing_each, print(*value.ast, interner_, value.expr),
                       interner_.text(component.name))
                .note({}, "write `each {}` to give it to all elements", attribute_name(which));
        }
    }
}

// ---- bindings ----

// The first variable in the expression that changes more often than this allows; empty if there is none.
Symbol Flattener::find_varying(ExprId expr, Variability least) {
    if (!exprs_.varies(expr)) return {};
    for (VariableUse const& use : free_variables_.uses(expr)) {
        Component const* const component = elaborator_.components.component_of(use.variable);
        if (component == nullptr) return model_.variables[use.variable].name;
        if (component->parent->is_in_model && component->variability < least) return instances_.path_of(*component);
    }
    if (free_variables_.contains(expr, exprs_.time())) return interner_.intern("time");
    return {};
}

void Flattener::check_variability(Variable const& variable, ExprId binding, SourceSpan span) {
    bool const is_constant = variable.variability == Variability::constant;
    std::string_view const name = interner_.text(variable.name);
    if (Symbol const varying = find_varying(binding, Variability::parameter)) {
        if (is_constant) {
            diagnostics_.error(span, constant_varies, name, interner_.text(varying), "changes during simulation");
        } else {
            diagnostics_.error(span, parameter_varies, name, interner_.text(varying));
        }
    } else if (Symbol const parameter = is_constant ? find_varying(binding, Variability::constant) : Symbol()) {
        diagnostics_.error(span, constant_varies, name, interner_.text(parameter), "is a parameter");
    }
}

void Flattener::add_binding(Component& component, Variable& variable) {
    ExprId const binding = elaborator_.components.binding_of(component);
    std::string_view const name = interner_.text(variable.name);
    if (!binding) {
        if (variable.variability == Variability::constant && !elaborator_.components.has_binding(component)) {
            diagnostics_.error(component.span(), constant_without_value, name);
        }
        return;
    }
    TypeTable const& types = exprs_.types();
    BindingSyntax const written = find_binding(component.layers);
    SourceSpan const span = written.has_value() ? written.span() : component.span();
    TypeId const given = exprs_.type(binding);
    if (given != types::unknown && !is_assignable(types, given, variable.type)) {
        diagnostics_.error(span, binding_type, name, type_text(types, variable.type, interner_),
                           type_text(types, given, interner_));
        return;
    }
    bool const is_object = component.primitive == Primitive::external_object;
    if (is_object && written.has_value() && !constructs_object(elaborator_.exprs, binding)) {
        diagnostics_.error(span, object_copied, name, type_text(types, types.element(variable.type), interner_));
        return;
    }
    if (variable.is_parameter()) {
        // A constant in a record has its value with that of the whole.
        if (written.has_value()) check_variability(variable, binding, span);
        variable.binding = binding;
        variable.is_final = variable.is_final || written.is_final;
        return;
    }
    // The value of a whole record is one equation, unless it is split into the fields.
    if (!written.has_value() && exprs_.kind(binding) == ExprKind::field) return;
    FlatEquation equation;
    equation.origin = ProvenanceKind::binding;
    equation.a = exprs_.variable(component.variable, variable.type);
    equation.b = binding;
    equation.instance = variable.instance;
    equation.source = span;
    add_equality(std::move(equation), model_.equations);
}

// `Complex c = f(x)`: the fields together are the value of the call.
void Flattener::add_record_binding(Component& component) {
    if (component.variability >= Variability::parameter || component.primitive != Primitive::none) return;
    ExprId const value = elaborator_.components.binding_of(component);
    if (!value) return;
    BindingSyntax const written = find_binding(component.layers);
    ScopeResolver resolver(elaborator_, component.scope);
    LoweringContext context{*component.ast, interner_, exprs_, diagnostics_, resolver};
    ExprId const whole = elaborator_.components.whole(context, component, component.span());
    FlatEquation equation;
    equation.origin = ProvenanceKind::binding;
    equation.instance = instances_.path_of(*component.parent);
    equation.source = written.span();
    if (whole) add_record_equations(whole, value, equation);
}

// Values that are split into fields are already with the fields, except parts that are fields of something whole.
void Flattener::add_record_equations(ExprId target, ExprId value, FlatEquation const& pattern) {
    TypeTable const& types = exprs_.types();
    TypeId const type = types.element(exprs_.type(target));
    bool const is_record = types.kind(type) == TypeKind::record;
    bool const are_records = exprs_.is_record(target) && exprs_.is_record(value);
    bool const are_arrays =
        is_record && exprs_.kind(target) == ExprKind::array && exprs_.kind(value) == ExprKind::array;
    if ((are_records || are_arrays) && exprs_.operands(target).size() == exprs_.operands(value).size()) {
        for (std::size_t i = 0; i < exprs_.operands(target).size(); ++i) {
            add_record_equations(exprs_.operands(target)[i], exprs_.operands(value)[i], pattern);
        }
        return;
    }
    if (is_record) {
        auto const fields = types.fields(type);
        if (fields.empty() || exprs_.kind(exprs_.field(value, fields[0].name)) != ExprKind::field) return;
    } else {
        bool const is_parameter =
            exprs_.kind(target) != ExprKind::variable || model_.variables[exprs_.variable_of(target)].is_parameter();
        if (is_parameter || exprs_.kind(value) != ExprKind::field) return;
    }
    FlatEquation equation = pattern;
    equation.a = target;
    equation.b = value;
    add_equality(std::move(equation), model_.equations);
}

}  // namespace moo
