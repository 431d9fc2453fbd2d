// From syntax trees of equations to equations of a flat model.
#pragma once

#include <functional>
#include <optional>

#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

// Where a construct is in the user's source, in which instance, and how it was made.
struct SourcePlace {
    SourcePlace() = default;
    SourcePlace(SourceSpan source_span) : span(source_span) {}  // NOLINT: a place is mostly just that

    SourceSpan span;
    Symbol instance;
    ProvenanceKind origin = ProvenanceKind::equation;
};

// The information in a construct about where it comes from: a decoration `@n`, an annotation, or only its own place.
struct WrittenPlace {
    ast::Decoration decoration;
    ast::ModificationId annotation;
    SourceSpan span;
};
using LocateSource = std::function<SourcePlace(WrittenPlace const&)>;
[[nodiscard]] inline SourcePlace own_place(WrittenPlace const& place) { return place.span; }

// None if something was wrong, which is then reported. A for-equation with several iterators becomes nested ones.
[[nodiscard]] std::optional<FlatEquation> lower_equation(LoweringContext& context, ast::EquationId equation,
                                                         LocateSource const& locate);

}  // namespace moo
