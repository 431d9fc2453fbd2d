// Connection sets and their equations (Modelica 3.6, section 9.2).
#include <algorithm>

#include "frontend/connect/connections.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> two_sources{DiagnosticKind::ConnectMismatch,
                                                                  "both `{}` and `{}` give a value to this connection"};

std::uint64_t leaf_key(ConnectedLeaf const& leaf) {
    auto const element = static_cast<std::uint64_t>(leaf.element + 1) & 0x7fffffffu;
    return (std::uint64_t{leaf.variable.index()} << 32) | (element << 1) | (leaf.face == Face::outside ? 1u : 0u);
}

}  // namespace

// A variable that is connected as a whole in one place and by elements in another is split into elements, and so are
// those that are connected to it.
void Connections::split_arrays() {
    is_split_.resize(e_.model.variables.size(), false);
    DisjointSets whole(static_cast<std::uint32_t>(is_split_.size()));
    for (Pair const& pair : pairs_) {
        whole.join(pair.a.variable.index(), pair.b.variable.index());
    }
    std::vector<bool> split_groups(is_split_.size(), false);
    for (Pair const& pair : pairs_) {
        if (pair.a.element >= 0 || pair.b.element >= 0) split_groups[whole.find(pair.a.variable.index())] = true;
    }
    for (std::uint32_t i = 0; i < is_split_.size(); ++i) is_split_[i] = split_groups[whole.find(i)];
    std::vector<Pair> opened;
    opened.reserve(pairs_.size());
    for (Pair const& pair : pairs_) {
        Component const& a = *e_.components.component_of(pair.a.variable);
        bool const is_open = pair.a.element < 0 && !a.dims.empty() && is_split_[pair.a.variable.index()];
        if (!is_open) {
            opened.push_back(pair);
            continue;
        }
        std::int64_t count = 1;
        for (std::int64_t const size : a.dims) count *= size;
        for (std::int64_t i = 0; i < count; ++i) {
            Pair element = pair;
            element.a.element = i;
            element.b.element =
                pair.b.element < 0 && !e_.components.component_of(pair.b.variable)->dims.empty() ? i : pair.b.element;
            opened.push_back(element);
        }
    }
    pairs_ = std::move(opened);
}

std::uint32_t Connections::set_of(ConnectedLeaf leaf) {
    auto const [found, is_new] = leaf_numbers_.try_emplace(leaf_key(leaf), sets_.count());
    if (is_new) {
        sets_.add();
        leaves_.push_back(leaf);
        first_pair_.push_back(nullptr);
        directions_.push_back(0);
    }
    return found->second;
}

void Connections::build_sets() {
    leaf_numbers_.reserve(pairs_.size() * 2);
    for (Pair const& pair : pairs_) {
        std::uint32_t const a = set_of(pair.a);
        std::uint32_t const b = set_of(pair.b);
        if (first_pair_[a] == nullptr) first_pair_[a] = &pair;
        if (first_pair_[b] == nullptr) first_pair_[b] = &pair;
        directions_[a] |= pair.direction_a;
        directions_[b] |= pair.direction_b;
        sets_.join(a, b);
    }
    members_.assign(sets_.count(), {});
    for (std::uint32_t i = 0; i < sets_.count(); ++i) {
        std::uint32_t const set = sets_.find(i);
        if (members_[set].empty()) set_order_.push_back(set);
        members_[set].push_back(i);
    }
    check_sources();
}

// A signal comes from one place (section 9.3): several outputs, or an output and an input of the model, cannot be
// connected, unless they are outputs of different states of one machine.
void Connections::check_sources() {
    is_merged_.assign(sets_.count(), false);
    for (std::uint32_t const set : set_order_) {
        std::vector<std::uint32_t> sources;
        std::vector<Component*> components;
        for (std::uint32_t const member : members_[set]) {
            if (directions_[member] != gives) continue;
            sources.push_back(member);
            components.push_back(e_.components.component_of(leaves_[member].variable));
        }
        if (sources.size() < 2) continue;
        is_merged_[set] = state_machines_.are_alternatives(components);
        if (is_merged_[set]) continue;
        auto const name = [&](std::size_t i) { return e_.interner.text(e_.instances.path_of(*components[i])); };
        e_.diagnostics.error(first_pair_[sources[1]]->source, two_sources, name(0), name(1))
            .note(first_pair_[sources[0]]->source, "`{}` is connected here", name(0));
    }
}

