// The instance tree: classes as seen from their place, with the modifiers that reach them, and their components.
//
// A `Node` is a class with its modifiers. There are nodes for packages and other classes that names refer to, for the
// values of components, and for base classes: each extends-clause of a node has a node of its own, because the
// inheriting class modifies the base class. A name in the text of a class is looked up in the node of that class.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/resolve/class_tree.h"
#include "moo/expr/store.h"
#include "moo/expr/value.h"
#include "moo/model/variable.h"

namespace moo {

struct Node;
struct Component;

// The subscripts of an element of an array of components, innermost first.
struct IndexPath {
    std::int64_t index;
    IndexPath const* outer;
    std::int64_t size = 0;  // of the dimension
};

// Modifiers at one place of the source that apply to a class or component, or to a part of it. Several layers can apply
// to one element; they are kept outermost first, and the outermost that gives a value wins.
struct Layer {
    ast::Ast const* ast = nullptr;
    Node* scope = nullptr;             // names in the values are looked up here
    ast::ModificationId modification;  // applies to the element as a whole, or
    ast::ModifierId pending;           // has a name of several parts, of which `parts_used` are consumed
    ast::ElementId redeclaration;      // `redeclare …` of the element
    std::uint16_t parts_used = 0;
    bool is_final = false;
    bool is_each = false;      // the modifier itself says `each`
    bool had_each = false;     // it or one around it does
    bool hides_value = false;  // the value of an enclosing record overrides the values in this layer
    // The value is for all elements of the arrays of components passed on the way; these select one.
    IndexPath const* index = nullptr;
};
using Layers = std::vector<Layer>;

// The size of a dimension as written in a declaration.
struct DimensionSyntax {
    ast::Ast const* ast = nullptr;
    ast::ExprId expr;  // kind colon: taken from the binding
    Node* scope = nullptr;
};

// A member of a class in one node.
struct Element {
    MemberDef const* def = nullptr;
    Node* owner = nullptr;
    Element* replaced_by = nullptr;  // by a redeclaration in a class that inherits it
    Component* component = nullptr;  // made at the first look
    Node* class_node = nullptr;      // made at the first look
    bool is_busy = false;
    bool is_wrong = false;   // reported already
    bool is_broken = false;  // removed by `break` in an extends-clause
};

struct Node {
    ClassDef* def = nullptr;
    Node* enclosing = nullptr;         // where the lookup of names continues
    Node* derived = nullptr;           // of a base class: the node that inherits it
    Component* component = nullptr;    // of a value: the component that has it
    Node* holder = nullptr;            // the node that declares the component or class; null at the top
    IndexPath const* index = nullptr;  // of a value in an array of components: which one it is
    Symbol name;                       // last part of the path
    ast::ClassKind kind = ast::ClassKind::class_;
    ast::Causality causality = ast::Causality::none;  // of `connector C = input Real`
    Primitive primitive = Primitive::none;
    bool is_partial = false;
    bool is_in_model = false;  // a value in the model, not in a package or function
    Layers layers;
    std::vector<DimensionSyntax> dims;  // of `type A = B[3]`
    bool has_base_dims = false;         // those of the base class are among them
    Node* source = nullptr;             // the class that this node modifies further, without the modifiers of this use
    ClassDef* short_def = nullptr;      // of `connector C = D(…)`: what defines it; `def` is that of D

    // The elements and base classes, filled at the first look.
    Element* elements = nullptr;  // parallel to ClassDef::members
    std::uint32_t element_count = 0;
    std::vector<Element*> late_elements;  // of a package: those that were loaded after it was indexed
    std::vector<Element*> augmented;      // of an expandable connector: what connect-equations added to it
    std::vector<Node*> bases;             // parallel to ClassDef::extends; null where something is wrong
    Node* class_extends_base = nullptr;   // of `model extends A`
    bool has_bases = false;
    // `break connect(a, b)` in the extends-clause of this base, both ways round as text.
    std::vector<std::string> broken_connects;
    bool has_breaks = false;      // components or connections of this base are removed
    bool has_many_bases = false;  // a class may be inherited in several ways
    bool is_expanding = false;
    // Of a value of record type: the expression that gives all its fields.
    bool has_record_binding = false;

    Symbol path;                 // of a class: its qualified name, after it was first requested
    TypeId type;                 // of a record, enumeration or external object, after it was first requested
    int depth = 0;               // of a value: components above it
    std::uint32_t function = 0;  // of a function: number of its signature plus one

    [[nodiscard]] bool is_function() const {
        return kind == ast::ClassKind::function || kind == ast::ClassKind::operator_function;
    }
    [[nodiscard]] bool is_record() const {
        return kind == ast::ClassKind::record || kind == ast::ClassKind::operator_record;
    }
    [[nodiscard]] bool is_connector() const {
        return kind == ast::ClassKind::connector || kind == ast::ClassKind::expandable_connector;
    }

    // The node at the end of the chain of inheritance.
    [[nodiscard]] Node* most_derived() {
        Node* node = this;
        while (node->derived != nullptr) node = node->derived;
        return node;
    }
};

// A value and where it is written.
struct BindingSyntax {
    ast::Ast const* ast = nullptr;
    ast::ExprId expr;
    Node* scope = nullptr;
    IndexPath const* index = nullptr;
    bool is_final = false;
    bool is_each = false;
    [[nodiscard]] bool has_value() const { return ast != nullptr; }
    [[nodiscard]] SourceSpan span() const { return (*ast)[expr].span; }
};

// `refused` has failed because it needs an external function, which is called only if the structure depends on it.
enum class WorkState : std::uint8_t { untouched, busy, done, failed, refused };

// A component of a node, instantiated.
struct Component {
    Symbol name;
    Element* element = nullptr;
    Node* parent = nullptr;  // the most derived node that holds it
    Node* type = nullptr;    // the class of the component before its modifiers
    ast::Ast const* ast = nullptr;
    ast::ComponentId syntax;
    ast::ElementId clause_element;
    Node* scope = nullptr;  // of the declaration
    Layers layers;
    std::vector<std::int64_t> dims;  // those of the component; arrays that enclose it are not among them
    // The types of its subscripts, by dimension: Integer, or the type E of `x[E]`; empty in a function until its type
    // is requested.
    std::vector<TypeId> index_types;
    Variability variability = Variability::continuous;
    bool is_variability_given = false;
    ast::Causality causality = ast::Causality::none;
    ast::FlowPrefix flow = ast::FlowPrefix::none;
    bool is_inner = false;
    bool is_outer = false;
    bool is_final = false;
    bool is_protected = false;
    bool is_conditional = false;
    bool is_disabled = false;    // its condition is false, or nothing is connected to it in an expandable connector
    bool is_augmented = false;   // in an expandable connector with the type or the size of what is connected to it
    Component* inner = nullptr;  // of an outer component: what it refers to
    // Of what was an outer output of a state, and is a component of the state now: the inner one, which takes its value
    // while the state is active.
    Component* merged_into = nullptr;

    Primitive primitive = Primitive::none;
    TypeId value_type;          // of a primitive component, with its dims
    std::vector<Node*> values;  // of any other: one, or one for each element of the array, row by row
    bool has_values = false;

    VarId variable;  // of a primitive component in the model
    WorkState binding_state = WorkState::untouched;
    WorkState value_state = WorkState::untouched;
    bool is_listed = false;
    ExprId binding;
    Value value;

    [[nodiscard]] SourceSpan span() const { return (*ast)[syntax].name.span; }
};

}  // namespace moo
