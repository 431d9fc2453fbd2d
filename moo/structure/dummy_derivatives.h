// Which variables are states, and which derivatives are algebraic variables instead.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "moo/structure/pantelides.h"
#include "moo/structure/select_columns.h"

namespace moo {

// As the attribute stateSelect of a variable.
enum class StatePreference : std::uint8_t { never, avoid, standard, prefer, always };

// The entry (equation, variable) of a Jacobian. The equation is one that was not differentiated wherever possible:
// since d f'/d x' = d f/d x, all levels of differentiation have the same Jacobian.
struct ConstraintEntry {
    std::uint32_t row;  // in the matrix at hand
    std::uint32_t column;
    std::uint32_t equation;
    std::uint32_t variable;
};

struct StateSelectionHooks {
    // The class of an entry. `not_solvable` is of no use here: what does not vanish is something to divide by.
    std::function<Pivot(std::uint32_t equation, std::uint32_t variable)> pivot;
    // Whether the square matrix with these entries, constants and parameters, is regular by what is known of them.
    std::function<bool(std::uint32_t size, std::span<ConstraintEntry const> entries)> is_nonsingular;
};

struct StatePreferences {
    std::vector<StatePreference> of_variable;  // all of them, also those that came to be meanwhile
    // Decides between equal preferences: variables of higher weight are rather states. Few different weights. Empty if
    // there are none.
    std::vector<std::int32_t> weight;
    // From this weight on a variable counts as one that somebody has a wish for, such as one with a fixed start value.
    static constexpr std::int32_t wished = 2;
};

// A derivative that is an algebraic variable, for good.
struct DummyDerivative {
    std::uint32_t variable;  // the derivative
    std::uint32_t equation;  // a differentiated equation; it is solved for it, alone or with others
    std::uint32_t level;     // 1 for the highest derivatives of its block, 2 for those one order below, …
    SelectionReason reason;
};

// Of these candidates `state_count` are to be chosen as states, so that the constraints can be solved for the others;
// the derivatives of the others are dummies. The choice may have to change during simulation.
struct StateChoice {
    std::uint32_t level;
    std::vector<std::uint32_t> candidates;  // those first that are rather states
    std::uint32_t state_count;
    std::vector<std::uint32_t> constraints;  // equations; their derivatives are there as well
    // No states in any case, but solved for together with the others.
    std::vector<std::uint32_t> fixed;
    // Variables that the constraints and candidates depend on each other through, each with the equation it follows
    // from, in solving order: to be eliminated from the Jacobian of the constraints.
    struct Eliminated {
        std::uint32_t variable;
        std::uint32_t equation;
    };
    std::vector<Eliminated> eliminated;
    // The set whose Jacobian this one has too, because its own constraints do not show it; `no_index` for its own.
    std::uint32_t jacobian_of = no_index;
};

enum class StateReason : std::uint8_t {
    unconstrained,  // no differentiated equation concerns it
    remaining,      // the constraints are solved for others at all times
};
struct State {
    std::uint32_t variable;
    StateReason reason;
};

struct DummyDerivatives {
    std::vector<DummyDerivative> dummies;
    std::vector<State> states;  // for good, ascending
    std::vector<StateChoice> sets;
    // Variables that are or may become states though they never should, or the other way round.
    std::vector<std::uint32_t> not_as_preferred;
};

// Mattsson and Söderlind, "Index reduction in differential-algebraic equations using dummy derivatives", SIAM J. Sci.
// Comput. 14 (1993), with the dynamic choice of Mattsson, Olsson and Elmqvist, "Dynamic selection of states in
// Dymola", Modelica Workshop 2000. For each block of the highest-order equations g and derivatives z:
//
// 1. h = the equations of g that are derivatives of others. If there are none, the block is done.
// 2. Of the columns z that are derivatives, as many are made dummies as h has rows, such that dh/dz is regular in them
//    (select_columns), or a set is reported from which they are to be chosen.
// 3. g = the equations of which h are the derivatives, z = the variables of which the dummies and the columns of
//    sets are the derivatives; from 1 again.
//
// A variable is a state if its derivative is there and is no dummy. Deselected first are those that shall never be
// states, then those that are derivatives themselves and that nobody has a wish for, then by preference and weight; of
// derivatives those whose variable is the least preferred.
//
// Blocks of which one could make a better choice with the columns of others are treated as one where that pays.
//
// `structure` and `highest` as pantelides() leaves them.
[[nodiscard]] DummyDerivatives select_dummy_derivatives(DifferentialStructure const& structure, Matching const& highest,
                                                        StatePreferences const& preferences,
                                                        StateSelectionHooks const& hooks);

}  // namespace moo
