// Syntax trees of equations to equations of a flat model.
#pragma once

#include <functional>
#include <optional>

#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

// Where a construct stands for the user: its own place, or that which its decoration `@n` names.
using LocateSource = std::function<SourceSpan(ast::Decoration, SourceSpan)>;

// None if something was wrong, which is then reported.
[[nodiscard]] std::optional<FlatEquation> lower_equation(LoweringContext& context, ast::EquationId equation,
                                                         LocateSource const& locate);

}  // namespace moo
