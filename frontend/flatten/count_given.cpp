// How many equations the components of a model get from the connections around them.
#include "frontend/flatten/flattener.h"
#include "moo/check/counts.h"

namespace moo {

namespace {

// The flow variables and inputs of a connector, as deep as its class nests connectors and records.
std::int64_t count_in_connector(Elaborator& elaborator, Component& component) {
    if (component.is_disabled || component.variability >= Variability::parameter) return 0;
    if (component.primitive != Primitive::none) {
        bool const is_given =
            component.flow == ast::FlowPrefix::flow ||
            (component.causality == ast::Causality::input && !elaborator.components.has_binding(component));
        return is_given ? scalar_count(elaborator.exprs.types(), elaborator.types.type_of(component)) : 0;
    }
    std::int64_t count = 0;
    for (Node* const value : elaborator.instances.components.values_of(component)) {
        elaborator.instances.for_each_element(*value, [&](Element& element) {
            if (element.def->is_class()) return;
            Component* const inner = elaborator.instances.components.component_of(element);
            if (inner != nullptr) count += count_in_connector(elaborator, *inner);
        });
    }
    return count;
}

}  // namespace

GivenComponents Flattener::count_given(Node& root) {
    GivenComponents given;
    instances_.for_each_element(root, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = instances_.components.component_of(element);
        if (component == nullptr || component->is_disabled || component->is_outer) return;
        if (component->primitive != Primitive::none || component->type->is_connector()) return;
        for (Node* const value : instances_.components.values_of(*component)) {
            GivenComponent& described = given[std::string(interner_.text(instances_.path_of(*value)))];
            SourceSpan const in_class = component->type->def->syntax().name.span;
            described.place = model_.places.is_own(in_class.begin) ? in_class : component->span();
            std::int64_t& count = described.equations;
            instances_.for_each_element(*value, [&](Element& part) {
                if (part.def->is_class() || is_protected(part)) return;
                Component* const connector = instances_.components.component_of(part);
                bool const is_open = connector != nullptr &&
                                     (connector->type->is_connector() || connector->causality == ast::Causality::input);
                if (is_open && !connector->is_disabled) count += count_in_connector(elaborator_, *connector);
            });
        }
    });
    return given;
}

std::unordered_set<std::string> Flattener::open_inputs() {
    std::unordered_set<VarId> connected;
    for (FlatEquation const& equation : model_.equations) {
        if (equation.origin != ProvenanceKind::connect) continue;
        for (VariableUse const& use : free_variables_.uses(equation.a, equation.b)) connected.insert(use.variable);
    }
    std::unordered_set<std::string> open;
    for (Component* const component : variables_) {
        bool const is_input = component->causality == ast::Causality::input && component->parent->holder != nullptr &&
                              !elaborator_.components.has_binding(*component);
        if (!is_input || connected.contains(component->variable)) continue;
        open.insert(path_without_subscripts(interner_.text(model_.variables[component->variable].name)));
    }
    return open;
}

}  // namespace moo
