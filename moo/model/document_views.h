// State selection, and other ways to look at the integration system of a MOO document.
#pragma once

#include "moo/model/equation_set.h"

namespace moo {

// A choice of states that is made while the simulation runs (Mattsson, Olsson, Elmqvist: "Dynamic Selection of States
// in Dymola"). `states` are generated variables, defined in the equations by
//
//     states[j] = sum_i selection[j, i] * candidates[i]
//
// where `selection`, row by row, holds one 1 in each row. At accepted steps the Jacobian of the constraints by
// the candidates tells which candidates are best left dependent.
struct StateSet {
    std::vector<VarId> candidates;
    std::vector<VarId> states;
    std::vector<VarId> selection;         // Integer variables, |states| x |candidates|
    std::vector<ExprId> constraints;      // residuals, |candidates| - |states|
    std::vector<JacobianEntry> jacobian;  // row: constraint, column: candidate
    std::uint32_t level = 0;              // 0 for positions, 1 for velocities, …
    std::string reason;                   // why the choice cannot be made before
};

// A state that was chosen among several before the simulation.
struct StaticChoice {
    VarId state;
    std::vector<VarId> dependent;  // what is computed from it instead of being a state
    std::string reason;
};

// For the regularized solver of overdetermined systems: E(x) der(x) = k(t, x), and all constraints, hidden ones
// too, by level.
struct DifferentialTerm {
    VarId state;
    ExprId coefficient;
};

struct DifferentialEquation {
    std::vector<DifferentialTerm> terms;
    ExprId value;
    SourceSpan source;
};

struct ConstraintEquation {
    ExprId residual;
    std::uint32_t level = 0;  // how often it was differentiated
    Provenance provenance = {};
};

struct OverdeterminedView {
    std::vector<DifferentialEquation> differential;
    std::vector<ConstraintEquation> constraints;
};

// What an unknown depends on, as FMI's ModelStructure asks; also the sparsity of the matrices A, B, C and D.
enum class DependencyKind : std::uint8_t { dependent, constant, fixed, tunable, discrete };

struct DependencyTerm {
    VarId on;
    DependencyKind kind = DependencyKind::dependent;
};

// An unknown that is not listed may depend on everything.
struct Dependency {
    ExprId unknown;  // an output, der of a state, an unknown of the initialization, a relation of z
    bool on_time = false;
    DependencyKind time_kind = DependencyKind::dependent;
    // Between events: states and inputs. At the start: inputs, parameters, and variables whose start value is given.
    std::vector<DependencyTerm> terms;
    std::vector<DependencyTerm> derivatives;  // in the residual view: of these states
    // States and inputs that enter at events only, or there in another way: through discrete variables.
    std::vector<DependencyTerm> at_events;
    std::vector<DependencyTerm> parameters;  // those that the user may change
    bool is_open = false;                    // there is too much to list of the last two
};

// F(t, x, der x, y, u, p) = 0 for DAE solvers. The unknowns are states, their derivatives and the iteration variables
// of the blocks; assignments are computed in the order of Eq. So the view is a list of equations of Eq: residuals as
// they stand, target - value for assignments.
struct ResidualView {
    std::vector<VarId> unknowns;           // y; the states come before them and are not listed
    std::vector<std::uint32_t> equations;  // of Eq: one for each state, then one for each of y
    // What equations, each named by its target, outputs and crossings depend on when assignments before them are
    // inserted: states, inputs, y, and derivatives that residuals determine.
    std::vector<Dependency> dependencies;
    std::vector<Dependency> outputs;
    std::vector<Dependency> crossings;
};

// Columns of one colour share no row: their partial derivatives can be computed together.
struct Dependencies {
    std::vector<Dependency> derivatives;
    std::vector<Dependency> outputs;
    std::vector<Dependency> crossings;  // the functions of z, each named by its relation
    std::vector<Dependency> initial_unknowns;
    std::vector<std::uint32_t> state_colours;  // of each state in the order of the variables, from zero
};

}  // namespace moo
