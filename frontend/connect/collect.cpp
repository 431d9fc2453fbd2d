// Walks the connect-equations of all instances.
#include "frontend/connect/connections.h"
#include "frontend/instantiate/selective_extension.h"
#include "frontend/typecheck/structure.h"
#include "moo/expr/value_expr.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_a_connector{DiagnosticKind::ConnectNotConnector, "`{}` is not a connector"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> not_compatible{
    DiagnosticKind::ConnectMismatch, "`{}` is of class {}, which does not fit `{}` of class {}"};
constexpr Message<std::string_view, std::string_view, std::string_view, std::string_view> sizes_differ{
    DiagnosticKind::ConnectMismatch, "`{}` has the size {}, but `{}` has the size {}"};
constexpr Message<std::string_view, std::string_view> prefixes_differ{
    DiagnosticKind::ConnectMismatch, "only one of `{}` and `{}` is a flow or stream variable"};
constexpr Message<std::string_view, std::string_view> types_differ{DiagnosticKind::ConnectMismatch,
                                                                   "`{}` and `{}` have different types"};

std::string dims_text(std::vector<std::int64_t> const& dims) {
    std::string text = "[";
    for (std::size_t i = 0; i < dims.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(dims[i]);
    return text + "]";
}

}  // namespace

void Connections::collect(std::vector<Node*> const& nodes) {
    nodes_ = &nodes;
    is_split_.assign(e_.model.variables.size(), false);
    walk(nodes, Walk::collect);
    break_graph();
    split_arrays();
    build_sets();
}

void Connections::expand(std::vector<Node*> const& nodes, std::vector<Component*> const& expandable) {
    has_expandable_ = !expandable.empty();
    if (!has_expandable_) return;
    do {
        walk(nodes, Walk::expand);
        if (e_.diagnostics.has_errors()) return;
    } while (expandable_.propagate());
    walk(nodes, Walk::check_expanded);
    for (Component* const component : expandable) {
        for (Node* const value : e_.instances.components.values_of(*component)) expandable_.remove_absent(*value);
    }
}

void Connections::walk(std::vector<Node*> const& nodes, Walk what) {
    walk_ = what;
    walk_structure(e_, nodes, *this);
}

bool Connections::concerns(ast::Ast const& ast, ast::Equation const& equation) const {
    if (equation.kind == ast::EquationKind::connect) return true;
    return is_connections_call(ast, e_.interner, equation.lhs);
}

void Connections::visit(StructureScope& scope, ast::Equation const& equation) {
    if (equation.kind == ast::EquationKind::expression) {
        if (walk_ == Walk::collect) collect_operator(scope, equation.lhs);
        return;
    }
    if (is_broken(e_.instances, *scope.resolver.scope(), scope.context.ast, equation)) return;
    switch (walk_) {
        case Walk::expand: expandable_.look(scope.context, scope.resolver, equation); break;
        case Walk::check_expanded: expandable_.check(scope.context, scope.resolver, equation); break;
        case Walk::collect: connect(scope, equation); break;
    }
}

// Whether the connect-equation goes away with a component that is absent. Then it does not introduce an element of an
// expandable connector either (section 9.1.3): `connect(u, bus.x)` without `u`.
bool Connections::is_absent(StructureScope& scope, ast::Equation const& equation) {
    ScopeResolver::Trace trace;
    auto const a = scope.resolver.select(scope.context, equation.lhs, &trace);
    auto const b = scope.resolver.select(scope.context, equation.rhs, &trace);
    return a && b && (a->is_disabled || b->is_disabled) && !trace.owners.empty();
}

