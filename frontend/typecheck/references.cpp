// References to components and constants as expressions (Modelica 3.6, sections 5.3 and 10.5).
#include "frontend/typecheck/elaborator.h"
#include "moo/base/nearest_word.h"
#include "moo/expr/value_expr.h"
#include "moo/lower/type_text.h"
#include "moo/syntax/print.h"

namespace moo {

namespace {

constexpr Message<std::string_view> unknown_name{DiagnosticKind::UnknownName, "nothing named `{}` is declared here"};
constexpr Message<std::string_view, std::string_view> unknown_part{DiagnosticKind::UnknownName,
                                                                   "`{}` has no element named `{}`"};
constexpr Message<std::string_view> is_class{DiagnosticKind::NotAValue, "`{}` is a class, not a value"};
constexpr Message<std::string_view, std::string_view> no_value{DiagnosticKind::NotAValue,
                                                               "`{}` is of the {}, which has no value of its own"};
constexpr Message<std::string_view, std::string_view> is_hidden{DiagnosticKind::ProtectedAccess,
                                                                "`{}` is protected in `{}`"};
constexpr Message<std::string_view> disabled{DiagnosticKind::ComponentDisabled,
                                             "`{}` is used, but its condition is false"};
constexpr Message<std::string_view> conditional{
    DiagnosticKind::ComponentDisabled, "`{}` is conditional, and it is used outside of connections and modifiers"};
constexpr Message<std::string_view> absent{DiagnosticKind::ComponentDisabled,
                                           "`{}` is used, but nothing is connected to it"};
constexpr Message<std::string_view, std::size_t, std::size_t> wrong_subscripts{
    DiagnosticKind::WrongSize, "`{}` has {} dimensions, but {} subscripts are given"};
constexpr Message<std::string_view, std::int64_t, std::int64_t> out_of_range{
    DiagnosticKind::SubscriptOutOfRange, "subscript of `{}` is {}, but the size is {}"};
constexpr Message<std::string_view, std::string_view> needs_constant{
    DiagnosticKind::VariabilityMismatch, "`{}` belongs to the enclosing class `{}`, and is no constant there"};

// Something with these sizes, for `end` in subscripts of arrays of components.
ExprId shape_of(ExprStore& exprs, std::vector<std::int64_t> const& dims) {
    std::vector<ExprId> arguments{exprs.integer(0)};
    for (std::int64_t const dim : dims) arguments.push_back(exprs.integer(dim));
    return exprs.builtin(Builtin::fill, arguments);
}

// A field of a record class itself, not of a component.
bool is_constructor_input(Component const& component) {
    Node const& record = *component.parent;
    return record.is_record() && record.component == nullptr && !record.is_in_model &&
           component.variability != Variability::constant;
}

// Nested array constructors of the elements in the order row by row.
ExprId nest(ExprStore& exprs, std::span<ExprId const> elements, std::span<std::int64_t const> dims) {
    if (dims.empty()) return elements[0];
    auto const count = static_cast<std::size_t>(dims[0]);
    if (dims.size() == 1) return exprs.array(elements);
    std::vector<ExprId> rows;
    std::size_t const stride = count == 0 ? 0 : elements.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(nest(exprs, elements.subspan(i * stride, stride), dims.subspan(1)));
    }
    return exprs.array(rows);
}

}  // namespace

Found ScopeResolver::find_first(LoweringContext& context, ast::ExprId reference) {
    auto const parts = context.ast.reference_parts(reference);
    if (!context.ast[reference].is_global) return e_.instances.find_in_scope(scope_, parts[0].name);
    ClassDef* const def = e_.instances.tree().top_level(parts[0].name);
    return {nullptr, def != nullptr ? e_.instances.node_of(*def) : nullptr};
}

ExprId ScopeResolver::resolve(LoweringContext& context, ast::ExprId reference) {
    Cursor const cursor{context.ast.reference_parts(reference), reference};
    Found const found = find_first(context, reference);
    if (found.is_wrong) return {};
    if (!found.has_value()) {
        if (cursor.parts.size() == 1 && context.interner.text(cursor.parts[0].name) == "time") return e_.exprs.time();
        return unknown(context, cursor, 0, nullptr);
    }
    if (found.element != nullptr && !found.element->def->is_class()) {
        Component* const component = e_.instances.component_of(*found.element);
        return component != nullptr ? resolve_component(context, cursor, *component, 0) : ExprId();
    }
    Node* const node = found.element != nullptr ? e_.instances.class_of(*found.element) : found.class_node;
    return node != nullptr ? resolve_class(context, cursor, *node, 1) : ExprId();
}

