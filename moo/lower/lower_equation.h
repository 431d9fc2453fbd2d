// Syntax trees of equations to equations of a flat model.
#pragma once

#include <functional>
#include <optional>

#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

// Where a construct stands for the user, in which instance, and how it came to be.
struct SourcePlace {
    SourcePlace() = default;
    SourcePlace(SourceSpan source_span) : span(source_span) {}  // NOLINT: a place is mostly just that

    SourceSpan span;
    Symbol instance;
    FlatOrigin origin = FlatOrigin::source;
};

// The place of a construct: its own, or that which its decoration `@n` names.
using LocateSource = std::function<SourcePlace(ast::Decoration, SourceSpan)>;

// None if something was wrong, which is then reported. A for-equation with several iterators becomes nested ones.
[[nodiscard]] std::optional<FlatEquation> lower_equation(LoweringContext& context, ast::EquationId equation,
                                                         LocateSource const& locate);

}  // namespace moo
