#include "frontend/instantiate/component_factory.h"

#include <algorithm>

#include "frontend/instantiate/instances.h"
#include "frontend/instantiate/nearest_component.h"
#include "frontend/resolve/class_messages.h"
#include "moo/base/stack_space.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_component{DiagnosticKind::CyclicClass,
                                                     "the declaration of `{}` depends on itself"};
constexpr Message<std::string_view> recursive_class{DiagnosticKind::CyclicClass,
                                                    "`{}` contains itself, so it has infinitely many components"};
constexpr Message<std::string_view> too_many{DiagnosticKind::ModelTooLarge, "`{}` has too many elements"};
constexpr int max_depth = 200;
constexpr std::int64_t max_elements = 100'000'000;

Variability variability_of(ast::Variability written) {
    switch (written) {
        case ast::Variability::none: return Variability::continuous;
        case ast::Variability::discrete: return Variability::discrete;
        case ast::Variability::parameter: return Variability::parameter;
        case ast::Variability::constant: return Variability::constant;
    }
    return Variability::continuous;
}

}  // namespace

Component* ComponentFactory::component_of(Element& given) {
    Element* element = &given;
    while (element->replaced_by != nullptr) element = element->replaced_by;
    if (element->component != nullptr || element->is_wrong) return element->component;
    if (element->is_busy) {
        element->is_wrong = true;
        diagnostics_.error((*element->def->ast)[element->def->component].name.span, cyclic_component,
                           interner_.text(element->def->name));
        return nullptr;
    }
    if (stack_is_short()) {
        element->is_wrong = true;
        diagnostics_.error((*element->def->ast)[element->def->component].name.span, class_messages::too_deep,
                           interner_.text(element->def->name));
        return nullptr;
    }
    element->is_busy = true;
    Component* const component = make_component(*element);
    element->is_busy = false;
    in_work_.pop_back();
    element->component = component;
    element->is_wrong = component == nullptr;
    return component;
}

Component const* ComponentFactory::component_in_work(Element& given) const {
    Element const* element = &given;
    while (element->replaced_by != nullptr) element = element->replaced_by;
    if (!element->is_busy) return nullptr;
    for (std::size_t i = in_work_.size(); i-- > 0;) {
        if (in_work_[i]->element == element) return in_work_[i];
    }
    return nullptr;
}

Component* ComponentFactory::make_component(Element& element) {
    Component& component = components_.add();
    in_work_.push_back(&component);
    component.element = &element;
    component.parent = element.owner->most_derived();
    if (!instances_.may_grow(1, (*element.def->ast)[element.def->component].name.span)) return nullptr;
    return fill_component(component, element) ? &component : nullptr;
}

