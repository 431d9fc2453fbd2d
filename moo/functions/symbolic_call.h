// The results of a call as expressions of its arguments.
#pragma once

#include <optional>
#include <vector>

#include "moo/model/flat_model.h"

namespace moo {

struct SymbolicLimits {
    int max_statements = 200;  // statements and branches that are run, including those of unrolled loops
};

struct SymbolicResults {
    std::vector<ExprId> outputs;
    // Relations and the like in the function are inside noEvent, because functions cause no events; so are arguments
    // that end up there.
    bool has_no_event = false;
};

// Runs the statements of the function with expressions as values: assignments of variables, elements and fields, if,
// and loops over literals. None if this does not give one expression for each output.
//
// `next_iterator` numbers the iterators of reductions, which get names that are used nowhere else: arguments may
// contain iterators.
[[nodiscard]] std::optional<SymbolicResults> symbolic_call(ExprStore& store, Interner& interner,
                                                           FlatFunction const& function,
                                                           std::vector<ExprId> const& arguments, int& next_iterator,
                                                           SymbolicLimits const& limits = {});

// Whether an event may happen where the value of the expression jumps: it has relations of Reals, floor and the like
// outside noEvent.
[[nodiscard]] bool makes_events(ExprStore const& store, ExprId expr);

}  // namespace moo