ExprId Connections::leaf_value(ConnectedLeaf const& leaf) {
    Component& component = *e_.components.component_of(leaf.variable);
    ExprId const whole = e_.exprs.variable(leaf.variable, e_.types.type_of(component));
    if (leaf.element < 0 || component.dims.empty()) return whole;
    std::vector<ExprId> subscripts(component.dims.size());
    std::int64_t rest = leaf.element;
    for (std::size_t d = component.dims.size(); d-- > 0;) {
        subscripts[d] = e_.exprs.integer(rest % component.dims[d] + 1);
        rest /= component.dims[d];
    }
    return e_.exprs.subscript(whole, subscripts);
}

void Connections::add_equations(FlatModel& model) {
    for (std::uint32_t const set : set_order_) {
        std::vector<std::uint32_t> const& members = members_[set];
        Component const& first = *e_.components.component_of(leaves_[members[0]].variable);
        switch (first.flow) {
            case ast::FlowPrefix::none:
                is_merged_[set] ? add_merged_equations(model, members) : add_potential_equations(model, members);
                break;
            case ast::FlowPrefix::flow: add_flow_equations(model, members); break;
            case ast::FlowPrefix::stream: break;
        }
    }
    add_unconnected_flows(model);
    add_default_elements(model);
    add_stream_equations(model);
    add_constraint_equations(model);
}

void Connections::add_potential_equations(FlatModel& model, std::vector<std::uint32_t> const& members) {
    ExprId const first = leaf_value(leaves_[members[0]]);
    bool const is_parameter =
        e_.components.component_of(leaves_[members[0]].variable)->variability >= Variability::parameter;
    for (std::size_t i = 1; i < members.size(); ++i) {
        ConnectedLeaf const& leaf = leaves_[members[i]];
        FlatEquation equation = connect_equation(members[i], first, leaf_value(leaf));
        if (is_parameter && e_.components.component_of(leaf.variable)->variability >= Variability::parameter) {
            // Parameters are not solved for: they must agree.
            if (e_.exprs.types().is_array(e_.exprs.type(first))) continue;
            equation.kind = FlatEquationKind::assertion;
            equation.a = e_.exprs.binary(ExprKind::equal, equation.a, equation.b);
            equation.b = e_.exprs.string(e_.interner.intern("connected parameters differ"));
        }
        model.equations.push_back(std::move(equation));
    }
}

FlatEquation Connections::connect_equation(std::uint32_t member, ExprId a, ExprId b) const {
    FlatEquation equation;
    equation.origin = ProvenanceKind::connect;
    equation.a = a;
    equation.b = b;
    equation.source = first_pair_[member]->source;
    equation.instance = first_pair_[member]->instance;
    return equation;
}

// Outputs of states: the others are equal to that of the active state, and keep their value if it has none (Modelica
// 3.6, section 17.3.6).
void Connections::add_merged_equations(FlatModel& model, std::vector<std::uint32_t> const& members) {
    ExprId first;
    for (std::uint32_t const member : members) {
        if (directions_[member] == gives) continue;
        ExprId const target = leaf_value(leaves_[member]);
        if (first) {
            model.equations.push_back(connect_equation(member, first, target));
            continue;
        }
        first = target;
        ExprId value = e_.exprs.builtin(Builtin::previous, {target});
        for (std::size_t i = members.size(); i-- > 0;) {
            if (directions_[members[i]] != gives) continue;
            ConnectedLeaf const& source = leaves_[members[i]];
            ExprId const is_active = state_machines_.is_active_for(*e_.components.component_of(source.variable));
            value = e_.exprs.if_else(is_active, leaf_value(source), value);
        }
        model.equations.push_back(connect_equation(member, target, value));
    }
}