std::optional<Connections::Ends> Connections::find_ends(StructureScope& scope, ast::ExprId reference) {
    std::size_t const errors = e_.diagnostics.error_count();
    auto const selection = scope.resolver.select(scope.context, reference);
    if (!selection) {
        if (e_.diagnostics.error_count() > errors) return std::nullopt;
        e_.values.report_not_evaluable(scope.context.ast[reference].span, "a subscript in connect");
        return std::nullopt;
    }
    Ends ends;
    ends.is_disabled = selection->is_disabled;
    if (ends.is_disabled) return ends;
    ends.dims = selection->dims;
    // A connector of the class itself, or a part of one, is seen from inside its class.
    Symbol const first = scope.context.ast.reference_parts(scope.context.ast.strip(reference))[0].name;
    Element* const element = e_.instances.find_element(*scope.node, first);
    Component* const component = element != nullptr ? e_.instances.components.component_of(*element) : nullptr;
    // An outer connector always counts as one of the class (section 9.2).
    Face const face = component != nullptr && component->type->is_connector() ? Face::outside : Face::inside;
    for (std::size_t i = 0; i < selection->components.size(); ++i) {
        End end;
        end.component = selection->components[i];
        end.node = selection->nodes[i];
        end.face = face;
        bool const is_connector = end.node != nullptr
                                      ? end.node->is_connector() || end.component->parent->is_connector()
                                      : end.component->type->is_connector() || end.component->parent->is_connector();
        if (!is_connector) {
            std::string const text = print(scope.context.ast, e_.interner, reference);
            e_.diagnostics.error(scope.context.ast[reference].span, not_a_connector, text);
            return std::nullopt;
        }
        ends.items.push_back(end);
    }
    if (selection->subscripts.empty()) return ends;
    // Elements of an array of primitive connectors.
    std::vector<End> elements;
    for (End const& end : ends.items) {
        auto const sizes = end.component->dims;
        std::vector<std::int64_t> numbers;
        std::int64_t count = 1;
        for (std::int64_t const size : sizes) count *= size;
        for (std::int64_t i = 0; i < count; ++i) numbers.push_back(i);
        std::vector<Value> values;
        for (std::int64_t const number : numbers) values.push_back(Value::integer(number));
        ExprId const all =
            value_to_expr(e_.exprs, Value::array(sizes, values), e_.exprs.types().array(types::integer, sizes));
        ExprId const chosen =
            all ? lower_subscripts(scope.context, all, selection->subscripts, scope.context.ast[reference].span)
                : ExprId();
        if (!chosen) return std::nullopt;
        Value const picked =
            e_.values.evaluate_or_report(chosen, scope.context.ast[reference].span, "a subscript in connect");
        if (!picked.has_value()) return std::nullopt;
        std::vector<Value> const list = picked.is_array() ? picked.elements() : std::vector<Value>{picked};
        if (picked.is_array() && &end == &ends.items[0]) {
            ends.dims.insert(ends.dims.end(), picked.dims().begin(), picked.dims().end());
        }
        for (Value const& number : list) {
            End one = end;
            one.element = number.as_integer();
            elements.push_back(one);
        }
    }
    ends.items = std::move(elements);
    return ends;
}

void Connections::connect(StructureScope& scope, ast::Equation const& equation) {
    if (has_expandable_ && is_absent(scope, equation)) return;
    auto a = find_ends(scope, equation.lhs);
    auto b = find_ends(scope, equation.rhs);
    if (!a || !b || a->is_disabled || b->is_disabled) return;
    ast::Ast const& ast = scope.context.ast;
    // An array of primitive connectors against an array of components: element by element on both sides.
    auto const open = [](Ends& ends) {
        std::vector<End> elements;
        for (End const& end : ends.items) {
            if (end.node != nullptr || end.element >= 0 || end.component->dims.empty()) {
                elements.push_back(end);
                continue;
            }
            std::int64_t count = 1;
            for (std::int64_t const size : end.component->dims) count *= size;
            for (std::int64_t i = 0; i < count; ++i) {
                elements.push_back(end);
                elements.back().element = i;
            }
        }
        ends.items = std::move(elements);
    };
    auto const full_dims = [](Ends const& ends) {
        std::vector<std::int64_t> dims = ends.dims;
        if (!ends.items.empty() && ends.items[0].node == nullptr && ends.items[0].element < 0) {
            dims.insert(dims.end(), ends.items[0].component->dims.begin(), ends.items[0].component->dims.end());
        }
        return dims;
    };
    if (full_dims(*a) != full_dims(*b)) {
        e_.diagnostics.error(equation.span, sizes_differ, print(ast, e_.interner, equation.lhs),
                             dims_text(full_dims(*a)), print(ast, e_.interner, equation.rhs), dims_text(full_dims(*b)));
        return;
    }
    if (a->dims.size() != b->dims.size()) {
        open(*a);
        open(*b);
    }
    for (std::size_t i = 0; i < a->items.size() && i < b->items.size(); ++i) {
        connect_ends(scope, equation, a->items[i], b->items[i]);
    }
}

void Connections::connect_ends(StructureScope& scope, ast::Equation const& equation, End const& a, End const& b) {
    auto const count = [&](End const& end) {
        void const* const key = end.node != nullptr ? static_cast<void const*>(end.node) : end.component;
        ++cardinality_[key];
    };
    count(a);
    count(b);
    if (a.node != nullptr && b.node != nullptr) {
        connect_nodes(scope, equation, *a.node, a.face, *b.node, b.face);
        return;
    }
    if (a.node != nullptr || b.node != nullptr) {
        ast::Ast const& ast = scope.context.ast;
        e_.diagnostics.error(equation.span, not_compatible, print(ast, e_.interner, equation.lhs),
                             e_.interner.text(e_.instances.path_of(*a.component->type)),
                             print(ast, e_.interner, equation.rhs),
                             e_.interner.text(e_.instances.path_of(*b.component->type)));
        return;
    }
    ConnectedLeaf const leaf_a{e_.components.variable_of(*a.component), a.element, a.face};
    ConnectedLeaf const leaf_b{e_.components.variable_of(*b.component), b.element, b.face};
    TypeTable const& types = e_.exprs.types();
    if (types.element(e_.types.type_of(*a.component)) != types.element(e_.types.type_of(*b.component))) {
        e_.diagnostics.error(equation.span, types_differ, e_.interner.text(e_.instances.path_of(*a.component)),
                             e_.interner.text(e_.instances.path_of(*b.component)));
        return;
    }
    add_pair(scope, equation, leaf_a, leaf_b, *a.component);
}

