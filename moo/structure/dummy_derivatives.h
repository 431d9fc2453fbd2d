// Which variables are states, and which derivatives are algebraic variables instead.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "moo/structure/pantelides.h"
#include "moo/structure/select_columns.h"

namespace moo {

// The attribute stateSelect of a variable.
enum class StatePreference : std::uint8_t { never, avoid, standard, prefer, always };

// The entry (equation, variable) of a Jacobian. Wherever possible, the equation is one that was not differentiated:
// since d f'/d x' = d f/d x, all levels of differentiation have the same Jacobian.
struct ConstraintEntry {
    std::uint32_t row;  // in the matrix at hand
    std::uint32_t column;
    std::uint32_t equation;
    std::uint32_t variable;
};

struct StateSelectionHooks {
    // The class of an entry. `not_solvable` must not be returned: an entry that is not zero can be divided by.
    std::function<Pivot(std::uint32_t equation, std::uint32_t variable)> pivot;
    // Whether the square matrix with these entries, constants and parameters, is regular as far as their values are
    // known.
    std::function<bool(std::uint32_t size, std::span<ConstraintEntry const> entries)> is_nonsingular;
};

struct StatePreferences {
    std::vector<StatePreference> of_variable;  // of all variables, also those that were added meanwhile
    // Decides between equal preferences: variables of higher weight should become states. There should be few different
    // weights. Empty if there are none.
    std::vector<std::int32_t> weight;
    // From this weight on, a variable counts as wished for, such as one with a fixed start value.
    static constexpr std::int32_t wished = 2;
};

// A derivative that is always an algebraic variable.
struct DummyDerivative {
    std::uint32_t variable;  // the derivative
    std::uint32_t equation;  // a differentiated equation that is solved for it, alone or with others
    std::uint32_t level;     // 1 for the highest derivatives of its block, 2 for those one order below, …
    SelectionReason reason;
};

// `state_count` of these candidates are to be chosen as states, so that the constraints can be solved for the others;
// the derivatives of the others are dummies. The choice may have to change during simulation.
struct StateChoice {
    std::uint32_t level;
    std::vector<std::uint32_t> candidates;  // those that should be states come first
    std::uint32_t state_count;
    std::vector<std::uint32_t> constraints;  // equations; their derivatives are in the system too
    // Never states, but solved for together with the others.
    std::vector<std::uint32_t> fixed;
    // Variables through which the constraints and candidates depend on each other, each with the equation that
    // determines it, in solving order. They have to be eliminated from the Jacobian of the constraints.
    struct Eliminated {
        std::uint32_t variable;
        std::uint32_t equation;
    };
    std::vector<Eliminated> eliminated;
    // Another set with the same Jacobian, if it cannot be seen in this set's own constraints; otherwise `no_index`.
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
    std::vector<State> states;  // permanent ones, ascending
    std::vector<StateChoice> sets;
    // Variables that are or may become states although they never should, or the other way round.
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
// A variable is a state if its derivative exists and is not a dummy. Deselected first are variables that must never be
// states, then those that are derivatives themselves and not wished for, then by preference and weight; of derivatives,
// those whose variable is the least preferred.
//
// If one block could make a better choice with the columns of others, they are treated as one block if that pays.
//
// `structure` and `highest` are the results of pantelides().
[[nodiscard]] DummyDerivatives select_dummy_derivatives(DifferentialStructure const& structure, Matching const& highest,
                                                        StatePreferences const& preferences,
                                                        StateSelectionHooks const& hooks);

}  // namespace moo
