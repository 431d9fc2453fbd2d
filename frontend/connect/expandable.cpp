#include "frontend/connect/expandable.h"

#include <algorithm>
#include <utility>

#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> neither_declared{
    DiagnosticKind::ConnectMismatch, "neither `{}` nor `{}` is declared, so their type is not known"};
constexpr Message<std::string_view, std::string_view> only_one_expandable{
    DiagnosticKind::ConnectMismatch, "`{}` is an expandable connector, but `{}` is not"};

constexpr Message<std::string_view> flow_in_expandable{DiagnosticKind::ConnectMismatch,
                                                       "`{}` is a flow or stream variable of an expandable connector"};

bool is_expandable(Node const* node) { return node != nullptr && node->kind == ast::ClassKind::expandable_connector; }

}  // namespace

ExpandableConnectors::Side ExpandableConnectors::find_side(LoweringContext& context, ScopeResolver& resolver,
                                                           ast::ExprId reference) {
    Side side;
    side.selection = resolver.select(context, reference, &side.trace);
    return side;
}

void ExpandableConnectors::look(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation) {
    Side const a = find_side(context, resolver, equation.lhs);
    Side const b = find_side(context, resolver, equation.rhs);
    if (!a.selection || !b.selection || a.selection->is_disabled || b.selection->is_disabled) return;
    for (Component* const component : a.trace.members) mark_present(*component);
    for (Component* const component : b.trace.members) mark_present(*component);
    if (!a.trace.owners.empty() && !b.trace.owners.empty()) return;
    if (!a.trace.owners.empty()) return introduce(context, equation.lhs, a, b);
    if (!b.trace.owners.empty()) return introduce(context, equation.rhs, b, a);
    auto const& nodes_a = a.selection->nodes;
    auto const& nodes_b = b.selection->nodes;
    for (std::size_t i = 0; i < nodes_a.size() && i < nodes_b.size(); ++i) {
        if (is_expandable(nodes_a[i]) && is_expandable(nodes_b[i])) join(*nodes_a[i], *nodes_b[i]);
    }
}

void ExpandableConnectors::check(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation) {
    Side const a = find_side(context, resolver, equation.lhs);
    Side const b = find_side(context, resolver, equation.rhs);
    if (!a.selection || !b.selection || a.selection->is_disabled || b.selection->is_disabled) return;
    auto const is_undeclared = [](Side const& side) {
        return !side.trace.owners.empty() && side.trace.existing.empty();
    };
    std::string const text_a = print(context.ast, e_.interner, equation.lhs);
    std::string const text_b = print(context.ast, e_.interner, equation.rhs);
    if (is_undeclared(a) && is_undeclared(b)) {
        e_.diagnostics.error(equation.span, neither_declared, text_a, text_b);
        return;
    }
    if (!a.trace.owners.empty() || !b.trace.owners.empty()) return;
    auto const is_bus = [](Side const& side) {
        return !side.selection->nodes.empty() && is_expandable(side.selection->nodes[0]);
    };
    if (is_bus(a) && !is_bus(b)) e_.diagnostics.error(equation.span, only_one_expandable, text_a, text_b);
    if (is_bus(b) && !is_bus(a)) e_.diagnostics.error(equation.span, only_one_expandable, text_b, text_a);
}

void ExpandableConnectors::mark_present(Component& component) {
    if (present_.insert(&component).second) has_changed_ = true;
}

// `bus.x` or `bus.x[2]` is not declared: it is made like the other side.
void ExpandableConnectors::introduce(LoweringContext& context, ast::ExprId reference, Side const& missing,
                                     Side const& other) {
    ast::Ast const& ast = context.ast;
    auto const parts = ast.reference_parts(ast.strip(reference));
    // A part that is not declared has no type that could hold the rest of the name.
    if (missing.trace.part + 1 != parts.size() || other.selection->components.empty()) return;
    Component& like = *other.selection->components[0];
    std::vector<std::int64_t> dims = other.selection->dims;
    bool const is_element = like.primitive != Primitive::none && !other.selection->subscripts.empty();
    if (like.primitive != Primitive::none && !is_element) dims.insert(dims.end(), like.dims.begin(), like.dims.end());
    auto const subscripts = ast.items(parts.back().subscripts);
    if (!subscripts.empty()) {
        // Large enough for the elements that are named.
        std::vector<std::int64_t> sizes;
        std::size_t next_dim = 0;
        for (ast::ExprId const subscript : subscripts) {
            if (ast[subscript].kind == ast::ExprKind::colon) {
                sizes.push_back(next_dim < dims.size() ? dims[next_dim++] : 0);
                continue;
            }
            ExprId const lowered = lower_expression(context, subscript);
            if (!lowered) return;
            Value const value = e_.values.evaluate_or_report(lowered, ast[subscript].span, "a subscript in connect");
            if (!value.has_value()) return;
            std::int64_t size = 0;
            if (value.is_array()) {
                for (Value const& v : value.elements()) size = std::max(size, v.as_integer());
                ++next_dim;
            } else {
                size = value.as_integer();
            }
            sizes.push_back(size);
        }
        if (next_dim < dims.size()) {
            sizes.insert(sizes.end(), dims.begin() + static_cast<std::ptrdiff_t>(next_dim), dims.end());
        }
        dims = std::move(sizes);
    }
    if (!missing.trace.existing.empty()) {
        for (Component* const component : missing.trace.existing) {
            mark_present(*component);
            grow(*component, dims);
            auto const picked = e_.instances.components.values_of(*component);
            bool const is_one = !subscripts.empty() && dims.size() == 1 && component->dims.size() == 1;
            if (component->primitive == Primitive::none && is_one && is_expandable(other.selection->nodes[0])) {
                auto const at = static_cast<std::size_t>(dims[0] - 1);
                if (at < picked.size()) join(*picked[at], *other.selection->nodes[0]);
            }
        }
        return;
    }
    for (Node* const owner : missing.trace.owners) {
        Component& made = add_like(*owner, parts.back().name, like, dims);
        mark_present(made);
    }
}

