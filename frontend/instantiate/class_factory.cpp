#include "frontend/instantiate/class_factory.h"

#include "frontend/instantiate/instances.h"
#include "frontend/resolve/check_class.h"
#include "frontend/resolve/class_messages.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_class{DiagnosticKind::CyclicClass,
                                                 "the definition of `{}` refers to itself"};
constexpr Message<std::string_view> only_predefined{DiagnosticKind::WrongClassKind,
                                                    "the type `{}` can only extend predefined types"};

// `connector Plug = Pin annotation(Icon(…))`: connectors with different icons are different classes.
bool has_own_icon(ast::Class const& syntax) {
    bool const is_connector =
        syntax.kind == ast::ClassKind::connector || syntax.kind == ast::ClassKind::expandable_connector;
    return is_connector && syntax.comment.annotation.has_value();
}

}  // namespace

Node* ClassFactory::node_of(ClassDef& def) {
    if (def.parent != nullptr) {
        Node* const parent = node_of(*def.parent);
        MemberDef* const member = tree_.member(*def.parent, def.name);
        if (member == nullptr || member->class_def != &def) return make_class(def, parent, {}, {}, parent);
        return class_of(instances_.own_element(*parent, *member));
    }
    auto const [at, is_new] = top_level_.try_emplace(&def);
    TopLevel& made = at->second;  // stays where it is
    if (made.is_busy) diagnostics_.error(def.syntax().name.span, cyclic_class, interner_.text(def.name));
    if (!is_new) return made.node;
    made.is_busy = true;
    made.node = make_class(def, nullptr, {}, {}, nullptr);
    made.is_busy = false;
    return made.node;
}

Node* ClassFactory::derive(Node& source, Layers layers) {
    Node& node = nodes_.add();
    node.def = source.def;
    node.enclosing = source.enclosing;
    node.holder = source.holder;
    node.name = source.name;
    node.kind = source.kind;
    node.causality = source.causality;
    node.primitive = source.primitive;
    node.is_partial = source.is_partial;
    node.dims = source.dims;
    node.has_base_dims = source.has_base_dims;
    node.source = &source;
    node.layers = std::move(layers);
    node.layers.insert(node.layers.end(), source.layers.begin(), source.layers.end());
    return &node;
}

// ---- classes of elements ----

Node* ClassFactory::class_of(Element& given) {
    Element* element = &given;
    while (element->replaced_by != nullptr) element = element->replaced_by;
    bool const is_outer = element->def->element && (*element->def->ast)[element->def->element].is_outer;
    if (is_outer && element->class_node == nullptr && !element->is_wrong) {
        element->is_wrong = true;
        if (Element* const inner = find_inner_class(*element)) element->class_node = class_of(*inner);
    }
    return make_element_class(*element);
}

// `outer function f = F`: the class that an enclosing model declares as `inner` (section 5.4).
Element* ClassFactory::find_inner_class(Element& element) {
    Symbol const name = element.def->name;
    for (Node* node = element.owner->most_derived()->holder; node != nullptr; node = node->holder) {
        Element* const found = instances_.find_element(*node, name);
        if (found == nullptr || !found->def->is_class() || !found->def->element) continue;
        if ((*found->def->ast)[found->def->element].is_inner) return found;
    }
    diagnostics_.error(element.def->class_def->syntax().name.span, class_messages::no_inner, interner_.text(name),
                       interner_.text(name));
    return nullptr;
}

Node* ClassFactory::constraint_of(Element& element) {
    MemberDef const& member = *element.def;
    if (!member.element) return nullptr;
    ast::Element const& written = (*member.ast)[member.element];
    ast::Constraint const* const constraint = member.ast->constraint(written);
    if (constraint != nullptr && constraint->type.has_value()) {
        return instances_.names.lookup_class(element.owner, *member.ast, constraint->type);
    }
    if (member.is_class()) return make_class(*member.class_def, element.owner, {}, {}, element.owner->most_derived());
    return instances_.names.lookup_class(element.owner, *member.ast, member.ast->component_clause(written).type);
}

