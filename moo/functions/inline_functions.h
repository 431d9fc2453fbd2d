// Inlines functions in the equations of a model.
#pragma once

#include "moo/functions/function_inliner.h"

namespace moo {

// Replaces calls in equations and algorithms, as FunctionInliner says. An equation `(a, , b) = f(x)` becomes one
// equation for each result. Values do not change. Functions stay in the model, even if they are no longer called.
void inline_functions(FlatModel& model, Interner& interner, InlineOptions const& options = {});

}  // namespace moo
