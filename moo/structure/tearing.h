// Turns a loop of equations into a chain of assignments with few unknowns to iterate over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moo/structure/incidence.h"

namespace moo {

// Whether a variable is preferred as iteration variable: because it has a start value, or because the user says so.
enum class TearPreference : std::uint8_t { never, avoid, neutral, prefer, always };

struct TearingOptions {
    // If more than this part of a block with more than `small_block` equations would have to be iterated over, the
    // block is left untorn for a sparse solver.
    double largest_part = 0.5;
    std::uint32_t small_block = 50;
};

struct Tearing {
    struct Assignment {
        std::uint32_t equation;
        std::uint32_t variable;
    };
    // Once the iteration variables are known, the assignments give the others in this order, and the residual equations
    // say how good the guess was. In a square block there are as many residuals as iteration variables; both are
    // ascending. An untorn block has no assignments.
    std::vector<std::uint32_t> iteration_variables;
    std::vector<Assignment> assignments;
    std::vector<std::uint32_t> residual_equations;
};

// Finding the fewest iteration variables is NP-complete; this is a greedy search after Cellier and Kofman, "Continuous
// System Simulation" (2006), ch. 7, similar to Täuber, Ochel, Braun and Bachmann, "Practical realization and adaptation
// of Cellier's tearing method", EOOLT 2014. The first of these rules that applies is used, until nothing is left:
//
// 1. An equation has one unknown left, and its pivot never vanishes: it is assigned.
// 2. An unknown occurs in only one remaining equation, and its pivot never vanishes: no other equation waits for it, so
//    it is assigned after all others.
// 3. No remaining equation can be solved for some unknown: it becomes an iteration variable.
// 4. Take the equation with the fewest unknowns left (of several, the one that changed last). One of its unknowns
//    becomes an iteration variable: the most preferred one; of these, the one that leaves one unknown in most
//    equations; of these, the one in most equations. An unknown that the equation can be solved for is kept.
//
// An equation is never solved for a variable whose pivot may vanish. Variables that are always to be torn are
// torn first. `preference` is empty if there are none.
//
// Finding the equation with the fewest unknowns k takes no time, and looking at it takes k, where all others have k or
// more, too; so the work is O(E log n).
[[nodiscard]] Tearing tear(PivotGraph const& block, std::span<TearPreference const> preference = {},
                           TearingOptions const& options = {});

}  // namespace moo
