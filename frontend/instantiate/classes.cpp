// Classes with their modifiers: inheritance and redeclaration (Modelica 3.6, chapter 7).
#include <algorithm>

#include "frontend/instantiate/instances.h"
#include "frontend/resolve/check_class.h"
#include "frontend/resolve/class_messages.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_extends{DiagnosticKind::CyclicClass, "`{}` inherits from itself"};
constexpr Message<std::string_view> cyclic_class{DiagnosticKind::CyclicClass,
                                                 "the definition of `{}` refers to itself"};
constexpr Message<std::string_view> nothing_to_redeclare{DiagnosticKind::UnknownName,
                                                         "`{}` redeclares nothing: no base class has such an element"};
constexpr Message<std::string_view> class_as_component{DiagnosticKind::NotSubtype,
                                                       "`{}` is a class; it cannot be redeclared as a component"};
constexpr Message<std::string_view> only_predefined{DiagnosticKind::WrongClassKind,
                                                    "the type `{}` can only extend predefined types"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> wrong_base{
    DiagnosticKind::WrongClassKind, "the {} `{}` cannot extend the {} `{}`"};

// Which kinds of classes may inherit from which (section 7.1.3). A `class` may become any of them; what is itself a
// `class` is not looked at.
bool may_extend(ast::ClassKind derived, ast::ClassKind base) {
    using Kind = ast::ClassKind;
    if (derived == base || base == Kind::class_) return true;
    switch (derived) {
        case Kind::class_: return true;
        case Kind::operator_function: return base == Kind::function;
        case Kind::connector: return base == Kind::type || base == Kind::record || base == Kind::operator_record;
        case Kind::block: return base == Kind::record;
        case Kind::model: return base == Kind::record || base == Kind::block;
        case Kind::package:
        case Kind::operator_:
        case Kind::function:
        case Kind::type:
        case Kind::record:
        case Kind::operator_record:
        case Kind::expandable_connector: return false;
    }
    return true;
}

// `connector Plug = Pin annotation(Icon(…))`: connectors are distinguished by their icons.
bool has_own_icon(ast::Class const& syntax) {
    bool const is_connector =
        syntax.kind == ast::ClassKind::connector || syntax.kind == ast::ClassKind::expandable_connector;
    return is_connector && syntax.comment.annotation.has_value();
}

}  // namespace

Instances::Instances(ClassTree& tree, Interner& interner, Diagnostics& diagnostics)
    : tree_(tree), interner_(interner), diagnostics_(diagnostics) {}

Node& Instances::add_node() { return nodes_.add(); }

Node* Instances::node_of(ClassDef& def) {
    if (def.parent != nullptr) {
        Node* const parent = node_of(*def.parent);
        MemberDef* const member = tree_.member(*def.parent, def.name);
        if (member == nullptr || member->class_def != &def) return make_class(def, parent, {}, {}, parent);
        return class_of(own_element(*parent, *member));
    }
    auto const found = top_level_.find(&def);
    if (found != top_level_.end()) return found->second;
    top_level_[&def] = nullptr;
    Node* const node = make_class(def, nullptr, {}, {}, nullptr);
    top_level_[&def] = node;
    return node;
}

