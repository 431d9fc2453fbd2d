// The value of a variable during a symbolic run, of which some parts may not be assigned yet.
#pragma once

#include <span>
#include <vector>

#include "moo/expr/store.h"

namespace moo {

// Either one expression, or parts: the elements of an array along its first dimension, the fields of a record. With
// neither there is no value.
struct PartialValue {
    ExprId whole;
    std::vector<PartialValue> parts;
};

// One step from a variable to a part of it: a field, or a position (from 0) along a dimension, or all positions.
struct PartStep {
    enum class Kind : std::uint8_t { field, place, all };
    Kind kind = Kind::field;
    std::size_t index = 0;
};

// The steps of a reference such as `x.a[2, :]`, whose subscripts have to be literals or `:`. False if they are not, or
// select nothing of that type.
bool part_steps(ExprStore const& store, ExprId reference, TypeId root_type, std::vector<PartStep>& steps);

// The value as one expression of that type; none if a part has no value.
ExprId joined(ExprStore& store, PartialValue const& value, TypeId type);
// The value of a part; none if it has none.
ExprId part_of(ExprStore& store, PartialValue const& value, TypeId type, std::span<PartStep const> steps);
// Gives a part a value. False if sizes are not known.
bool assign_part(ExprStore& store, PartialValue& value, TypeId type, std::span<PartStep const> steps, ExprId part);
// The value if a condition selects one of two values. False if it cannot be expressed.
bool merge_values(ExprStore& store, ExprId condition, PartialValue const& yes, PartialValue const& no, TypeId type,
                  PartialValue& merged);

}  // namespace moo
