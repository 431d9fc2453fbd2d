// A loop of equations as a chain of assignments with few unknowns to iterate over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

// Whether a variable is welcome as iteration variable: because it has a start value, or because a user says so.
enum class TearPreference : std::uint8_t { never, avoid, neutral, prefer, always };

struct TearingOptions {
    // A block of more than `small_block` equations is left untorn, for a sparse solver, if more than this part of it
    // would have to be iterated over.
    double largest_part = 0.5;
    std::uint32_t small_block = 50;
};

struct Tearing {
    struct Assignment {
        std::uint32_t equation;
        std::uint32_t variable;
    };
    // If the iteration variables are known, the assignments give the others, in this order, and the residual equations
    // say how good the guess was. As many variables as equations in a square block; both ascending. An untorn block has
    // no assignments.
    std::vector<std::uint32_t> iteration_variables;
    std::vector<Assignment> assignments;
    std::vector<std::uint32_t> residual_equations;
};

// To find the fewest iteration variables is NP-complete; this is a greedy search after Cellier and Kofman, "Continuous
// System Simulation" (2006), ch. 7, in the line of Täuber, Ochel, Braun and Bachmann, "Practical realization and
// adaptation of Cellier's tearing method", EOOLT 2014. As long as there is one of these, the first is done:
//
// 1. An equation has one unknown left, and its pivot never vanishes: it is assigned.
// 2. An unknown occurs in one equation that is left, and its pivot never vanishes: nobody waits for it, so it is
//    assigned behind all others.
// 3. Nothing that is left can be solved for some unknown: it is an iteration variable.
// 4. Of the equation with the fewest unknowns left (and, of those, the one that changed last) one unknown becomes an
//    iteration variable: the most welcome one, of those the one that leaves one unknown in most equations, of those
//    the one in most equations. One that the equation can be solved for is kept.
//
// An equation is never solved for a variable whose pivot may vanish. Variables that are always to be torn are
// torn first. `preference` is empty if there are none.
//
// The search for the equation with the fewest unknowns k costs nothing, and looking at it costs k, where all others
// have k or more, too; so the work is O(E log n).
[[nodiscard]] Tearing tear(PivotGraph const& block, std::span<TearPreference const> preference = {},
                           TearingOptions const& options = {});

}  // namespace moo
