#include "runtime/math/crossing_tangents.h"

#include <algorithm>
#include <cmath>

namespace moo::runtime {

CrossingTangents::CrossingTangents(MooModel const& model)
    : table_(*model.crossing_partials),
      entries_(table_.values, table_.values + table_.row_starts[model.crossing_count]) {}

MooStatus CrossingTangents::evaluate(MooInstance* m) {
    if (table_.compute == nullptr) return MOO_OK;
    if (MooStatus const status = table_.compute(m, entries_.data()); status != MOO_OK) return status;
    auto const is_finite = [](double entry) { return std::isfinite(entry); };
    return std::all_of(entries_.begin(), entries_.end(), is_finite) ? MOO_OK : MOO_RECOVERABLE;
}

double CrossingTangents::forward(std::uint32_t crossing, double const* directions) const {
    double change = 0.0;
    for (std::uint32_t i = table_.row_starts[crossing]; i < table_.row_starts[crossing + 1]; ++i) {
        change += entries_[i] * directions[table_.columns[i]];
    }
    return change;
}

void CrossingTangents::backward(std::uint32_t crossing, double weight, double* weights) const {
    for (std::uint32_t i = table_.row_starts[crossing]; i < table_.row_starts[crossing + 1]; ++i) {
        weights[table_.columns[i]] += entries_[i] * weight;
    }
}

}  // namespace moo::runtime