Node* Instances::derive(Node& source, Layers layers) {
    Node& node = add_node();
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

// ---- inheritance ----

void Instances::expand_bases(Node& node) {
    if (node.has_bases || node.is_expanding) return;
    node.is_expanding = true;
    tree_.index(*node.def);
    node.bases.assign(node.def->extends.size(), nullptr);
    if (node.def->syntax().form == ast::ClassForm::extends_ && node.enclosing != nullptr) {
        // `model extends A(…)`: the base is what the enclosing class inherits under the same name.
        if (Element* const inherited = find_inherited(*node.enclosing, node.def->name)) {
            if (Node* const base_class = make_element_class(*inherited)) {
                Layers layers = node.layers;
                append_layer(layers, *node.def->ast, node.def->syntax().extends_modification, &node);
                node.class_extends_base = derive(*base_class, std::move(layers));
                node.class_extends_base->derived = &node;
            }
        } else if (!node.def->is_reported) {
            node.def->is_reported = true;
            diagnostics_.error(node.def->syntax().name.span, nothing_to_redeclare, interner_.text(node.def->name));
        }
    }
    for (std::size_t i = 0; i < node.def->extends.size(); ++i) {
        node.bases[i] = add_base(node, node.def->extends[i]);
        if (node.bases[i] != nullptr && node.primitive == Primitive::none) {
            node.primitive = primitive_of(*node.bases[i]);
            // `type Orientation extends TransformationMatrix`: the sizes are inherited with the type.
            std::vector<DimensionSyntax> const& sizes = node.bases[i]->dims;
            if (!node.has_base_dims) node.dims.insert(node.dims.end(), sizes.begin(), sizes.end());
            node.has_base_dims = true;
        }
    }
    std::size_t const base_count = (node.class_extends_base != nullptr ? 1u : 0u) +
                                   static_cast<std::size_t>(std::count_if(node.bases.begin(), node.bases.end(),
                                                                          [](Node* b) { return b != nullptr; }));
    apply_redeclarations(node);
    for (std::size_t i = 0; i < node.bases.size(); ++i) apply_breaks(node, i);
    node.has_many_bases = base_count > 1 || (base_count == 1 && repeats_inherited(node));
    node.is_expanding = false;
    node.has_bases = true;
}

// A component may be declared again as it is inherited (section 7.1); there is only one then.
bool Instances::repeats_inherited(Node& node) {
    return std::any_of(node.def->members.begin(), node.def->members.end(), [&](MemberDef const& member) {
        return !member.is_class() && !member.is_redeclare() && find_inherited(node, member.name) != nullptr;
    });
}

bool Instances::inherits_in_many_ways(Node& node) {
    expand_bases(node);
    if (node.has_many_bases) return true;
    if (node.class_extends_base != nullptr) return inherits_in_many_ways(*node.class_extends_base);
    for (Node* const base : node.bases) {
        if (base != nullptr) return inherits_in_many_ways(*base);
    }
    return false;
}

Primitive Instances::primitive_of(Node& node) {
    if (node.primitive == Primitive::none) expand_bases(node);
    return node.primitive;
}

bool Instances::inherits(Node& node, ClassDef const& def) {
    if (node.def == &def) return true;
    expand_bases(node);
    if (node.class_extends_base != nullptr && inherits(*node.class_extends_base, def)) return true;
    return std::any_of(node.bases.begin(), node.bases.end(),
                       [&](Node* base) { return base != nullptr && inherits(*base, def); });
}

Node* Instances::add_base(Node& node, ExtendsDef const& extends) {
    ast::Ast const& ast = *node.def->ast;
    ast::Extends const& clause = ast.extends(ast[extends.element]);
    Node* const base_class = lookup_class(&node, ast, clause.type);
    if (base_class == nullptr) return nullptr;
    for (Node const* at = &node; at != nullptr; at = at->derived) {
        if (at->def != base_class->def) continue;
        diagnostics_.error(clause.type.span, cyclic_extends, qualified_name(*node.def, interner_));
        return nullptr;
    }
    if (!may_extend(node.kind, base_class->kind) && !node.def->is_reported) {
        node.def->is_reported = true;
        diagnostics_.error(clause.type.span, wrong_base, class_kind_text(node.kind),
                           qualified_name(*node.def, interner_), class_kind_text(base_class->kind),
                           qualified_name(*base_class->def, interner_));
    }
    Layers layers = node.layers;
    append_layer(layers, ast, clause.modification, &node);
    Node* const base = derive(*base_class, std::move(layers));
    base->derived = &node;
    base->causality = base_class->causality;
    return base;
}

void Instances::report_not_replaceable(MemberDef const& redeclaration, MemberDef const& member) {
    SourceSpan const span = redeclaration.is_class() ? redeclaration.class_def->syntax().name.span
                                                     : (*redeclaration.ast)[redeclaration.component].name.span;
    SourceSpan const declared =
        member.is_class() ? member.class_def->syntax().name.span : (*member.ast)[member.component].name.span;
    diagnostics_.error(span, class_messages::not_replaceable, interner_.text(member.name))
        .note(declared, "it is declared here");
}

void Instances::report_other_kind(MemberDef const& redeclaration) {
    if (!redeclaration.is_class()) {
        SourceSpan const span = (*redeclaration.ast)[redeclaration.component].name.span;
        diagnostics_.error(span, class_as_component, interner_.text(redeclaration.name));
        return;
    }
    diagnostics_.error(redeclaration.class_def->syntax().name.span, class_messages::component_as_class,
                       interner_.text(redeclaration.name));
}

void Instances::apply_redeclarations(Node& node) {
    for (MemberDef& member : node.def->members) {
        bool const is_class_extends = member.is_class() && member.class_def->syntax().form == ast::ClassForm::extends_;
        if (!member.is_redeclare() && !is_class_extends) continue;
        bool is_found = false;
        auto const replace_in = [&](Node* base) {
            if (base == nullptr) return;
            Element* const inherited = find_raw(*base, member.name);
            if (inherited == nullptr) return;
            is_found = true;
            if (inherited->def->is_class() != member.is_class()) return report_other_kind(member);
            Element& own = own_element(node, member);
            if (!inherited->def->is_replaceable()) report_not_replaceable(member, *inherited->def);
            if (inherited->replaced_by == nullptr) inherited->replaced_by = &own;
        };
        replace_in(node.class_extends_base);
        for (Node* const base : node.bases) replace_in(base);
        if (!is_found && !is_class_extends) {
            diagnostics_.error((*member.ast)[member.element].span, nothing_to_redeclare, interner_.text(member.name));
        }
    }
}

// ---- classes of elements ----

Node* Instances::class_of(Element& given) {
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
Element* Instances::find_inner_class(Element& element) {
    Symbol const name = element.def->name;
    for (Node* node = element.owner->most_derived()->holder; node != nullptr; node = node->holder) {
        Element* const found = find_element(*node, name);
        if (found == nullptr || !found->def->is_class() || !found->def->element) continue;
        if ((*found->def->ast)[found->def->element].is_inner) return found;
    }
    diagnostics_.error(element.def->class_def->syntax().name.span, class_messages::no_inner, interner_.text(name),
                       interner_.text(name));
    return nullptr;
}

Node* Instances::constraint_of(Element& element) {
    MemberDef const& member = *element.def;
    if (!member.element) return nullptr;
    ast::Element const& written = (*member.ast)[member.element];
    ast::Constraint const* const constraint = member.ast->constraint(written);
    if (constraint != nullptr && constraint->type.has_value()) {
        return lookup_class(element.owner, *member.ast, constraint->type);
    }
    if (member.is_class()) return make_class(*member.class_def, element.owner, {}, {}, element.owner->most_derived());
    return lookup_class(element.owner, *member.ast, member.ast->component_clause(written).type);
}

Element* Instances::redeclared_element(Element& element) {
    return element.def->is_redeclare() ? find_inherited(*element.owner, element.def->name) : nullptr;
}

bool Instances::is_protected(Element const& element) {
    if (element.def->is_protected) return true;
    for (Node const* node = element.owner; node->derived != nullptr; node = node->derived) {
        std::vector<Node*> const& bases = node->derived->bases;
        for (std::size_t i = 0; i < bases.size(); ++i) {
            if (bases[i] == node && node->derived->def->extends[i].is_protected) return true;
        }
    }
    return false;
}

Node* Instances::make_element_class(Element& element) {
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
    if (auto const at = find_redeclaration(layers)) {
        Layer const redeclaring = layers[*at];
        if (!member.is_replaceable() && !redeclaring.is_final) {
            diagnostics_
                .error((*redeclaring.ast)[redeclaring.redeclaration].span, class_messages::not_replaceable,
                       interner_.text(member.name))
                .note(member.class_def->syntax().name.span, "it is declared here");
        }
        ast::Element const& written = (*redeclaring.ast)[redeclaring.redeclaration];
        if (written.kind != ast::ElementKind::class_definition) {
            diagnostics_.error(written.span, class_as_component, interner_.text(member.name));
            element.is_wrong = true;
            return nullptr;
        }
        ast::ClassId const id = redeclaring.ast->class_definition(written);
        ClassDef& def = tree_.modifier_class(*redeclaring.ast, id, redeclaring.scope->def);
        layers.resize(*at);
        Layers inner;
        append_constraint(inner, member, owner);
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

// The modifiers of the constraining clause apply to what is redeclared; without a clause the declaration itself
// constrains (section 7.3.2).
void Instances::append_constraint(Layers& layers, MemberDef const& member, Node* owner) {
    if (!member.element) return;
    ast::Element const& element = (*member.ast)[member.element];
    ast::Constraint const* const constraint = member.ast->constraint(element);
    if (constraint != nullptr && constraint->type.has_value()) {
        append_layer(layers, *member.ast, constraint->modification, owner);
    } else if (member.is_class()) {
        append_layer(layers, *member.ast, member.class_def->syntax().modification, owner);
    } else {
        append_layer(layers, *member.ast, (*member.ast)[member.component].modification, owner);
    }
}

Node* Instances::make_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder) {
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
    Node& node = add_node();
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

Node* Instances::make_short_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder) {
    ast::Class const& syntax = def.syntax();
    Node* const target = lookup_class(scope, *def.ast, syntax.base);
    if (target == nullptr) return nullptr;
    if (syntax.kind == ast::ClassKind::type && target->kind != ast::ClassKind::type &&
        target->kind != ast::ClassKind::class_ && primitive_of(*target) == Primitive::none) {
        diagnostics_.error(syntax.name.span, only_predefined, interner_.text(def.name));
        return nullptr;
    }
    bool const is_plain = outer.empty() && inner.empty() && !syntax.modification && syntax.subscripts.empty() &&
                          syntax.causality == ast::Causality::none && !has_own_icon(syntax);
    bool const is_same_kind =
        syntax.kind == target->kind || syntax.kind == ast::ClassKind::type || syntax.kind == ast::ClassKind::class_;
    // A mere second name: everybody who uses it means the same class.
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
