// Values for the variables of random expressions.
#pragma once

#include <vector>

#include "moo/expr/evaluate.h"
#include "tests/support/random_expression.h"

namespace moo::test {

// One value per variable of RandomExpression: Reals, then Integers, then Booleans. The Reals are multiples
// of 1/8, so that sums and products are exact as long as no function rounds.
inline std::vector<Value> random_values(RandomExpression& random, std::uint32_t variables) {
    std::vector<Value> values;
    for (std::uint32_t i = 0; i < variables; ++i) {
        values.push_back(Value::real((static_cast<double>(random.below(49)) - 24) / 8));
    }
    for (std::uint32_t i = 0; i < variables; ++i) {
        values.push_back(Value::integer(static_cast<std::int64_t>(random.below(9)) - 4));
    }
    for (std::uint32_t i = 0; i < variables; ++i) values.push_back(Value::boolean(random.below(2) == 0));
    return values;
}

// Reads variables from `values`, and `time` as a fixed number.
inline ValueSource with_time(std::vector<Value> const& values, double time) {
    return [time, dense = dense_values(values)](ExprStore const& store, ExprId id) {
        return store.kind(id) == ExprKind::time ? Value::real(time) : dense(store, id);
    };
}

}  // namespace moo::test
