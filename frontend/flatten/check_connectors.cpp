#include "frontend/flatten/check_connectors.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::int64_t, std::int64_t> unbalanced{
    DiagnosticKind::Unbalanced,
    "the connector `{}` of class {} is not balanced: the number of its potential variables is {}, that of its flow "
    "variables {}"};
constexpr Message<std::string_view, std::int64_t> several_flows{
    DiagnosticKind::Unbalanced, "the connector `{}` has stream variables and {} flow variables; it can have only one"};
constexpr Message<std::string_view, std::string_view> simple{
    DiagnosticKind::Unbalanced,
    "the connector `{}` of class {} has no flow variables; it must be an input, an output or protected"};

}  // namespace

void ConnectorChecks::add(Component& component) {
    if (component.parent->is_connector() || component.type->kind == ast::ClassKind::expandable_connector) return;
    std::uint64_t const file = component.ast->file().index();
    if (!seen_.insert({component.type, (file << 32) | component.syntax.index()}).second) return;
    connectors_.push_back(&component);
}

void ConnectorChecks::run() {
    for (Component* const component : connectors_) check(*component);
}

void ConnectorChecks::check(Component& component) {
    Counts counts;
    count(component, counts);
    if (counts.has_stream && component.dims.empty() && counts.flows > 1) {
        e_.diagnostics.error(component.span(), several_flows, e_.interner.text(component.name), counts.flows);
    }
    if (counts.potentials == counts.flows) return;
    std::string_view const name = e_.interner.text(component.name);
    std::string_view const type = e_.interner.text(e_.instances.path_of(*component.type));
    if (counts.flows == 0 && !counts.has_others) {
        // Its variables are as many as the causality of the component says.
        if (!component.is_protected) e_.diagnostics.error(component.span(), simple, name, type);
        return;
    }
    e_.diagnostics.error(component.span(), unbalanced, name, type, counts.potentials, counts.flows);
}

void ConnectorChecks::count_elements(Node& node, Counts& counts) {
    e_.instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class()) return;
        if (Component* const component = e_.instances.components.component_of(element)) count(*component, counts);
    });
}

void ConnectorChecks::count(Component& component, Counts& counts) {
    if (component.is_disabled || component.variability >= Variability::parameter || component.is_outer) return;
    if (component.causality != ast::Causality::none || component.flow == ast::FlowPrefix::stream) {
        counts.has_others = true;
        counts.has_stream = counts.has_stream || component.flow == ast::FlowPrefix::stream;
        return;
    }
    std::int64_t size = 1;
    for (std::int64_t const dim : component.dims) size *= dim;
    std::int64_t& target = component.flow == ast::FlowPrefix::flow ? counts.flows : counts.potentials;
    auto const residue = component.flow == ast::FlowPrefix::none ? residue_size(*component.type) : std::nullopt;
    if (residue || component.primitive != Primitive::none) {
        target += size * residue.value_or(1);
        return;
    }
    // The elements of an array are alike.
    std::vector<Node*> const& values = e_.instances.components.values_of(component);
    if (values.empty()) return;
    Counts one;
    count_elements(*values[0], one);
    counts.potentials += size * one.potentials;
    counts.flows += size * one.flows;
    counts.has_others = counts.has_others || one.has_others;
    // A connector inside another has the flow variable of its own streams.
    bool const is_inside = component.type->is_connector() && component.parent->is_connector();
    counts.has_stream = counts.has_stream || (one.has_stream && !is_inside);
}

std::optional<std::int64_t> ConnectorChecks::residue_size(Node& type) {
    Element* const element = e_.instances.find_element(type, e_.interner.intern("equalityConstraint"));
    if (element == nullptr || !element->def->is_class()) return std::nullopt;
    Node* const function = e_.instances.classes.class_of(*element);
    if (function == nullptr || !function->is_function()) return std::nullopt;
    FunctionSignature const& signature = e_.functions.function_of(*function)->signature;
    if (signature.outputs.empty()) return std::nullopt;
    std::int64_t count = 1;
    for (std::int64_t const dim : e_.exprs.types().dims(signature.outputs[0].type)) count *= dim;
    return count;
}

}  // namespace moo
