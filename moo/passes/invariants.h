// What passes guarantee to later ones. Each guarantee has a check.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "moo/passes/system.h"

namespace moo {

// A pass relies on what earlier ones have done: that no array is left, that `der` is applied to variables only. Each
// such promise has a name here. The table of passes says which pass establishes which (Pass::establishes), and it holds
// from there on. Builds with assertions check it, so that a mistake in a pass shows after that pass and not in a wrong
// result three passes later.
enum class Invariant : std::uint8_t {
    only_scalars,
    only_equalities,
    conditions_listed,
    fixed_settled,
    derivatives_named,
    discrete_marked,
    aliases_resolved,
    index_one,
    roles_given,
    derivatives_of_states,
    free_parameters_unbound,
    parameters_in_order,
    events_determined,
    integration_determined,
    start_determined,
    blocks_in_order,
    relations_listed,
    document_verified,
};

class InvariantSet {
public:
    constexpr InvariantSet(std::initializer_list<Invariant> members = {}) {
        for (Invariant const member : members) bits_ |= bit(member);
    }
    [[nodiscard]] constexpr bool contains(Invariant invariant) const { return (bits_ & bit(invariant)) != 0; }
    constexpr InvariantSet& operator|=(InvariantSet other) {
        bits_ |= other.bits_;
        return *this;
    }

private:
    static constexpr std::uint32_t bit(Invariant invariant) { return 1u << static_cast<unsigned>(invariant); }
    std::uint32_t bits_ = 0;
};

struct InvariantRule {
    Invariant invariant;
    std::string_view name;
    std::string_view meaning;
    // The check looks only at lists, not at expressions.
    bool is_cheap;
    // Describes a violation; empty if there is none.
    std::string (*find_violation)(System const&);
};

[[nodiscard]] std::span<InvariantRule const> all_invariants();

// A sentence that names the pass, the invariant and the violation; empty if all of `held` hold. `established` are those
// that the pass has established itself. In a large system only these are checked, and of these only the cheap ones.
[[nodiscard]] std::string find_broken_invariant(std::string_view pass, InvariantSet established, InvariantSet held,
                                                System const& system);

// ---- the checks, by what they look at --------------------------------------------------------------

// equation_invariants.cpp
[[nodiscard]] std::string find_array(System const& system);
[[nodiscard]] std::string find_incomplete_equation(System const& system);
[[nodiscard]] std::string find_unlisted_condition(System const& system);
[[nodiscard]] std::string find_unnamed_derivative(System const& system);
[[nodiscard]] std::string find_unmarked_discrete(System const& system);
[[nodiscard]] std::string find_used_alias(System const& system);
[[nodiscard]] std::string find_undifferentiated_constraint(System const& system);
[[nodiscard]] std::string find_derivative_of_other(System const& system);
// variable_invariants.cpp
[[nodiscard]] std::string find_unsettled_fixed(System const& system);
[[nodiscard]] std::string find_wrong_role(System const& system);
[[nodiscard]] std::string find_bound_free_parameter(System const& system);
[[nodiscard]] std::string find_parameter_before_its_needs(System const& system);
// set_invariants.cpp
[[nodiscard]] std::string find_undetermined_at_events(System const& system);
[[nodiscard]] std::string find_undetermined_between_events(System const& system);
[[nodiscard]] std::string find_undetermined_at_start(System const& system);
[[nodiscard]] std::string find_use_before_block(System const& system);
[[nodiscard]] std::string find_unlisted_relation(System const& system);
[[nodiscard]] std::string find_document_fault(System const& system);

}  // namespace moo