bool ComponentFactory::fill_component(Component& component, Element& element) {
    MemberDef const& member = *element.def;
    Node* const owner = element.owner;
    component.name = member.name;
    component.ast = member.ast;
    component.syntax = member.component;
    component.clause_element = member.element;
    component.scope = owner;
    component.is_protected = is_protected(element);
    ast::ComponentClause const* clause = &member.ast->component_clause((*member.ast)[member.element]);
    ast::Element const* written = &(*member.ast)[member.element];
    // Parts that a `redeclare` in a class or modifier leaves out stay as first declared (section 7.3).
    Element& first_element = instances_.first_declaration(element);
    MemberDef const& first_member = *first_element.def;
    ast::Element const& first_written = (*first_member.ast)[first_member.element];
    ast::ComponentClause const* const original = &first_member.ast->component_clause(first_written);
    component.is_inner = written->is_inner || first_written.is_inner;
    component.is_outer = written->is_outer || first_written.is_outer;
    component.is_final = written->is_final;

    Layers layers = select_layers(owner->layers, member.name);
    if (auto const at = find_redeclaration(layers, member.is_replaceable())) {
        Layer const redeclaring = layers[*at];
        if (!member.is_replaceable()) {
            diagnostics_
                .error((*redeclaring.ast)[redeclaring.redeclaration].span, class_messages::not_replaceable,
                       interner_.text(member.name))
                .note((*member.ast)[member.component].name.span, "it is declared here");
        }
        written = &(*redeclaring.ast)[redeclaring.redeclaration];
        if (written->kind != ast::ElementKind::component_clause) {
            diagnostics_.error(written->span, class_messages::component_as_class, interner_.text(member.name));
            return false;
        }
        clause = &redeclaring.ast->component_clause(*written);
        component.ast = redeclaring.ast;
        component.syntax = redeclaring.ast->items(clause->components)[0];
        component.clause_element = redeclaring.redeclaration;
        component.scope = redeclaring.scope;
        component.is_final = component.is_final || redeclaring.is_final || written->is_final;
        Layers const further_in(layers.begin() + static_cast<std::ptrdiff_t>(*at) + 1, layers.end());
        layers.resize(*at);
        append_layer(layers, *component.ast, (*component.ast)[component.syntax].modification, component.scope);
        if (redeclaring.index != nullptr && !layers.empty()) layers.back().index = redeclaring.index;
        append_replaced(layers, further_in);
        append_constraint(layers, member, owner);
    } else {
        append_layer(layers, *component.ast, (*component.ast)[component.syntax].modification, owner);
        if (&first_element != &element) {
            append_constraint(layers, first_member, first_element.owner);
        } else if (member.is_replaceable()) {
            if (ast::Constraint const* const constraint = member.ast->constraint(*written)) {
                append_layer(layers, *member.ast, constraint->modification, owner);
            }
        }
    }
    if (owner->has_record_binding || owner->most_derived()->has_record_binding) {
        // The value of the whole record overrides the declaration's own value.
        for (Layer& layer : layers) {
            if (layer.ast == component.ast && layer.modification == (*component.ast)[component.syntax].modification) {
                layer.hides_value = true;
            }
        }
    }
    component.layers = std::move(layers);

    component.type = instances_.names.lookup_class(component.scope, *component.ast, clause->type);
    if (component.type == nullptr) return false;
    component.primitive = instances_.primitive_of(*component.type);
    // Prefixes that the redeclaration leaves out stay unchanged.
    auto const pick = [](auto now, auto before, auto none) { return now != none ? now : before; };
    component.flow = pick(clause->flow, original->flow, ast::FlowPrefix::none);
    component.causality = pick(clause->causality, original->causality, ast::Causality::none);
    if (component.causality == ast::Causality::none) component.causality = component.type->causality;
    ast::Variability const variability = pick(clause->variability, original->variability, ast::Variability::none);
    component.is_variability_given = variability != ast::Variability::none;
    component.variability = variability_of(variability);
    if (Component const* const above = component.parent->component) {
        component.variability = std::max(component.variability, above->variability);
        if (component.causality == ast::Causality::none && above->primitive == Primitive::none &&
            component.parent->kind != ast::ClassKind::model && component.parent->kind != ast::ClassKind::block) {
            component.causality = above->causality;
        }
        if (component.flow == ast::FlowPrefix::none) component.flow = above->flow;
        component.is_protected = component.is_protected || above->is_protected;
        component.is_final = component.is_final || (above->is_final && above->variability >= Variability::parameter);
    }

    ast::Component const& syntax = (*component.ast)[component.syntax];
    ast::ExprId condition = syntax.condition;
    ast::Ast const* condition_ast = component.ast;
    Node* condition_scope = component.scope;
    ast::Component const& first = (*first_member.ast)[first_member.component];
    bool const is_redeclared = &first != &syntax;
    if (!condition && is_redeclared) {
        condition = first.condition;
        condition_ast = first_member.ast;
        condition_scope = first_element.owner;
    }
    if (condition) {
        auto const exists = values_->condition(*condition_ast, condition, condition_scope);
        if (!exists) return false;
        component.is_conditional = true;
        component.is_disabled = !*exists;
        if (component.is_disabled) return true;
    }
    if (component.is_outer && !component.is_inner) return true;
    bool const keeps_sizes = is_redeclared && syntax.subscripts.empty() && clause->subscripts.empty();
    if (!keeps_sizes) {
        return add_dimensions(component, {component.ast, syntax.subscripts, clause->subscripts, component.scope});
    }
    return add_dimensions(component, {first_member.ast, first.subscripts, original->subscripts, first_element.owner});
}

bool ComponentFactory::add_dimensions(Component& component, WrittenSizes const& declared) {
    // In a function, sizes depend on its arguments.
    if (component.parent->is_function()) return true;
    std::vector<DimensionSyntax> written;
    for (ast::List<ast::ExprId> const list : {declared.own, declared.clause}) {
        for (ast::ExprId const dim : declared.ast->items(list)) written.push_back({declared.ast, dim, declared.scope});
    }
    written.insert(written.end(), component.type->dims.begin(), component.type->dims.end());
    std::int64_t count = 1;
    std::size_t const done = component.dims.size();
    for (DimensionSyntax const& dim : written) {
        std::optional<StructureValues::Dimension> size;
        bool const is_open = (*dim.ast)[dim.expr].kind == ast::ExprKind::colon;
        bool const is_in_bus = component.parent->kind == ast::ClassKind::expandable_connector;
        if (is_open && is_in_bus && !find_binding(component.layers).has_value()) {
            // The connected elements determine the size.
            component.is_augmented = true;
            size = {0};
        } else if (is_open) {
            auto const sizes = values_->binding_sizes(component);
            if (!sizes || sizes->size() <= component.dims.size() - done) return false;
            size = {(*sizes)[component.dims.size() - done]};
        } else {
            size = values_->dimension(dim, component.parent->is_in_model);
        }
        if (!size) return false;
        component.dims.push_back(size->size);
        component.index_types.push_back(size->index);
        count *= std::max<std::int64_t>(size->size, 1);
        if (count > max_elements) {
            diagnostics_.error(component.span(), too_many, interner_.text(component.name));
            return false;
        }
    }
    return true;
}

