// Expandable connectors: connect-equations add elements to them, and elements to which nothing is connected are removed
// (Modelica 3.6, section 9.1.3).
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/typecheck/scope_resolver.h"
#include "moo/base/disjoint_sets.h"

namespace moo {

class ExpandableConnectors {
public:
    explicit ExpandableConnectors(Elaborator& elaborator) : e_(elaborator) {}

    // Visits a connect-equation once. All of them are visited again until `propagate` finds nothing new, because an
    // equation may refer to an element that another one adds.
    void look(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation);
    // Gives the elements of each connector to those that are connected to it; whether anything changed since the last
    // call.
    bool propagate();
    // Reports the connect-equation if neither side is declared. Call it at the end.
    void check(LoweringContext& context, ScopeResolver& resolver, ast::Equation const& equation);
    // Removes the elements that are declared but not connected.
    void remove_absent(Node& connector);

private:
    struct Side {
        std::optional<ScopeResolver::Selection> selection;
        ScopeResolver::Trace trace;
    };
    Side find_side(LoweringContext& context, ScopeResolver& resolver, ast::ExprId reference);
    void mark_present(Component& component);
    void introduce(LoweringContext& context, ast::ExprId reference, Side const& missing, Side const& other);
    Component& add_like(Node& connector, Symbol name, Component& like, std::vector<std::int64_t> dims);
    void grow(Component& component, std::vector<std::int64_t> const& dims);
    void join(Node& a, Node& b);
    void share(std::vector<Node*> const& connectors);
    std::uint32_t number_of(Node& connector);

    Elaborator& e_;
    DisjointSets sets_;
    std::vector<Node*> connectors_;  // by number in sets_
    std::unordered_map<Node*, std::uint32_t> numbers_;
    std::unordered_set<Component const*> present_;
    bool has_changed_ = false;
};

}  // namespace moo
