// Assignment to parts of values: `x[2:3].a[i] := v`.
#pragma once

#include <span>
#include <vector>

#include "moo/expr/evaluate.h"
#include "moo/expr/value.h"

namespace moo {

// One step from a value to its part: a field of a record, or subscripts of an array.
struct PathStep {
    bool is_field = false;
    std::size_t field = 0;
    std::vector<Value> subscripts;  // one without a value is `:`
};

// Replaces the part of `target` that the path leads to; other owners of the same value do not see it. Where the path
// goes through several elements, the leading dimensions of `value` run over them.
EvaluateError assign_part(Value& target, std::span<PathStep const> path, Value const& value,
                          EvaluateLimits const& limits);

// A value of the type in which no scalar has a value: what a variable is before the first assignment. It has no value
// at all where the type does not know its sizes.
[[nodiscard]] Value blank_value(TypeTable const& types, TypeId type);

}  // namespace moo