void Connections::add_flow_equations(FlatModel& model, std::vector<std::uint32_t> const& members) {
    ExprId sum;
    for (std::uint32_t const member : members) {
        ConnectedLeaf const& leaf = leaves_[member];
        ExprId const value = leaf_value(leaf);
        bool const is_outside = leaf.face == Face::outside;
        if (!sum) {
            sum = is_outside ? e_.exprs.neg(value) : value;
        } else {
            sum = is_outside ? e_.exprs.sub(sum, value) : e_.exprs.add(sum, value);
        }
    }
    FlatEquation equation;
    equation.origin = ProvenanceKind::flow;
    equation.a = sum;
    equation.b = zero_of(e_.exprs.type(sum));
    equation.source = first_pair_[members[0]]->source;
    equation.instance = first_pair_[members[0]]->instance;
    model.equations.push_back(std::move(equation));
}

ExprId Connections::zero_of(TypeId type) {
    TypeTable const& types = e_.exprs.types();
    ExprId const zero = e_.exprs.real(0.0);
    if (!types.is_array(type)) return zero;
    std::vector<ExprId> arguments{zero};
    for (std::int64_t const size : types.dims(type)) arguments.push_back(e_.exprs.integer(size));
    return e_.exprs.builtin(Builtin::fill, arguments);
}

// The flow into a connector that nothing is connected to from outside is zero.
void Connections::add_unconnected_flows(FlatModel& model) {
    for (VarId const id : model.listing) {
        Component& component = *e_.components.component_of(id);
        if (component.flow != ast::FlowPrefix::flow || !component.parent->is_in_model) continue;
        if (!is_in_connector(component)) continue;
        auto const add_zero = [&](ConnectedLeaf const& leaf) {
            if (leaf_numbers_.contains(leaf_key(leaf))) return;
            FlatEquation equation;
            equation.origin = ProvenanceKind::flow;
            equation.a = leaf_value(leaf);
            equation.b = zero_of(e_.exprs.type(equation.a));
            equation.source = component.span();
            equation.instance = e_.instances.path_of(*component.parent);
            model.equations.push_back(std::move(equation));
        };
        bool const is_split = id.index() < is_split_.size() && is_split_[id.index()] && !component.dims.empty();
        if (!is_split) {
            add_zero({id, -1, Face::inside});
            continue;
        }
        std::int64_t count = 1;
        for (std::int64_t const size : component.dims) count *= size;
        for (std::int64_t i = 0; i < count; ++i) add_zero({id, i, Face::inside});
    }
}

// `connect(u, bus.x[2])` makes an array of two elements; the first has a default value (section 9.1.3).
void Connections::add_default_elements(FlatModel& model) {
    for (VarId const id : model.listing) {
        Component& component = *e_.components.component_of(id);
        bool const is_split = id.index() < is_split_.size() && is_split_[id.index()];
        if (!component.is_augmented || component.dims.empty() || !is_split) continue;
        std::int64_t count = 1;
        for (std::int64_t const size : component.dims) count *= size;
        for (std::int64_t i = 0; i < count; ++i) {
            ConnectedLeaf const leaf{id, i, Face::inside};
            if (leaf_numbers_.contains(leaf_key(leaf))) continue;
            FlatEquation equation;
            equation.origin = ProvenanceKind::connect;
            equation.a = leaf_value(leaf);
            equation.b = default_of(e_.exprs.type(equation.a), component.primitive);
            equation.source = component.span();
            equation.instance = e_.instances.path_of(*component.parent);
            if (equation.b) model.equations.push_back(std::move(equation));
        }
    }
}

ExprId Connections::default_of(TypeId type, Primitive primitive) {
    switch (primitive) {
        case Primitive::real: return e_.exprs.real(0.0);
        case Primitive::integer: return e_.exprs.integer(0);
        case Primitive::boolean: return e_.exprs.boolean(false);
        case Primitive::string: return e_.exprs.string(e_.interner.intern(""));
        case Primitive::enumeration: return e_.exprs.enumeration(type, 1);
        case Primitive::none:
        case Primitive::clock:
        case Primitive::external_object: break;
    }
    return {};
}

bool Connections::is_in_connector(Component const& component) {
    for (Node const* node = component.parent; node != nullptr; node = node->holder) {
        if (node->is_connector()) return true;
        if (!node->is_record()) return false;
    }
    return false;
}

}  // namespace moo
