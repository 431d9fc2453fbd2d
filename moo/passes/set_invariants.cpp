// Checks of the sorted sets, and of the document as a whole.
#include <unordered_set>

#include "moo/check/verify_document.h"
#include "moo/expr/free_variables.h"
#include "moo/passes/event_relations.h"
#include "moo/passes/free_parameters.h"
#include "moo/passes/invariants.h"

namespace moo {

namespace {

// The equation that determines each unknown, by variable and occurrence.
class TargetPlaces {
public:
    TargetPlaces(System const& system, EquationSet const& set) {
        for (auto& places : places_) places.resize(system.document.variables.size(), no_index);
        FreeVariables walk(system.document.exprs);
        for (std::uint32_t i = 0; i < set.equations.size(); ++i) {
            for (VariableUse const& use : walk.uses(set.equations[i].target)) {
                std::uint32_t& place = places_[static_cast<std::size_t>(use.occurrence)][use.variable];
                if (place != no_index) twice_ = set.equations[i].target;
                place = i;
            }
        }
    }
    [[nodiscard]] std::uint32_t of(VariableUse use) const {
        return places_[static_cast<std::size_t>(use.occurrence)][use.variable];
    }
    // An unknown that two equations determine.
    [[nodiscard]] ExprId twice() const { return twice_; }

private:
    std::array<Store<VarId, std::uint32_t>, 3> places_;
    ExprId twice_;
};

// `is_unknown` says whether the value of a variable is an unknown; derivatives of states always are.
template <class IsUnknown>
std::string find_undetermined(System const& system, EquationSet const& set, IsUnknown const& is_unknown) {
    TargetPlaces const places(system, set);
    if (places.twice()) return "`" + system.text(places.twice()) + "` is determined twice";
    for (VarId const id : system.document.variables.ids()) {
        if (system.is_elsewhere(id)) continue;
        std::string const name(system.name_of(id));
        if (is_unknown(id) && places.of({id, Occurrence::value}) == no_index)
            return "nothing determines `" + name + "`";
        bool const is_state = system.document.role(id) == Role::state;
        if (is_state && places.of({id, Occurrence::derivative}) == no_index) {
            return "nothing determines `der(" + name + ")`";
        }
    }
    return {};
}

// While a torn block is solved, its assignments may use iteration variables and earlier assignments. In a mixed block,
// discrete values are assumed.
std::string find_early_use(System const& system, std::string_view name, EquationSet const& set, bool states_are_known) {
    TargetPlaces const places(system, set);
    FreeVariables walk(system.document.exprs);
    for (std::size_t b = 0; b < set.block_count(); ++b) {
        for (std::uint32_t i = set.block_starts[b]; i < set.block_starts[b + 1]; ++i) {
            for (VariableUse const& use : walk.uses(set.equations[i].value)) {
                bool const is_state = system.document.role(use.variable) == Role::state;
                if (states_are_known && is_state && use.occurrence == Occurrence::value) continue;
                std::uint32_t const place = places.of(use);
                if (place == no_index || place < i) continue;
                bool const is_same_block = place < set.block_starts[b + 1];
                bool const is_assumed =
                    set.blocks[b].kind == BlockKind::mixed || set.equations[place].form == EquationForm::residual;
                if (is_same_block && is_assumed) continue;
                return "the equation of `" + system.text(set.equations[i].target) + "` in " + std::string(name) +
                       " uses `" + system.text(set.equations[place].target) + "`, which comes later";
            }
        }
    }
    return {};
}

}  // namespace

std::string find_undetermined_at_events(System const& system) {
    return find_undetermined(system, system.document.reinitialization, [&](VarId id) {
        Role const role = system.document.role(id);
        return role == Role::discrete || role == Role::algebraic;
    });
}

std::string find_undetermined_between_events(System const& system) {
    return find_undetermined(system, system.document.integration,
                             [&](VarId id) { return system.document.role(id) == Role::algebraic; });
}

std::string find_undetermined_at_start(System const& system) {
    return find_undetermined(system, system.document.initialization, [&](VarId id) {
        Variable const& variable = system.document.variables[id];
        if (variable.is_parameter()) return is_free_parameter(system.document.exprs, variable);
        return system.document.role(id) != Role::input;
    });
}

std::string find_use_before_block(System const& system) {
    Document const& document = system.document;
    std::string fault = find_early_use(system, "iEq", document.initialization, false);
    if (fault.empty()) fault = find_early_use(system, "Eq", document.integration, false);
    if (fault.empty()) fault = find_early_use(system, "riEq", document.reinitialization, true);
    for (ClockedPartition const& partition : document.partitions) {
        if (fault.empty()) fault = find_early_use(system, "a partition", partition.equations, false);
    }
    return fault;
}

// A relation that a simplification has rewritten would not be remembered.
std::string find_unlisted_relation(System const& system) {
    Document const& document = system.document;
    std::unordered_set<ExprId> listed;
    for (ZeroCrossing const& crossing : document.zero_crossings) listed.insert(crossing.relation);
    EventRelations relations(document.exprs);
    FreeVariables walk(document.exprs);
    std::string fault;
    auto const look_at = [&](ExprId expr) {
        if (!fault.empty()) return;
        for (ExprId const relation : relations.of(expr)) {
            if (listed.contains(relation) || !can_change_between_events(system, walk, relation)) continue;
            fault = "`" + system.text(relation) + "` in `" + system.text(expr) + "` is not in z";
        }
    };
    for (SetEquation const& equation : document.integration.equations) look_at(equation.value);
    for (JacobianEntry const& entry : document.integration.jacobian) look_at(entry.value);
    for (KnownEntry const& entry : document.integration.known) look_at(entry.value);
    for (ZeroCrossing const& crossing : document.zero_crossings) {
        look_at(crossing.function);
        for (PartialEntry const& entry : crossing.known) look_at(entry.value);
    }
    return fault;
}

std::string find_document_fault(System const& system) {
    Diagnostics diagnostics;
    if (verify_computation(system.document, diagnostics)) return {};
    return diagnostics.items().front().text();
}

}  // namespace moo
