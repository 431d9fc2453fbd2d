// Elements of arrays of components that a reference chooses by its subscripts (Modelica 3.6, section 10.5).
#include "frontend/typecheck/nest_elements.h"
#include "frontend/typecheck/scope_resolver.h"
#include "moo/expr/value_expr.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::size_t, std::size_t> wrong_subscripts{
    DiagnosticKind::WrongSize, "`{}` has {} dimensions, but {} subscripts are given"};
constexpr Message<std::string_view, std::int64_t, std::int64_t> out_of_range{
    DiagnosticKind::SubscriptOutOfRange, "subscript of `{}` is {}, but the size is {}"};

// Something with these sizes, for `end` in subscripts of arrays of components.
ExprId shape_of(ExprStore& exprs, std::vector<std::int64_t> const& dims) {
    std::vector<ExprId> arguments{exprs.integer(0)};
    for (std::int64_t const dim : dims) arguments.push_back(exprs.integer(dim));
    return exprs.builtin(Builtin::fill, arguments);
}

// The places of the chosen elements in an array stored row by row.
std::vector<std::size_t> chosen_places(std::vector<std::vector<std::int64_t>> const& chosen,
                                       std::vector<std::int64_t> const& dims) {
    std::vector<std::size_t> places{0};
    for (std::size_t d = 0; d < dims.size(); ++d) {
        std::vector<std::size_t> next;
        next.reserve(places.size() * chosen[d].size());
        for (std::size_t const place : places) {
            for (std::int64_t const i : chosen[d]) {
                next.push_back(place * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(i));
            }
        }
        places = std::move(next);
    }
    return places;
}

// Whether a subscript selects one element, so that its dimension is removed.
bool is_scalar_subscript(LoweringContext& context, std::span<ast::ExprId const> subscripts, std::size_t d,
                         std::vector<std::int64_t> const& chosen) {
    if (d >= subscripts.size() || chosen.size() != 1) return false;
    ast::Expr const& expr = context.ast[context.ast.strip(subscripts[d])];
    return expr.kind != ast::ExprKind::colon && expr.kind != ast::ExprKind::range &&
           expr.kind != ast::ExprKind::array && expr.kind != ast::ExprKind::comprehension;
}

}  // namespace

std::optional<std::vector<std::vector<std::int64_t>>> ScopeResolver::chosen(LoweringContext& context,
                                                                            std::span<ast::ExprId const> subscripts,
                                                                            Component& component, SourceSpan span) {
    std::size_t const rank = component.dims.size();
    std::string_view const name = context.interner.text(component.name);
    if (subscripts.size() > rank) {
        context.diagnostics.error(span, wrong_subscripts, name, rank, subscripts.size());
        return std::nullopt;
    }
    std::vector<std::vector<std::int64_t>> result(rank);
    for (std::size_t d = 0; d < rank; ++d) {
        bool const is_whole = d >= subscripts.size() || context.ast[subscripts[d]].kind == ast::ExprKind::colon;
        if (is_whole) {
            for (std::int64_t i = 0; i < component.dims[d]; ++i) result[d].push_back(i);
            continue;
        }
        // Elements that connect-equations added to an expandable connector have no types of their own.
        TypeId const index = d < component.index_types.size() ? component.index_types[d] : types::integer;
        context.subscripted.push_back({shape_of(e_.exprs, component.dims), static_cast<std::int64_t>(d + 1), index});
        ExprId const subscript = lower_expression(context, subscripts[d]);
        context.subscripted.pop_back();
        if (!subscript || !check_index_type(context, subscript, index, subscripts[d])) return std::nullopt;
        Value const value = e_.values.demand(subscript);
        if (!value.has_value()) {
            // Constants of packages are chosen from a list of their values.
            if (e_.exprs.has_iterator(subscript) && component.parent->is_in_model) e_.needs_unrolling = true;
            dynamic_subscript_ = true;
            return std::nullopt;
        }
        auto const take = [&](Value const& v) {
            std::int64_t const i = v.kind() == ValueKind::boolean ? (v.as_boolean() ? 2 : 1) : v.as_integer();
            if (i < 1 || i > component.dims[d]) {
                context.diagnostics.error(context.ast[subscripts[d]].span, out_of_range, name, i, component.dims[d]);
                return false;
            }
            result[d].push_back(i - 1);
            return true;
        };
        if (value.is_array()) {
            for (Value const& v : value.elements()) {
                if (!take(v)) return std::nullopt;
            }
        } else if (!take(value)) {
            return std::nullopt;
        }
    }
    return result;
}

ExprId ScopeResolver::resolve_elements(LoweringContext& context, Cursor const& cursor, Component& component,
                                       std::size_t at) {
    SourceSpan const span = context.ast[cursor.reference].span;
    auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
    std::vector<Node*> const& values = e_.instances.components.values_of(component);
    if (component.dims.empty() && subscripts.empty()) {
        return values.empty() ? ExprId() : resolve_in_node(context, cursor, *values[0], at + 1);
    }
    dynamic_subscript_ = false;
    std::size_t const errors = context.diagnostics.error_count();
    auto const picked = chosen(context, subscripts, component, span);
    if (!picked) {
        if (!dynamic_subscript_ || context.diagnostics.error_count() > errors) return {};
        // A subscript that is known later, in an unrolled loop or during simulation, selects from all elements.
        std::vector<ExprId> all;
        for (Node* const value : values) {
            all.push_back(resolve_in_node(context, cursor, *value, at + 1));
            if (!all.back()) return {};
        }
        ExprId const array = nest(e_.exprs, all, component.dims);
        return lower_subscripts(context, array, subscripts, span, component.index_types);
    }
    std::vector<std::int64_t> dims;
    for (std::size_t d = 0; d < picked->size(); ++d) {
        if (!is_scalar_subscript(context, subscripts, d, (*picked)[d])) {
            dims.push_back(static_cast<std::int64_t>((*picked)[d].size()));
        }
    }
    std::vector<ExprId> elements;
    for (std::size_t const place : chosen_places(*picked, component.dims)) {
        elements.push_back(resolve_in_node(context, cursor, *values[place], at + 1));
        if (!elements.back()) return {};
    }
    ExprId const none = elements.empty() ? no_elements(cursor, component, dims, at) : ExprId();
    return none ? none : nest(e_.exprs, elements, dims);
}

