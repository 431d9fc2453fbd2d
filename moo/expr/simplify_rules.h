// The families of simplification rules. Each receives a node whose parts are already simplified.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "moo/expr/simplify.h"
#include "moo/expr/store.h"

namespace moo {

// simplify_add.cpp: scalar sums, differences and negations.
[[nodiscard]] bool is_sum(ExprStore const& store, ExprId id);
// The terms below the root, each once, in the order of first appearance.
std::vector<WeightedPart> flatten_sum(ExprStore const& store, ExprId root);
// None if it cannot be written without overflow.
ExprId simplify_sum(ExprStore& store, TypeId type, std::vector<WeightedPart> const& terms);

// simplify_mul.cpp: scalar products, quotients and powers with literal integer exponents.
[[nodiscard]] bool is_product(ExprStore const& store, ExprId id);
struct FlatProduct {
    std::vector<WeightedPart> factors;
    bool is_negative = false;
};
// None if an exponent becomes absurdly large.
std::optional<FlatProduct> flatten_product(ExprStore const& store, ExprId root);
ExprId simplify_product(ExprStore& store, TypeId type, FlatProduct const& product);
// c and r of a product c*r with a literal c, as simplify_product writes it; otherwise 1 and the expression.
std::pair<double, ExprId> split_coefficient(ExprStore& store, ExprId id);
// The product of both, in the form that split_coefficient expects.
ExprId with_coefficient(ExprStore& store, double coefficient, ExprId core);

// These return none if no rule applies.
ExprId simplify_pow(ExprStore& store, ExprId id);
ExprId simplify_call(ExprStore& store, ExprId id);
// A relation that is remembered between events is recognised by its id: a simpler one would be another one. So
// relations between numbers stay as they are, and are not turned around either.
[[nodiscard]] bool has_identity(ExprStore const& store, ExprId id);
ExprId simplify_relation(ExprStore& store, ExprId id);
ExprId simplify_logic(ExprStore& store, ExprId id);
ExprId simplify_not(ExprStore& store, ExprId id);
ExprId simplify_if(ExprStore& store, ExprId id);

// A literal of the value: of type Integer if requested, otherwise of type Real.
ExprId number_literal(ExprStore& store, TypeId type, double value);
// A literal to multiply with: whole numbers as Integer, because `2*x` reads better than `2.0*x`.
ExprId coefficient_literal(ExprStore& store, double value);
[[nodiscard]] inline bool is_scalar_number(TypeId type) { return type == types::real || type == types::integer; }

}  // namespace moo
