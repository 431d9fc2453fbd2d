#include "backends/fmu/fmu_structure.h"

#include <algorithm>
#include <unordered_map>

namespace moo {

namespace {

class Structure {
public:
    Structure(Document const& document, ModelProgram const& model, FmuPlan const& plan, FmiVersion version)
        : document_(document),
          exprs_(document.exprs),
          model_(model),
          plan_(plan),
          has_known_parameters_(version == FmiVersion::three) {
        Dependencies const& dependencies = document.dependencies;
        running_.resize(model.layout.slot_count(), nullptr);
        initial_.resize(running_.size(), nullptr);
        for (Dependency const& row : dependencies.derivatives) index(row, running_);
        for (Dependency const& row : dependencies.outputs) index(row, running_);
        for (Dependency const& row : dependencies.initial_unknowns) index(row, initial_);
        for (Dependency const& row : dependencies.crossings) crossings_.emplace(row.unknown, &row);
    }

    FmuStructure run() {
        FmuStructure made;
        for (std::uint32_t i = 0; i < plan_.variables.size(); ++i) {
            FmuVariable const& variable = plan_.variables[i];
            if (variable.causality == MOO_FMU_OUTPUT) made.outputs.push_back(running_unknown(i));
            if (is_state_derivative(variable)) made.derivatives.push_back(running_unknown(i));
            if (is_initial_unknown(variable)) made.initial_unknowns.push_back(initial_unknown(i));
        }
        for (std::uint32_t const i : plan_.event_indicators) made.event_indicators.push_back(event_indicator(i));
        return made;
    }

private:
    using Row = Dependency const*;  // null if the document does not say

    // First variables of the document by number, then derivatives of states.
    void index(Dependency const& row, std::vector<Row>& rows) const {
        bool const is_derivative = exprs_.kind(row.unknown) == ExprKind::der;
        if (is_derivative && document_.role(exprs_.referenced_variable(row.unknown)) != Role::state) return;
        rows[model_.layout.slot_of(exprs_, row.unknown)] = &row;
    }

    [[nodiscard]] bool is_state_derivative(FmuVariable const& variable) const {
        return variable.derivative_of != no_variable && model_.layout.is_derivative(variable.elements[0].index);
    }

    [[nodiscard]] bool is_state(FmuVariable const& variable) const {
        MooFmuElement const element = variable.elements[0];
        return element.source == MOO_FMU_SLOT && variable.declared && document_.role(variable.declared) == Role::state &&
               variable.declared.index() == element.index;
    }

    [[nodiscard]] bool is_initial_unknown(FmuVariable const& variable) const {
        if (variable.causality == MOO_FMU_CALCULATED_PARAMETER) return true;
        bool const is_open = variable.initial == MOO_FMU_APPROX || variable.initial == MOO_FMU_CALCULATED;
        return is_open && (variable.causality == MOO_FMU_OUTPUT || is_state_derivative(variable) || is_state(variable));
    }

    // ---- knowns ----

    // After the initialization. FMI 3.0 counts parameters as known variables, FMI 2.0 does not.
    [[nodiscard]] bool is_running_known(FmuVariable const& variable) const {
        if (variable.causality == MOO_FMU_PARAMETER) return has_known_parameters_;
        return variable.causality == MOO_FMU_INPUT || is_state(variable);
    }

    // Constants are exact too, but nothing depends on them.
    [[nodiscard]] static bool is_initial_known(FmuVariable const& variable) {
        if (variable.causality == MOO_FMU_INPUT) return true;
        return variable.initial == MOO_FMU_EXACT && variable.variability != MOO_FMU_CONSTANT;
    }

    // ---- rows ----

    // In FMI 2.0 everything may depend on time without saying so.
    void add_time(Dependency const& row) {
        if (row.on_time && plan_.time != no_variable) terms_.add(plan_.time, row.time_kind);
    }

    template <class IsKnown>
    void add_terms(std::vector<DependencyTerm> const& terms, IsKnown const& is_known) {
        for (DependencyTerm const& term : terms) {
            std::uint32_t const on = plan_.shown[term.on];
            if (on != no_variable && is_known(plan_.variables[on])) terms_.add(on, term.kind);
        }
    }