// A part of no component at all has the type and the further dimensions that it would have in one: `ports.C` is
// Real[0, 2]. Nothing if there is no such part, or if it is not a variable.
ExprId ScopeResolver::no_elements(Cursor const& cursor, Component& component, std::vector<std::int64_t> dims,
                                  std::size_t at) {
    Component* part = &component;
    for (std::size_t next = at + 1; next < cursor.parts.size(); ++next) {
        Node* const sample = e_.instances.components.sample_value(*part);
        Element* const element = sample != nullptr ? e_.instances.find_element(*sample, cursor.parts[next].name) : nullptr;
        if (element == nullptr || element->def->is_class() || !cursor.parts[next].subscripts.empty()) return {};
        part = e_.instances.components.component_of(*element);
        if (part == nullptr) return {};
        TypeId const type = part->primitive == Primitive::none ? TypeId() : e_.types.type_of(*part);
        TypeTable& table = e_.exprs.types();
        if (type) {
            dims.insert(dims.end(), table.dims(type).begin(), table.dims(type).end());
            TypeId const all = table.array(table.element(type), dims);
            return next + 1 == cursor.parts.size() ? value_to_expr(e_.exprs, Value::array(dims, {}), all) : ExprId();
        }
        dims.insert(dims.end(), part->dims.begin(), part->dims.end());
    }
    return {};
}

std::optional<ScopeResolver::Selection> ScopeResolver::select(LoweringContext& context, ast::ExprId reference,
                                                              Trace* trace) {
    reference = context.ast.strip(reference);
    if (context.ast[reference].kind != ast::ExprKind::reference) return std::nullopt;
    Cursor const cursor{context.ast.reference_parts(reference), reference};
    SourceSpan const span = context.ast[reference].span;
    Found const found = find_first(context, reference);
    if (!found.has_value() || found.element == nullptr || found.element->def->is_class()) {
        unknown(context, cursor, 0, nullptr);
        return std::nullopt;
    }
    Selection now;
    now.components = {e_.instances.components.component_of(*found.element)};
    now.nodes = {nullptr};
    if (now.components[0] == nullptr) return std::nullopt;
    for (std::size_t at = 0; at < cursor.parts.size(); ++at) {
        Selection next;
        next.dims = now.dims;
        auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
        bool is_first = true;
        for (Component*& given : now.components) {
            Component* const component = e_.instances.components.resolve_outer(*given);
            if (component == nullptr) return std::nullopt;
            if (component->is_disabled) {
                next.is_disabled = true;
                return next;
            }
            if (trace != nullptr && component->is_augmented && !subscripts.empty() && at + 1 == cursor.parts.size()) {
                trace->owners.push_back(component->parent);
                trace->existing.push_back(component);
                trace->part = at;
                continue;
            }
            if (component->primitive != Primitive::none) {
                if (at + 1 < cursor.parts.size()) {
                    unknown(context, cursor, at + 1, component->type);
                    return std::nullopt;
                }
                next.components.push_back(component);
                next.nodes.push_back(nullptr);
                next.subscripts.assign(subscripts.begin(), subscripts.end());
                continue;
            }
            std::vector<Node*> const& values = e_.instances.components.values_of(*component);
            if (component->dims.empty() && subscripts.empty()) {
                next.components.push_back(component);
                next.nodes.push_back(values.at(0));
                is_first = false;
                continue;
            }
            auto const picked = chosen(context, subscripts, *component, span);
            if (!picked) return std::nullopt;
            if (is_first) {
                for (std::size_t d = 0; d < picked->size(); ++d) {
                    if (!is_scalar_subscript(context, subscripts, d, (*picked)[d])) {
                        next.dims.push_back(static_cast<std::int64_t>((*picked)[d].size()));
                    }
                }
                is_first = false;
            }
            for (std::size_t const place : chosen_places(*picked, component->dims)) {
                next.components.push_back(component);
                next.nodes.push_back(values[place]);
            }
        }
        if (at + 1 == cursor.parts.size()) return next;
        // The parts of what is selected so far.
        Selection parts;
        parts.dims = next.dims;
        for (Node* const node : next.nodes) {
            Element* const element = e_.instances.find_element(*node, cursor.parts[at + 1].name);
            bool const is_expandable = node->kind == ast::ClassKind::expandable_connector;
            if (element == nullptr && is_expandable && trace != nullptr) {
                trace->owners.push_back(node);
                trace->part = at + 1;
                continue;
            }
            if (element == nullptr || element->def->is_class()) {
                unknown(context, cursor, at + 1, node);
                return std::nullopt;
            }
            if (!can_see(context, *element, cursor.parts[at + 1], *node)) return std::nullopt;
            Component* const component = e_.instances.components.component_of(*element);
            if (component == nullptr) return std::nullopt;
            if (is_expandable && trace != nullptr) trace->members.push_back(component);
            parts.components.push_back(component);
            parts.nodes.push_back(nullptr);
        }
        if (trace != nullptr && !trace->owners.empty()) return parts;
        now = std::move(parts);
    }
    return now;
}

}  // namespace moo
