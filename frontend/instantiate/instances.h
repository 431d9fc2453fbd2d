// Makes the instance tree on demand: elements, base classes, redeclarations, components and their values.
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "frontend/instantiate/layers.h"
#include "frontend/instantiate/pool.h"

namespace moo {

// What a name refers to: an element of some node, or a class that is not an element (a top-level class).
struct Found {
    Element* element = nullptr;
    Node* class_node = nullptr;
    bool is_wrong = false;  // an import that is reported already
    [[nodiscard]] bool has_value() const { return element != nullptr || class_node != nullptr; }
};

// What instantiation must know about the values of expressions.
class StructureValues {
public:
    virtual ~StructureValues() = default;
    // The size of a dimension, and the type of its subscripts; nullopt after a report. An unknown size is an error in
    // the model; elsewhere it is `TypeTable::unknown_size`.
    struct Dimension {
        std::int64_t size;
        TypeId index = types::integer;
    };
    virtual std::optional<Dimension> dimension(DimensionSyntax const& dim, bool is_in_model) = 0;
    // The sizes of a binding's value, for dimensions declared as `:`.
    virtual std::optional<std::vector<std::int64_t>> binding_sizes(Component& component) = 0;
    // Whether a conditional component exists; nullopt after a report.
    virtual std::optional<bool> condition(ast::Ast const& ast, ast::ExprId expr, Node* scope) = 0;
};

class Instances {
public:
    Instances(ClassTree& tree, Interner& interner, Diagnostics& diagnostics);
    void set_values(StructureValues& values) { values_ = &values; }

    // ---- classes ----
    // The node of a top-level class, or of a class inside others by their definitions.
    Node* node_of(ClassDef& def);
    // The class that an element declares, or that redeclares it. Null after a report.
    Node* class_of(Element& element);
    // The class `A.B.C` as seen from a scope. Null after a report.
    Node* lookup_class(Node* scope, ast::Ast const& ast, ast::Name const& name);
    // The same node, with additional modifiers outside of its own.
    Node* derive(Node& source, Layers layers);
    void expand_bases(Node& node);

    // ---- members ---- The element of that name, declared or inherited, with redeclarations applied; null if there is
    // none.
    Element* find_element(Node& node, Symbol name);
    // The member of the node itself by its definition.
    Element& own_element(Node& node, MemberDef const& member);
    // Simple name lookup from a scope outwards, with imports (section 5.3.1).
    Found find_in_scope(Node* scope, Symbol name);
    // A name after a dot.
    Found find_member(Node& node, Symbol name);
    // That the imports of a class, used or not, name elements of packages.
    void check_imports(Node& node);
    // What the parts of a qualified name refer to, from the top: `Modelica.Constants.pi`.
    Found find_qualified(std::span<ast::Ident const> parts, bool is_import);

    // ---- components ----
    // Null after a report.
    Component* component_of(Element& element);
    std::vector<Node*> const& values_of(Component& component);
    // A component that connect-equations add to an expandable connector.
    Component& add_component(Node& connector, Component component);
    // Makes values for the elements that the array has gained.
    void extend_values(Component& component);
    // The inner component that an outer one refers to; the component itself if it is not outer. Null after a report.
    Component* resolve_outer(Component& component);