ExprId ScopeResolver::resolve_class(LoweringContext& context, Cursor const& cursor, Node& first, std::size_t next) {
    Node* node = &first;
    for (; next < cursor.parts.size(); ++next) {
        if (e_.instances.primitive_of(*node) == Primitive::enumeration) {
            TypeId const type = e_.type_of_class(*node);
            auto const literals = e_.exprs.types().literals(type);
            for (std::size_t i = 0; i < literals.size(); ++i) {
                if (literals[i] == cursor.parts[next].name) {
                    return e_.exprs.enumeration(type, static_cast<std::uint32_t>(i + 1));
                }
            }
            return unknown(context, cursor, next, node);
        }
        Found const found = e_.instances.find_member(*node, cursor.parts[next].name);
        if (!found.has_value()) return unknown(context, cursor, next, node);
        if (!can_see(context, *found.element, cursor.parts[next], *node)) return {};
        if (!found.element->def->is_class()) {
            Component* const component = e_.instances.component_of(*found.element);
            return component != nullptr ? resolve_component(context, cursor, *component, next) : ExprId();
        }
        node = e_.instances.class_of(*found.element);
        if (node == nullptr) return {};
    }
    return type_literals(context, *node, context.ast[cursor.reference].span);
}

// A type as a range or dimension: all its values.
ExprId ScopeResolver::type_literals(LoweringContext& context, Node& node, SourceSpan span) {
    Primitive const primitive = e_.instances.primitive_of(node);
    if (primitive == Primitive::boolean) {
        return e_.exprs.array({e_.exprs.boolean(false), e_.exprs.boolean(true)});
    }
    if (primitive != Primitive::enumeration) {
        context.diagnostics.error(span, is_class, context.interner.text(e_.instances.path_of(node)));
        return {};
    }
    TypeId const type = e_.type_of_class(node);
    std::vector<ExprId> literals;
    for (std::size_t i = 0; i < e_.exprs.types().literals(type).size(); ++i) {
        literals.push_back(e_.exprs.enumeration(type, static_cast<std::uint32_t>(i + 1)));
    }
    return e_.exprs.array(literals);
}

ExprId ScopeResolver::unknown(LoweringContext& context, Cursor const& cursor, std::size_t part, Node* in) {
    ast::ReferencePart const& wrong = cursor.parts[part];
    std::string_view const text = context.interner.text(wrong.name);
    SourceSpan const span{wrong.begin, {wrong.begin.offset + static_cast<std::uint32_t>(text.size())}};
    if (in == nullptr) {
        auto report = context.diagnostics.error(span, unknown_name, text);
        // A name alone is meant to be a value; in front of a dot it may be a package.
        std::string_view const nearest =
            nearest_word(text, cursor.parts.size() == 1 ? e_.instances.visible_components(scope_)
                                                        : e_.instances.visible_names(scope_));
        if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
        return {};
    }
    std::string where;
    for (std::size_t i = 0; i < part; ++i) {
        if (i > 0) where += '.';
        where += context.interner.text(cursor.parts[i].name);
    }
    auto report = context.diagnostics.error(span, unknown_part, where, text);
    std::vector<std::string_view> names;
    if (in->primitive == Primitive::enumeration) {
        for (Symbol const literal : e_.exprs.types().literals(e_.type_of_class(*in))) {
            names.push_back(context.interner.text(literal));
        }
    } else {
        names = e_.instances.member_names(*in);
    }
    std::string_view const nearest = nearest_word(text, names);
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
    return {};
}