Node* ClassFactory::make_element_class(Element& element) {
    if (element.class_node != nullptr || element.is_wrong) return element.class_node;
    MemberDef const& member = *element.def;
    if (element.is_busy) {
        element.is_wrong = true;
        diagnostics_.error(member.class_def->syntax().name.span, cyclic_class, interner_.text(member.name));
        return nullptr;
    }
    element.is_busy = true;
    Node* const owner = element.owner;
    Layers layers = select_layers(owner->layers, member.name);
    if (auto const at = find_redeclaration(layers, member.is_replaceable())) {
        Layer const redeclaring = layers[*at];
        if (!member.is_replaceable() && !redeclaring.is_final) {
            diagnostics_
                .error((*redeclaring.ast)[redeclaring.redeclaration].span, class_messages::not_replaceable,
                       interner_.text(member.name))
                .note(member.class_def->syntax().name.span, "it is declared here");
        }
        ast::Element const& written = (*redeclaring.ast)[redeclaring.redeclaration];
        if (written.kind != ast::ElementKind::class_definition) {
            diagnostics_.error(written.span, class_messages::class_as_component, interner_.text(member.name));
            element.is_wrong = true;
            return nullptr;
        }
        ast::ClassId const id = redeclaring.ast->class_definition(written);
        ClassDef& def = tree_.modifier_class(*redeclaring.ast, id, redeclaring.scope->def);
        Layers inner;
        append_replaced(inner, std::span(layers).subspan(*at + 1));
        append_constraint(inner, member, owner);
        layers.resize(*at);
        element.class_node =
            make_class(def, redeclaring.scope, std::move(layers), std::move(inner), owner->most_derived());
    } else {
        Layers inner;
        if (member.is_replaceable()) {
            if (ast::Constraint const* const constraint = member.ast->constraint((*member.ast)[member.element])) {
                append_layer(inner, *member.ast, constraint->modification, owner);
            }
        }
        element.class_node =
            make_class(*member.class_def, owner, std::move(layers), std::move(inner), owner->most_derived());
    }
    element.is_busy = false;
    element.is_wrong = element.class_node == nullptr;
    return element.class_node;
}

Node* ClassFactory::make_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder) {
    ast::Class const& syntax = def.syntax();
    if (!def.is_checked) {
        def.is_checked = true;
        check_class(def, interner_, diagnostics_);
    }
    switch (syntax.form) {
        case ast::ClassForm::short_: return make_short_class(def, scope, std::move(outer), std::move(inner), holder);
        case ast::ClassForm::derivative:
        case ast::ClassForm::long_:
        case ast::ClassForm::extends_:
        case ast::ClassForm::enumeration: break;
    }
    Node& node = nodes_.add();
    node.def = &def;
    node.enclosing = scope;
    node.holder = holder;
    node.name = def.name;
    node.kind = syntax.kind;
    node.is_partial = syntax.is_partial;
    node.primitive = syntax.form == ast::ClassForm::enumeration ? Primitive::enumeration : def.primitive;
    node.layers = std::move(outer);
    node.layers.insert(node.layers.end(), inner.begin(), inner.end());
    return &node;
}

Node* ClassFactory::make_short_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder) {
    ast::Class const& syntax = def.syntax();
    Node* const target = instances_.names.lookup_class(scope, *def.ast, syntax.base);
    if (target == nullptr) return nullptr;
    if (syntax.kind == ast::ClassKind::type && target->kind != ast::ClassKind::type &&
        target->kind != ast::ClassKind::class_ && instances_.primitive_of(*target) == Primitive::none) {
        diagnostics_.error(syntax.name.span, only_predefined, interner_.text(def.name));
        return nullptr;
    }
    bool const is_plain = outer.empty() && inner.empty() && !syntax.modification && syntax.subscripts.empty() &&
                          syntax.causality == ast::Causality::none && !has_own_icon(syntax);
    bool const is_same_kind =
        syntax.kind == target->kind || syntax.kind == ast::ClassKind::type || syntax.kind == ast::ClassKind::class_;
    // An alias without changes: all uses mean the same class.
    if (is_plain && is_same_kind) return target;
    Layers layers = std::move(outer);
    append_layer(layers, *def.ast, syntax.modification, scope);
    layers.insert(layers.end(), inner.begin(), inner.end());
    Node* const node = derive(*target, std::move(layers));
    node->name = def.name;
    node->short_def = &def;
    node->holder = holder;
    node->is_partial = node->is_partial || syntax.is_partial;
    if (syntax.kind != ast::ClassKind::class_) node->kind = syntax.kind;
    if (syntax.causality != ast::Causality::none) node->causality = syntax.causality;
    std::vector<DimensionSyntax> dims;
    for (ast::ExprId const dim : def.ast->items(syntax.subscripts)) dims.push_back({def.ast, dim, scope});
    node->dims.insert(node->dims.begin(), dims.begin(), dims.end());
    return node;
}

}  // namespace moo
