// Inlines what derivative and inverse annotations were kept for, in expressions of scalars.
#pragma once

#include <span>

#include "moo/functions/function_inliner.h"

namespace moo {

// To be run when nothing is differentiated by time any more. Replaces calls, elements of calls and so on in each of the
// scalar expressions, where they stand, by scalar expressions. `scalars` has the expressions, variables and functions;
// all its variables are scalars but for constants of packages.
void inline_late(FlatModel& scalars, Interner& interner, std::span<ExprId* const> expressions,
                 InlineOptions options = {});

}  // namespace moo
