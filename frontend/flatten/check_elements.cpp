#include "frontend/flatten/check_elements.h"

#include "frontend/resolve/class_messages.h"
#include "moo/base/nearest_word.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> no_such_element{DiagnosticKind::UnknownModifier,
                                                                      "`{}` has no element `{}` to be modified"};
constexpr Message<std::string_view, std::string_view> no_element_to_redeclare{
    DiagnosticKind::UnknownModifier, "`{}` has no element `{}` to be redeclared"};
constexpr Message<std::string_view, std::string_view> no_such_attribute{DiagnosticKind::UnknownAttribute,
                                                                        "{} has no attribute `{}`"};
constexpr Message<std::string_view, std::string_view> protected_modified{DiagnosticKind::ProtectedAccess,
                                                                         "`{}` is protected in `{}`"};
constexpr Message<std::string_view> each_without_array{DiagnosticKind::WrongEach,
                                                       "`each {}` is used, but there is no array"};
constexpr Message<std::string_view, std::string_view> no_component_class{DiagnosticKind::WrongClassKind,
                                                                         "a component cannot be of the {} `{}`"};
constexpr Message<std::string_view> outer_modified{DiagnosticKind::UnknownModifier,
                                                   "`outer {}` is only a reference; it cannot be modified"};
constexpr Message<std::string_view, std::string_view> other_inner{
    DiagnosticKind::NotSubtype, "the inner `{}` does not fit this outer declaration: {}"};

constexpr Message<std::string_view, std::string_view> inherited_differently{
    DiagnosticKind::DuplicateName, "`{}` has two different declarations of `{}`"};
constexpr Message<std::string_view, std::string_view> attributes_differ{
    DiagnosticKind::DuplicateName, "`{}` has two declarations of `{}` whose attributes differ"};
constexpr Message<std::string_view> extends_replaceable{DiagnosticKind::NotReplaceable,
                                                        "`{}` is replaceable; a class cannot extend it"};
constexpr Message<std::string_view> block_connector{DiagnosticKind::WrongClassKind,
                                                    "the connector `{}` of a block must be an input or an output"};

constexpr Message<std::string_view, std::string_view, std::string_view> prefix_outside{
    DiagnosticKind::WrongClassKind, "`{}` is declared as `{}` in a {}; only a connector has such variables"};
constexpr Message<std::string_view, std::string_view> prefix_in_record{DiagnosticKind::WrongClassKind,
                                                                       "`{}` is declared as `{}` in a record"};
constexpr Message<std::string_view, std::string_view> part_of_record{
    DiagnosticKind::WrongClassKind, "a component of a record cannot be of the {} `{}`"};

std::string_view primitive_name(Primitive primitive) {
    switch (primitive) {
        case Primitive::none: return "a class";
        case Primitive::real: return "Real";
        case Primitive::integer: return "Integer";
        case Primitive::boolean: return "Boolean";
        case Primitive::string: return "String";
        case Primitive::clock: return "Clock";
        case Primitive::enumeration: return "an enumeration";
        case Primitive::external_object: return "an external object";
    }
    return "";
}

// The attributes of section 4.9 that a predefined type has.
bool has_attribute(Primitive primitive, Attribute attribute) {
    switch (attribute) {
        case Attribute::quantity:
        case Attribute::start:
        case Attribute::fixed: return true;
        case Attribute::min:
        case Attribute::max:
            return primitive == Primitive::real || primitive == Primitive::integer ||
                   primitive == Primitive::enumeration;
        case Attribute::unit:
        case Attribute::display_unit:
        case Attribute::nominal:
        case Attribute::unbounded:
        case Attribute::state_select: return primitive == Primitive::real;
    }
    return true;
}

bool says_something(Layer const& layer) {
    if (layer.redeclaration) return true;
    if (!layer.modification) return layer.pending.has_value();
    ast::Modification const& modification = (*layer.ast)[layer.modification];
    return modification.value.has_value() || !modification.arguments.empty();
}

