// The parts of a report as text, one function for each question.
#pragma once

#include "backends/show/explain.h"
#include "backends/show/text_report.h"

namespace moo {

// ---- the whole model: text_overview.cpp ----

[[nodiscard]] std::string overview_text(ShowContext& context);
[[nodiscard]] std::string states_text(ShowContext& context, Explanations& explanations);
[[nodiscard]] std::string loops_text(ShowContext& context, Explanations& explanations);
[[nodiscard]] std::string failure_text(ShowContext& context);
[[nodiscard]] std::string singular_text(ShowContext& context);

// ---- parts of it: text_queries.cpp ----

[[nodiscard]] TextAnswer block_text(ShowContext& context, Explanations& explanations, std::string_view name);
[[nodiscard]] TextAnswer equation_text(ShowContext& context, std::string_view name);
[[nodiscard]] TextAnswer uses_text(ShowContext& context, std::string_view name);
[[nodiscard]] TextAnswer why_text(ShowContext& context, Explanations& explanations, std::string_view name);

// ---- path_text.cpp ----

// How one variable depends on another.
[[nodiscard]] TextAnswer path_text(ShowContext& context, std::string_view from, std::string_view to);

// ---- for all of them ----

// A variable with its kind and description: `h, state: height of ball`.
[[nodiscard]] std::string variable_line(ShowContext const& context, VarId variable);
// `der(h) = v`, or `0 = …`.
[[nodiscard]] std::string equality_text(ShowContext const& context, SetEquation const& equation);
// `  // file.mo:4:3, connect`, or nothing.
[[nodiscard]] std::string provenance_text(ShowContext const& context, Provenance const& provenance);
// None, with the problem, if there is no such variable.
struct FoundVariable {
    VarId variable;
    std::string problem;
};
[[nodiscard]] FoundVariable find_variable(ShowContext const& context, std::string_view name);

}  // namespace moo
