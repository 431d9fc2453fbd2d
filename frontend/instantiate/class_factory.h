// Makes nodes: a class together with the modifiers that apply to it at one place.
#pragma once

#include <unordered_map>

#include "frontend/instantiate/layers.h"
#include "frontend/instantiate/pool.h"

namespace moo {

class Instances;

class ClassFactory {
public:
    ClassFactory(Instances& instances, ClassTree& tree, Interner& interner, Diagnostics& diagnostics)
        : instances_(instances), tree_(tree), interner_(interner), diagnostics_(diagnostics) {}

    // The node of a class that is found by its definition: at the top level, or inside such a class.
    Node* node_of(ClassDef& def);
    // The class that an element declares, or the class that redeclares it. Null after a report.
    Node* class_of(Element& element);
    // The class that the element itself declares, whether or not it is redeclared.
    Node* make_element_class(Element& element);
    // A node for the same class with more modifiers around its own.
    Node* derive(Node& source, Layers layers);
    // The class with which redeclarations of an element must be compatible: the constraining class, or else the
    // declared one.
    Node* constraint_of(Element& element);

    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

private:
    Element* find_inner_class(Element& element);
    Node* make_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder);
    Node* make_short_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder);

    Instances& instances_;
    ClassTree& tree_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    Pool<Node> nodes_;
    struct TopLevel {
        Node* node = nullptr;  // null also after a report
        bool is_busy = false;
    };
    std::unordered_map<ClassDef*, TopLevel> top_level_;
};

}  // namespace moo
