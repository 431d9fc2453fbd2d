// Stream connectors (Modelica 3.6, chapter 15).
//
// In a connection set with inside connectors j and outside connectors k the value that flows into connector i is
//
//   inStream(h_i) = (sum_j≠i max(-m_j, eps) h_j + sum_k max(m_k, eps) inStream(h_k))
//                 / (sum_j≠i max(-m_j, eps)     + sum_k max(m_k, eps))
//
// and the stream variable of an outside connector is the same expression over the others of its set. With two members
// the mass flows drop out. The small positive eps keeps the quotient defined when nothing flows. Connectors that take
// from the set only, by the declared bounds m_j.min >= 0 and m_k.max <= 0, are left out.
#include "frontend/connect/connections.h"

namespace moo {

namespace {

constexpr Message<std::string_view> not_a_stream{DiagnosticKind::WrongArguments,
                                                 "the argument of `{}` is not a stream variable of a connector"};
constexpr Message<std::string_view> no_flow{DiagnosticKind::WrongArguments,
                                            "the connector of the stream variable `{}` has no flow variable"};
constexpr Message<> endless_stream{DiagnosticKind::WrongArguments, "the stream passes through too many connectors"};

constexpr double smallest_flow = 1e-10;
constexpr int max_stream_depth = 100;

}  // namespace

std::vector<Connections::StreamMember> Connections::stream_members(VarId stream, Face face) {
    std::vector<StreamMember> result;
    auto const add = [&](ConnectedLeaf const& leaf) {
        Component& component = *e_.components.component_of(leaf.variable);
        StreamMember member{leaf, {}};
        e_.instances.for_each_element(*component.parent, [&](Element& element) {
            if (element.def->is_class() || member.flow) return;
            Component* const other = e_.instances.components.component_of(element);
            if (other != nullptr && other->flow == ast::FlowPrefix::flow && other->primitive != Primitive::none) {
                member.flow = e_.components.variable_of(*other);
            }
        });
        if (!member.flow) e_.diagnostics.error(component.span(), no_flow, e_.interner.text(component.name));
        result.push_back(member);
    };
    auto const found = leaf_numbers_.find((std::uint64_t{stream.index()} << 32) | (face == Face::outside ? 1u : 0u));
    if (found == leaf_numbers_.end()) {
        add({stream, -1, face});
        return result;
    }
    for (std::uint32_t const member : members_[sets_.find(found->second)]) add(leaves_[member]);
    return result;
}

bool Connections::takes_only(StreamMember const& member) {
    bool const is_inside = member.stream.face == Face::inside;
    Component& flow = *e_.components.component_of(member.flow);
    Symbol const name = e_.interner.intern(is_inside ? "min" : "max");
    BindingSyntax bound = find_part_binding(flow.layers, name);
    for (Node* type = flow.type; type != nullptr && !bound.has_value();
         type = type->bases.empty() ? nullptr : type->bases[0]) {
        bound = find_part_binding(type->layers, name);
    }
    ExprId const value = bound.has_value() ? e_.components.lower(bound) : ExprId();
    if (!value) return false;
    Value const number = e_.values.evaluate(value);
    return number.is_number() && (is_inside ? number.as_real() >= 0 : number.as_real() <= 0);
}

ExprId Connections::mixed_stream(std::vector<StreamMember> const& members, std::optional<std::size_t> except,
                                 int depth) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (except != i) others.push_back(i);
    }
    auto const value = [&](StreamMember const& member) {
        if (member.stream.face == Face::inside) return leaf_value(member.stream);
        return in_stream(member.stream.variable, Face::inside, depth + 1);
    };
    if (others.empty()) return leaf_value(members[*except].stream);
    if (others.size() == 1) return value(members[others[0]]);
    for (std::size_t const i : others) {
        if (!members[i].flow) return {};
    }
    std::erase_if(others, [&](std::size_t i) { return takes_only(members[i]); });
    if (others.empty()) {
        ExprId const own = leaf_value(members[*except].stream);
        return members[*except].stream.face == Face::inside ? own : zero_of(e_.exprs.type(own));
    }
    if (others.size() == 1) return value(members[others[0]]);
    ExprId above;
    ExprId below;
    for (std::size_t const i : others) {
        StreamMember const& member = members[i];
        ExprId flow = leaf_value({member.flow, -1, member.stream.face});
        if (member.stream.face == Face::inside) flow = e_.exprs.neg(flow);
        ExprId const weight = e_.exprs.builtin(Builtin::max, {flow, e_.exprs.real(smallest_flow)});
        ExprId const carried = value(member);
        if (!carried) return {};
        ExprId const product = e_.exprs.mul(weight, carried);
        above = above ? e_.exprs.add(above, product) : product;
        below = below ? e_.exprs.add(below, weight) : weight;
    }
    return e_.exprs.div(above, below);
}

