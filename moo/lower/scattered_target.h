// Assignments to arrays that another tool has split into scalars.
#pragma once

#include "moo/lower/lower_expression.h"
#include "moo/model/flat_model.h"

namespace moo {

// `x := e` and `x[i] := e`, where only `x[1]`, `x[2]` … are declared, arrive as assignments to `{x[1], x[2]}` and to an
// element of it. The first becomes an assignment for each element, or `({x[1], x[2]}) := f(y)` if it is a call; the
// second a choice by the subscript.
//
// Records likewise: `r := e` is an assignment for each field where `r` is declared field by field.
//
// Replaces such a statement by its equivalent; other statements are not changed. False after a report.
[[nodiscard]] bool assign_scattered(LoweringContext& context, FlatStatement statement,
                                    std::vector<FlatStatement>& target);

}  // namespace moo