    // False if a dependency is unknown.
    bool add_running(Row row) {
        if (row == nullptr || row->is_open) return false;
        auto const is_known = [this](FmuVariable const& variable) { return is_running_known(variable); };
        add_time(*row);
        add_terms(row->terms, is_known);
        add_terms(row->at_events, is_known);
        add_terms(row->parameters, is_known);
        return true;
    }

    // Only Reals have factors.
    [[nodiscard]] FmuUnknown take(std::uint32_t variable) {
        FmuUnknown made{variable, true, terms_.take()};
        if (plan_.variables[variable].type == MOO_FMU_REAL) return made;
        for (FmuTerm& term : made.terms) term.kind = DependencyKind::dependent;
        return made;
    }

    [[nodiscard]] FmuUnknown open(std::uint32_t variable) {
        (void)terms_.take();
        return {variable, false, {}};
    }

    // The row of an element. An alias has a row of its own.
    [[nodiscard]] std::size_t place_of(FmuVariable const& variable, std::size_t element) const {
        if (is_state_derivative(variable)) return variable.elements[element].index;
        return variable.declared.index() + element;
    }

    // An array depends on what any of its elements depends on.
    [[nodiscard]] FmuUnknown running_unknown(std::uint32_t i) {
        FmuVariable const& variable = plan_.variables[i];
        for (std::size_t k = 0; k < variable.elements.size(); ++k) {
            if (!add_running(running_[place_of(variable, k)])) return open(i);
        }
        return take(i);
    }

    [[nodiscard]] FmuUnknown initial_unknown(std::uint32_t i) {
        FmuVariable const& variable = plan_.variables[i];
        for (std::size_t k = 0; k < variable.elements.size(); ++k) {
            Row const row = initial_[place_of(variable, k)];
            if (row == nullptr) return open(i);
            add_time(*row);
            add_terms(row->terms, is_initial_known);
        }
        FmuUnknown made = take(i);
        // For the initialization, FMI allows only these two kinds.
        for (FmuTerm& term : made.terms) {
            if (term.kind != DependencyKind::constant) term.kind = DependencyKind::dependent;
        }
        return made;
    }

    [[nodiscard]] FmuUnknown event_indicator(std::uint32_t i) {
        for (MooFmuElement const& element : plan_.variables[i].elements) {
            auto const row = crossings_.find(model_.relations[element.index]);
            if (row == crossings_.end() || !add_running(row->second)) return open(i);
        }
        return take(i);
    }

    Document const& document_;
    ExprStore const& exprs_;
    ModelProgram const& model_;
    FmuPlan const& plan_;
    bool has_known_parameters_;
    std::vector<Row> running_;  // by variable of the document: derivatives and outputs
    std::vector<Row> initial_;
    std::unordered_map<ExprId, Row> crossings_;
    FmuTerms terms_;  // of the unknown that is being processed
};

}  // namespace

// If an unknown depends on a known variable in two ways, the kind that changes more often counts.
void FmuTerms::add(std::uint32_t on, DependencyKind kind) {
    constexpr DependencyKind by_change[] = {DependencyKind::constant, DependencyKind::fixed, DependencyKind::tunable,
                                            DependencyKind::discrete, DependencyKind::dependent};
    auto const place = [&](DependencyKind each) {
        return std::find(std::begin(by_change), std::end(by_change), each) - std::begin(by_change);
    };
    auto const [at, is_new] = kinds_.emplace(on, kind);
    if (!is_new && place(at->second) < place(kind)) at->second = kind;
}

std::vector<FmuTerm> FmuTerms::take() {
    std::vector<FmuTerm> terms;
    for (auto const& [on, kind] : kinds_) terms.push_back({on, kind});
    kinds_.clear();
    return terms;
}

FmuStructure structure_fmu(Document const& document, ModelProgram const& model, FmuPlan const& plan,
                           FmiVersion version) {
    return Structure(document, model, plan, version).run();
}

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