std::string without_space(std::string_view text) {
    std::string packed(text);
    std::erase_if(packed, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    return packed;
}

// How two declarations of one name agree.
enum class Agreement : std::uint8_t { same, other_attributes, other };

Agreement compare(MemberDef const& a, MemberDef const& b) {
    ast::ComponentClause const& clause_a = a.ast->component_clause((*a.ast)[a.element]);
    ast::ComponentClause const& clause_b = b.ast->component_clause((*b.ast)[b.element]);
    if (clause_a.variability != clause_b.variability || clause_a.causality != clause_b.causality ||
        clause_a.flow != clause_b.flow) {
        return Agreement::other;
    }
    auto const parts_a = a.ast->items(clause_a.type.parts);
    auto const parts_b = b.ast->items(clause_b.type.parts);
    // The same class may be named from different places; its last name is the same.
    if (parts_a.back().symbol != parts_b.back().symbol) return Agreement::other;
    auto const modification_of = [](MemberDef const& member) {
        ast::ModificationId const id = (*member.ast)[member.component].modification;
        return id ? &(*member.ast)[id] : nullptr;
    };
    ast::Modification const* const first = modification_of(a);
    ast::Modification const* const second = modification_of(b);
    auto const value_text = [](MemberDef const& member, ast::Modification const* modification) {
        bool const has_value = modification != nullptr && modification->value;
        return without_space(has_value ? member.ast->text((*member.ast)[modification->value].span) : "");
    };
    if (value_text(a, first) != value_text(b, second)) return Agreement::other;
    auto const text = [](MemberDef const& member, ast::Modification const* modification) {
        return without_space(modification != nullptr ? member.ast->text(modification->span) : "");
    };
    return text(a, first) == text(b, second) ? Agreement::same : Agreement::other_attributes;
}

}  // namespace

ElementChecks::ElementChecks(Instances& instances)
    : instances_(instances), interner_(instances.interner()), diagnostics_(instances.diagnostics()) {}

// The same text is met in many instances.
bool ElementChecks::is_new(ast::Ast const& ast, std::uint32_t index, std::uint32_t topic) {
    return reported_.insert((std::uint64_t{ast.file().index()} << 35) | (std::uint64_t{index} << 3) | topic).second;
}

void ElementChecks::check_node(Node& node) {
    std::size_t const inner = node.source != nullptr ? node.source->layers.size() : 0;
    check_modifiers(node, {0, node.layers.size() - inner}, false);
    check_modifiers(node, {node.layers.size() - inner, node.layers.size()}, true);
    instances_.for_each_base(node, [&](Node& base) {
        check_inherited(base);
        if (!base.def->imports.empty() && imports_checked_.insert(base.def).second)
            instances_.names.check_imports(base);
        if (base.derived == nullptr || !checked_classes_.insert(base.derived->def).second) return;
        // Beside those of the derived class there are the modifiers of the extends-clause.
        Node& derived = *base.derived;
        check_extends(derived);
        for (Node* const sibling : derived.bases) {
            if (sibling == nullptr) continue;
            std::size_t const own = sibling->layers.size() - sibling->source->layers.size();
            check_modifiers(*sibling, {derived.layers.size(), own}, true);
        }
    });
    if (node.layers.empty()) return;
    instances_.for_each_element(node, [&](Element& element) {
        if (!element.def->is_class() || !element.def->element) return;
        bool const is_final_class = (*element.def->ast)[element.def->element].is_final;
        if (!element.def->is_replaceable() && !is_final_class) return;
        Layers const layers = select_layers(element.owner->layers, element.def->name);
        if (is_final_class) {
            refuse_changes(layers, element);
        } else if (find_redeclaration(layers, element.def->is_replaceable())) {
            check_redeclared(element, instances_.classes.class_of(element), layers);
        }
    });
}

// Every modifier must be about an element that exists and that can be seen.
void ElementChecks::check_modifiers(Node& node, LayerRange range, bool is_extends) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        Layer const& layer = node.layers[i];
        if (layer.pending) check_modifier(node, layer, layer.pending, layer.parts_used, is_extends);
        if (!layer.modification) continue;
        for (ast::ModifierId const id : layer.ast->items((*layer.ast)[layer.modification].arguments)) {
            check_modifier(node, layer, id, 0, is_extends);
        }
    }
}

