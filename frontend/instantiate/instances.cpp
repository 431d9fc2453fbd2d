#include "frontend/instantiate/instances.h"

#include <algorithm>

#include "frontend/instantiate/selective_extension.h"
#include "frontend/resolve/class_messages.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cyclic_extends{DiagnosticKind::CyclicClass, "`{}` inherits from itself"};
constexpr Message<std::string_view> too_many_bases{DiagnosticKind::ModelTooLarge,
                                                   "`{}` inherits from too many classes"};
constexpr Message<std::int64_t> too_large{DiagnosticKind::ModelTooLarge,
                                          "the model has more than {} components and base classes"};
constexpr Message<std::string_view> nothing_to_redeclare{DiagnosticKind::UnknownName,
                                                         "`{}` redeclares nothing: no base class has such an element"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> wrong_base{
    DiagnosticKind::WrongClassKind, "the {} `{}` cannot extend the {} `{}`"};

// A few classes that contain or extend each other twice need more of these than fit into any memory. A million
// equations have fewer than two million, which take about a gigabyte.
constexpr std::size_t most_instances = 4'000'000;
// Of one class. Searching for names goes through all of them, and is recursive in the depth.
constexpr std::uint32_t most_bases = 2'000;
constexpr int deepest_base = 200;

// Which kinds of classes may inherit from which (section 7.1.3). Any kind may inherit from a `class`, and a `class`
// from any kind.
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

void report_not_replaceable(Diagnostics& diagnostics, Interner const& interner, MemberDef const& redeclaration,
                            MemberDef const& member) {
    SourceSpan const span = redeclaration.is_class() ? redeclaration.class_def->syntax().name.span
                                                     : (*redeclaration.ast)[redeclaration.component].name.span;
    SourceSpan const declared =
        member.is_class() ? member.class_def->syntax().name.span : (*member.ast)[member.component].name.span;
    diagnostics.error(span, class_messages::not_replaceable, interner.text(member.name))
        .note(declared, "it is declared here");
}

void report_other_kind(Diagnostics& diagnostics, Interner const& interner, MemberDef const& redeclaration) {
    if (!redeclaration.is_class()) {
        SourceSpan const span = (*redeclaration.ast)[redeclaration.component].name.span;
        diagnostics.error(span, class_messages::class_as_component, interner.text(redeclaration.name));
        return;
    }
    diagnostics.error(redeclaration.class_def->syntax().name.span, class_messages::component_as_class,
                      interner.text(redeclaration.name));
}

}  // namespace

Instances::Instances(ClassTree& tree, Interner& interner, Diagnostics& diagnostics)
    : classes(*this, tree, interner, diagnostics),
      names(*this, tree, interner, diagnostics),
      components(*this, interner, diagnostics),
      tree_(tree),
      interner_(interner),
      diagnostics_(diagnostics) {}

// ---- inheritance (Modelica 3.6, chapter 7) ----

void Instances::expand_bases(Node& node) {
    if (node.has_bases || node.is_expanding) return;
    node.is_expanding = true;
    tree_.index(*node.def);
    node.bases.assign(node.def->extends.size(), nullptr);
    if (node.def->syntax().form == ast::ClassForm::extends_ && node.enclosing != nullptr) {
        // `model extends A(…)`: the base class is the one that the enclosing class inherits under the same name.
        if (Element* const inherited = find_inherited(*node.enclosing, node.def->name)) {
            if (Node* const base_class = classes.make_element_class(*inherited)) {
                Layers layers = node.layers;
                append_layer(layers, *node.def->ast, node.def->syntax().extends_modification, &node);
                node.class_extends_base = classes.derive(*base_class, std::move(layers));
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
    for (std::size_t i = 0; i < node.bases.size(); ++i) apply_breaks(*this, node, i);
    node.has_many_bases = base_count > 1 || (base_count == 1 && repeats_inherited(node));
    node.is_expanding = false;
    node.has_bases = true;
}

// A class may repeat a declaration that it inherits (section 7.1); there is only one component then.
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
    Node* const base_class = names.lookup_class(&node, ast, clause.type);
    if (base_class == nullptr) return nullptr;
    int depth = 0;
    for (Node const* at = &node; at != nullptr; at = at->derived, ++depth) {
        if (at->def != base_class->def) continue;
        diagnostics_.error(clause.type.span, cyclic_extends, qualified_name(*node.def, interner_));
        return nullptr;
    }
    Node& whole = *node.most_derived();
    if (depth > deepest_base || whole.base_count >= most_bases) {
        if (whole.base_count < most_bases) whole.base_count = most_bases;
        bool const is_first = whole.base_count++ == most_bases;
        if (is_first) diagnostics_.error(clause.type.span, too_many_bases, qualified_name(*whole.def, interner_));
        return nullptr;
    }
    if (!may_grow(1, clause.type.span)) return nullptr;
    ++whole.base_count;
    if (!may_extend(node.kind, base_class->kind) && !node.def->is_reported) {
        node.def->is_reported = true;
        diagnostics_.error(clause.type.span, wrong_base, class_kind_text(node.kind),
                           qualified_name(*node.def, interner_), class_kind_text(base_class->kind),
                           qualified_name(*base_class->def, interner_));
    }
    Layers layers = node.layers;
    append_layer(layers, ast, clause.modification, &node);
    Node* const base = classes.derive(*base_class, std::move(layers));
    base->derived = &node;
    base->causality = base_class->causality;
    return base;
}

bool Instances::may_grow(std::size_t more, SourceSpan place) {
    if (classes.node_count() + components.component_count() + more <= most_instances) return true;
    if (!is_too_large_) diagnostics_.error(place, too_large, most_instances);
    is_too_large_ = true;
    return false;
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
            if (inherited->def->is_class() != member.is_class()) {
                return report_other_kind(diagnostics_, interner_, member);
            }
            Element& own = own_element(node, member);
            if (!inherited->def->is_replaceable()) {
                report_not_replaceable(diagnostics_, interner_, member, *inherited->def);
            }
            if (inherited->replaced_by == nullptr) inherited->replaced_by = &own;
        };
        replace_in(node.class_extends_base);
        for (Node* const base : node.bases) replace_in(base);
        if (!is_found && !is_class_extends) {
            diagnostics_.error((*member.ast)[member.element].span, nothing_to_redeclare, interner_.text(member.name));
        }
    }
}

