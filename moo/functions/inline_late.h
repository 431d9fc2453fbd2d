// Inlines functions that were kept because of their derivative and inverse annotations, in expressions of scalars.
#pragma once

#include <span>

#include "moo/functions/function_inliner.h"

namespace moo {

// Run it when nothing is differentiated with respect to time any more. It replaces calls, elements of calls and so on
// in each of the scalar expressions by scalar expressions. `scalars` has the expressions, variables and functions; all
// its variables except constants of packages are scalars.
void inline_late(FlatModel& scalars, Interner& interner, std::span<ExprId* const> expressions,
                 InlineOptions options = {});

}  // namespace moo
