// How often each equation has to be differentiated until the highest derivatives can be computed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "moo/structure/dulmage_mendelsohn.h"
#include "moo/structure/incidence.h"
#include "moo/structure/matching.h"

namespace moo {

// Equations and variables of a DAE. Each derivative of a variable is a variable of its own, and the row of an equation
// contains all variables and derivatives in it.
struct DifferentialStructure {
    Incidence incidence;
    std::vector<std::uint32_t> derivative_of_variable;  // variable → its derivative, `no_index` if there is none
    std::vector<std::uint32_t> derivative_of_equation;

    // Variables are added by incidence.add_column().
    [[nodiscard]] std::uint32_t variable_count() const { return incidence.column_count(); }
    [[nodiscard]] std::uint32_t equation_count() const { return incidence.row_count(); }
};

// The symbolic operations that Pantelides' algorithm needs.
struct DerivativeHooks {
    // `derivative`, a new variable, is der(variable).
    std::function<void(std::uint32_t variable, std::uint32_t derivative)> variable_derivative;
    // `derivative`, a new equation, is der(equation). Returns its columns. The derivatives of all variables of the
    // equation are in derivative_of_variable by then. Nullopt if the equation cannot be differentiated.
    std::function<std::optional<std::vector<std::uint32_t>>(std::uint32_t equation, std::uint32_t derivative)>
        equation_derivative;
};
// For bare graphs: the derivative of an equation contains its variables and their derivatives.
[[nodiscard]] DerivativeHooks structural_hooks(DifferentialStructure const& structure);

struct PantelidesResult {
    enum class Status : std::uint8_t {
        done,
        singular,            // see `conflict`; nothing is differentiated, unless a variable has cancelled meanwhile
        not_differentiable,  // see `culprit`; the structure is left incomplete
    };
    Status status = Status::done;
    // c: for each original equation, how often it is differentiated.
    std::vector<std::uint32_t> differentiations;
    // Every equation that is not differentiated further, paired with a variable without derivative.
    Matching matching;
    // Equations with fewer variables than equations, if every variable counts as one with its derivatives. The columns
    // are variables that are not derivatives.
    Conflict conflict;
    std::uint32_t culprit = no_index;
};

// Pantelides, "The consistent initialization of differential-algebraic systems", SIAM J. Sci. Stat. Comput. 9 (1988).
// Let the active variables be those without a derivative. While some equations cannot be matched with active variables,
// those equations and all they reach by alternating paths are differentiated; the derivative of an equation
// takes the derivative of the variable it was matched with.
//
// Gives the smallest solution c >= 0 of the dual problem of Pryce, "A simple structural analysis method for DAEs", BIT
// 41 (2001); pantelides.cpp says why. It always ends: a system that stays singular however often it is differentiated
// is detected and reported. There may be more variables than equations.
[[nodiscard]] PantelidesResult pantelides(DifferentialStructure& structure, DerivativeHooks const& hooks);

}  // namespace moo