// `part` is the part of the modifier's name that is to be found in the node.
void ElementChecks::check_modifier(Node& node, Layer const& layer, ast::ModifierId id, std::size_t part,
                                   bool is_extends) {
    ast::Modifier const& modifier = (*layer.ast)[id];
    bool const is_redeclaration = modifier.kind == ast::ModifierKind::element;
    if (!is_redeclaration && modifier.kind != ast::ModifierKind::modification) return;
    Symbol name;
    SourceSpan span = modifier.span;
    bool is_last = true;
    if (is_redeclaration) {
        name = redeclared_name(*layer.ast, (*layer.ast)[modifier.element]);
    } else {
        auto const parts = layer.ast->items(modifier.name.parts);
        name = parts[part].symbol;
        span = parts[part].span;
        is_last = part + 1 == parts.size();
    }
    std::string_view const text = interner_.text(name);
    if (is_last && modifier.is_each && layer.index == nullptr && !layer.had_each && !is_extends &&
        is_new(*layer.ast, id.index(), 1)) {
        diagnostics_.error(modifier.span, each_without_array, text);
    }
    Element* const element = instances_.find_element(node, name);
    if (element == nullptr) {
        if (!is_new(*layer.ast, id.index(), 0)) return;
        std::string const owner = qualified_name(*node.def, interner_);
        auto report = is_redeclaration ? diagnostics_.error(span, no_element_to_redeclare, owner, text)
                                       : diagnostics_.error(span, no_such_element, owner, text);
        std::string_view const nearest = nearest_word(text, instances_.names.member_names(node));
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        return;
    }
    if (!is_extends && is_protected(*element) && is_new(*layer.ast, id.index(), 0)) {
        diagnostics_.error(span, protected_modified, text, qualified_name(*node.def, interner_))
            .note({}, "only a class that extends it can modify it");
    }
}

// Inherited classes must not be replaced later (section 7.1.4).
void ElementChecks::check_extends(Node& node) {
    ast::Ast const& ast = *node.def->ast;
    for (ExtendsDef const& extends : node.def->extends) {
        ast::Name const& type = ast.extends(ast[extends.element]).type;
        auto const parts = ast.items(type.parts);
        if (type.is_global || parts.size() != 1) continue;
        Found const found = instances_.names.find_in_scope(&node, parts[0].symbol);
        if (found.element == nullptr || !found.element->def->is_replaceable()) continue;
        diagnostics_.error(type.span, extends_replaceable, interner_.text(parts[0].symbol));
    }
}

// Elements of the same name that come from several places must be the same (section 7.1.1).
void ElementChecks::check_inherited(Node& node) {
    std::size_t const sources = node.bases.size() + (node.def->members.empty() ? 0u : 1u);
    if (sources < 2 || !merged_classes_.insert(node.def).second) return;
    std::unordered_map<Symbol, MemberDef const*> seen;
    auto const add = [&](Element& element) {
        MemberDef const& member = *element.def;
        auto const [at, is_first] = seen.try_emplace(member.name, &member);
        if (is_first || at->second == &member || member.is_class() || at->second->is_class()) return;
        if (member.is_redeclare() || at->second->is_redeclare()) return;
        Agreement const agreement = compare(member, *at->second);
        if (agreement == Agreement::same) return;
        // The first is kept; the standard library has such pairs.
        SourceSpan const span = node.def->syntax().name.span;
        std::string const owner = qualified_name(*node.def, interner_);
        auto report = agreement == Agreement::other
                          ? diagnostics_.error(span, inherited_differently, owner, interner_.text(member.name))
                          : diagnostics_.warning(span, attributes_differ, owner, interner_.text(member.name));
        report.note((*at->second->ast)[at->second->component].name.span, "one is here")
            .note((*member.ast)[member.component].name.span, "the other is here");
    };
    for (Node* const base : node.bases) {
        if (base != nullptr) instances_.for_each_element(*base, add);
    }
    for (MemberDef const& member : node.def->members) {
        if (!member.is_class()) add(instances_.own_element(node, member));
    }
}

// ---- components ----

