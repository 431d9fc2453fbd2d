// Overconstrained connectors: the virtual connection graph of the model (Modelica 3.6, section 9.4).
#include "frontend/connect/connections.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> roots_joined{
    DiagnosticKind::OverconstrainedGraph, "the roots `{}` and `{}` are connected by Connections.branch"};
constexpr Message<std::string_view, std::string_view> required_cycle{
    DiagnosticKind::OverconstrainedGraph, "Connections.branch(`{}`, `{}`) closes a cycle of such branches"};
constexpr Message<std::string_view, std::size_t> no_root{
    DiagnosticKind::OverconstrainedGraph,
    "neither `{}` nor anything connected to it ({} overdetermined connectors) has Connections.root or potentialRoot"};
constexpr Message<std::string_view> not_overdetermined{
    DiagnosticKind::OverconstrainedGraph,
    "the argument of `Connections.{}` is not an overdetermined type in a connector"};
constexpr Message<std::string_view> not_in_branch{DiagnosticKind::OverconstrainedGraph,
                                                  "`{}` is not the first argument of exactly one Connections.branch"};

}  // namespace

std::uint32_t Connections::graph_node(Component& component) {
    auto const [found, is_new] = graph_nodes_.try_emplace(&component, graph_.node_count);
    if (is_new) {
        ++graph_.node_count;
        graph_components_.push_back(&component);
    }
    return found->second;
}

std::string Connections::graph_node_name(std::uint32_t node) {
    return std::string(e_.interner.text(e_.instances.path_of(*graph_components_[node])));
}

void Connections::collect_operator(StructureScope& scope, ast::ExprId call) {
    ast::Ast const& ast = scope.context.ast;
    if (ast[call].kind != ast::ExprKind::call) return;
    ast::ExprId const callee = ast.strip(ast.callee(call));
    if (ast[callee].kind != ast::ExprKind::reference) return;
    auto const parts = ast.reference_parts(callee);
    if (parts.size() != 2 || e_.interner.text(parts[0].name) != "Connections") return;
    std::string_view const name = e_.interner.text(parts[1].name);
    auto const arguments = ast.arguments(call);
    std::vector<std::uint32_t> nodes;
    std::size_t const wanted = name == "branch" ? 2 : 1;
    for (std::size_t i = 0; i < wanted && i < arguments.size(); ++i) {
        auto const selection = scope.resolver.select(scope.context, arguments[i].value);
        if (!selection) return;
        if (selection->is_disabled) return;
        if (selection->components.size() != 1) {
            e_.diagnostics.error(ast[call].span, not_overdetermined, name);
            return;
        }
        nodes.push_back(graph_node(*selection->components[0]));
    }
    if (nodes.size() != wanted) {
        e_.diagnostics.error(ast[call].span, not_overdetermined, name);
        return;
    }
    if (name == "branch") {
        graph_.required.push_back({nodes[0], nodes[1]});
        required_places_.push_back(ast[call].span);
    } else if (name == "root") {
        graph_.roots.push_back(nodes[0]);
    } else if (name == "potentialRoot") {
        PotentialRoot root{nodes[0], 0};
        if (arguments.size() > 1) {
            ExprId const priority = lower_expression_as(scope.context, arguments[1].value, types::integer);
            if (!priority) return;
            Value const value = e_.values.evaluate_or_report(priority, ast[call].span, "the priority of a root");
            if (!value.has_value()) return;
            root.priority = value.as_integer();
        }
        graph_.potential_roots.push_back(root);
    }
}

void Connections::break_graph() {
    if (graph_.node_count == 0) return;
    forest_ = span_virtual_graph(graph_);
    for (VirtualGraphError const& error : forest_.errors) {
        switch (error.kind) {
            case VirtualGraphErrorKind::roots_joined:
                e_.diagnostics.error(required_places_[error.branch], roots_joined, graph_node_name(error.node),
                                     graph_node_name(error.other));
                break;
            case VirtualGraphErrorKind::required_cycle:
                e_.diagnostics.error(required_places_[error.branch], required_cycle, graph_node_name(error.node),
                                     graph_node_name(error.other));
                break;
            case VirtualGraphErrorKind::no_root:
                e_.diagnostics.error(graph_components_[error.node]->span(), no_root, graph_node_name(error.node),
                                     std::size_t{error.other});
                break;
        }
    }
    for (std::size_t i = 0; i < graph_edges_.size(); ++i) {
        if (forest_.branches[i] != BranchState::kept) continue;
        pairs_.insert(pairs_.end(), graph_edges_[i].equalities.begin(), graph_edges_[i].equalities.end());
    }
}

void Connections::add_constraint_equations(FlatModel& model) {
    for (std::size_t i = 0; i < graph_edges_.size(); ++i) {
        GraphEdge& edge = graph_edges_[i];
        if (forest_.branches[i] != BranchState::broken || edge.constraint_function == nullptr) continue;
        FunctionSignature const* const candidate = &e_.functions.function_of(*edge.constraint_function)->signature;
        ScopeResolver resolver(e_, edge.a->parent);
        LoweringContext context{*edge.a->ast, e_.interner, e_.exprs, e_.diagnostics, resolver};
        ExprId const a = e_.components.whole(context, *edge.a, edge.source);
        ExprId const b = e_.components.whole(context, *edge.b, edge.source);
        if (!a || !b) continue;
        std::vector<ExprId> const arguments{a, b};
        ExprId const residue = call_function(context, arguments, std::span(&candidate, 1));
        if (!residue) continue;
        auto const dims = e_.exprs.types().dims(e_.exprs.type(residue));
        if (!dims.empty() && dims[0] == 0) continue;
        FlatEquation equation;
        equation.origin = ProvenanceKind::overconstrained;
        equation.a = zero_of(e_.exprs.type(residue));
        equation.b = residue;
        equation.source = edge.source;
        equation.instance = edge.instance;
        model.equations.push_back(std::move(equation));
    }
}

std::optional<ExprId> Connections::graph_call(LoweringContext& context, Node* scope, ast::ExprId call, bool is_root) {
    ScopeResolver resolver(e_, scope);
    auto const arguments = context.ast.arguments(call);
    auto const selection = arguments.size() == 1 ? resolver.select(context, arguments[0].value) : std::nullopt;
    SourceSpan const span = context.ast[call].span;
    if (!selection || selection->is_disabled || selection->components.size() != 1) {
        if (selection || !e_.needs_unrolling) {
            e_.diagnostics.error(span, not_overdetermined, is_root ? "isRoot" : "rooted");
        }
        return ExprId();
    }
    auto const found = graph_nodes_.find(selection->components[0]);
    if (is_root) return e_.exprs.boolean(found != graph_nodes_.end() && forest_.is_root[found->second]);
    auto const rooted = found != graph_nodes_.end() ? forest_.rooted(found->second) : std::nullopt;
    if (!rooted) {
        e_.diagnostics.error(span, not_in_branch, e_.interner.text(e_.instances.path_of(*selection->components[0])));
        return ExprId();
    }
    return e_.exprs.boolean(*rooted);
}

}  // namespace moo