std::vector<Node*> const& ComponentFactory::values_of(Component& component) {
    if (!component.has_values) {
        component.has_values = true;
        make_values(component);
    }
    return component.values;
}

Node* ComponentFactory::sample_value(Component& component) {
    std::vector<Node*> const& values = values_of(component);
    if (!values.empty()) return values[0];
    if (component.parent->depth + 1 > max_depth) return nullptr;
    Node*& sample = samples_[&component];
    if (sample != nullptr) return sample;
    sample = instances_.classes.derive(*component.type, component.layers);
    sample->component = &component;
    sample->holder = component.parent;
    sample->name = component.name;
    sample->depth = component.parent->depth + 1;
    sample->is_in_model = component.parent->is_in_model;
    sample->dims.clear();
    return sample;
}

Component& ComponentFactory::add_component(Node& connector, Component component) {
    MemberDef& member = augmented_.emplace_back();
    member.name = component.name;
    member.ast = component.ast;
    member.element = component.clause_element;
    member.component = component.syntax;
    Element& element = instances_.add_element();
    element.def = &member;
    element.owner = &connector;
    component.element = &element;
    element.component = &components_.add();
    *element.component = std::move(component);
    connector.augmented.push_back(&element);
    return *element.component;
}

void ComponentFactory::extend_values(Component& component) {
    if (!component.has_values) return;
    // In an array of one dimension, existing values keep their positions.
    std::vector<Node*> const old = component.dims.size() == 1 ? std::move(component.values) : std::vector<Node*>();
    component.values.clear();
    make_values(component);
    std::copy(old.begin(), old.end(), component.values.begin());
}

void ComponentFactory::make_values(Component& component) {
    int const depth = component.parent->depth + 1;
    if (depth > max_depth) {
        diagnostics_.error(component.span(), recursive_class, interner_.text(instances_.path_of(*component.type)));
        return;
    }
    Layers layers = component.layers;
    // `connector C = output Complex` has fields and a value as well.
    bool const is_record = component.type->is_record() || component.type->is_connector();
    bool has_record_binding = false;
    for (Layer& layer : layers) {
        if (has_record_binding) layer.hides_value = true;
        bool const gives_value = layer.modification && (*layer.ast)[layer.modification].value && !layer.hides_value;
        if (is_record && gives_value) has_record_binding = true;
    }
    bool const inherits_binding = is_record && component.parent->has_record_binding && !has_record_binding;
    std::int64_t count = 1;
    for (std::int64_t const dim : component.dims) count *= dim;
    if (!instances_.may_grow(static_cast<std::size_t>(count), component.span())) return;
    component.values.reserve(static_cast<std::size_t>(count));
    std::vector<std::int64_t> subscripts(component.dims.size(), 1);
    for (std::int64_t i = 0; i < count; ++i) {
        Layers own = layers;
        IndexPath const* index = nullptr;
        for (std::size_t d = 0; d < subscripts.size(); ++d) index = add_index(subscripts[d], index, component.dims[d]);
        if (index != nullptr) {
            for (Layer& layer : own) {
                for (std::size_t d = 0; d < subscripts.size(); ++d) {
                    layer.index = add_index(subscripts[d], layer.index, component.dims[d]);
                }
            }
        }
        Node* const node = instances_.classes.derive(*component.type, std::move(own));
        if (has_record_binding || inherits_binding) {
            node->has_record_binding = true;
            for (std::size_t k = layers.size(); k < node->layers.size(); ++k) node->layers[k].hides_value = true;
        }
        node->component = &component;
        node->holder = component.parent;
        node->name = component.name;
        node->depth = depth;
        node->is_in_model = component.parent->is_in_model;
        node->dims.clear();
        node->index = index;
        component.values.push_back(node);
        for (std::size_t k = subscripts.size(); k-- > 0;) {
            if (++subscripts[k] <= component.dims[k]) break;
            subscripts[k] = 1;
        }
    }
}

Component* ComponentFactory::resolve_outer(Component& component) {
    if (!component.is_outer) return &component;
    if (component.inner != nullptr) return component.inner;
    for (Node* node = component.parent->holder; node != nullptr; node = node->holder) {
        Element* const element = instances_.find_element(*node, component.name);
        if (element == nullptr || element->def->is_class()) continue;
        Component* const found = component_of(*element);
        if (found == nullptr) return nullptr;
        if (!found->is_inner || found->is_disabled) continue;
        // A component that is both inner and outer is found here as the inner one.
        component.inner = found;
        return component.inner;
    }
    std::string_view const name = interner_.text(component.name);
    auto report = diagnostics_.error(component.span(), class_messages::no_inner, name, name);
    if (Component const* const owner = nearest_component_of_model(component)) {
        report.note(owner->span(), "it is a part of `{}`", interner_.text(instances_.path_of(*owner)));
    }
    report.note({}, "declare `inner {}` in the model, or in one that contains it", name);
    return nullptr;
}

}  // namespace moo