void ElementChecks::check_component(Component& component) {
    Element& element = *component.element;
    MemberDef const& member = *element.def;
    ast::ClassKind const kind = component.type->kind;
    if (component.primitive == Primitive::none &&
        (kind == ast::ClassKind::package || kind == ast::ClassKind::operator_)) {
        diagnostics_.error(component.span(), no_component_class, class_kind_text(kind),
                           interner_.text(instances_.path_of(*component.type)));
        return;
    }
    bool const is_redeclared = component.syntax != member.component || component.ast != member.ast;
    if (is_redeclared) {
        check_redeclared(element, component.type, select_layers(element.owner->layers, member.name));
        check_redeclaration(component);
    } else if (Element* const inherited = instances_.redeclared_element(element)) {
        check_constraint(*inherited, *component.type, component.span());
        check_redeclaration(component);
    } else if (member.is_replaceable()) {
        check_constraint(element, *component.type, component.span());
    }
    if (component.parent->kind == ast::ClassKind::block) check_block(component);
    check_prefix(component);
    check_part(component);
    check_declared_final(component);
    if (component.layers.size() > 1) check_final(component.layers, component.name);
    if (component.primitive != Primitive::none) check_attributes(component);
}

// All variables of a block's connectors are inputs or outputs (section 4.7).
void ElementChecks::check_block(Component const& component) {
    if (component.type->kind != ast::ClassKind::connector || component.causality != ast::Causality::none) return;
    bool is_causal = component.primitive == Primitive::none;
    if (is_causal) {
        instances_.for_each_element(*component.type, [&](Element& element) {
            MemberDef const& member = *element.def;
            if (member.is_class()) return;
            ast::ComponentClause const& clause = member.ast->component_clause((*member.ast)[member.element]);
            Node* const type = declared_type(element);
            bool const is_given = clause.causality != ast::Causality::none ||
                                  clause.variability == ast::Variability::parameter ||
                                  clause.variability == ast::Variability::constant;
            if (!is_given && type != nullptr && !type->is_connector()) is_causal = false;
        });
    }
    if (is_causal || !is_new(*component.ast, component.syntax.index(), 5)) return;
    diagnostics_.error(component.span(), block_connector, interner_.text(component.name));
}

// `flow` and `stream` are for variables of connectors (section 4.4.2.2).
void ElementChecks::check_prefix(Component const& component) {
    if (component.causality != ast::Causality::none && component.parent->is_record()) {
        MemberDef const& member = *component.element->def;
        ast::Causality const written = member.ast->component_clause((*member.ast)[member.element]).causality;
        if (written != ast::Causality::none && is_new(*component.ast, component.syntax.index(), 7)) {
            diagnostics_.error(component.span(), prefix_in_record, interner_.text(component.name),
                               written == ast::Causality::input ? "input" : "output");
        }
    }
    if (component.flow == ast::FlowPrefix::none || component.parent->is_connector()) return;
    ast::ComponentClause const& clause = component.ast->component_clause((*component.ast)[component.clause_element]);
    if (clause.flow == ast::FlowPrefix::none || !is_new(*component.ast, component.syntax.index(), 7)) return;
    diagnostics_.error(component.span(), prefix_outside, interner_.text(component.name),
                       clause.flow == ast::FlowPrefix::flow ? "flow" : "stream",
                       class_kind_text(component.parent->kind));
}

// A record has no equations, so it has no components with equations either (section 4.7).
void ElementChecks::check_part(Component const& component) {
    ast::ClassKind const kind = component.type->kind;
    bool const is_model = kind == ast::ClassKind::model || kind == ast::ClassKind::block;
    if (!is_model || !component.parent->is_record() || !is_new(*component.ast, component.syntax.index(), 7)) return;
    diagnostics_.error(component.span(), part_of_record, class_kind_text(kind),
                       interner_.text(instances_.path_of(*component.type)));
}

void ElementChecks::check_outer(Component& component) {
    Component* const inner = component.inner;
    if (inner == nullptr) return;
    ast::ModificationId const own = (*component.ast)[component.syntax].modification;
    if (own && !component.is_inner && is_new(*component.ast, own.index(), 2)) {
        diagnostics_.error((*component.ast)[own].span, outer_modified, interner_.text(component.name))
            .note(inner->span(), "the value belongs to the inner declaration");
    }
    for (Layer const& layer : component.layers) {
        bool const is_given = layer.modification && layer.modification != own && says_something(layer);
        if (component.is_inner || !is_given || !is_new(*layer.ast, layer.modification.index(), 2)) continue;
        diagnostics_.error(span_of(layer), outer_modified, interner_.text(component.name))
            .note(inner->span(), "the value belongs to the inner declaration");
    }
    std::string const reason = misfit(*inner->type, *component.type, 0);
    if (reason.empty() || !is_new(*component.ast, component.syntax.index(), 5)) return;
    diagnostics_.error(component.span(), other_inner, interner_.text(component.name), reason)
        .note(inner->span(), "the inner declaration is here");
}

