// The equations of a document as graphs of what they compute from what: between events, at events, at the start.
#pragma once

#include "moo/passes/dependency_graph.h"

namespace moo {

// A parameter that the user may give another value.
[[nodiscard]] bool is_given(Document const& document, VarId parameter);

struct MomentGraph {
    DependencyGraph graph;
    std::uint32_t first_parameter = 0;          // among what is known: parameters come last
    std::vector<std::uint32_t> crossings = {};  // the columns of the functions of z that are searched for roots
    std::vector<std::uint32_t> equations = {};  // as residuals: the columns of the equations of Eq
};

// From time, states and inputs, and parameters, by Eq. Discrete variables stand still.
[[nodiscard]] MomentGraph graph_between_events(Document const& document);

// The same as a DAE, by Document::residual_view: what residuals of Eq determine is known too, and nothing is solved.
[[nodiscard]] MomentGraph graph_as_residuals(Document const& document);

// The same by one pass of riEq. What discrete variables were before the event stands still, and what clocks compute:
// both change from pass to pass.
[[nodiscard]] MomentGraph graph_at_events(Document const& document);

// From time, inputs, variables whose start value is given by a number, and parameters, by iEq. There are no crossings.
[[nodiscard]] MomentGraph graph_at_start(Document const& document);

}  // namespace moo
