// Inlines functions in the equations of a model.
#pragma once

#include "moo/functions/function_inliner.h"

namespace moo {

// Replaces calls in equations and algorithms, as FunctionInliner says. An equation `(a, , b) = f(x)` becomes one for
// each result. Values stay what they were. Functions stay in the model, also those that are not called any more.
void inline_functions(FlatModel& model, Interner& interner, InlineOptions const& options = {});

}  // namespace moo
