#include "backends/fmu/fmu_structure.h"

#include <algorithm>
#include <unordered_map>

namespace moo {

namespace {

class Structure {
public:
    Structure(Document const& document, FmuPlan const& plan)
        : document_(document), exprs_(document.exprs), plan_(plan), states_(document.states()) {
        for (std::uint32_t i = 0; i < states_.size(); ++i) state_number_.emplace(states_[i], i);
        index(document.dependencies.derivatives, derivative_rows_);
        index(document.dependencies.outputs, output_rows_);
        index(document.dependencies.initial_unknowns, initial_rows_);
    }

    FmuStructure run() const {
        FmuStructure made;
        for (std::uint32_t i = 0; i < plan_.variables.size(); ++i) {
            FmuVariable const& variable = plan_.variables[i];
            if (variable.causality == MOO_FMU_OUTPUT) made.outputs.push_back(unknown(i, output_rows_));
            if (is_state_derivative(variable)) made.derivatives.push_back(unknown(i, derivative_rows_));
            if (is_initial_unknown(i)) made.initial_unknowns.push_back(initial_unknown(i));
        }
        for (std::uint32_t const i : plan_.event_indicators) made.event_indicators.push_back({i, false, {}});
        return made;
    }

private:
    // By slot of the model.
    using Rows = std::unordered_map<std::uint32_t, Dependency const*>;

    [[nodiscard]] std::uint32_t slot_of(ExprId unknown) const {
        VarId const variable = exprs_.referenced_variable(unknown);
        auto const slot = static_cast<std::uint32_t>(variable.index());
        if (exprs_.kind(unknown) != ExprKind::der) return slot;
        auto const state = state_number_.find(variable);
        return state == state_number_.end() ? no_variable : first_derivative() + state->second;
    }

    void index(std::vector<Dependency> const& dependencies, Rows& rows) const {
        for (Dependency const& row : dependencies) rows.emplace(slot_of(row.unknown), &row);
    }

    [[nodiscard]] std::uint32_t first_derivative() const {
        return static_cast<std::uint32_t>(document_.variables.size());
    }

    [[nodiscard]] bool is_state_derivative(FmuVariable const& variable) const {
        return variable.derivative_of != no_variable && variable.elements[0].index >= first_derivative();
    }

    [[nodiscard]] bool is_state(FmuVariable const& variable) const {
        MooFmuElement const element = variable.elements[0];
        return element.source == MOO_FMU_SLOT && element.index < first_derivative() && variable.declared &&
               state_number_.contains(variable.declared) && variable.declared.index() == element.index;
    }

    [[nodiscard]] bool is_initial_unknown(std::uint32_t i) const {
        FmuVariable const& variable = plan_.variables[i];
        if (variable.causality == MOO_FMU_CALCULATED_PARAMETER) return true;
        bool const is_open = variable.initial == MOO_FMU_APPROX || variable.initial == MOO_FMU_CALCULATED;
        return is_open && (variable.causality == MOO_FMU_OUTPUT || is_state_derivative(variable) || is_state(variable));
    }

    [[nodiscard]] FmuUnknown initial_unknown(std::uint32_t i) const {
        FmuUnknown made = unknown(i, initial_rows_);
        for (FmuTerm& term : made.terms) {
            // The standard knows nothing between them at the start.
            if (term.kind != DependencyKind::constant) term.kind = DependencyKind::dependent;
        }
        return made;
    }

    // A state or an input, of which the element is another name or the negative.
    [[nodiscard]] VarId known_at(MooFmuElement const& element) const {
        bool const is_variable =
            (element.source == MOO_FMU_SLOT || element.source == MOO_FMU_NEGATED) && element.index < first_derivative();
        if (!is_variable) return VarId();
        Role const role = document_.role(VarId(element.index));
        return role == Role::state || role == Role::input ? VarId(element.index) : VarId();
    }

    // The rows of the elements of a variable, put together.
    [[nodiscard]] FmuUnknown unknown(std::uint32_t i, Rows const& rows) const {
        FmuTerms terms;
        for (MooFmuElement const& element : plan_.variables[i].elements) {
            auto const row = rows.find(element.index);
            if (row == rows.end()) {
                VarId const variable = known_at(element);
                if (!variable || &rows == &initial_rows_) return {i, false, {}};
                terms.add(plan_.shown[variable], DependencyKind::constant);
                continue;
            }
            if (row->second->on_time) terms.add(plan_.time, DependencyKind::dependent);
            for (DependencyTerm const& term : row->second->terms) terms.add(plan_.shown[term.on], term.kind);
        }
        return {i, true, terms.list()};
    }

    Document const& document_;
    ExprStore const& exprs_;
    FmuPlan const& plan_;
    std::vector<VarId> states_;
    std::unordered_map<VarId, std::uint32_t> state_number_;
    Rows derivative_rows_;
    Rows output_rows_;
    Rows initial_rows_;
};

}  // namespace

void FmuTerms::add(std::uint32_t on, DependencyKind kind) {
    if (on == no_variable) return;
    auto const [at, is_new] = kinds_.emplace(on, kind);
    // Then the array has no particular structure.
    if (!is_new && at->second != kind) at->second = DependencyKind::dependent;
}

std::vector<FmuTerm> FmuTerms::list() const {
    std::vector<FmuTerm> terms;
    for (auto const& [on, kind] : kinds_) terms.push_back({on, kind});
    return terms;
}

FmuStructure structure_fmu(Document const& document, FmuPlan const& plan) { return Structure(document, plan).run(); }

char const* dependency_word(DependencyKind kind) {
    switch (kind) {
        case DependencyKind::dependent: return "dependent";
        case DependencyKind::constant: return "constant";
        case DependencyKind::fixed: return "fixed";
        case DependencyKind::tunable: return "tunable";
        case DependencyKind::discrete: return "discrete";
    }
    return "";
}

}  // namespace moo