void Connections::connect_nodes(StructureScope& scope, ast::Equation const& equation, Node& a, Face face_a, Node& b,
                                Face face_b) {
    std::size_t count_a = 0;
    bool is_good = true;
    e_.instances.for_each_element(a, [&](Element& element) {
        if (element.def->is_class() || !is_good) return;
        Component* const component = e_.instances.components.component_of(element);
        if (component == nullptr || component->is_disabled) return;
        Element* const other_element = e_.instances.find_element(b, component->name);
        Component* const other = other_element != nullptr && !other_element->def->is_class()
                                     ? e_.instances.components.component_of(*other_element)
                                     : nullptr;
        if (other == nullptr || other->is_disabled) {
            is_good = false;
            return;
        }
        ++count_a;
        connect_components(scope, equation, *component, face_a, *other, face_b);
    });
    std::size_t count_b = 0;
    e_.instances.for_each_element(b, [&](Element& element) {
        if (element.def->is_class()) return;
        Component const* const component = e_.instances.components.component_of(element);
        if (component != nullptr && !component->is_disabled) ++count_b;
    });
    if (is_good && count_a == count_b) return;
    ast::Ast const& ast = scope.context.ast;
    e_.diagnostics.error(equation.span, not_compatible, print(ast, e_.interner, equation.lhs),
                         e_.interner.text(e_.instances.path_of(*a.component->type)),
                         print(ast, e_.interner, equation.rhs),
                         e_.interner.text(e_.instances.path_of(*b.component->type)));
}

void Connections::connect_components(StructureScope& scope, ast::Equation const& equation, Component& a, Face face_a,
                                     Component& b, Face face_b) {
    if (a.dims != b.dims) {
        e_.diagnostics.error(equation.span, sizes_differ, e_.interner.text(e_.instances.path_of(a)), dims_text(a.dims),
                             e_.interner.text(e_.instances.path_of(b)), dims_text(b.dims));
        return;
    }
    if (a.flow != b.flow) {
        e_.diagnostics.error(equation.span, prefixes_differ, e_.interner.text(e_.instances.path_of(a)),
                             e_.interner.text(e_.instances.path_of(b)));
        return;
    }
    // A type with equalityConstraint is a node of the virtual connection graph.
    GraphEdge edge;
    Element* const constraint = constraint_of(*a.type);
    bool const is_overconstrained = constraint != nullptr && constraint->def->is_class() && open_edge_ == nullptr;
    if (is_overconstrained) {
        edge.a = &a;
        edge.b = &b;
        edge.source = equation.span;
        edge.instance = scope.instance;
        edge.constraint_function = e_.instances.classes.class_of(*constraint);
        open_edge_ = &edge;
    }
    if (a.primitive != Primitive::none && b.primitive != Primitive::none) {
        add_pair(scope, equation, {e_.components.variable_of(a), -1, face_a},
                 {e_.components.variable_of(b), -1, face_b}, a);
    } else {
        std::vector<Node*> const& values_a = e_.instances.components.values_of(a);
        std::vector<Node*> const& values_b = e_.instances.components.values_of(b);
        for (std::size_t i = 0; i < values_a.size() && i < values_b.size(); ++i) {
            connect_nodes(scope, equation, *values_a[i], face_a, *values_b[i], face_b);
        }
    }
    if (is_overconstrained) {
        open_edge_ = nullptr;
        graph_.optional.push_back({graph_node(a), graph_node(b)});
        graph_edges_.push_back(std::move(edge));
    }
}

// Remembered, because nearly every type is asked for often and has none.
Element* Connections::constraint_of(Node& type) {
    auto const [found, is_new] = constraints_.try_emplace(&type);
    if (is_new) found->second = e_.instances.find_element(type, e_.interner.intern("equalityConstraint"));
    return found->second;
}

void Connections::add_pair(StructureScope& scope, ast::Equation const& equation, ConnectedLeaf a, ConnectedLeaf b,
                           Component const& component) {
    auto const direction = [&](ConnectedLeaf const& leaf) -> Direction {
        Component const& end = *e_.components.component_of(leaf.variable);
        // A protected connector of the class itself is no way in or out.
        Component const* connector = &end;
        while (connector->parent->is_connector() && connector->parent->component != nullptr) {
            connector = connector->parent->component;
        }
        bool const is_local = leaf.face == Face::outside && connector->element->def->is_protected;
        if (end.causality == ast::Causality::none || is_local) return 0;
        return (end.causality == ast::Causality::output) == (leaf.face == Face::inside) ? gives : takes;
    };
    Direction const direction_a = direction(a);
    Direction const direction_b = direction(b);
    if (component.flow == ast::FlowPrefix::none) {
        // Potentials are equal whatever the face.
        a.face = Face::inside;
        b.face = Face::inside;
    }
    Pair pair{a, b, equation.span, scope.instance, direction_a, direction_b};
    if (open_edge_ != nullptr) {
        open_edge_->equalities.push_back(pair);
    } else {
        pairs_.push_back(pair);
    }
}

}  // namespace moo