ExprId ScopeResolver::resolve_component(LoweringContext& context, Cursor const& cursor, Component& given,
                                        std::size_t at) {
    Component* const component = e_.instances.resolve_outer(given);
    if (component == nullptr) return {};
    SourceSpan const span = context.ast[cursor.reference].span;
    // A function sees its own variables, and the constants around it (section 5.3.1).
    bool const is_around = at == 0 && scope_->is_function() && component->parent->is_in_model;
    if (is_around && component->variability != Variability::constant) {
        context.diagnostics
            .error(span, needs_constant, context.interner.text(component->name),
                   context.interner.text(e_.class_name(*component->parent)))
            .note(component->span(), "it is declared here");
        return {};
    }
    if (component->is_disabled && component->parent->kind == ast::ClassKind::expandable_connector) {
        context.diagnostics.error(span, absent, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "it is declared here in an expandable connector");
        return {};
    }
    if (component->is_disabled) {
        context.diagnostics.error(span, disabled, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "the component is declared here");
        return {};
    }
    if (component->is_conditional && component->parent->is_in_model && !context.allows_conditional &&
        e_.is_new_conditional_use(*component)) {
        context.diagnostics.warning(span, conditional, context.interner.text(e_.instances.path_of(*component)))
            .note(component->span(), "this is an error whenever its condition is false");
    }
    if (component->parent->is_function()) {
        // Sizes of other variables may depend on a constant.
        bool const is_plain = at + 1 == cursor.parts.size() && context.ast.items(cursor.parts[at].subscripts).empty();
        if (is_plain && component->variability == Variability::constant) {
            Value const value = e_.value_of(*component);
            if (value.has_value() && !value.is_array()) {
                if (ExprId const literal = value_to_expr(e_.exprs, value, e_.type_of(*component))) return literal;
            }
        }
        return resolve_local(context, cursor, *component, at);
    }
    // In the text of a record its fields are the inputs of its constructor (section 12.6).
    if (at == 0 && is_constructor_input(*component)) return resolve_local(context, cursor, *component, at);
    if (component->primitive == Primitive::none) return resolve_elements(context, cursor, *component, at);
    if (at + 1 < cursor.parts.size()) return unknown(context, cursor, at + 1, component->type);
    ExprId const value = e_.whole(context, *component, span);
    auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
    if (!value || subscripts.empty()) return value;
    return lower_subscripts(context, value, subscripts, span, component->index_types);
}

// A variable of a function: its fields and elements are parts of one value.
ExprId ScopeResolver::resolve_local(LoweringContext& context, Cursor const& cursor, Component& component,
                                    std::size_t at) {
    ExprId value = e_.exprs.iterator(component.name, e_.type_of(component));
    for (std::size_t const first = at;; ++at) {
        auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
        if (!subscripts.empty()) {
            std::span<TypeId const> const index_types =
                at == first ? std::span<TypeId const>(component.index_types) : std::span<TypeId const>();
            value = lower_subscripts(context, value, subscripts, context.ast[cursor.reference].span, index_types);
            if (!value) return {};
        }
        if (at + 1 == cursor.parts.size()) return value;
        TypeTable const& types = e_.exprs.types();
        TypeId const record = types.element(e_.exprs.type(value));
        Symbol const field = cursor.parts[at + 1].name;
        if (types.kind(record) != TypeKind::record || !types.field_index(record, field)) {
            return unknown(context, cursor, at + 1, component.type);
        }
        value = e_.exprs.field(value, field);
    }
}

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
        // What connect-equations brought into an expandable connector has no types of its own.
        TypeId const index = d < component.index_types.size() ? component.index_types[d] : types::integer;
        context.subscripted.push_back({shape_of(e_.exprs, component.dims), static_cast<std::int64_t>(d + 1), index});
        ExprId const subscript = lower_expression(context, subscripts[d]);
        context.subscripted.pop_back();
        if (!subscript || !check_index_type(context, subscript, index, subscripts[d])) return std::nullopt;
        Value const value = e_.demand(subscript);
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

namespace {

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

// Whether a subscript takes one element, so that its dimension goes away.
bool is_scalar_subscript(LoweringContext& context, std::span<ast::ExprId const> subscripts, std::size_t d,
                         std::vector<std::int64_t> const& chosen) {
    if (d >= subscripts.size() || chosen.size() != 1) return false;
    ast::Expr const& expr = context.ast[context.ast.strip(subscripts[d])];
    return expr.kind != ast::ExprKind::colon && expr.kind != ast::ExprKind::range &&
           expr.kind != ast::ExprKind::array && expr.kind != ast::ExprKind::comprehension;
}

}  // namespace

ExprId ScopeResolver::resolve_elements(LoweringContext& context, Cursor const& cursor, Component& component,
                                       std::size_t at) {
    SourceSpan const span = context.ast[cursor.reference].span;
    auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
    std::vector<Node*> const& values = e_.instances.values_of(component);
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
    return nest(e_.exprs, elements, dims);
}

// Protected elements cannot be reached by a dot (section 4.1).
bool ScopeResolver::can_see(LoweringContext& context, Element const& element, ast::ReferencePart const& part,
                            Node& node) {
    if (!Instances::is_protected(element)) return true;
    std::string_view const text = context.interner.text(part.name);
    SourceSpan const span{part.begin, {part.begin.offset + static_cast<std::uint32_t>(text.size())}};
    context.diagnostics.error(span, is_hidden, text, context.interner.text(e_.instances.path_of(node)));
    return false;
}

