// Where an equation comes from.
#pragma once

#include <cstdint>
#include <string>

#include "moo/base/interner.h"
#include "moo/base/source.h"

namespace moo {

enum class ProvenanceKind : std::uint8_t {
    // In a flat model
    equation,         // written in an equation section
    binding,          // the `= e` of a declaration
    connect,          // potential variables of a connection set are equal
    flow,             // flow variables of a connection set sum to zero; those of an unconnected connector are zero
    stream,           // from inStream or a stream variable of an outside connector
    overconstrained,  // replaces the equality of a broken branch
    state_machine,
    // In other sections
    initial_equation,
    algorithm,  // the value that an algorithm section gives
    initial_algorithm,
    when_equation,
    reinit,
    // Added by passes
    when_condition,  // a generated variable with the value of a condition
    step_of_floor,   // a generated variable for an event function
    step_of_ceil,
    step_of_integer,
    step_of_div,
    discretized,                // the formula of a solver method in a clocked partition
    method_stage,               // an equation of such a method at a point between ticks
    method_input,               // what such a method reads from outside
    differentiated_expression,  // a generated variable for the expression under a `der`
    state_derivative,           // der(x) is the variable that index reduction has made of it
    set_state,                  // the state of a set, by its candidates
    parameter_binding,          // of a parameter that the initialization determines
    // Added where the sets are built
    initial_when,       // from a when-clause with `initial()`
    no_event,           // `v = pre(v)` at the start
    initial_when_over,  // `v = pre(v)` at an event, where only `when initial()` sets v
    continuous,         // `pre(x) = x`
    fixed_start,        // a start value with `fixed = true`
    guessed_start,      // a start value that fills up the initial system
    default_start,      // the same, by the default of the language
};

struct Provenance {
    ProvenanceKind kind = ProvenanceKind::equation;
    SourceSpan source = {};
    Symbol instance = {};                // the component whose class holds it, `a.b[2]`; none at the top
    std::uint32_t differentiations = 0;  // how often index reduction has differentiated it
    bool is_loop_solved = false;         // it was part of a small linear loop that is solved on expressions
    // Of an equation of the model, from 1: follows it through the passes. Files do not contain it.
    std::uint32_t number = 0;

    // The same of another kind, as for what is generated for an equation; it has no number.
    [[nodiscard]] Provenance as(ProvenanceKind other) const { return {other, source, instance, 0, false}; }
};

// A value that the user may replace when the simulation starts.
[[nodiscard]] bool is_start_value(Provenance const& provenance);

// For people: `equation`, `start value, fixed`, `connect, differentiated twice`.
[[nodiscard]] std::string origin_text(Provenance const& provenance);

}  // namespace moo