ExprId Connections::in_stream(VarId stream, Face face, int depth) {
    if (depth > max_stream_depth) {
        e_.diagnostics.error(e_.components.component_of(stream)->span(), endless_stream);
        return {};
    }
    std::vector<StreamMember> const members = stream_members(stream, face);
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members[i].stream.variable == stream && members[i].stream.face == face) {
            return mixed_stream(members, i, depth);
        }
    }
    return {};
}

void Connections::add_stream_equations(FlatModel& model) {
    for (std::uint32_t const set : set_order_) {
        if (e_.components.component_of(leaves_[members_[set][0]].variable)->flow != ast::FlowPrefix::stream) continue;
        for (std::uint32_t const number : members_[set]) {
            ConnectedLeaf const leaf = leaves_[number];
            if (leaf.face != Face::outside) continue;
            FlatEquation equation;
            equation.origin = ProvenanceKind::stream;
            equation.a = leaf_value(leaf);
            equation.b = in_stream(leaf.variable, Face::outside, 0);
            equation.source = first_pair_[number]->source;
            equation.instance = first_pair_[number]->instance;
            if (equation.b) model.equations.push_back(std::move(equation));
        }
    }
}

std::optional<ExprId> Connections::stream_call(LoweringContext& context, Node* scope, ast::ExprId call,
                                               bool is_actual) {
    auto const arguments = context.ast.arguments(call);
    std::string_view const name = is_actual ? "actualStream" : "inStream";
    SourceSpan const span = context.ast[call].span;
    ScopeResolver resolver(e_, scope);
    auto const selection = arguments.size() == 1 ? resolver.select(context, arguments[0].value) : std::nullopt;
    if (!selection || selection->is_disabled) {
        if (!selection && e_.needs_unrolling) return ExprId();
        e_.diagnostics.error(span, not_a_stream, name);
        return ExprId();
    }
    std::vector<ExprId> values;
    for (Component* const component : selection->components) {
        if (component->flow != ast::FlowPrefix::stream || component->primitive == Primitive::none) {
            e_.diagnostics.error(span, not_a_stream, name);
            return ExprId();
        }
        VarId const stream = e_.components.variable_of(*component);
        ExprId value = in_stream(stream, Face::inside, 0);
        if (!value) return ExprId();
        if (is_actual) {
            std::vector<StreamMember> const own = stream_members(stream, Face::inside);
            VarId flow;
            for (StreamMember const& member : own) {
                if (member.stream.variable == stream) flow = member.flow;
            }
            if (!flow) return ExprId();
            ExprId const inflow =
                e_.exprs.binary(ExprKind::greater, leaf_value({flow, -1, Face::inside}), e_.exprs.real(0.0));
            value = e_.exprs.if_else(inflow, value, leaf_value({stream, -1, Face::inside}));
        }
        if (!selection->subscripts.empty()) {
            value = lower_subscripts(context, value, selection->subscripts, span);
            if (!value) return ExprId();
        }
        values.push_back(value);
    }
    if (selection->dims.empty()) return values.empty() ? ExprId() : values[0];
    return e_.exprs.array(values);
}

// ---- operators that ask about connections ----

std::optional<ExprId> Connections::call(LoweringContext& context, Node* scope, ast::ExprId call) {
    ast::Ast const& ast = context.ast;
    auto const parts = ast.reference_parts(ast.strip(ast.callee(call)));
    std::string_view const first = e_.interner.text(parts[0].name);
    if (parts.size() == 1) {
        if (first == "inStream") return stream_call(context, scope, call, false);
        if (first == "actualStream") return stream_call(context, scope, call, true);
        if (first == "cardinality") return cardinality_call(context, scope, call);
        if (first == "rooted") return graph_call(context, scope, call, false);
        return std::nullopt;
    }
    if (parts.size() != 2 || first != "Connections") return std::nullopt;
    std::string_view const second = e_.interner.text(parts[1].name);
    if (second == "isRoot") return graph_call(context, scope, call, true);
    if (second == "rooted") return graph_call(context, scope, call, false);
    return std::nullopt;
}

std::optional<ExprId> Connections::cardinality_call(LoweringContext& context, Node* scope, ast::ExprId call) {
    ScopeResolver resolver(e_, scope);
    auto const arguments = context.ast.arguments(call);
    auto const selection = arguments.size() == 1 ? resolver.select(context, arguments[0].value) : std::nullopt;
    if (!selection) return ExprId();
    if (selection->is_disabled) return e_.exprs.integer(0);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < selection->components.size(); ++i) {
        void const* const key =
            selection->nodes[i] != nullptr ? static_cast<void const*>(selection->nodes[i]) : selection->components[i];
        auto const found = cardinality_.find(key);
        if (found != cardinality_.end()) count += found->second;
    }
    return e_.exprs.integer(count);
}

}  // namespace moo
