// The sizes of the results of functions whose declarations leave them open.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moo/model/flat_model.h"
#include "moo/scalarize/known_values.h"
#include "moo/scalarize/scalar_types.h"

namespace moo {

// An output may get its sizes from expressions (`Real y[n]`), from its first value (`Record r(y = {0, 1, n})`) or, if
// it is flexible, from an assignment (Modelica 3.6, section 12.4.5).
//
// Shapes are Values of which some scalars have no value: `{none, none}` is a vector of two elements. Only the sizes
// count, so arguments whose values are unknown are no obstacle.
class ResultShapes {
public:
    ResultShapes(FlatModel const& model, ScalarTypes& types, KnownValues& known, std::int64_t max_elements);

    // The type of a call of the function with these arguments; sizes that cannot be found out stay open.
    [[nodiscard]] TypeId call_type(FlatFunction const& function, TypeId declared, std::span<Value const> arguments);
    // A value of this type in which no scalar has a value; none if a size is not known.
    [[nodiscard]] Value shape_of(TypeId type);
    // A function of the model, or null.
    [[nodiscard]] FlatFunction const* find_function(Symbol name) const;

private:
    using Names = std::unordered_map<Symbol, Value>;

    [[nodiscard]] std::vector<Value> results(FlatFunction const& function, std::span<Value const> arguments);
    [[nodiscard]] Value output_shape(FlatFunction const& function, FunctionVariable const& output, Names const& names);
    [[nodiscard]] Value assigned_shape(std::vector<FlatStatement> const& statements, Symbol output,
                                       Names const& names);
    [[nodiscard]] Value shape(ExprId expr, Names const& names);
    [[nodiscard]] Value unknown_array(Dims dims) const;
    [[nodiscard]] Value array_shape(ExprId array, Names const& names);
    [[nodiscard]] std::vector<Value> call_shapes(ExprId call, Names const& names);
    void add_first_values(FlatFunction const& function, Names& names);
    // The type with the sizes of the value where it leaves them open.
    [[nodiscard]] TypeId with_sizes(TypeId type, Value const& shape);

    FlatModel const& model_;
    ScalarTypes& types_;
    KnownValues& known_;
    std::int64_t max_elements_;
    std::unordered_map<Symbol, FlatFunction const*> functions_;
    int depth_ = 0;  // of calls inside functions
};

}  // namespace moo
