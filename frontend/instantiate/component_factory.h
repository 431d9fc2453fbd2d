// Makes components: their type, sizes, prefixes and values.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "frontend/instantiate/layers.h"
#include "frontend/instantiate/pool.h"

namespace moo {

class Instances;

// The values of expressions that instantiation needs.
class StructureValues {
public:
    virtual ~StructureValues() = default;
    // The size of a dimension, and the type of its subscripts; nullopt after a report. If the size cannot be known,
    // that is an error in a model; elsewhere the size is `TypeTable::unknown_size`.
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

class ComponentFactory {
public:
    ComponentFactory(Instances& instances, Interner& interner, Diagnostics& diagnostics)
        : instances_(instances), interner_(interner), diagnostics_(diagnostics) {}
    void set_values(StructureValues& values) { values_ = &values; }

    // Null after a report.
    Component* component_of(Element& element);
    std::vector<Node*> const& values_of(Component& component);
    // A value to ask for the types of its elements: the first, or of an array without elements what one would be. Null
    // after a report.
    Node* sample_value(Component& component);
    // Adds a component that connect-equations declare in an expandable connector.
    Component& add_component(Node& connector, Component component);
    // Makes values for the elements by which the array has grown.
    void extend_values(Component& component);
    // The inner component for an outer one; the component itself if it is not outer. Null after a report.
    Component* resolve_outer(Component& component);
    // A component that is being instantiated, with the sizes known so far, for `Real A[:, size(A, 1)]`. Null if it is
    // not.
    [[nodiscard]] Component const* component_in_work(Element& element) const;
    [[nodiscard]] std::size_t component_count() const { return components_.size(); }

private:
    Component* make_component(Element& element);
    bool fill_component(Component& component, Element& element);
    // The sizes in a declaration, after the name and after the type, and the scope of their names.
    struct WrittenSizes {
        ast::Ast const* ast;
        ast::List<ast::ExprId> own;
        ast::List<ast::ExprId> clause;
        Node* scope;
    };
    bool add_dimensions(Component& component, WrittenSizes const& declared);
    void make_values(Component& component);
    IndexPath const* add_index(std::int64_t index, IndexPath const* outer, std::int64_t size) {
        return &index_paths_.emplace_back(IndexPath{index, outer, size});
    }

    Instances& instances_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    StructureValues* values_ = nullptr;
    Pool<Component> components_;
    std::vector<Component*> in_work_;  // components that are being instantiated; each needs the next one
    std::deque<MemberDef> augmented_;
    std::deque<IndexPath> index_paths_;
    std::unordered_map<Component const*, Node*> samples_;  // of arrays without elements
};

}  // namespace moo
