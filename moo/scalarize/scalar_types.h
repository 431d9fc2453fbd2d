// The scalars in values of a type.
#pragma once

#include <optional>
#include <vector>

#include "moo/expr/array_layout.h"
#include "moo/expr/types.h"

namespace moo {

// Elements of arrays row by row, fields of records in order.
class ScalarTypes {
public:
    // Larger counts are not reported: no model is that large.
    static constexpr std::int64_t largest_count = std::int64_t{1} << 40;

    explicit ScalarTypes(TypeTable& types) : types_(types) {}

    [[nodiscard]] TypeTable& table() { return types_; }
    // Neither array, record nor tuple, and known.
    [[nodiscard]] bool is_scalar(TypeId type) const;
    // How many scalars a value has; none if a size is not known.
    [[nodiscard]] std::optional<std::size_t> count(TypeId type);
    [[nodiscard]] bool is_sized(TypeId type) { return count(type).has_value(); }
    [[nodiscard]] Dims dims(TypeId type) const { return {types_.dims(type).begin(), types_.dims(type).end()}; }
    // The type of each scalar, appended to `out`. The sizes must be known.
    void append_scalars(TypeId type, std::vector<TypeId>& out);
    // The number of scalars of a record before this field.
    [[nodiscard]] std::size_t field_offset(TypeId record, std::size_t field);

private:
    [[nodiscard]] std::optional<std::size_t> compute_count(TypeId type);

    static constexpr std::int64_t not_computed = -1;
    static constexpr std::int64_t not_known = -2;

    TypeTable& types_;
    std::vector<std::int64_t> counts_;
};

}  // namespace moo
