// The instance tree, made on demand: elements, base classes, redeclarations, components and their values.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/instantiate/class_factory.h"
#include "frontend/instantiate/component_factory.h"
#include "frontend/instantiate/name_lookup.h"

namespace moo {

// The elements of nodes: declared, inherited, redeclared. The classes that make nodes and components and that look up
// names reach each other through this one.
class Instances {
public:
    Instances(ClassTree& tree, Interner& interner, Diagnostics& diagnostics);
    Instances(Instances const&) = delete;
    Instances& operator=(Instances const&) = delete;

    ClassFactory classes;
    NameLookup names;
    ComponentFactory components;

    // ---- elements ----

    // The element of that name, declared or inherited, after redeclaration; null if there is none.
    Element* find_element(Node& node, Symbol name);
    // The same, ignoring redeclarations.
    Element* find_raw(Node& node, Symbol name);
    Element* find_inherited(Node& node, Symbol name);
    // The node's own member with that definition.
    Element& own_element(Node& node, MemberDef const& member);
    // Adds an element that no class declares.
    Element& add_element() { return elements_.add(); }
    // The inherited element that this one redeclares, or null.
    Element* redeclared_element(Element& element);
    // The first declaration of a component that inheriting classes may redeclare.
    Element& first_declaration(Element& element);

    // Calls `visit(Element&)` for all components and classes of the node in source order, with inherited ones at the
    // position of their extends-clause. What is inherited in several ways is visited once.
    template <class Visit>
    void for_each_element(Node& node, Visit const& visit) {
        expand_bases(node);
        // An element that a class declares again is the same element (section 7.1); the outermost one represents all.
        bool const check = !node.bases.empty() || node.class_extends_base != nullptr;
        visit_elements(node, [&](Element& element) {
            if (!check || find_raw(node, element.def->name) == &element) visit(element);
        });
        for (std::size_t i = 0; i < node.augmented.size(); ++i) visit(*node.augmented[i]);
    }
    // Calls `visit(Node&)` for the node and all its base classes, bases first, each definition once.
    template <class Visit>
    void for_each_base(Node& node, Visit const& visit) {
        std::vector<ClassDef const*> seen;
        bool const check = inherits_in_many_ways(node);
        visit_bases(node, [&](Node& base) {
            if (check) {
                if (std::find(seen.begin(), seen.end(), base.def) != seen.end()) return;
                seen.push_back(base.def);
            }
            visit(base);
        });
    }

    // ---- inheritance ----
    void expand_bases(Node& node);
    // Whether the node, or a class that it inherits, has this definition.
    bool inherits(Node& node, ClassDef const& def);
    Primitive primitive_of(Node& node);

    // `A.B.C` for a class, `a.b[2]` for a value.
    Symbol path_of(Node& node);
    Symbol path_of(Component const& component);

    // Whether the tree can take so many more components, values or base classes; if not, this is reported once.
    bool may_grow(std::size_t more, SourceSpan place);

    [[nodiscard]] ClassTree& tree() const { return tree_; }
    [[nodiscard]] Interner& interner() const { return interner_; }
    [[nodiscard]] Diagnostics& diagnostics() const { return diagnostics_; }

private:
    template <class Visit>
    void visit_elements(Node& node, Visit const& visit) {
        expand_bases(node);
        if (node.class_extends_base != nullptr) visit_elements(*node.class_extends_base, visit);
        for (std::size_t i = 0; i < node.def->items.size(); ++i) {
            ItemDef const item = node.def->items[i];
            if (item.is_extends) {
                if (node.bases[item.index] != nullptr) visit_elements(*node.bases[item.index], visit);
            } else {
                Element& element = own_element(node, node.def->members[item.index]);
                if (element.replaced_by == nullptr && !element.is_broken) visit(element);
            }
        }
    }
    template <class Visit>
    void visit_bases(Node& node, Visit const& visit) {
        expand_bases(node);
        if (node.class_extends_base != nullptr) visit_bases(*node.class_extends_base, visit);
        for (Node* const base : node.bases) {
            if (base != nullptr) visit_bases(*base, visit);
        }
        visit(node);
    }
    bool repeats_inherited(Node& node);
    bool inherits_in_many_ways(Node& node);
    Node* add_base(Node& node, ExtendsDef const& extends);
    void apply_redeclarations(Node& node);

    ClassTree& tree_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    Pool<Element> elements_;
    bool is_too_large_ = false;  // reported
    std::string path_text_;      // reused, so that not every path allocates a string
};

// Whether names with a dot cannot reach the element: it or an extends-clause above it is protected.
[[nodiscard]] bool is_protected(Element const& element);

}  // namespace moo
