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

    // The node of a top-level class, or of a class inside others by their definitions.
    Node* node_of(ClassDef& def);
    // The class that an element declares, or that redeclares it. Null after a report.
    Node* class_of(Element& element);
    // The class that the element itself declares, whatever redeclares it in turn.
    Node* make_element_class(Element& element);
    // The node again, with more modifiers outside of its own.
    Node* derive(Node& source, Layers layers);
    // What a replaceable element must stay compatible with: the constraining class, or that of the declaration.
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
    std::unordered_map<ClassDef*, Node*> top_level_;
};

}  // namespace moo