// ---- elements ----

Element& Instances::own_element(Node& node, MemberDef const& member) {
    if (node.elements == nullptr && node.element_count == 0) {
        tree_.index(*node.def);
        node.element_count = static_cast<std::uint32_t>(node.def->members.size());
        node.elements = elements_.add_block(node.element_count);
    }
    Element* element = nullptr;
    if (member.index < node.element_count) {
        element = &node.elements[member.index];
    } else {
        std::size_t const at = member.index - node.element_count;
        if (at >= node.late_elements.size()) node.late_elements.resize(at + 1, nullptr);
        if (node.late_elements[at] == nullptr) node.late_elements[at] = &elements_.add();
        element = node.late_elements[at];
    }
    if (element->def == nullptr) {
        element->def = &member;
        element->owner = &node;
    }
    return *element;
}

Element* Instances::find_raw(Node& node, Symbol name) {
    if (MemberDef* const member = tree_.member(*node.def, name)) {
        Element& element = own_element(node, *member);
        if (!element.is_broken) return &element;
    }
    return find_inherited(node, name);
}

Element* Instances::find_inherited(Node& node, Symbol name) {
    expand_bases(node);
    if (node.class_extends_base != nullptr) {
        if (Element* const found = find_raw(*node.class_extends_base, name)) return found;
    }
    for (Node* const base : node.bases) {
        if (base == nullptr) continue;
        if (Element* const found = find_raw(*base, name)) return found;
    }
    return nullptr;
}

Element* Instances::find_element(Node& node, Symbol name) {
    Element* element = find_raw(node, name);
    if (element == nullptr) {
        for (Element* const augmented : node.augmented) {
            if (augmented->def->name == name) return augmented;
        }
        return nullptr;
    }
    // The redeclarations of a class are known once its base classes are.
    Node& whole = *element->owner->most_derived();
    expand_bases(whole);
    // If a class is inherited in several ways, one of its elements represents all of them.
    if (element->owner != &whole && inherits_in_many_ways(whole)) {
        if (Element* const first = find_raw(whole, name)) element = first;
    }
    while (element->replaced_by != nullptr) element = element->replaced_by;
    return element;
}

Element* Instances::redeclared_element(Element& element) {
    return element.def->is_redeclare() ? find_inherited(*element.owner, element.def->name) : nullptr;
}

Element& Instances::first_declaration(Element& element) {
    Element* at = &element;
    while (Element* const inherited = redeclared_element(*at)) {
        if (inherited->def->is_class()) break;
        at = inherited;
    }
    return *at;
}

bool is_protected(Element const& element) {
    if (element.def->is_protected) return true;
    for (Node const* node = element.owner; node->derived != nullptr; node = node->derived) {
        std::vector<Node*> const& bases = node->derived->bases;
        for (std::size_t i = 0; i < bases.size(); ++i) {
            if (bases[i] == node && node->derived->def->extends[i].is_protected) return true;
        }
    }
    return false;
}

// ---- paths ----

Symbol Instances::path_of(Component const& component) {
    Node& holder = *component.element->owner->most_derived();
    path_text_ = interner_.text(path_of(holder));
    if (!path_text_.empty()) path_text_ += '.';
    path_text_ += interner_.text(component.name);
    return interner_.intern(path_text_);
}

Symbol Instances::path_of(Node& node) {
    Node& most_derived = *node.most_derived();
    if (most_derived.path) return most_derived.path;
    std::string text;
    if (most_derived.holder != nullptr) {
        std::string_view const above = interner_.text(path_of(*most_derived.holder));
        if (!above.empty()) text.append(above).append(".");
    }
    text += interner_.text(most_derived.name);
    if (most_derived.component != nullptr && most_derived.index != nullptr) {
        std::string subscripts;
        std::size_t left = most_derived.component->dims.size();
        for (IndexPath const* at = most_derived.index; at != nullptr && left > 0; at = at->outer, --left) {
            subscripts = std::to_string(at->index) + (subscripts.empty() ? "" : ",") + subscripts;
        }
        text += "[" + subscripts + "]";
    }
    most_derived.path = interner_.intern(text);
    return most_derived.path;
}

}  // namespace moo