void ElementChecks::check_attributes(Component const& component) {
    Layers all;
    for (Layer const& layer : component.layers) {
        if (layer.pending) check_attribute(component, layer, layer.pending, layer.parts_used, all);
        if (!layer.modification) continue;
        for (ast::ModifierId const id : layer.ast->items((*layer.ast)[layer.modification].arguments)) {
            if ((*layer.ast)[id].kind == ast::ModifierKind::modification) check_attribute(component, layer, id, 0, all);
        }
    }
}

// `all` is made at the first need: the layers of the component and of its type.
void ElementChecks::check_attribute(Component const& component, Layer const& layer, ast::ModifierId id,
                                    std::size_t part, Layers& all) {
    ast::Modifier const& modifier = (*layer.ast)[id];
    auto const parts = layer.ast->items(modifier.name.parts);
    ast::Ident const& name = parts[part];
    std::string_view const text = interner_.text(name.symbol);
    bool const is_last = part + 1 == parts.size();
    if (is_last && modifier.is_each && layer.index == nullptr && !layer.had_each && component.dims.empty() &&
        is_new(*layer.ast, id.index(), 1)) {
        diagnostics_.error(modifier.span, each_without_array, text);
    }
    auto const attribute = find_attribute(text);
    if (!attribute || !is_last || !has_attribute(component.primitive, *attribute)) {
        if (!is_new(*layer.ast, id.index(), 0)) return;
        diagnostics_.error(name.span, no_such_attribute, primitive_name(component.primitive), text);
        return;
    }
    if (all.empty()) {
        all = component.layers;
        all.insert(all.end(), component.type->layers.begin(), component.type->layers.end());
    }
    if (all.size() > 1) check_final(select_layers(all, name.symbol), name.symbol);
}

// Outer layers cannot change what a layer declares as final.
void ElementChecks::check_final(Layers const& layers, Symbol name) {
    for (std::size_t i = 1; i < layers.size(); ++i) {
        if (!layers[i].is_final || !says_something(layers[i])) continue;
        for (std::size_t j = 0; j < i; ++j) {
            Layer const& outer = layers[j];
            if (!says_something(outer) || outer.hides_value) continue;
            bool const is_first = outer.modification ? is_new(*outer.ast, outer.modification.index(), 2)
                                                     : is_new(*outer.ast, outer.redeclaration.index(), 3);
            if (!is_first) continue;
            diagnostics_.error(span_of(outer), class_messages::is_final, interner_.text(name))
                .note(span_of(layers[i]), "it is made final here");
        }
        return;
    }
}

void ElementChecks::check_declared_final(Component const& component) {
    Element const& element = *component.element;
    MemberDef const& member = *element.def;
    if (!member.element || !(*member.ast)[member.element].is_final) return;
    // From outside of the class that declares it, so not in the layer of the declaration itself.
    refuse_changes(select_layers(element.owner->layers, member.name), element);
}

void ElementChecks::refuse_changes(Layers const& layers, Element const& element) {
    MemberDef const& member = *element.def;
    for (Layer const& layer : layers) {
        if (!says_something(layer)) continue;
        bool const is_first = layer.redeclaration  ? is_new(*layer.ast, layer.redeclaration.index(), 3)
                              : layer.modification ? is_new(*layer.ast, layer.modification.index(), 2)
                                                   : is_new(*layer.ast, layer.pending.index(), 6);
        if (!is_first) continue;
        SourceSpan const declared =
            member.is_class() ? member.class_def->syntax().name.span : (*member.ast)[member.component].name.span;
        diagnostics_.error(span_of(layer), class_messages::is_final, interner_.text(member.name))
            .note(declared, "it is declared as final here");
    }
}

}  // namespace moo