ExprId ScopeResolver::resolve_in_node(LoweringContext& context, Cursor const& cursor, Node& node, std::size_t next) {
    if (next == cursor.parts.size()) return e_.record_value(context, node, context.ast[cursor.reference].span);
    Element* const element = e_.instances.find_element(node, cursor.parts[next].name);
    if (element == nullptr) return unknown(context, cursor, next, &node);
    if (!can_see(context, *element, cursor.parts[next], node)) return {};
    if (element->def->is_class()) {
        Node* const inner = e_.instances.class_of(*element);
        return inner != nullptr ? resolve_class(context, cursor, *inner, next + 1) : ExprId();
    }
    Component* const component = e_.instances.component_of(*element);
    return component != nullptr ? resolve_component(context, cursor, *component, next) : ExprId();
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
    now.components = {e_.instances.component_of(*found.element)};
    now.nodes = {nullptr};
    if (now.components[0] == nullptr) return std::nullopt;
    for (std::size_t at = 0; at < cursor.parts.size(); ++at) {
        Selection next;
        next.dims = now.dims;
        auto const subscripts = context.ast.items(cursor.parts[at].subscripts);
        bool is_first = true;
        for (Component*& given : now.components) {
            Component* const component = e_.instances.resolve_outer(*given);
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
            std::vector<Node*> const& values = e_.instances.values_of(*component);
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
            Component* const component = e_.instances.component_of(*element);
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

// ---- components as values ----

ExprId Elaborator::whole(LoweringContext& context, Component& component, SourceSpan span) {
    if (component.primitive == Primitive::none) {
        std::vector<ExprId> elements;
        for (Node* const node : instances.values_of(component)) {
            elements.push_back(record_value(context, *node, span));
            if (!elements.back()) return {};
        }
        if (elements.empty() && component.dims.empty()) return {};
        return nest(exprs, elements, component.dims);
    }
    if (component.parent->is_in_model) return exprs.variable(variable_of(component), type_of(component));
    if (component.parent->is_function()) return exprs.iterator(component.name, type_of(component));
    // A constant of a package: small values stand for themselves, others are declared once beside the model.
    if (component.variability != Variability::constant && !component.parent->has_record_binding &&
        component.parent->component == nullptr && component.variability != Variability::parameter) {
        diagnostics.error(span, needs_constant, interner.text(component.name),
                          interner.text(instances.path_of(*component.parent)));
        return {};
    }
    constexpr std::size_t most_inline = 8;
    Value const value = value_of(component);
    bool const is_small = !value.is_array() || value.elements().size() <= most_inline;
    if (value.has_value() && is_small) {
        if (ExprId const literal = value_to_expr(exprs, value, type_of(component))) return literal;
    }
    return exprs.variable(variable_of(component), type_of(component));
}

Node& Elaborator::record_class(Node& node) {
    Node* at = &node;
    while (at->source != nullptr && at->source->def == at->def) at = at->source;
    return *at;
}

std::string Elaborator::record_name(Node& node) { return std::string(interner.text(class_name(record_class(node)))); }

Symbol Elaborator::class_name(Node& node) {
    Symbol const path = instances.path_of(node);
    Node const* top = &node;
    while (top->holder != nullptr) top = top->holder;
    if (!top->is_in_model) return path;
    return interner.intern(std::string(interner.text(model.name)) + "." + std::string(interner.text(path)));
}

ExprId Elaborator::record_value(LoweringContext& context, Node& node, SourceSpan span) {
    if (!node.is_record() && !(node.is_connector() && node.component != nullptr)) {
        std::string const kind = std::string(class_kind_text(node.kind)) + " " + record_name(node);
        diagnostics.error(span, no_value, interner.text(instances.path_of(node)), kind);
        return {};
    }
    std::vector<ExprId> fields;
    std::vector<RecordField> field_types;
    bool is_good = true;
    instances.for_each_element(node, [&](Element& element) {
        if (element.def->is_class() || !is_good) return;
        Component* const component = instances.component_of(element);
        ExprId const value =
            component != nullptr && !component->is_disabled ? whole(context, *component, span) : ExprId();
        is_good = value.has_value();
        if (!is_good) return;
        fields.push_back(value);
        field_types.push_back({component->name, exprs.type(value)});
    });
    if (!is_good) return {};
    TypeId const type = exprs.types().record(interner.intern(record_name(node)), field_types);
    records_.try_emplace(type, &record_class(node));
    return exprs.record(type, fields);
}

}  // namespace moo