Component& ExpandableConnectors::add_like(Node& connector, Symbol name, Component& like,
                                          std::vector<std::int64_t> dims) {
    Component made;
    made.name = name;
    made.parent = &connector;
    made.type = like.type;
    made.ast = like.ast;
    made.syntax = like.syntax;
    made.clause_element = like.clause_element;
    made.scope = like.scope;
    made.primitive = like.primitive;
    made.variability = like.variability;
    made.is_variability_given = like.is_variability_given;
    made.is_protected = connector.component != nullptr && connector.component->is_protected;
    made.is_augmented = true;
    // The modifiers of a connector decide about its sizes; those of a variable are its own affair.
    if (made.primitive == Primitive::none) made.layers = like.layers;
    made.dims = std::move(dims);
    has_changed_ = true;
    number_of(connector);
    return e_.instances.components.add_component(connector, std::move(made));
}

void ExpandableConnectors::grow(Component& component, std::vector<std::int64_t> const& dims) {
    if (!component.is_augmented || component.dims.size() != dims.size()) return;
    bool is_larger = false;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (dims[d] <= component.dims[d]) continue;
        component.dims[d] = dims[d];
        is_larger = true;
    }
    if (!is_larger) return;
    has_changed_ = true;
    component.value_type = {};
    e_.instances.components.extend_values(component);
}

std::uint32_t ExpandableConnectors::number_of(Node& connector) {
    auto const [found, is_new] = numbers_.try_emplace(&connector, sets_.count());
    if (is_new) {
        sets_.add();
        connectors_.push_back(&connector);
    }
    return found->second;
}

void ExpandableConnectors::join(Node& a, Node& b) {
    std::uint32_t const number_a = number_of(a);
    std::uint32_t const number_b = number_of(b);
    if (sets_.find(number_a) == sets_.find(number_b)) return;
    sets_.join(number_a, number_b);
    has_changed_ = true;
}

bool ExpandableConnectors::propagate() {
    bool const changed_before = std::exchange(has_changed_, false);
    bool changed = changed_before;
    do {
        has_changed_ = false;
        std::vector<std::vector<Node*>> sets(sets_.count());
        for (std::uint32_t i = 0; i < sets.size(); ++i) sets[sets_.find(i)].push_back(connectors_[i]);
        for (std::vector<Node*> const& set : sets) {
            if (set.size() > 1) share(set);
        }
        changed = changed || has_changed_;
    } while (has_changed_);
    return changed;
}

void ExpandableConnectors::share(std::vector<Node*> const& connectors) {
    std::vector<Component*> all;
    std::unordered_map<Symbol, std::size_t> by_name;
    std::vector<std::vector<std::int64_t>> sizes;
    for (Node* const connector : connectors) {
        e_.instances.for_each_element(*connector, [&](Element& element) {
            if (element.def->is_class()) return;
            Component* const component = e_.instances.components.component_of(element);
            if (component == nullptr || !present_.contains(component)) return;
            auto const [found, is_new] = by_name.try_emplace(component->name, all.size());
            if (is_new) {
                all.push_back(component);
                sizes.push_back(component->dims);
                return;
            }
            std::vector<std::int64_t>& size = sizes[found->second];
            for (std::size_t d = 0; d < size.size() && d < component->dims.size(); ++d) {
                size[d] = std::max(size[d], component->dims[d]);
            }
        });
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        Component* first = nullptr;
        for (Node* const connector : connectors) {
            Element* const element = e_.instances.find_element(*connector, all[i]->name);
            if (element != nullptr && element->def->is_class()) continue;
            Component* const component = element != nullptr ? e_.instances.components.component_of(*element)
                                                            : &add_like(*connector, all[i]->name, *all[i], sizes[i]);
            if (component == nullptr) continue;
            mark_present(*component);
            grow(*component, sizes[i]);
            if (component->primitive != Primitive::none || !is_expandable(component->type)) continue;
            // A connector inside is connected with its like.
            if (first == nullptr) {
                first = component;
                continue;
            }
            std::vector<Node*> const& values_a = e_.instances.components.values_of(*first);
            std::vector<Node*> const& values_b = e_.instances.components.values_of(*component);
            for (std::size_t k = 0; k < values_a.size() && k < values_b.size(); ++k) join(*values_a[k], *values_b[k]);
        }
    }
}

void ExpandableConnectors::remove_absent(Node& connector) {
    e_.instances.for_each_element(connector, [&](Element& element) {
        if (element.def->is_class()) return;
        Component* const component = e_.instances.components.component_of(element);
        if (component == nullptr || component->is_disabled || component->variability >= Variability::parameter) return;
        if (component->flow != ast::FlowPrefix::none) {
            e_.diagnostics.error(component->span(), flow_in_expandable, e_.interner.text(component->name));
            return;
        }
        if (!present_.contains(component)) {
            component->is_disabled = true;
            return;
        }
        if (component->primitive != Primitive::none || !is_expandable(component->type)) return;
        for (Node* const value : e_.instances.components.values_of(*component)) remove_absent(*value);
    });
}

}  // namespace moo