    // Calls `visit(Element&)` for all components and classes of the node in the order of the source, inherited ones at
    // the place of their extends-clause. An element that is inherited in several ways is visited once.
    template <class Visit>
    void for_each_element(Node& node, Visit const& visit) {
        expand_bases(node);
        // An element that a class declares again is the same element (section 7.1): the outermost declaration
        // represents all.
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

    // ---- names ----
    // `A.B.C` for a class, `a.b[2]` for a value.
    Symbol path_of(Node& node);
    Symbol path_of(Component const& component);
    // The names of everything that is visible from a scope, for hints.
    std::vector<std::string_view> visible_names(Node* scope);
    std::vector<std::string_view> visible_components(Node* scope);
    std::vector<std::string_view> member_names(Node& node);

    [[nodiscard]] ClassTree& tree() const { return tree_; }
    [[nodiscard]] Interner& interner() const { return interner_; }
    [[nodiscard]] Diagnostics& diagnostics() const { return diagnostics_; }
    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    IndexPath const* add_index(std::int64_t index, IndexPath const* outer, std::int64_t size) {
        return &index_paths_.emplace_back(IndexPath{index, outer, size});
    }
    // Whether the node or a class that it inherits has this definition.
    bool inherits(Node& node, ClassDef const& def);
    Primitive primitive_of(Node& node);
    // Whether names with a dot cannot reach the element: it or an extends-clause above it is protected.
    static bool is_protected(Element const& element);
    // The class with which a replaceable element must remain compatible: the constraining class, or that of the
    // declaration.
    Node* constraint_of(Element& element);
    // The inherited element that this one redeclares, or null.
    Element* redeclared_element(Element& element);
    // A component that is being made, with the sizes it has so far: `Real A[:, size(A, 1)]`. Null if it is not.
    [[nodiscard]] Component const* component_in_work(Element& element) const;
    // The declaration that a component was first given, if classes that inherit it redeclare it; else its own.
    Element& first_declaration(Element& element);
    // Whether `break` removes the connect-equation of this base class: by itself, or with a component that it names.
    bool is_broken(Node& base, ast::Ast const& ast, ast::Equation const& connect);

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
    Node& add_node();
    Element* find_raw(Node& node, Symbol name);
    Element* find_inherited(Node& node, Symbol name);
    Node* add_base(Node& node, ExtendsDef const& extends);
    void apply_redeclarations(Node& node);
    void report_other_kind(MemberDef const& redeclaration);
    void report_not_replaceable(MemberDef const& redeclaration, MemberDef const& member);
    void apply_breaks(Node& node, std::size_t base);
    bool has_connect(Node& node, std::string const& text);
    bool names_broken_component(Node& base, Symbol name);
    Element* find_inner_class(Element& element);
    Node* make_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder);
    Node* make_short_class(ClassDef& def, Node* scope, Layers outer, Layers inner, Node* holder);
    Node* make_element_class(Element& element);
    void append_constraint(Layers& layers, MemberDef const& member, Node* owner);
    Component* make_component(Element& element);
    bool fill_component(Component& component, Element& element);
    // The sizes of a declaration, after the name and after the type, and where their names are looked up.
    struct WrittenSizes {
        ast::Ast const* ast;
        ast::List<ast::ExprId> own;
        ast::List<ast::ExprId> clause;
        Node* scope;
    };
    bool add_dimensions(Component& component, WrittenSizes const& declared);
    void make_values(Component& component);
    Found find_import(Node& node, Symbol name);
    Found find_imported(Node& node, ast::Import const& import, Symbol name);
    Node* imported_package(std::span<ast::Ident const> parts);
    static bool is_package(Node& node);
    template <class Report>
    void report_import(ast::Ident const& part, Report const& report);
    void report_unknown_class(Node* scope, ast::Ast const& ast, ast::Name const& name, std::size_t part, Node* in);

    ClassTree& tree_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    StructureValues* values_ = nullptr;
    Pool<Node> nodes_;
    Pool<Component> components_;
    std::vector<Component*> in_work_;  // components that are being made, one for another
    Pool<Element> elements_;
    std::string path_text_;  // kept, so that not every path needs a new string
    std::deque<MemberDef> augmented_;
    std::deque<IndexPath> index_paths_;
    std::unordered_map<ClassDef*, Node*> top_level_;
    struct ImportKey {
        ClassDef const* def;
        Symbol name;
        bool operator==(ImportKey const&) const = default;
    };
    struct ImportHash {
        std::size_t operator()(ImportKey const& key) const {
            return std::hash<void const*>()(key.def) * 31u + key.name.index();
        }
    };
    std::unordered_map<ImportKey, Found, ImportHash> imports_;
    std::unordered_set<std::uint32_t> wrong_imports_;  // by the place of the part that is wrong
};

}  // namespace moo
