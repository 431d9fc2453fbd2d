// Outer outputs of states: each state has a variable of its own, and the inner variable is that of the active state
// (Modelica 3.6, section 17.3.5).
#include <map>
#include <unordered_set>

#include "frontend/state_machines/state_machines.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view> assigned_in_parallel{
    DiagnosticKind::DuplicateAssignment,
    "the states `{}` and `{}` can be active at the same tick, but both assign `{}`"};
constexpr Message<std::string_view, std::string_view> start_missing{
    DiagnosticKind::MissingBinding, "`{}` has no start value, but the initial state `{}` does not assign it"};

}  // namespace

void StateMachines::find_outputs(std::vector<Node*> const& nodes) {
    for (Node* const node : nodes) {
        std::uint32_t const state = state_of(node);
        if (state == no_state) continue;
        e_.instances.for_each_element(*node, [&](Element& element) {
            if (element.def->is_class()) return;
            Component* const component = e_.instances.components.component_of(element);
            if (component == nullptr || component->is_disabled || !component->is_outer) return;
            Component* const inner = component->inner;
            if (component->causality != ast::Causality::output || inner == nullptr) return;
            // Within one state an outer component is only another name for the inner one.
            if (state_of(inner->parent) == state) return;
            auto const [found, is_new] = merge_of_.try_emplace(inner, merges_.size());
            if (is_new) merges_.push_back({inner, {}});
            merges_[found->second].contributions.push_back({component, state});
            component->is_outer = false;
            component->merged_into = inner;
            if (component->is_inner) return;
            component->dims = inner->dims;
            outputs_.push_back(component);
        });
    }
    for (Merge const& merge : merges_) check_merge(merge);
}

// Two states exclude each other if the paths to them separate in one machine. So in each state, and at the top, all
// paths must continue in the same machine, and none of them may end where another continues.
void StateMachines::check_merge(Merge const& merge) {
    std::uint32_t const top = state_of(merge.inner->parent);
    std::map<std::uint32_t, Contribution const*> ends;
    struct Way {
        std::uint32_t machine;
        Contribution const* contribution;
    };
    std::map<std::uint32_t, Way> ways;  // by the state that the machine is in
    for (Contribution const& contribution : merge.contributions) {
        Contribution const* other = nullptr;
        if (auto const found = ends.find(contribution.state); found != ends.end()) other = found->second;
        if (auto const found = ways.find(contribution.state); found != ways.end()) other = found->second.contribution;
        ends.try_emplace(contribution.state, &contribution);
        for (std::uint32_t state = contribution.state; state != top; state = set_.parent_of(state)) {
            std::uint32_t const parent = set_.parent_of(state);
            std::uint32_t const machine = set_.states[state].machine;
            auto const [way, is_new] = ways.try_emplace(parent, Way{machine, &contribution});
            if (way->second.machine != machine) other = way->second.contribution;
            if (auto const found = ends.find(parent); parent != top && found != ends.end()) other = found->second;
        }
        if (other == nullptr) continue;
        e_.diagnostics
            .error(contribution.component->span(), assigned_in_parallel, name_of(other->state),
                   name_of(contribution.state), e_.interner.text(e_.instances.path_of(*merge.inner)))
            .note(other->component->span(), "the other output is declared here");
    }
}

// Whether the states that are active at the first tick assign the variable.
bool StateMachines::is_assigned_first(Component const& inner) const {
    auto const found = merge_of_.find(&inner);
    // Not merged from others: its own equation gives the value.
    if (found == merge_of_.end()) return true;
    std::uint32_t const top = state_of(inner.parent);
    for (Contribution const& contribution : merges_[found->second].contributions) {
        bool is_first = true;
        for (std::uint32_t state = contribution.state; state != top; state = set_.parent_of(state)) {
            is_first = is_first && set_.is_initial(state);
        }
        if (is_first) return is_assigned_first(*contribution.component);
    }
    return false;
}

void StateMachines::add_merges() {
    for (Merge const& merge : merges_) {
        add_merge(*merge.inner, merge.contributions);
        Component& inner = *merge.inner;
        if (inner.merged_into != nullptr || inner.primitive == Primitive::none) continue;
        if (e_.model.variables[e_.components.variable_of(inner)].attribute(Attribute::start) ||
            is_assigned_first(inner))
            continue;
        std::uint32_t const machine = top_machine(merge);
        e_.diagnostics.error(inner.span(), start_missing, e_.interner.text(e_.instances.path_of(inner)),
                             name_of(set_.machines[machine].states[0]));
    }
}

// The machine, on the level of the inner component, whose states assign it.
std::uint32_t StateMachines::top_machine(Merge const& merge) const {
    std::uint32_t const top = state_of(merge.inner->parent);
    std::uint32_t state = merge.contributions[0].state;
    while (set_.parent_of(state) != top) state = set_.parent_of(state);
    return set_.states[state].machine;
}

void StateMachines::add_merge(Component& inner, std::vector<Contribution> const& contributions) {
    for (Contribution const& contribution : contributions) contribution.component->merged_into = &inner;
    if (inner.primitive == Primitive::none) {
        std::vector<Node*> const& values = e_.instances.components.values_of(inner);
        for (std::size_t i = 0; i < values.size(); ++i) {
            e_.instances.for_each_element(*values[i], [&](Element& element) {
                Component* const part =
                    element.def->is_class() ? nullptr : e_.instances.components.component_of(element);
                if (part == nullptr || part->variability >= Variability::parameter) return;
                std::vector<Contribution> parts;
                for (Contribution const& contribution : contributions) {
                    Node& value = *e_.instances.components.values_of(*contribution.component)[i];
                    Element* const found = e_.instances.find_element(value, part->name);
                    if (found != nullptr)
                        parts.push_back({e_.instances.components.component_of(*found), contribution.state});
                }
                add_merge(*part, parts);
            });
        }
        return;
    }
    auto const variable = [&](Component& component) {
        return e_.exprs.variable(e_.components.variable_of(component), e_.types.type_of(component));
    };
    Component* owner = &inner;
    while (owner->merged_into != nullptr) owner = owner->merged_into;
    ExprId value = e_.exprs.builtin(Builtin::previous, {variable(*owner)});
    for (std::size_t i = contributions.size(); i-- > 0;) {
        Contribution const& contribution = contributions[i];
        value = e_.exprs.if_else(activation_.active(contribution.state), variable(*contribution.component), value);
    }
    FlatEquation equation;
    equation.origin = ProvenanceKind::state_machine;
    equation.a = variable(inner);
    equation.b = value;
    equation.source = inner.span();
    equation.instance = e_.instances.path_of(*inner.parent);
    e_.model.equations.push_back(std::move(equation));
}

// ---- outputs that are connected (section 17.3.6) ----

namespace {

// The instance whose connector the variable is in.
Node* owner_of(Component& variable) {
    Node* node = variable.parent;
    while (node != nullptr && node->is_connector()) node = node->holder;
    return node;
}

}  // namespace

bool StateMachines::are_alternatives(std::vector<Component*> const& variables) {
    std::unordered_set<std::uint32_t> seen;
    std::uint32_t machine = no_machine;
    for (Component* const variable : variables) {
        auto const found = states_.find(owner_of(*variable));
        if (found == states_.end() || !seen.insert(found->second).second) return false;
        if (machine == no_machine) machine = set_.states[found->second].machine;
        if (set_.states[found->second].machine != machine) return false;
    }
    return true;
}

ExprId StateMachines::is_active_for(Component& output) { return activation_.active(states_.at(owner_of(output))); }

}  // namespace moo
