// The instance tree: classes as seen from their position, with the modifiers that reach them, and their components.
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
    bool is_implied = false;   // of a declaration that was replaced: it applies to whatever replaces it
    bool hides_value = false;  // An index into the arrays of components around the modifier, which selects this
                               // element's part of the value.
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
    Element* replaced_by = nullptr;  // the redeclaring element, from a class that inherits this one
    Component* component = nullptr;  // made on first use
    Node* class_node = nullptr;      // made on first use
    bool is_busy = false;
    bool is_wrong = false;   // reported already
    bool is_broken = false;  // removed by `break` in an extends-clause
};

struct Node {
    ClassDef* def = nullptr;
    Node* enclosing = nullptr;         // where name lookup continues
    Node* derived = nullptr;           // of a base class: the node that inherits it
    Component* component = nullptr;    // of a value: the component that it belongs to
    Node* holder = nullptr;            // the node that declares the component or class; null at the top
    IndexPath const* index = nullptr;  // of a value in an array of components: its subscripts
    Symbol name;                       // last part of the path
    ast::ClassKind kind = ast::ClassKind::class_;
    ast::Causality causality = ast::Causality::none;  // of `connector C = input Real`
    Primitive primitive = Primitive::none;
    bool is_partial = false;
    bool is_in_model = false;  // a value in the model, not in a package or function
    Layers layers;
    std::vector<DimensionSyntax> dims;  // of `type A = B[3]`
    bool has_base_dims = false;         // `dims` includes those of the base class
    Node* source = nullptr;             // the class that this node modifies, without the modifiers of this use
    ClassDef* short_def = nullptr;      // of `connector C = D(…)`: the definition of C; `def` is that of D

    // The elements and base classes, filled on first use.
    Element* elements = nullptr;  // parallel to ClassDef::members
    std::uint32_t element_count = 0;
    std::vector<Element*> late_elements;  // of a package: elements that were loaded after it was indexed
    std::vector<Element*> augmented;      // of an expandable connector: elements that connect-equations added
    std::vector<Node*> bases;             // parallel to ClassDef::extends; null after an error
    Node* class_extends_base = nullptr;   // of `model extends A`
    std::uint32_t base_count = 0;         // of a class that is not a base class itself: how many it inherits from
    bool has_bases = false;
    // `break connect(a, b)` in the extends-clause of this base, as text in both directions.
    std::vector<std::string> broken_connects;
    bool has_breaks = false;      // components or connections of this base are removed
    bool has_many_bases = false;  // a class may be inherited in several ways
    bool is_expanding = false;
    // Of a value of record type: one expression gives all its fields.
    bool has_record_binding = false;

    Symbol path;                 // of a class: its qualified name, after the first request
    TypeId type;                 // of a record, enumeration or external object, after the first request
    int depth = 0;               // of a value: number of components above it
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

    // The last node of the chain of inheritance.
    [[nodiscard]] Node* most_derived() {
        Node* node = this;
        while (node->derived != nullptr) node = node->derived;
        return node;
    }
};

// A value and its source position.
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

// `refused`: the work failed because it needs an external function, which is called only if the structure depends on
// it.
enum class WorkState : std::uint8_t { untouched, busy, done, failed, refused };

// An instantiated component of a node.
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
    std::vector<std::int64_t> dims;  // of the component itself, without those of enclosing arrays
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
    bool is_disabled =
        false;  // its condition is false, or it is in an expandable connector and nothing is connected to it
    bool is_augmented = false;   // in an expandable connector, with its type or size taken from a connected component
    Component* inner = nullptr;  // of an outer component: the inner one
    // Of a component that was an outer output of a state and now belongs to the state: the inner component, which takes
    // its value while the state is active.
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
