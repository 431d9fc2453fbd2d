// The equations of a document as graphs of what they compute from what: between events, at events, at the start.
#pragma once

#include "moo/passes/dependency_graph.h"

namespace moo {

// Whether the user may change the value of a parameter.
[[nodiscard]] bool is_given(Document const& document, VarId parameter);

struct MomentGraph {
    DependencyGraph graph;
    std::uint32_t first_parameter = 0;  // number among the known variables: parameters come last
    std::vector<std::uint32_t> crossings =
        {};  // the columns of the functions of z for which the integrator finds roots
    std::vector<std::uint32_t> equations = {};  // for residuals: the columns of the equations of Eq
};

// From time, states, inputs and parameters, by Eq. Discrete variables do not change.
[[nodiscard]] MomentGraph graph_between_events(Document const& document);

// The same for the DAE of Document::residual_view: the targets of residuals in Eq are known too, and no block is
// solved.
[[nodiscard]] MomentGraph graph_as_residuals(Document const& document);

// The same for one pass of riEq. The values of discrete variables before the event, and values that clocks compute, do
// not change; both change only from pass to pass.
[[nodiscard]] MomentGraph graph_at_events(Document const& document);

// From time, inputs, variables with a start value given as a number, and parameters, by iEq. There are no crossings.
[[nodiscard]] MomentGraph graph_at_start(Document const& document);

}  // namespace moo
