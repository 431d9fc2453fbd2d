#include "moo/passes/invariants.h"

#include <array>

namespace moo {

namespace {

// In a system with at most this many equations everything is checked after every pass, which takes about as long as the
// passes.
constexpr std::size_t most_checked_equations = 1000;

constexpr std::array invariants = {
    InvariantRule{Invariant::only_scalars, "only_scalars", "no variable is an array or a record, and no loop is left",
                  true, find_array},
    InvariantRule{Invariant::only_equalities, "only_equalities",
                  "nothing is left in the flat model, and both sides of each equation have the same type", true,
                  find_incomplete_equation},
    InvariantRule{Invariant::conditions_listed, "conditions_listed",
                  "instant equations and actions refer to conditions that are there", true, find_unlisted_condition},
    InvariantRule{Invariant::fixed_settled, "fixed_settled", "`fixed` of each variable is a literal", true,
                  find_unsettled_fixed},
    InvariantRule{Invariant::derivatives_named, "derivatives_named", "`der` is applied to variables only", false,
                  find_unnamed_derivative},
    InvariantRule{Invariant::discrete_marked, "discrete_marked",
                  "equations between Booleans, Strings or enumerations are discrete, and so is what a when-clause sets",
                  true, find_unmarked_discrete},
    InvariantRule{Invariant::aliases_resolved, "aliases_resolved",
                  "no equation mentions a variable that was eliminated", false, find_used_alias},
    InvariantRule{Invariant::index_one, "index_one",
                  "each continuous equation has a derivative of a state or an algebraic variable of its own", false,
                  find_undifferentiated_constraint},
    InvariantRule{Invariant::roles_given, "roles_given", "the role of each variable suits its declaration", true,
                  find_wrong_role},
    InvariantRule{Invariant::derivatives_of_states, "derivatives_of_states", "`der` is applied to states only", false,
                  find_derivative_of_other},
    InvariantRule{Invariant::free_parameters_unbound, "free_parameters_unbound",
                  "a parameter that the initialization determines has no binding", true, find_bound_free_parameter},
    InvariantRule{Invariant::parameters_in_order, "parameters_in_order",
                  "each parameter is computed once, after those that it needs", false, find_parameter_before_its_needs},
    InvariantRule{Invariant::events_determined, "events_determined", "riEq determines each of its unknowns once", true,
                  find_undetermined_at_events},
    InvariantRule{Invariant::integration_determined, "integration_determined",
                  "Eq determines each of its unknowns once", true, find_undetermined_between_events},
    InvariantRule{Invariant::start_determined, "start_determined", "iEq determines each of its unknowns once", true,
                  find_undetermined_at_start},
    InvariantRule{Invariant::blocks_in_order, "blocks_in_order",
                  "no block uses what a later block of its set determines", false, find_use_before_block},
    InvariantRule{Invariant::relations_listed, "relations_listed",
                  "z lists each relation in Eq and its partial derivatives that can change between events", false,
                  find_unlisted_relation},
    InvariantRule{Invariant::document_verified, "document_verified", "back ends can compute the document", false,
                  find_document_fault},
};

[[nodiscard]] bool is_large(System const& system) {
    std::size_t const flat = system.flat.equations.size() + system.flat.initial_equations.size();
    return flat + system.equations.size() + system.initial_equations.size() > most_checked_equations;
}

}  // namespace

std::span<InvariantRule const> all_invariants() { return invariants; }

std::string find_broken_invariant(std::string_view pass, InvariantSet established, InvariantSet held,
                                  System const& system) {
    bool const is_quick = is_large(system);
    for (InvariantRule const& rule : invariants) {
        bool const is_due =
            is_quick ? rule.is_cheap && established.contains(rule.invariant) : held.contains(rule.invariant);
        if (!is_due) continue;
        std::string const violation = rule.find_violation(system);
        if (violation.empty()) continue;
        return "after the pass `" + std::string(pass) + "` the invariant `" + std::string(rule.name) +
               "` does not hold (" + std::string(rule.meaning) + "): " + violation;
    }
    return {};
}

}  // namespace moo
