// Rules about modifiers and redeclarations, checked for every element of the instance tree (Modelica 3.6, chapters 4,
// 6 and 7).
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "frontend/instantiate/instances.h"

namespace moo {

class ElementChecks {
public:
    explicit ElementChecks(Instances& instances);

    // The modifiers that reach a value, those of its extends-clauses, and its classes that are redeclared.
    void check_node(Node& node);
    // The type of a component, what redeclares it, and the modifiers of final elements.
    void check_component(Component& component);
    // The inner component that an outer one refers to.
    void check_outer(Component& component);

private:
    struct LayerRange {
        std::size_t begin;
        std::size_t end;
    };
    void check_modifiers(Node& node, LayerRange range, bool is_extends);
    void check_modifier(Node& node, Layer const& layer, ast::ModifierId id, std::size_t part, bool is_extends);
    void check_inherited(Node& node);
    void check_extends(Node& node);
    void check_block(Component const& component);
    void check_attributes(Component const& component);
    void check_attribute(Component const& component, Layer const& layer, ast::ModifierId id, std::size_t part,
                         Layers& all);
    void check_final(Layers const& layers, Symbol name);
    void check_declared_final(Component const& component);
    // The modifiers in the layers for an element that is declared as final.
    void refuse_changes(Layers const& layers, Element const& element);
    void check_prefix(Component const& component);
    void check_part(Component const& component);
    void check_redeclared(Element& element, Node* type, Layers const& layers);
    void check_constraint(Element& element, Node& type, SourceSpan span);
    void check_redeclaration(Component& component);
    // The reason why a class cannot replace another one; empty if it can.
    std::string misfit(Node& type, Node& constraint, int depth);
    Node* declared_type(Element& element);
    bool is_new(ast::Ast const& ast, std::uint32_t index, std::uint32_t topic);

    Instances& instances_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    std::unordered_set<ClassDef const*> checked_classes_;
    std::unordered_set<ClassDef const*> merged_classes_;
    std::unordered_set<ClassDef const*> imports_checked_;
    std::unordered_set<std::uint64_t> reported_;
};

// Where a layer is written.
inline SourceSpan span_of(Layer const& layer) {
    if (layer.redeclaration) return (*layer.ast)[layer.redeclaration].span;
    if (layer.modification) return (*layer.ast)[layer.modification].span;
    return (*layer.ast)[layer.pending].span;
}

}  // namespace moo
